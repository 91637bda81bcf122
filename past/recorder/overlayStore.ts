import type { BlockStore } from './blockStore.ts';
import { memoryStore } from './memoryStore.ts';
import { NOBODY } from './recordingState.ts';

/**
 * Creates a block store in memory on top of the blocks that another tab of the same person has stored: for a tab that must not write.
 * Stored blocks are read in place; the open block of the other tab is copied. Notes are written to the other store, since any tab may
 * change them; deleting the recording deletes it there too. Rejects when the stored blocks cannot be read.
 */
export async function overlayStore(stored: BlockStore): Promise<BlockStore> {
  const own = memoryStore();
  const owner = await stored.owner();
  // A block that is sealed between the two reads is missing rather than duplicated: the log is then merely shorter.
  let blocks = await stored.blocks();
  let pieces = await stored.pieces();
  let isBehind = owner !== null && owner !== NOBODY;
  // Another person may have signed in since and taken over that store.
  const isShared = async () => isBehind && (await stored.owner()) === owner;
  const notesOf = async () => ((await isShared()) ? stored : own);
  return {
    ...own,
    owner: async () => (isBehind ? owner : own.owner()),
    startFor: async (username) => {
      if (username === NOBODY && (await isShared())) await stored.startFor(NOBODY);
      [blocks, pieces, isBehind] = [[], [], false];
      await own.startFor(username);
    },
    pieces: async () => [...pieces, ...(await own.pieces())],
    seal: async (block, ids) => {
      await own.seal(block, ids);
      pieces = pieces.filter(({ id }) => !ids.includes(id));
    },
    blocks: async () => [...blocks, ...(await own.blocks())],
    frame: async (id) => (await own.frame(id)) ?? ((await isShared()) ? stored.frame(id) : null),
    drop: async (ids) => {
      blocks = blocks.filter(({ id }) => !ids.includes(id));
      await own.drop(ids);
    },
    notes: async () => (await notesOf()).notes(),
    putNote: async (note) => (await notesOf()).putNote(note),
    dropNote: async (at) => (await notesOf()).dropNote(at),
  };
}
