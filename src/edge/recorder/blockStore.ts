import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { BlockSummary } from '#streams/recording/blockFrame';
import type { Piece } from '#streams/recording/piece';
import { reopening } from './reopening.ts';

/** A recorded block. `log` tells the logs of several visits apart, whose `seq` begin at 0 each. */
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

/** A person's own text at a moment of the recording; a moment has one. */
export interface Note {
  /** Ms since epoch. */
  readonly at: number;
  /** Empty in a change that deletes the note. */
  readonly text: string;
}

interface Schema extends DBSchema {
  readonly blocks: { readonly key: number; readonly value: Omit<StoredSummary, 'id'> };
  readonly frames: { readonly key: number; readonly value: Uint8Array };
  readonly pieces: { readonly key: number; readonly value: StoredPiece };
  readonly owner: { readonly key: string; readonly value: string };
  readonly notes: { readonly key: number; readonly value: Note };
}

/** Where the flight recorder keeps its blocks. Every function rejects when the browser refuses (forbidden, disk full). */
export interface BlockStore {
  /** Whose recording it is; null for nobody's, as in a store that was deleted. */
  readonly owner: () => Promise<string | null>;
  /** Deletes everything and begins the recording of a person. */
  readonly startFor: (username: string) => Promise<void>;
  /** Stores a piece; returns its id. */
  readonly addPiece: (piece: StoredPiece) => Promise<number>;
  /** The pieces of blocks that were not sealed, oldest first. */
  readonly pieces: () => Promise<readonly (StoredPiece & { readonly id: number })[]>;
  /** Stores a block and deletes its pieces. */
  readonly seal: (block: StoredBlock, pieceIds: readonly number[]) => Promise<void>;
  /** The stored blocks, oldest first. */
  readonly blocks: () => Promise<readonly StoredSummary[]>;
  readonly frame: (id: number) => Promise<Uint8Array | null>;
  readonly drop: (ids: readonly number[]) => Promise<void>;
  /** The notes, by their moments. */
  readonly notes: () => Promise<readonly Note[]>;
  readonly putNote: (note: Note) => Promise<void>;
  readonly dropNote: (at: number) => Promise<void>;
}

const OWNER = 'username';

/** Opens the database. `onLost` is called when this connection is closed under it: nothing can be read or written with it any more. */
const openDatabase = (onLost: () => void): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>('orangery-recorder', 2, {
    upgrade: (db, before) => {
      if (before < 1) {
        db.createObjectStore('blocks', { autoIncrement: true });
        db.createObjectStore('frames');
        db.createObjectStore('pieces', { autoIncrement: true });
        db.createObjectStore('owner');
      }
      // Version 2 adds the notes; what version 1 recorded stays.
      db.createObjectStore('notes', { keyPath: 'at' });
    },
    // Another tab deletes or upgrades: this one lets go.
    blocking: (_, __, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
      onLost();
    },
    // The person deletes the data of the site, or the browser gives up.
    terminated: onLost,
  });

/** Opens the store in IndexedDB. Rejects where it is forbidden. A database that is deleted while it is used is opened again, empty. */
export async function openBlockStore(): Promise<BlockStore> {
  const database = reopening(openDatabase);
  await database();
  return storeOf(database);
}

const ALL = ['blocks', 'frames', 'pieces', 'owner', 'notes'] as const;

function storeOf(database: () => Promise<IDBPDatabase<Schema>>): BlockStore {
  return {
    owner: async () => (await (await database()).get('owner', OWNER)) ?? null,
    startFor: async (username) => {
      const change = (await database()).transaction(ALL, 'readwrite');
      await Promise.all(ALL.map((store) => change.objectStore(store).clear()));
      await change.objectStore('owner').put(username, OWNER);
      await change.done;
    },
    addPiece: async (piece) => (await database()).add('pieces', piece),
    pieces: async () => {
      const read = (await database()).transaction('pieces');
      const [ids, pieces] = await Promise.all([read.store.getAllKeys(), read.store.getAll()]);
      return pieces.map((piece, index) => ({ ...piece, id: ids[index] ?? 0 }));
    },
    seal: async ({ log, summary, frame }, pieceIds) => {
      const change = (await database()).transaction(ALL, 'readwrite');
      const id = await change.objectStore('blocks').add({ ...summary, log, length: frame.length });
      await change.objectStore('frames').put(frame, id);
      await Promise.all(pieceIds.map((piece) => change.objectStore('pieces').delete(piece)));
      await change.done;
    },
    blocks: async () => {
      const read = (await database()).transaction('blocks');
      const [ids, values] = await Promise.all([read.store.getAllKeys(), read.store.getAll()]);
      return values.map((value, index) => ({ ...value, id: ids[index] ?? 0 }));
    },
    frame: async (id) => (await (await database()).get('frames', id)) ?? null,
    drop: async (ids) => {
      const change = (await database()).transaction(['blocks', 'frames'], 'readwrite');
      await Promise.all(ids.flatMap((id) => [change.objectStore('blocks').delete(id), change.objectStore('frames').delete(id)]));
      await change.done;
    },
    notes: async () => (await database()).getAll('notes'),
    putNote: async (note) => void (await (await database()).put('notes', note)),
    dropNote: async (at) => (await database()).delete('notes', at),
  };
}
