import type { BlockStore, Note, StoredPiece, StoredSummary } from './blockStore.ts';
import { OPEN_ID } from './recorder.ts';

/** Creates a block store in memory, lost with the page, for a browser that forbids storage. */
export function memoryStore(): BlockStore {
  let owner: string | null = null;
  // Ids count down: a recording that moves to the browser's storage has other ids there.
  let nextId = OPEN_ID - 1;
  let pieces: readonly (StoredPiece & { readonly id: number })[] = [];
  let blocks: readonly { readonly entry: StoredSummary; readonly frame: Uint8Array }[] = [];
  let notes: readonly Note[] = [];
  return {
    owner: async () => owner,
    startFor: async (username) => {
      [owner, pieces, blocks, notes] = [username, [], [], []];
    },
    addPiece: async (piece) => {
      const id = nextId--;
      pieces = [...pieces, { ...piece, id }];
      return id;
    },
    pieces: async () => pieces,
    seal: async ({ log, summary, frame }, pieceIds) => {
      blocks = [...blocks, { entry: { ...summary, log, length: frame.length, id: nextId-- }, frame }];
      pieces = pieces.filter(({ id }) => !pieceIds.includes(id));
    },
    blocks: async () => blocks.map(({ entry }) => entry),
    frame: async (wanted) => blocks.find(({ entry }) => entry.id === wanted)?.frame ?? null,
    drop: async (ids) => {
      blocks = blocks.filter(({ entry }) => !ids.includes(entry.id));
    },
    notes: async () => notes,
    putNote: async (note) => {
      notes = [...notes.filter(({ at }) => at !== note.at), note].toSorted((a, b) => a.at - b.at);
    },
    dropNote: async (dropped) => {
      notes = notes.filter(({ at }) => at !== dropped);
    },
  };
}
