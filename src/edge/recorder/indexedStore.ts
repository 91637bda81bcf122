/** The block store in IndexedDB, with pieces, blocks and notes; it opens the database again after the database was deleted. */

import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { BlockStore, Note, StoredPiece, StoredSummary } from '#past/recorder/blockStore';

/**
 * Returns a function that opens once and caches the result until it is lost; the next call then opens again. A browser closes a database permanently when the
 * user deletes the data of the site, or when another tab deletes the database.
 */
export function reopening<Opened>(open: (onLost: () => void) => Promise<Opened>): () => Promise<Opened> {
  let opened: Promise<Opened> | null = null;
  return () => {
    if (opened !== null) return opened;
    const one = open(() => {
      if (opened === one) opened = null;
    });
    opened = one;
    one.catch(() => {
      if (opened === one) opened = null;
    });
    return one;
  };
}

interface Schema extends DBSchema {
  readonly blocks: { readonly key: number; readonly value: Omit<StoredSummary, 'id'> };
  readonly frames: { readonly key: number; readonly value: Uint8Array };
  readonly pieces: { readonly key: number; readonly value: StoredPiece };
  readonly owner: { readonly key: string; readonly value: string };
  readonly notes: { readonly key: number; readonly value: Note };
}

const OWNER = 'username';

/** Opens the database. `onLost` is called when the connection is closed unexpectedly; the connection can then no longer be used. */
const openDatabase = (onLost: () => void): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>('orangery-recorder', 2, {
    upgrade: (db, before) => {
      if (before < 1) {
        db.createObjectStore('blocks', { autoIncrement: true });
        db.createObjectStore('frames');
        db.createObjectStore('pieces', { autoIncrement: true });
        db.createObjectStore('owner');
      }
      // Version 2 adds the notes; recordings of version 1 are kept.
      db.createObjectStore('notes', { keyPath: 'at' });
    },
    // Called when another tab deletes or upgrades the database, for which this tab must close its connection.
    blocking: (_, __, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
      onLost();
    },
    // Called when the user deletes the data of the site, or the browser closes the database.
    terminated: onLost,
  });

/** Opens the store in IndexedDB. Rejects if IndexedDB is forbidden. A database that is deleted during use is opened again, empty. */
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
