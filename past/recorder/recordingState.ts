import type { FleetEvent } from '#streams/event';
import type { RecordingCodec } from '#streams/recording/codec';
import type { StateFold } from '#streams/recording/eventBlock';
import { extendedBlock, openedBlock, type OpenBlock } from '#streams/recording/openBlock';
import { pieceOf, type Piece } from '#streams/recording/piece';

/** What is recorded now: whose log, and the block that is open. */
export interface RecordingState {
  readonly person: string;
  readonly log: string;
  /** Folds the log again, so that a block can begin at any event; null while nothing is recorded. */
  readonly fold: StateFold | null;
  readonly open: OpenBlock | null;
  /** The ids of the stored pieces of the open block. */
  readonly pieceIds: readonly number[];
  /** Whether the next piece begins a block, with a keyframe. */
  readonly isFull: boolean;
}

/** A block that is complete, with the pieces that it replaces in the store. */
export interface CompleteBlock {
  readonly block: OpenBlock;
  readonly log: string;
  readonly pieceIds: readonly number[];
}

/** Whose recording an empty store is. */
export const NOBODY = '';

/** Nothing is recorded. */
export const NO_RECORDING: RecordingState = { person: NOBODY, log: '', fold: null, open: null, pieceIds: [], isFull: true };

/** Returns the state whose next piece begins a block: in another store, or where the store was deleted. */
export const withNewBlock = (state: RecordingState): RecordingState => ({ ...state, open: null, pieceIds: [], isFull: true });

/** What a step changes: the next state, the block that it completes, and the piece to be stored. */
interface Step {
  readonly state: RecordingState;
  readonly complete: CompleteBlock | null;
  readonly piece: Piece | null;
}

/**
 * Takes about a second of the log. Nothing is stored here: the caller stores first the complete block, then the piece. The fold of the state is the one
 * thing that changes in place.
 */
export function step(state: RecordingState, events: readonly FleetEvent[], codec: RecordingCodec): Step {
  const { fold, open, log, pieceIds, isFull } = state;
  const piece = fold === null ? null : pieceOf(events, isFull ? fold.keyframe() : null, codec);
  if (fold === null || piece === null) return { state, complete: null, piece: null };
  fold.push(events);
  const next = openedBlock(piece);
  if (next !== null) {
    const complete = open === null ? null : { block: open, log, pieceIds };
    return { state: { ...state, open: next, pieceIds: [] }, complete, piece };
  }
  if (open === null) return { state, complete: null, piece: null };
  return { state: { ...state, open: extendedBlock(open, piece) }, complete: null, piece };
}

/** Joins stored pieces, oldest first, to the blocks that an earlier visit left open. */
export function leftBlocks(pieces: readonly (Piece & { readonly log: string; readonly id: number })[]): readonly CompleteBlock[] {
  const blocks: CompleteBlock[] = [];
  for (const piece of pieces) {
    const last = blocks.at(-1);
    const begun = openedBlock(piece);
    if (begun !== null) blocks.push({ block: begun, log: piece.log, pieceIds: [piece.id] });
    // A piece of a log whose keyframe is not there cannot be read.
    else if (last !== undefined && last.log === piece.log) {
      blocks[blocks.length - 1] = { ...last, block: extendedBlock(last.block, piece), pieceIds: [...last.pieceIds, piece.id] };
    }
  }
  return blocks;
}
