/** Writes to the store of blocks within its limits of 12 h and 256 MB: `begin`, `write` and `seal`; handles a full disk and the blocks of an earlier visit. */

import type { RecordingCodec } from '#streams/recording/codec';
import { sealedBlock } from '#streams/recording/openBlock';
import type { BlockStore } from './blockStore.ts';
import { leftBlocks, type CompleteBlock } from './recordingState.ts';

/** Maximum age of a block, in ms: older blocks are dropped. */
export const KEPT_MS = 12 * 3_600_000;
/** Maximum size of the recording, in bytes: the oldest blocks are dropped. */
export const KEPT_BYTES = 256 * 1024 * 1024;

/** The store of a recording, with the reason if the browser refuses. */
export interface RecordingStore {
  store: BlockStore;
  /** The reason why less is stored than usual, on one line; null if all is well. */
  limit: string | null;
  /** The reason why storing stopped, or why less than usual is stored; `limit` if all is well. */
  problem: string | null;
  /** The start of the oldest stored block, in ms since epoch; updated when the blocks change, not with every piece. */
  storedFrom: number | null;
  /** The offsets of the server's clock of this page, oldest first. */
  offsets: readonly MeasuredOffset[];
}

/** The time, in ms, by which the server's clock was ahead of the console's, from an instant of the log on, ms since epoch. */
interface MeasuredOffset {
  readonly at: number;
  readonly offsetMs: number;
}

/** Number of offsets that are kept: a change of the offset is rare. */
const KEPT_OFFSETS = 64;

/** Records a new offset of the server's clock, from an instant of the log on. */
export function noteOffset(of: RecordingStore, measured: MeasuredOffset): void {
  of.offsets = [...of.offsets, measured].slice(-KEPT_OFFSETS);
}

/** Returns how far the console's clock was set ahead since an instant, in ms: this time did not pass. Source: RECORDER23. */
function jumpedMs(offsets: readonly MeasuredOffset[], at: number): number {
  const then = offsets.findLast((measured) => measured.at <= at) ?? offsets[0];
  const last = offsets.at(-1);
  return then === undefined || last === undefined ? 0 : Math.max(0, then.offsetMs - last.offsetMs);
}

const oldestFrom = async ({ store }: RecordingStore) => (await store.blocks())[0]?.firstAt ?? null;

/** Writes to the store. On a full disk, drops the oldest block, once per attempt. Returns null if the browser refuses; `problem` is then the reason. */
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

/** Drops blocks that are too old at an instant, ms since epoch, or exceed the size limit. */
async function dropOld(from: RecordingStore, now: number): Promise<void> {
  const stored = await from.store.blocks();
  let bytes = stored.reduce((sum, { length }) => sum + length, 0);
  const old = stored.filter(({ lastAt, length }) => {
    const isOld = bytes > KEPT_BYTES || lastAt + jumpedMs(from.offsets, lastAt) < now - KEPT_MS;
    if (isOld) bytes -= length;
    return isOld;
  });
  if (old.length > 0) await from.store.drop(old.map(({ id }) => id));
  from.storedFrom = stored.find((block) => !old.includes(block))?.firstAt ?? null;
}

/** Stores a complete block in place of its pieces, and drops blocks that are too old or exceed the size limit. */
export async function seal(to: RecordingStore, { block, log, pieceIds }: CompleteBlock, codec: RecordingCodec): Promise<void> {
  const frame = await sealedBlock(block, codec);
  await write(to, (store) => store.seal({ log, summary: block.summary, frame }, pieceIds));
  await dropOld(to, block.summary.lastAt);
}

/** Begins the recording of a person: deletes the recording of another person, and seals the block that an earlier visit left open. */
export async function begin(to: RecordingStore, username: string, codec: RecordingCodec): Promise<void> {
  if ((await to.store.owner()) === username) for (const left of leftBlocks(await to.store.pieces())) await seal(to, left, codec);
  else await write(to, (store) => store.startFor(username));
  to.storedFrom = await oldestFrom(to);
}

/**
 * Drops blocks that begin after the present (`now`, ms since epoch), because the console's clock was ahead then and was set back since: they would lie in the
 * future, and every reader of a recording relies on blocks in order of time. A block that began before the present stays whole. Source: PAST36.
 */
export async function dropAhead(from: RecordingStore, now: number): Promise<void> {
  const ahead = (await from.store.blocks()).filter(({ firstAt }) => firstAt > now);
  if (ahead.length === 0) return;
  await write(from, (store) => store.drop(ahead.map(({ id }) => id)));
  from.storedFrom = await oldestFrom(from);
}

/** Sets the reason why less is stored than usual. */
export function limitTo(to: RecordingStore, reason: string): void {
  if (to.problem === to.limit) to.problem = reason;
  to.limit = reason;
}
