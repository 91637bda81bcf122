/** The shown moment: as text (`MomentText`), and on the track with the recorded span (`MomentTrack`). */

import { useContext, useEffect } from 'react';
import type { HistoryDay } from '#past/history/historyDays';
import { isOfHistory } from '#past/recorder/historyLog';
import { dateText, timeText } from '#domain/text/dates';
import { lengthText } from '#domain/text/duration';
import { selectTickedAt } from '#state/clock';
import type { TimelineData } from '#streams/recording/timeline';
import { Segmented } from '#ui/Segmented';
import { useHistoryDay } from './moment/useHistoryDay.ts';
import { useComparedAt } from './moment/useComparedAt.ts';
import { PlayheadContext, useTimeTravel, type ShownRecording } from '#hooks/TimeTravelContext';
import { TimelineTrack } from './TimelineTrack.tsx';
import { TrackLegend } from './TrackLegend.tsx';
import { useShownSpan } from './useShownSpan.ts';
import { useZoomKeys } from './useTimelineKeys.ts';
import { useLiveSelector } from '#hooks/useLiveSelector';
import { MomentDate, MomentName, OnShell, Place } from './bar/barParts.tsx';

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
  return (
    <>
      <MomentName>
        <MomentDate>{dateText(at)}, </MomentDate>
        {timeText(at)}
        <span style={{ visibility: isPast ? 'visible' : 'hidden' }}>{millisecondText(at)}</span>
      </MomentName>
      <Place>{place}</Place>
    </>
  );
}

interface TrackProps extends TimelineData {
  /** The oldest recorded instant, ms since epoch. */
  readonly from: number;
  /** The day of the server's history that is shown in place of the recording, and its change: the marks of the timeline are then those of the day. */
  readonly day: HistoryDay | null;
  readonly onDay: (day: HistoryDay | null) => void;
}

/** Renders the recorded span, or the shown day of the server's history before it, or a part of them, with the shown moment, and the meaning of its marks. */
export function MomentTrack({ from, day, onDay, ...own }: TrackProps) {
  const { send, recording } = useTimeTravel();
  const { at, now, isPast, isPaused, isOfHistory: isOfServer } = useShownMoment();
  const found = useHistoryDay(at, recording === undefined && (at < from || isOfServer));
  useEffect(() => {
    onDay(found);
  }, [onDay, found]);
  const shown = day ?? own;
  // A moment since the last tick is also recorded.
  const recorded = day === null ? { from, to: recording?.to ?? Math.max(now, at) } : { from: day.from, to: Math.min(day.to, now) };
  const { options, chosen, choose, showAll, zoom, zoomBy, from: begin, to: end } = useShownSpan(recorded, at, isPast);
  const span = { from: begin, to: end };
  useZoomKeys(zoomBy, showAll);
  const endsNow = recording === undefined && day === null && span.to === recorded.to;
  const place = usePlaceText(at, isPast);
  return (
    <>
      <TimelineTrack
        {...{ ...span, recorded, at }}
        {...(shown.binMs !== undefined && { binMs: shown.binMs })}
        density={shown.density}
        marks={shown.marks}
        onZoom={zoom}
        isPaused={isPaused}
        endWord={endsNow ? 'now' : undefined}
        shownText={`${timeText(at)}${isPast ? millisecondText(at) : ''} ${place}`}
        // The last step of the slider is less than a millisecond wide if the end is a fraction.
        onSeek={(wanted) => send(endsNow && wanted > span.to - 1 ? { kind: 'live' } : { kind: 'seek', at: wanted })}
      />
      <TrackLegend {...span} marks={shown.marks} isLive={endsNow}>
        {options.length > 0 && (
          <OnShell>
            <Segmented label="Span" size="sm" options={options} value={chosen} onValue={choose} />
          </OnShell>
        )}
      </TrackLegend>
    </>
  );
}
