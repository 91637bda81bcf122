import type { FleetEvent } from '../event.ts';
import type { BlockSummary } from './blockFrame.ts';
import type { TextCodec } from './codec.ts';
import { writeBlock, type Keyframe } from './eventBlock.ts';

/** A stored piece of the log, of about a second. `keyframe` is a block without events for the first piece of a block, otherwise null. */
export interface Piece {
  readonly keyframe: Uint8Array<ArrayBuffer> | null;
  readonly events: Uint8Array<ArrayBuffer>;
  readonly summary: BlockSummary;
}

/** Returns the piece of these events; null if there are none. `keyframe` is the state before them if they begin a block, otherwise null. */
export function pieceOf(events: readonly FleetEvent[], keyframe: Keyframe | null, codec: TextCodec): Piece | null {
  const [first, last] = [events[0], events.at(-1)];
  if (first === undefined || last === undefined) return null;
  return {
    keyframe: keyframe === null ? null : writeBlock(keyframe, [], codec),
    events: writeBlock(null, events, codec),
    summary: { firstSeq: first.seq, count: events.length, firstAt: first.at, lastAt: last.at },
  };
}
