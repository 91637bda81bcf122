/** Opens and reads a recording file once: its info, blocks, damage and timeline marks, and the reason if the file is refused. */

import { of } from 'rxjs';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import type { BlockEntry, BlockReference } from '#past/recorder/recorder';
import { checkedBlock } from '#past/file/checkedBlock';
import { DamagedRecording } from '#streams/recording/bytes';
import { openRecording, type ByteSource } from '#streams/recording/openRecording';
import type { PlacedBlock } from '#streams/recording/recordingFile';
import { NOTE_LAG_MS, type RecordingInfo } from '#streams/recording/recordingInfo';
import type { TimelineData } from '#streams/recording/timeline';
import { readerOf, type RecordedBlocks } from '#past/recorder/recordedBlocks';

/** A recording that was opened and read once, up to its last readable part. Instants are in ms since epoch, `size` is in bytes. */
export interface OpenedFile {
  readonly name: string;
  readonly size: number;
  readonly info: RecordingInfo;
  readonly recorded: RecordedBlocks;
  readonly timeline: TimelineData;
  readonly from: number;
  readonly to: number;
  readonly blockCount: number;
  readonly eventCount: number;
  /** The missing or damaged parts, one line each. */
  readonly damage: readonly string[];
}

/** Returns the blocks, each with the number of its log: a block that continues the log of the previous one has the same number. */
function entriesOf(blocks: readonly PlacedBlock[]): readonly BlockEntry[] {
  let log = 0;
  return blocks.map(({ firstSeq, count, firstAt, lastAt }, id) => {
    const before = blocks[id - 1];
    if (before !== undefined && before.firstSeq + before.count !== firstSeq) log += 1;
    return { id, log: String(log), firstSeq, count, firstAt, lastAt };
  });
}

/** Returns a browser file as a source of bytes that can be read in part. Reading rejects if the file no longer exists. */
const fileSource = (file: Blob): ByteSource => ({
  length: file.size,
  read: async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
});

const damagedText = (damaged: number, all: number): readonly string[] =>
  damaged === 0 ? [] : [`${String(damaged)} of ${String(all)} blocks ${damaged === 1 ? 'is' : 'are'} damaged and not shown.`];

/** Opens a file and reads it completely once. Rejects with `DamagedRecording` for a file without a readable block. */
export async function openFile(file: Blob, name: string): Promise<OpenedFile> {
  const recording = await openRecording(fileSource(file), recordingCodec);
  const all = entriesOf(recording.blocks);
  const damaged = new Set<number>();
  const block = async ({ id }: BlockReference) => {
    const placed = recording.blocks[id];
    return placed === undefined ? null : checkedBlock(await recording.block(placed));
  };
  const tolerant: RecordedBlocks = {
    blocks: async () => all,
    block: (entry) =>
      block(entry).catch((error: unknown) => {
        if (!(error instanceof DamagedRecording)) throw error;
        damaged.add(entry.id);
        return null;
      }),
  };
  const timeline = await readerOf(tolerant).read();
  const whole = all.filter(({ id }) => !damaged.has(id));
  const [first, last] = [whole[0], whole.at(-1)];
  if (first === undefined || last === undefined) throw new DamagedRecording('Every block of the recording is damaged.');
  const [from, to] = [first.firstAt, Math.max(...whole.map(({ lastAt }) => lastAt))];
  // The track ends with the last event, so later notes are outside it.
  const notes = (recording.info.notes ?? [])
    .filter(({ at }) => at >= from && at <= to + NOTE_LAG_MS)
    .map((note) => ({ ...note, at: Math.min(note.at, to) }));
  return {
    name,
    size: file.size,
    info: recording.info,
    recorded: { blocks: async () => whole, block, notes: { notes$: of(notes) } },
    timeline,
    from,
    to,
    blockCount: all.length,
    eventCount: whole.reduce((sum, { count }) => sum + count, 0),
    damage: [...(recording.damage === null ? [] : [recording.damage]), ...damagedText(damaged.size, all.length)],
  };
}

/** Returns the reason why a file is refused, on one line. */
export const refusalOf = (error: unknown): string => (error instanceof DamagedRecording ? error.message : 'The file could not be read.');
