import type { FlightRecorder } from '../recorder/flightRecorder.ts';
import type { RecordingCodec } from '#streams/recording/codec';
import type { RecordedMark, TimelineReader } from '#streams/recording/timeline';
import { createMoments, ownBlocks, type Moments } from './moments.ts';
import { createHistoryDays, type HistoryDays } from '../history/historyDays.ts';
import type { HistorySource, HistorySpan } from '../history/historySource.ts';
import { createOverviews, type ReadOverview } from '../history/overviews.ts';
import { joinedBlocks } from '../history/joinedBlocks.ts';
import { type BookmarkSource, createBookmarkBook } from '../recorder/bookmarkBook.ts';
import { createNoteBook, type NoteBook } from '../recorder/noteBook.ts';
import type { RecordedBlocks } from '../recorder/recordedBlocks.ts';
import { timeTravel, type Playhead } from './timeTravel.ts';
import { combineLatest, distinctUntilChanged, from, map, tap, type Observable, type SchedulerLike } from 'rxjs';
import { selectProfile } from '#state/session';
import { selectStateOfNow, shownState } from '#state/shownState';
import type { LogStore, RootState } from '#state/store';

/**
 * Emits the playhead after calling `show` with the state of its moment, which contains the live session and rights; calls `show` again whenever those change,
 * even while the moment does not.
 */
function shownMoments(playhead$: Observable<Playhead>, liveStore: LogStore, show: (state: RootState) => void): Observable<Playhead> {
  const now$ = from(liveStore).pipe(map(selectStateOfNow), distinctUntilChanged());
  return combineLatest([now$, playhead$]).pipe(
    tap(([now, head]) => {
      if (head.kind === 'past') show(shownState(head.moment.state, now));
    }),
    map(([, head]) => head),
    distinctUntilChanged(),
  );
}

/** The reader of a recording; loaded as one chunk when the timeline is first used. */
export interface OpenedPast {
  readonly recorded: RecordedBlocks;
  readonly moments: Moments;
  /** The days of the server's history; null where the server has none. */
  readonly days: HistoryDays | null;
  /** Returns a longer span of the server's history; null where the server summarises none. */
  readonly overviewOf: ReadOverview | null;
  /** Returns the marks of a device in a span from the server's history; null where the server has none. Rejects like the source. */
  readonly marksOf: (serial: string, span: HistorySpan) => Promise<readonly RecordedMark[] | null>;
  readonly reader: TimelineReader;
  readonly travel: typeof timeTravel;
  readonly shown: typeof shownMoments;
}

/** What the past of a console is read from, beside its own recording. */
interface PastParts {
  readonly codec: RecordingCodec;
  /** Null where the server announces none. */
  readonly history: HistorySource | null;
  /** Null where the server keeps no notes. */
  readonly bookmarks: BookmarkSource | null;
  readonly liveStore: LogStore;
  readonly clock: SchedulerLike;
}

/** Returns the note book: that of the recording, or that of the server over it. */
function openNotes(local: NoteBook, { bookmarks, liveStore, clock }: Pick<PastParts, 'bookmarks' | 'liveStore' | 'clock'>): NoteBook {
  if (bookmarks === null) return local;
  const username = () => selectProfile(liveStore.getState())?.username ?? null;
  const username$ = from(liveStore).pipe(map(username), distinctUntilChanged());
  return createBookmarkBook({ ...bookmarks, local, username, username$, clock });
}

/**
 * Opens moments, time travel and gate over the flight recorder and the server's history, when the timeline is first used; `shownMoments`: the shown moment with the
 * sign-in and rights of now.
 */
export function openPast(
  recorder: Pick<FlightRecorder, 'blocks' | 'block' | 'since' | 'timeline' | 'notes' | 'status$'>,
  { codec, history, bookmarks, liveStore, clock }: PastParts,
): OpenedPast {
  const own = { ...ownBlocks(recorder, codec), notes: openNotes(createNoteBook(recorder), { bookmarks, liveStore, clock }) };
  const days = history === null ? null : createHistoryDays(history, clock);
  const recorded = history === null || days === null ? own : joinedBlocks(own, { source: history, days, codec, clock });
  const overviewOf = history?.overview === undefined || days === null ? null : createOverviews({ overview: history.overview }, days, clock);
  const marksOf = async (serial: string, span: HistorySpan) => (history === null ? null : (await history.index(span, serial)).marks);
  return {
    recorded,
    moments: createMoments(recorded),
    days,
    overviewOf,
    marksOf,
    reader: { read: recorder.timeline },
    travel: timeTravel,
    shown: shownMoments,
  };
}
