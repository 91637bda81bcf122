/** The block that is being recorded: opened, extended by pieces, measured and sealed. */

import type { FleetEvent } from '../event.ts';
import { frameBlock, type BlockSummary } from './blockFrame.ts';
import type { RecordingCodec, TextCodec } from './codec.ts';
import { readBlock, writeBlock } from './eventBlock.ts';
import type { Piece } from './piece.ts';
import type { BlockPart } from './timeline.ts';

/** Maximum size of a keyframe as a fraction of its block: smaller blocks would store too much state for too few events. */
const MAX_KEYFRAME_SHARE = 0.2;
/** Growth factor of a block after which its size is measured again. */
const GROWTH = 2;
/** Length of the pieces, in bytes, below which a block is not measured. */
const FIRST_MEASURED = 128 * 1024;
/** Time after which a block ends regardless of its number of events, in ms, because recorded events are kept in memory until then. */
const MAX_BLOCK_MS = 30 * 60_000;

/** The block that is being recorded: its keyframe and its pieces, in order of arrival. */
export interface OpenBlock {
  readonly keyframe: Uint8Array;
  readonly pieces: readonly Uint8Array[];
  readonly summary: BlockSummary;
  /** The length of the pieces, in bytes, at which the block is next measured. */
  readonly measuredAt: number;
}

/** Returns the block that begins with this piece; null for a piece without a keyframe. */
export function openedBlock({ keyframe, events, summary }: Piece): OpenBlock | null {
  return keyframe === null ? null : { keyframe, pieces: [events], summary, measuredAt: FIRST_MEASURED };
}

/** Returns the block with one more piece. */
export function extendedBlock(block: OpenBlock, { events, summary }: Piece): OpenBlock {
  const { firstSeq, firstAt, count } = block.summary;
  return {
    ...block,
    pieces: [...block.pieces, events],
    summary: { firstSeq, firstAt, count: count + summary.count, lastAt: summary.lastAt },
  };
}

function eventsOf(bytes: Uint8Array, codec: TextCodec): readonly FleetEvent[] {
  const block = readBlock(bytes, codec);
  return Array.from({ length: block.count }, (_, index) => block.eventAt(index));
}

/** Returns the decoded pieces that contain the block's events from index `from` onwards; the first piece may begin earlier. */
export function partsOf({ pieces, summary }: OpenBlock, from: number, codec: TextCodec): readonly BlockPart[] {
  const parts: BlockPart[] = [];
  let first = summary.count;
  for (const piece of pieces.toReversed()) {
    if (first <= from) break;
    const events = readBlock(piece, codec);
    first -= events.count;
    parts.push({ first, events });
  }
  return parts.toReversed();
}

/** Returns the bytes of the whole block, readable by itself. */
export function joinedBlock({ keyframe, pieces }: OpenBlock, codec: TextCodec): Uint8Array {
  return writeBlock(
    readBlock(keyframe, codec).keyframe,
    pieces.flatMap((piece) => eventsOf(piece, codec)),
    codec,
  );
}

/** Returns the block in the form in which it is stored permanently. */
export const sealedBlock = (block: OpenBlock, codec: RecordingCodec): Promise<Uint8Array> =>
  frameBlock(joinedBlock(block, codec), block.summary, codec);

/** Returns the block, measured if due, and whether it is full: its keyframe is a small enough fraction of it, or it spans the maximum time. */
export async function measuredBlock(
  block: OpenBlock,
  codec: RecordingCodec,
): Promise<{ readonly block: OpenBlock; readonly isFull: boolean }> {
  if (block.summary.lastAt - block.summary.firstAt >= MAX_BLOCK_MS) return { block, isFull: true };
  const bytes = block.pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (bytes < block.measuredAt) return { block, isFull: false };
  const [keyframe, whole] = await Promise.all([codec.compress(block.keyframe), sealedBlock(block, codec)]);
  return { block: { ...block, measuredAt: bytes * GROWTH }, isFull: keyframe.length <= MAX_KEYFRAME_SHARE * whole.length };
}
