import { unframeBlock } from '#streams/recording/blockFrame';
import type { RecordingCodec } from '#streams/recording/codec';
import { extendedBlock, joinedBlock, measuredBlock, openedBlock, sealedBlock, type OpenBlock } from '#streams/recording/openBlock';
import type { Piece } from '#streams/recording/pieceWriter';
import type { BlockStore, StoredSummary } from './blockStore.ts';

/** How far back the recording reaches at most: older blocks are dropped, in ms. */
export const KEPT_MS = 12 * 3_600_000;
/** The size of the recording at most: the oldest blocks are dropped, in bytes. */
export const KEPT_BYTES = 256 * 1024 * 1024;
/** The id of the block that is being recorded. */
export const OPEN_ID = -1;

/** A recorded block by its id: an instant is found by the summaries, and a block is read when it is needed. */
export type BlockEntry = Omit<StoredSummary, 'length'>;

/** State of the recorder. Instants in ms since epoch. */
export interface RecorderStatus {
  /** The oldest recorded instant; null while nothing is recorded. */
  readonly from: number | null;
  /** Why nothing more is kept, or less than usual, in one line; null when all is well. */
  readonly problem: string | null;
}

/** Keeps what happened, in blocks. Calls are carried out one after the other; none rejects. */
export interface Recorder {
  /** Begins the log of a person: what another person recorded is deleted, what an earlier visit left open is sealed. */
  readonly start: (username: string, log: string) => Promise<RecorderStatus>;
  readonly take: (piece: Piece) => Promise<RecorderStatus>;
  /** Everything recorded, oldest first. */
  readonly blocks: () => Promise<readonly BlockEntry[]>;
  /** A block for `readBlock`; null when it is no longer kept. */
  readonly block: (id: number) => Promise<Uint8Array | null>;
}

/** Creates a recorder. `requestBlock` is called when the next piece should begin a block; `limit` says why less is kept than usual, null for no reason. */
export function createRecorder(store: BlockStore, codec: RecordingCodec, requestBlock: () => void, limit: string | null = null): Recorder {
  let open: OpenBlock | null = null;
  let pieceIds: number[] = [];
  let log = '';
  let problem = limit;
  // A block is asked for once: pieces of the old one are still on their way then.
  let isBlockRequested = false;
  // The begin of the oldest stored block: read when blocks change, not with every piece.
  let storedFrom: number | null = null;
  let last: Promise<unknown> = Promise.resolve();
  // One after the other: a block is sealed before its successor is stored.
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  const dropOld = async (now: number) => {
    const stored = await store.blocks();
    let bytes = stored.reduce((sum, { length }) => sum + length, 0);
    const old = stored.filter(({ lastAt, length }) => {
      const isOld = bytes > KEPT_BYTES || lastAt < now - KEPT_MS;
      if (isOld) bytes -= length;
      return isOld;
    });
    if (old.length > 0) await store.drop(old.map(({ id }) => id));
    storedFrom = stored[old.length]?.firstAt ?? null;
  };
  // A full disk: the oldest block makes room, once per attempt.
  const kept = async <Result>(write: () => Promise<Result>): Promise<Result | null> => {
    for (;;) {
      try {
        const result = await write();
        problem = limit;
        return result;
      } catch (error) {
        const oldest = error instanceof Error && error.name === 'QuotaExceededError' ? (await store.blocks())[0] : undefined;
        problem = oldest === undefined ? 'The browser does not keep the recording.' : 'The disk is full; the oldest part was dropped.';
        if (oldest === undefined) return null;
        await store.drop([oldest.id]);
        storedFrom = (await store.blocks())[0]?.firstAt ?? null;
      }
    }
  };
  const seal = async (block: OpenBlock, ofLog: string, ids: readonly number[]) => {
    const frame = await sealedBlock(block, codec);
    await kept(() => store.seal({ log: ofLog, summary: block.summary, frame }, ids));
    await dropOld(block.summary.lastAt);
  };
  const status = (): RecorderStatus => ({ from: storedFrom ?? open?.summary.firstAt ?? null, problem });
  const sealLeftovers = async () => {
    let [block, ids, ofLog]: [OpenBlock | null, number[], string] = [null, [], ''];
    for (const piece of await store.pieces()) {
      const isNew = piece.keyframe !== null || piece.log !== ofLog;
      if (isNew && block !== null) await seal(block, ofLog, ids);
      if (isNew) [block, ids, ofLog] = [openedBlock(piece), [piece.id], piece.log];
      else if (block !== null) [block, ids] = [extendedBlock(block, piece), [...ids, piece.id]];
    }
    if (block !== null) await seal(block, ofLog, ids);
  };
  const take = async (piece: Piece): Promise<RecorderStatus> => {
    const next = openedBlock(piece);
    if (next !== null && open !== null) await seal(open, log, pieceIds);
    if (next !== null) [open, pieceIds, isBlockRequested] = [next, [], false];
    else if (open !== null) open = extendedBlock(open, piece);
    if (open === null) return status();
    const id = await kept(() => store.addPiece({ ...piece, log }));
    if (id !== null) pieceIds.push(id);
    if (isBlockRequested) return status();
    const measured = await measuredBlock(open, codec);
    open = measured.block;
    isBlockRequested = measured.isFull;
    if (isBlockRequested) requestBlock();
    return status();
  };
  return {
    start: (username, newLog) =>
      inTurn(async () => {
        [log, open, pieceIds] = [newLog, null, []];
        if ((await store.owner()) !== username) await kept(() => store.startFor(username));
        else await sealLeftovers();
        storedFrom = (await store.blocks())[0]?.firstAt ?? null;
        return status();
      }),
    take: (piece) => inTurn(() => take(piece)),
    blocks: () =>
      inTurn(async () => {
        const stored = (await store.blocks()).map(({ id, log: ofLog, firstSeq, count, firstAt, lastAt }) => ({
          id,
          log: ofLog,
          firstSeq,
          count,
          firstAt,
          lastAt,
        }));
        return open === null ? stored : [...stored, { ...open.summary, log, id: OPEN_ID }];
      }),
    block: (id) =>
      inTurn(async () => {
        if (id === OPEN_ID) return open === null ? null : joinedBlock(open, codec);
        const frame = await store.frame(id);
        return frame === null ? null : unframeBlock(frame, codec);
      }),
  };
}
