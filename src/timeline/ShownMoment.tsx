/** The shown moment: as text (`MomentText`), and on the track with the recorded span (`MomentTrack`). */

import { useContext, useEffect } from 'react';
import type { HistoryDay } from '#past/history/historyDays';
import { isOfHistory } from '#past/recorder/historyLog';
import { reachBefore, unheldSpans } from '#domain/history/trackSpan';
import { DAY_MS, HOUR_MS, MINUTE_MS, type TimeSpan } from '#domain/text/timeUnits';
import { lengthText } from '#domain/text/duration';
import { selectTickedAt } from '#state/clock';
import { BIN_MS, type RecordedMark, type TimelineData } from '#streams/recording/timeline';
import { Segmented } from '#ui/Segmented';
import { useHistoryDay } from './moment/useHistoryDay.ts';
import { useOverview } from './moment/useOverview.ts';
import { useComparedAt } from './moment/useComparedAt.ts';
import { usePresents } from './moment/usePresents.ts';
import { PlayheadContext, useTimeTravel, type ShownRecording } from '#hooks/TimeTravelContext';
import { TimelineTrack } from './TimelineTrack.tsx';
import { TrackLegend, type TrackRemark } from './TrackLegend.tsx';
import { useShownSpan } from './useShownSpan.ts';
import { useZoomKeys } from './useTimelineKeys.ts';
import { useLiveSelector } from '#hooks/useLiveSelector';
import { MomentDate, MomentName, OnShell, Place } from './bar/barParts.tsx';
import { useZoneTexts, type ZoneTexts } from './zone/TimelineZone.tsx';
import { ViewChoice } from './view/ViewChoice.tsx';
import { ZoneChoice } from './zone/ZoneChoice.tsx';

/** Returns the shown moment and the current time, in ms since epoch by the console's clock, like every instant of the log. */
function useShownMoment() {
  const playhead = useContext(PlayheadContext);
  const now = useLiveSelector(selectTickedAt);
  return playhead.kind === 'past'
    ? { at: playhead.moment.at, now, isPast: true, isPaused: playhead.speed === null, isOfHistory: isOfHistory(playhead.moment.block) }
    : { at: now, now, isPast: false, isPaused: false, isOfHistory: false };
}

/** Returns the text of whether the shown moment is now, or how far into a recording it is. */
function placeText(isPast: boolean, at: number, recording: ShownRecording | undefined): string {
  if (recording !== undefined) return `${lengthText(at - recording.from)} of ${lengthText(recording.to - recording.from)}`;
  // Only the banner shows how long ago the moment was, because two numbers would not change at the same time.
  return isPast ? 'Past' : 'Live';
}

const millisecondText = (at: number) => `.${String(Math.floor(at) % 1_000).padStart(3, '0')}`;

/** Returns the word next to the shown moment, which says how it relates to now. */
function usePlaceText(at: number, isPast: boolean): string {
  const { recording } = useTimeTravel();
  const isComparing = useComparedAt() !== null;
  return isComparing && isPast ? 'B moves' : placeText(isPast, at, recording);
}

/** Renders the shown moment as text; in the past to the millisecond, so that a step to the next instant is visible. */
export function MomentText() {
  const { at, isPast } = useShownMoment();
  const place = usePlaceText(at, isPast);
  const { plain, suffix } = useZoneTexts();
  return (
    <>
      <MomentName>
        <MomentDate>{plain.date(at)}, </MomentDate>
        {plain.time(at)}
        <span style={{ visibility: isPast ? 'visible' : 'hidden' }}>{millisecondText(at)}</span>
        {suffix(at)}
      </MomentName>
      <Place>{place}</Place>
    </>
  );
}

interface TrackProps extends TimelineData {
  /** The oldest recorded instant, ms since epoch; null while nothing is recorded, and only the server's history can be shown. */
  readonly from: number | null;
  /** The day of the server's history that is shown in place of the recording, and its setter: the marks of the timeline are then those of the day. */
  readonly day: HistoryDay | null;
  readonly onDay: (day: HistoryDay | null) => void;
  /** The notes as marks, on the recording as well as on a day of the history. */
  readonly notes: readonly RecordedMark[];
}

/** Time, in ms, before now for which reports may not be in the index yet. */
const NEWEST_MS = 10 * MINUTE_MS;
const STEP_NAMES: ReadonlyMap<number, string> = new Map([
  [5 * MINUTE_MS, 'Devices per 5 min'],
  [HOUR_MS, 'Devices per hour'],
  [DAY_MS, 'Devices per day'],
]);

interface TrackContent extends TimelineData {
  readonly unheld?: readonly TimeSpan[];
  readonly heldFrom?: number | null;
  readonly remarks: readonly TrackRemark[];
}

/** Returns what a track shows of the server's history, including the parts for which nothing is held. */
function historyContent(held: TimelineData & TimeSpan & { readonly heldFrom: number | null }, span: TimeSpan, now: number): TrackContent {
  const { density, binMs = BIN_MS, marks, heldFrom } = held;
  const known = { from: Math.max(span.from, held.from), to: Math.min(span.to, held.to) };
  return { density, binMs, marks, heldFrom, unheld: unheldSpans(density, binMs, known, now - NEWEST_MS), remarks: [] };
}

/** Returns what the track shows of a span to which it was zoomed out. */
function wideContent(
  { overview, isFailed }: ReturnType<typeof useOverview>,
  span: TimeSpan,
  now: number,
  { date }: ZoneTexts['plain'],
): TrackContent {
  const failed = isFailed ? [{ text: 'The history does not answer.' }] : [];
  if (overview === null) return { density: new Map(), marks: [], remarks: failed };
  const { heldFrom, hasOlder, binMs } = overview;
  const isBeginIn = heldFrom !== null && heldFrom > span.from && heldFrom < span.to;
  return {
    ...historyContent(overview, span, now),
    remarks: [
      { text: STEP_NAMES.get(binMs) ?? 'Devices', hiddenOn: 'phone' },
      ...(isBeginIn ? [{ text: `Held since ${date(heldFrom)}`, hiddenOn: 'tablet' } as const] : []),
      ...(hasOlder ? [{ text: 'The oldest marks are left out.' }] : []),
      ...failed,
    ],
  };
}

/**
 * Returns the span that the track shows, and its content: the recording, the shown day of the server's history, or the span to which it was zoomed
 * out.
 */
function useTrack({ from: recordedFrom, day, ...own }: Omit<TrackProps, 'onDay' | 'notes'>) {
  const { recording, overviewOf } = useTimeTravel();
  const { at, now, isPast } = useShownMoment();
  const { server } = usePresents();
  const from = recordedFrom ?? Math.min(now, at);
  // The history ends at the server's present. Where the own recording lies behind it, a track of the history reaches the present of both.
  const present = recordedFrom === null ? server : Math.max(server, now);
  // A moment since the last tick is also recorded.
  const recorded =
    day === null ? { from, to: recording?.to ?? Math.max(now, at) } : { from: day.from, to: Math.min(day.to, Math.max(present, at)) };
  const around = overviewOf === undefined ? recorded : reachBefore(Math.max(present, at));
  const shown = useShownSpan({ whole: recorded, around }, at, isPast);
  const span = { from: shown.from, to: shown.to };
  const read = useOverview(shown.isWide ? span : null, server);
  const { plain } = useZoneTexts();
  const content = shown.isWide
    ? wideContent(read, span, server, plain)
    : day === null
      ? { ...own, remarks: [] }
      : historyContent(day, span, server);
  return { shown, span, content, reach: shown.isWide ? around : recorded };
}

/**
 * Renders the shown span (the recording, or the shown day of the server's history before it; a part of them, or the time around them) with the shown
 * moment and the meaning of its marks.
 */
export function MomentTrack({ onDay, notes, ...props }: TrackProps) {
  const { send, recording } = useTimeTravel();
  const { at, isPast, isPaused, isOfHistory: isOfServer } = useShownMoment();
  const found = useHistoryDay(at, recording === undefined && (props.from === null || at < props.from || isOfServer));
  useEffect(() => {
    onDay(found);
  }, [onDay, found]);
  const { shown, span, content, reach } = useTrack(props);
  const { options, chosen, choose, showAll, zoom, zoomBy, isWide } = shown;
  useZoomKeys(zoomBy, showAll);
  const endsNow = recording === undefined && (isWide || props.day === null) && span.to === reach.to;
  const place = usePlaceText(at, isPast);
  const { remarks, ...data } = content;
  const marks = [...data.marks, ...notes];
  const { plain, suffix } = useZoneTexts();
  return (
    <>
      <TimelineTrack
        {...{ ...span, ...data, at }}
        recorded={reach}
        marks={marks}
        onZoom={zoom}
        isPaused={isPaused}
        seeksAtEnd={isWide}
        endWord={endsNow ? 'now' : undefined}
        shownText={`${plain.time(at)}${isPast ? millisecondText(at) : ''}${suffix(at)} ${place}`}
        // The slider moves in whole milliseconds, so it cannot reach a fractional end exactly.
        onSeek={(wanted) => send(endsNow && wanted > span.to - 1 ? { kind: 'live' } : { kind: 'seek', at: wanted })}
      />
      <TrackLegend
        {...span}
        marks={marks}
        isLive={endsNow}
        hasUnheld={(data.unheld ?? []).length > 0}
        remarks={remarks}
        beside={
          <>
            <ZoneChoice at={at} />
            <ViewChoice place="timeline" />
          </>
        }
      >
        {options.length > 0 && (
          <OnShell>
            <Segmented label="Span" size="sm" options={options} value={chosen} onValue={choose} />
          </OnShell>
        )}
      </TrackLegend>
    </>
  );
}
