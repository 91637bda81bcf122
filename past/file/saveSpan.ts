import { HOUR_MS, type TimeSpan } from '#domain/text/timeUnits';
import type { RecordingCodec } from '#streams/recording/codec';
import { blocksOfSpan, type RecordedBlocks } from '../recorder/recordedBlocks.ts';
import type { writeRecording } from './saveRecording.ts';
import { writeRoom } from './saveRoom.ts';

/** The longest span of one file, in ms: as much as a browser records, and at most two days of the history, which is what a list of blocks reaches over. */
export const MAX_SAVED_MS = 12 * HOUR_MS;

/** How a file is written: how many of its blocks were read, and whether it was cancelled, which is looked at before each block. */
interface Writing {
  readonly onProgress: (read: number, all: number) => void;
  readonly isCancelled: () => boolean;
}

/** A saved span; `heldMs` is how much of it the blocks of the file hold. */
type SavedSpan = NonNullable<Awaited<ReturnType<typeof writeRecording>>> & { readonly heldMs: number };

/**
 * Writes a span of the past as one file that a replay opens, from the own recording or the server's history, named by its end; null when nothing of it is held. Rejects
 * when a part of it cannot be read, and when it is cancelled.
 */
export async function writeSpan(
  recorded: RecordedBlocks,
  span: TimeSpan,
  author: Parameters<typeof writeRecording>[3],
  codec: RecordingCodec,
  { onProgress, isCancelled }: Writing,
): Promise<SavedSpan | null> {
  let [read, all, heldMs] = [0, 0, 0];
  const watched: RecordedBlocks = {
    ...recorded,
    blocksOfSpan: async (wanted, offsetMs) => {
      const entries = await blocksOfSpan(recorded, wanted, offsetMs);
      all = entries.length;
      heldMs = entries.reduce((sum, { firstAt, lastAt }) => sum + Math.min(lastAt + 1, span.to) - Math.max(firstAt, span.from), 0);
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
  const file = await writeRoom(watched, { ...span, notes: [] }, span.to, author, codec);
  if (isCancelled()) throw new Error('The file was cancelled.');
  return file === null ? null : { ...file, heldMs };
}
