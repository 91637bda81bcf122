import { HOUR_MS, type TimeSpan } from '#domain/text/timeUnits';
import type { RecordingCodec } from '#streams/recording/codec';
import { isOfHistory } from '../recorder/historyLog.ts';
import { blocksOfSpan, byOwnClock, type RecordedBlocks } from '../recorder/recordedBlocks.ts';
import type { writeRecording } from './saveRecording.ts';
import { writeRoom } from './saveRoom.ts';

/** Maximum span of one file, in ms: as much as a browser records, and at most the two days of the history that a list of blocks covers. */
export const MAX_SAVED_MS = 12 * HOUR_MS;

/** The progress of writing a file: the number of blocks that were read, and whether it was cancelled, which is checked before each block. */
interface Writing {
  readonly onProgress: (read: number, all: number) => void;
  readonly isCancelled: () => boolean;
}

/** A saved span; `heldMs` is the duration that the blocks of the file hold. */
type SavedSpan = NonNullable<Awaited<ReturnType<typeof writeRecording>>> & { readonly heldMs: number };

/** A span of the server's time; `offsetMs` is the time by which the server's clock is ahead of the console's, which dates this console's recording. */
interface ServerSpan extends TimeSpan {
  readonly offsetMs?: number;
}

/**
 * Writes a span of the past as one file that a replay opens, from this console's recording or the server's history, named after its end; null if nothing of it
 * is held. Rejects when a part of it cannot be read, and when the writing is cancelled.
 */
export async function writeSpan(
  recorded: RecordedBlocks,
  { offsetMs = 0, ...span }: ServerSpan,
  author: Parameters<typeof writeRecording>[3],
  codec: RecordingCodec,
  { onProgress, isCancelled }: Writing,
): Promise<SavedSpan | null> {
  let [read, all, heldMs] = [0, 0, 0];
  const watched: RecordedBlocks = {
    ...recorded,
    blocksOfSpan: async (wanted, aheadMs) => {
      const entries = await blocksOfSpan(recorded, wanted, aheadMs);
      all = entries.length;
      const { from, to } = entries.some(isOfHistory) ? span : byOwnClock(span, offsetMs);
      heldMs = entries.reduce((sum, { firstAt, lastAt }) => sum + Math.min(lastAt + 1, to) - Math.max(firstAt, from), 0);
      return entries;
    },
    block: async (reference) => {
      if (isCancelled()) throw new Error('The file was cancelled.');
      onProgress(read, all);
      const block = await recorded.block(reference);
      read += 1;
      return block;
    },
  };
  const file = await writeRoom(watched, { ...span, notes: [], offsetMs }, span.to, author, codec);
  if (isCancelled()) throw new Error('The file was cancelled.');
  return file === null ? null : { ...file, heldMs };
}
