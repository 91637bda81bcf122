import type { FlightRecorder } from '../recorder/flightRecorder.ts';
import type { RecordingCodec } from '#streams/recording/codec';
import type { TimelineReader } from '#streams/recording/timeline';
import { createMoments, ownBlocks, type Moments } from './moments.ts';
import { createNoteBook } from './noteBook.ts';
import type { RecordedBlocks } from './recordedBlocks.ts';
import { shownMoments } from './shownMoments.ts';
import { timeTravel } from './timeTravel.ts';

/** What reads a recording; loaded as one piece when the timeline is first used. */
export interface OpenedPast {
  readonly recorded: RecordedBlocks;
  readonly moments: Moments;
  readonly reader: TimelineReader;
  readonly travel: typeof timeTravel;
  readonly shown: typeof shownMoments;
}

/** Opens what the flight recorder holds. */
export function openPast(
  recorder: Pick<FlightRecorder, 'blocks' | 'block' | 'since' | 'timeline' | 'notes' | 'status$'>,
  codec: RecordingCodec,
): OpenedPast {
  const recorded = { ...ownBlocks(recorder, codec), notes: createNoteBook(recorder) };
  return { recorded, moments: createMoments(recorded), reader: { read: recorder.timeline }, travel: timeTravel, shown: shownMoments };
}
