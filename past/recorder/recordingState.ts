/**
 * The state of a recording (owner, log, open block) and its pure `step`, which adds about one second of the log and returns the next state, the complete block
 * and the piece to store.
 */

import type { FleetEvent } from '#streams/event';
import type { RecordingCodec } from '#streams/recording/codec';
import type { StateFold } from '#streams/recording/eventBlock';
import { extendedBlock, openedBlock, type OpenBlock } from '#streams/recording/openBlock';
import { pieceOf, type Piece } from '#streams/recording/piece';
import { isPause } from './pause.ts';

/** The state of a recording: its owner, its log, and the open block. */
export interface RecordingState {
  readonly person: string;
  readonly log: string;
  /** A second fold of the log, so that a block can begin at any event; null while nothing is recorded. */
  readonly fold: StateFold | null;
  readonly open: OpenBlock | null;
  /** The ids of the stored pieces of the open block. */
  readonly pieceIds: readonly number[];
  /** Whether the next piece begins a block, with a keyframe. */
  readonly isFull: boolean;
}

/** A complete block, with the pieces that it replaces in the store. */
export interface CompleteBlock {
  readonly block: OpenBlock;
  readonly log: string;
  readonly pieceIds: readonly number[];
}

/** The owner of an empty store. */
export const NOBODY = '';

/** The state without a recording. */
export const NO_RECORDING: RecordingState = { person: NOBODY, log: '', fold: null, open: null, pieceIds: [], isFull: true };

/** Returns the state whose next piece begins a block: in another store, or after the store was deleted. */
export const withNewBlock = (state: RecordingState): RecordingState => ({ ...state, open: null, pieceIds: [], isFull: true });

/** The result of a step: the next state, the block that it completes, and the piece to store. */
interface Step {
  readonly state: RecordingState;
  readonly complete: CompleteBlock | null;
  readonly piece: Piece | null;
}

/**
 * Adds about one second of the log, without a pause in it. Stores nothing: the caller first stores the complete block, then the piece. Only the fold of the
 * state is changed in place. After a pause a block begins, because a block shows the whole time from its first event to its last.
 */
export function step(state: RecordingState, events: readonly FleetEvent[], codec: RecordingCodec): Step {
  const { fold, open, log, pieceIds, isFull } = state;
  const [first] = events;
  const isAfterPause = open !== null && first !== undefined && isPause(open.summary.lastAt, first.at);
  const piece = fold === null ? null : pieceOf(events, isFull || isAfterPause ? fold.keyframe() : null, codec);
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

/** Joins stored pieces, oldest first, into the blocks that an earlier visit left open. */
export function leftBlocks(pieces: readonly (Piece & { readonly log: string; readonly id: number })[]): readonly CompleteBlock[] {
  const blocks: CompleteBlock[] = [];
  for (const piece of pieces) {
    const last = blocks.at(-1);
    const begun = openedBlock(piece);
    if (begun !== null) blocks.push({ block: begun, log: piece.log, pieceIds: [piece.id] });
    // A piece of a log without its keyframe cannot be read.
    else if (last !== undefined && last.log === piece.log) {
      blocks[blocks.length - 1] = { ...last, block: extendedBlock(last.block, piece), pieceIds: [...last.pieceIds, piece.id] };
    }
  }
  return blocks;
}
