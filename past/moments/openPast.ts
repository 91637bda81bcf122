import type { FlightRecorder } from '../recorder/flightRecorder.ts';
import type { RecordingCodec } from '#streams/recording/codec';
import type { TimelineReader } from '#streams/recording/timeline';
import { createMoments, ownBlocks, type Moments } from './moments.ts';
import { createNoteBook } from './noteBook.ts';
import type { RecordedBlocks } from './recordedBlocks.ts';
import { timeTravel, type Playhead } from './timeTravel.ts';
import { combineLatest, distinctUntilChanged, from, map, tap, type Observable } from 'rxjs';
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
  readonly reader: TimelineReader;
  readonly travel: typeof timeTravel;
  readonly shown: typeof shownMoments;
}

/**
 * Opens moments, time travel and gate over the flight recorder, when the timeline is first used; `shownMoments`: the shown moment with the
 * sign-in and rights of now.
 */
export function openPast(
  recorder: Pick<FlightRecorder, 'blocks' | 'block' | 'since' | 'timeline' | 'notes' | 'status$'>,
  codec: RecordingCodec,
): OpenedPast {
  const recorded = { ...ownBlocks(recorder, codec), notes: createNoteBook(recorder) };
  return { recorded, moments: createMoments(recorded), reader: { read: recorder.timeline }, travel: timeTravel, shown: shownMoments };
}
