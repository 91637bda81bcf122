import { IDBDatabase, IDBCursor, IDBFactory, IDBIndex, IDBKeyRange, IDBObjectStore, IDBRequest, IDBTransaction } from 'fake-indexeddb';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openBlockStore } from '#edge/recorder/indexedStore';
import type { BlockStore, StoredBlock, StoredPiece } from '#past/recorder/blockStore';
import { memoryStore } from '#past/recorder/memoryStore';
import { overlayStore } from '#past/recorder/overlayStore';

const CLASSES = { IDBCursor, IDBDatabase, IDBIndex, IDBKeyRange, IDBObjectStore, IDBRequest, IDBTransaction };
beforeEach(() => {
  for (const [name, of] of Object.entries({ ...CLASSES, indexedDB: new IDBFactory() })) vi.stubGlobal(name, of);
});
afterAll(() => void vi.unstubAllGlobals());

const summary = (firstSeq: number) => ({ firstSeq, count: 10, firstAt: firstSeq * 1_000, lastAt: firstSeq * 1_000 + 9_000 });
const aBlock = (firstSeq: number, length = 3): StoredBlock => ({
  log: 'log 1',
  summary: summary(firstSeq),
  frame: Uint8Array.from({ length }, (_, index) => firstSeq + index),
});
const aPiece = (firstSeq: number): StoredPiece => ({
  log: 'log 1',
  keyframe: firstSeq === 0 ? Uint8Array.of(1) : null,
  events: Uint8Array.of(firstSeq),
  summary: summary(firstSeq),
});
const firstSeqs = async (store: BlockStore) => (await store.blocks()).map(({ firstSeq }) => firstSeq);
/** Bytes as numbers: a database gives back another kind of array. */
const bytesOf = (bytes: Uint8Array | null | undefined) => (bytes == null ? null : [...bytes]);
const contentOf = ({ log, keyframe, events, summary: of }: StoredPiece) => ({
  log,
  of,
  keyframe: bytesOf(keyframe),
  events: bytesOf(events),
});
const piecesOf = async (store: BlockStore) => (await store.pieces()).map(contentOf);

const stores: readonly (readonly [name: string, open: () => Promise<BlockStore>])[] = [
  ['memory', async () => memoryStore()],
  ['memory on top of what another tab stores', () => overlayStore(memoryStore())],
  ['IndexedDB', openBlockStore],
];

describe.each(stores)('a block store in %s', (_, open) => {
  it('[RECORDER19] is empty at first', async () => {
    const store = await open();
    expect([await store.owner(), await store.pieces(), await store.blocks(), await store.notes()]).toEqual([null, [], [], []]);
    expect(await store.frame(1)).toBeNull();
    await store.drop([1, 2]);
    await store.dropNote(1);
    await store.seal(aBlock(0), [77]);
    expect(await firstSeqs(store)).toEqual([0]);
  });

  it('[RECORDER19] begins anew for a person, with nothing of the one before', async () => {
    const store = await open();
    await store.startFor('bo');
    await store.addPiece(aPiece(10));
    await store.seal(aBlock(0), []);
    await store.putNote({ at: 1, text: 'Belt slips' });
    await store.startFor('an');
    expect([await store.owner(), await store.pieces(), await store.blocks(), await store.notes()]).toEqual(['an', [], [], []]);
  });

  it('[RECORDER19] gives the pieces in order, whole, each by an id of its own, until the block that replaces them is stored', async () => {
    const store = await open();
    const ids = [await store.addPiece(aPiece(0)), await store.addPiece(aPiece(10)), await store.addPiece(aPiece(20))];
    expect(new Set(ids).size).toBe(3);
    expect((await store.pieces()).map(({ id }) => id)).toEqual(ids);
    expect(await piecesOf(store)).toEqual([aPiece(0), aPiece(10), aPiece(20)].map(contentOf));
    await store.seal(aBlock(0), ids.slice(0, 2));
    expect(await piecesOf(store)).toEqual([contentOf(aPiece(20))]);
  });

  it('[RECORDER19] lists the blocks as they were stored, without their bytes, which it gives by id', async () => {
    const store = await open();
    const blocks = [aBlock(0), aBlock(10, 0), aBlock(20, 70_000)];
    for (const block of blocks) await store.seal(block, []);
    const listed = await store.blocks();
    expect(listed.map(({ id: _id, ...rest }) => rest)).toEqual(
      blocks.map((block) => ({ ...block.summary, log: block.log, length: block.frame.length })),
    );
    expect(new Set(listed.map(({ id }) => id)).size).toBe(3);
    for (const [index, { id }] of listed.entries()) expect(bytesOf(await store.frame(id))).toEqual(bytesOf(blocks[index]?.frame));
    await store.drop([listed[1]?.id ?? 0, 99_999]);
    expect(await firstSeqs(store)).toEqual([0, 20]);
    expect(await store.frame(listed[1]?.id ?? 0)).toBeNull();
    await store.seal(aBlock(30), []);
    expect(await firstSeqs(store)).toEqual([0, 20, 30]);
  });

  it('[RECORDER19] has one note per moment, in order of the moments', async () => {
    const store = await open();
    for (const [at, text] of [
      [300, 'Third'],
      [100, 'First'],
      [200, 'Second'],
      [100, 'First, again'],
    ] as const)
      await store.putNote({ at, text });
    expect(await store.notes()).toEqual([
      { at: 100, text: 'First, again' },
      { at: 200, text: 'Second' },
      { at: 300, text: 'Third' },
    ]);
    await store.dropNote(200);
    expect((await store.notes()).map(({ at }) => at)).toEqual([100, 300]);
  });
});
