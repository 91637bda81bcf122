/** The interface `BlockStore` of the recording's storage, and its types: block, summary, piece, note. */

import type { BlockSummary } from '#streams/recording/blockFrame';
import type { Piece } from '#streams/recording/piece';

/** A recorded block. `log` distinguishes the logs of several visits, whose `seq` each begins at 0. */
export interface StoredBlock {
  readonly log: string;
  readonly summary: BlockSummary;
  /** The framed block, compressed. */
  readonly frame: Uint8Array;
}

/** A stored block without its bytes. */
export interface StoredSummary extends BlockSummary {
  readonly id: number;
  readonly log: string;
  readonly length: number;
}

/** A piece of the block that is being recorded; the first one has a keyframe. */
export interface StoredPiece extends Piece {
  readonly log: string;
}

/** A person's note at a moment of the recording; at most one per moment. */
export interface Note {
  /** Ms since epoch. */
  readonly at: number;
  /** Empty in a change that deletes the note. */
  readonly text: string;
}

/** The storage of the flight recorder's blocks. Every function rejects when the browser refuses (forbidden, disk full). */
export interface BlockStore {
  /** Returns the owner of the recording; null if it has no owner, for example because the store was deleted. */
  readonly owner: () => Promise<string | null>;
  /** Deletes everything and begins a person's recording. */
  readonly startFor: (username: string) => Promise<void>;
  /** Stores a piece; returns its id. */
  readonly addPiece: (piece: StoredPiece) => Promise<number>;
  /** Returns the pieces of blocks that were not sealed, oldest first. */
  readonly pieces: () => Promise<readonly (StoredPiece & { readonly id: number })[]>;
  /** Stores a block and deletes its pieces. */
  readonly seal: (block: StoredBlock, pieceIds: readonly number[]) => Promise<void>;
  /** Returns the stored blocks, oldest first. */
  readonly blocks: () => Promise<readonly StoredSummary[]>;
  readonly frame: (id: number) => Promise<Uint8Array | null>;
  readonly drop: (ids: readonly number[]) => Promise<void>;
  /** Returns the notes, sorted by moment. */
  readonly notes: () => Promise<readonly Note[]>;
  readonly putNote: (note: Note) => Promise<void>;
  readonly dropNote: (at: number) => Promise<void>;
}
