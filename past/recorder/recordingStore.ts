import type { RecordingCodec } from '#streams/recording/codec';
import { sealedBlock } from '#streams/recording/openBlock';
import type { BlockStore } from './blockStore.ts';
import { leftBlocks, type CompleteBlock } from './recordingState.ts';

/** How far back the recording reaches at most: older blocks are dropped, in ms. */
export const KEPT_MS = 12 * 3_600_000;
/** The size of the recording at most: the oldest blocks are dropped, in bytes. */
export const KEPT_BYTES = 256 * 1024 * 1024;

/** The store of a recording, with what it refuses. */
export interface RecordingStore {
  store: BlockStore;
  /** Why less is kept than usual, in one line; null for no reason. */
  limit: string | null;
  /** Why nothing more is kept, or less; the limit when all is well. */
  problem: string | null;
  /** The begin of the oldest stored block, ms since epoch: read when blocks change, not with every piece. */
  storedFrom: number | null;
}

const oldestFrom = async ({ store }: RecordingStore) => (await store.blocks())[0]?.firstAt ?? null;

/** Writes to the store. On a full disk the oldest block makes room, once per attempt. Returns null for what the browser refuses; the problem says why. */
export async function write<Result>(to: RecordingStore, writing: (store: BlockStore) => Promise<Result>): Promise<Result | null> {
  for (;;) {
    try {
      const result = await writing(to.store);
      to.problem = to.limit;
      return result;
    } catch (error) {
      const oldest = error instanceof Error && error.name === 'QuotaExceededError' ? (await to.store.blocks())[0] : undefined;
      to.problem = oldest === undefined ? 'The browser does not keep the recording.' : 'The disk is full; the oldest part was dropped.';
      if (oldest === undefined) return null;
      await to.store.drop([oldest.id]);
      to.storedFrom = await oldestFrom(to);
    }
  }
}

async function dropOld(from: RecordingStore, now: number): Promise<void> {
  const stored = await from.store.blocks();
  let bytes = stored.reduce((sum, { length }) => sum + length, 0);
  const old = stored.filter(({ lastAt, length }) => {
    const isOld = bytes > KEPT_BYTES || lastAt < now - KEPT_MS;
    if (isOld) bytes -= length;
    return isOld;
  });
  if (old.length > 0) await from.store.drop(old.map(({ id }) => id));
  from.storedFrom = stored[old.length]?.firstAt ?? null;
}

/** Stores a complete block in place of its pieces, and drops what is too old or too much. */
export async function seal(to: RecordingStore, { block, log, pieceIds }: CompleteBlock, codec: RecordingCodec): Promise<void> {
  const frame = await sealedBlock(block, codec);
  await write(to, (store) => store.seal({ log, summary: block.summary, frame }, pieceIds));
  await dropOld(to, block.summary.lastAt);
}

/** Begins the recording of a person: what another person recorded is deleted, what an earlier visit left open is sealed. */
export async function begin(to: RecordingStore, username: string, codec: RecordingCodec): Promise<void> {
  if ((await to.store.owner()) === username) for (const left of leftBlocks(await to.store.pieces())) await seal(to, left, codec);
  else await write(to, (store) => store.startFor(username));
  to.storedFrom = await oldestFrom(to);
}

/** Says from now on why less is kept than usual. */
export function limitTo(to: RecordingStore, reason: string): void {
  if (to.problem === to.limit) to.problem = reason;
  to.limit = reason;
}
