import type { FleetEvent } from '../event.ts';
import type { BlockSummary } from './blockFrame.ts';
import type { TextCodec } from './codec.ts';
import { writeBlock, type Keyframe } from './eventBlock.ts';

/** At most this much of the log is lost in a crash, in ms. */
const PIECE_MS = 1_000;

/** A second of the log. `keyframe` is a block without events, for the first piece of a block, else null. */
export interface Piece {
  readonly keyframe: Uint8Array<ArrayBuffer> | null;
  readonly events: Uint8Array<ArrayBuffer>;
  readonly summary: BlockSummary;
}

/** Cuts a log into pieces of a second. */
export interface PieceWriter {
  /** Takes a batch of the log. `stateBefore` gives the state before it, and is called for the first piece of a block alone. */
  readonly push: (events: readonly FleetEvent[], stateBefore: () => Keyframe) => void;
  /** The next piece begins a new block. */
  readonly beginBlock: () => void;
  /** Sends what waits, however short it is. */
  readonly flush: () => void;
}

/** Creates a writer that hands its pieces to `send`, in order. The first one begins a block. */
export function pieceWriter(codec: TextCodec, send: (piece: Piece) => void): PieceWriter {
  let waiting: FleetEvent[] = [];
  let keyframe: Uint8Array<ArrayBuffer> | null = null;
  let isNewBlock = true;
  const flush = () => {
    const [first, last] = [waiting[0], waiting.at(-1)];
    if (first === undefined || last === undefined) return;
    const summary = { firstSeq: first.seq, count: waiting.length, firstAt: first.at, lastAt: last.at };
    send({ keyframe, events: writeBlock(null, waiting, codec), summary });
    [waiting, keyframe] = [[], null];
  };
  return {
    push: (events, stateBefore) => {
      const [first, waitsSince] = [events[0], waiting[0]?.at];
      if (first === undefined) return;
      if (isNewBlock || (waitsSince !== undefined && first.at - waitsSince >= PIECE_MS)) flush();
      if (isNewBlock) {
        keyframe = writeBlock(stateBefore(), [], codec);
        isNewBlock = false;
      }
      for (const event of events) waiting.push(event);
    },
    beginBlock: () => {
      isNewBlock = true;
    },
    flush,
  };
}
