import { unframeBlock } from '#streams/recording/blockFrame';
import type { RecordingCodec } from '#streams/recording/codec';
import { readBlock, type Keyframe, type StateFold } from '#streams/recording/eventBlock';
import { extendedBlock, joinedBlock, measuredBlock, openedBlock, partsOf, sealedBlock, type OpenBlock } from '#streams/recording/openBlock';
import { logPartReader, type LogPart } from '#streams/recording/logPart';
import { pieceOf } from '#streams/recording/piece';
import { createTimelineReader, type BlockPart, type TimelineData, type TimelineEntry } from '#streams/recording/timeline';
import { columnReader } from '#streams/socket/columnReader';
import type { Columns } from '#streams/columns';
import type { BlockStore, Note, StoredSummary } from './blockStore.ts';

/** How far back the recording reaches at most: older blocks are dropped, in ms. */
export const KEPT_MS = 12 * 3_600_000;
/** The size of the recording at most: the oldest blocks are dropped, in bytes. */
export const KEPT_BYTES = 256 * 1024 * 1024;
/** The id of the block that is being recorded. */
export const OPEN_ID = -1;

/** Readings that wait for the part which names them: some minutes. A page that is silent for longer does not fill the memory. */
const KEPT_READINGS = 2_000;
/** The same while nothing is recorded: a recording that begins may name the newest ones. */
const KEPT_IDLE = 16;
/** Whose recording an empty store is. */
export const NOBODY = '';

/** A recorded block by its id: an instant is found by the summaries, and a block is read when it is needed. */
export type BlockEntry = Omit<StoredSummary, 'length'>;

/** Identifies a block. The open one has `OPEN_ID` until it is sealed; `log` and `firstSeq` identify it before and after. */
export type BlockReference = Pick<BlockEntry, 'id' | 'log' | 'firstSeq'>;

/** State of the recorder. Instants in ms since epoch. */
export interface RecorderStatus {
  /** The oldest recorded instant; null while nothing is recorded. */
  readonly from: number | null;
  /** Why nothing more is kept, or less than usual, in one line; null when all is well. */
  readonly problem: string | null;
}

/** The begin of a recording. */
export interface RecordingStart {
  /** Whose recording it is. */
  readonly username: string;
  /** Tells this log apart from earlier ones. */
  readonly log: string;
  /** The state of the console before the first event. */
  readonly keyframe: Keyframe;
}

/** Keeps what happened, in blocks. Calls are carried out one after the other; none rejects. */
export interface Recorder {
  /** Begins the log of a person: what another person recorded is deleted, what an earlier visit left open is sealed. */
  readonly start: (start: RecordingStart) => Promise<RecorderStatus>;
  /** Takes columns of the socket's worker, which later parts name; in order. */
  readonly read: (number: number, columns: Columns) => void;
  /** Takes about a second of the log. */
  readonly take: (part: LogPart) => Promise<RecorderStatus>;
  /** Deletes everything; nothing more is recorded until the next start. */
  readonly clear: () => Promise<RecorderStatus>;
  /** Everything recorded, oldest first. */
  readonly blocks: () => Promise<readonly BlockEntry[]>;
  /** A block for `readBlock`; null when it is no longer kept. One that was open when it was listed may be sealed by now. */
  readonly block: (reference: BlockReference) => Promise<Uint8Array | null>;
  /** Marks and density of everything recorded; between two blocks the recording goes on. */
  readonly timeline: () => Promise<TimelineData>;
  /** The notes of the person, by their moments, after a change; null changes none. Without a recording no note is kept. */
  readonly notes: (change: Note | null) => Promise<readonly Note[]>;
  /**
   * Goes on in another store, which keeps everything: with a block of its own behind what is there, and with the notes. What the first store holds is left.
   * Stays where it is when the other one does not open; `instead` says then why less is kept.
   */
  readonly moveTo: (opening: Promise<BlockStore>, instead: string) => Promise<void>;
}

/** What a recorder needs. */
export interface RecorderParts {
  readonly store: BlockStore;
  readonly codec: RecordingCodec;
  /** Folds the log again, so that a block can begin at any event without the page. */
  readonly foldFrom: (keyframe: Keyframe) => StateFold;
  /** Why less is kept than usual, in one line; null for no reason. */
  readonly limit: string | null;
}

/** A store that opens may still refuse every access. */
async function readable(store: BlockStore): Promise<BlockStore> {
  await store.owner();
  return store;
}

/** Creates a recorder. */
export function createRecorder({ codec, foldFrom, ...given }: RecorderParts): Recorder {
  let { store, limit } = given;
  const parts = logPartReader();
  const readColumns = columnReader();
  // Parts whose reports are still on their way from the socket's worker.
  let waiting: readonly { readonly part: LogPart; readonly arrived: () => void }[] = [];
  let fold: StateFold | null = null;
  let open: OpenBlock | null = null;
  let pieceIds: number[] = [];
  let log = '';
  let person = NOBODY;
  let problem = limit;
  let isFull = true;
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
  const begin = async (username: string) => {
    if ((await store.owner()) !== username) await kept(() => store.startFor(username));
    else await sealLeftovers();
    storedFrom = (await store.blocks())[0]?.firstAt ?? null;
  };
  const stay = (reason: string) => {
    if (problem === limit) problem = reason;
    limit = reason;
  };
  const moveTo = async (next: BlockStore) => {
    const [username, notes] = [await store.owner(), await store.notes()];
    if (problem === limit) problem = null;
    [store, limit, open, pieceIds, isFull] = [next, null, null, [], true];
    if (fold === null || username === null) return;
    await begin(username);
    for (const note of notes) await kept(() => store.putNote(note));
  };
  const complete = (part: LogPart) =>
    new Promise<void>((arrived) => {
      if (parts.isComplete(part)) arrived();
      else waiting = [...waiting, { part, arrived }];
    });
  // Behind a part that cannot be read the state would be another one: recording ends.
  const eventsOf = (part: LogPart) => {
    try {
      return parts.events(part);
    } catch {
      [fold, problem] = [null, 'Recording stopped: a part of the log is missing.'];
      return [];
    }
  };
  // Deleted under this recorder: a store without even nobody's name. What follows begins with a keyframe, or it could not be read.
  const beginWhereDeleted = async () => {
    if (fold === null || (await store.owner().catch(() => person)) !== null) return;
    [open, pieceIds, isFull] = [null, [], true];
    await begin(person);
  };
  const take = async (part: LogPart): Promise<RecorderStatus> => {
    await complete(part);
    const events = eventsOf(part);
    await beginWhereDeleted();
    const piece = fold === null ? null : pieceOf(events, isFull ? fold.keyframe() : null, codec);
    if (piece === null) return status();
    fold?.push(events);
    const next = openedBlock(piece);
    if (next !== null && open !== null) await seal(open, log, pieceIds);
    if (next !== null) [open, pieceIds] = [next, []];
    else if (open !== null) open = extendedBlock(open, piece);
    if (open === null) return status();
    const id = await kept(() => store.addPiece({ ...piece, log }));
    if (id !== null) pieceIds.push(id);
    ({ block: open, isFull } = await measuredBlock(open, codec));
    return status();
  };
  const blocks = () =>
    inTurn(async () => {
      const stored = (await store.blocks()).map(({ id, log: ofLog, firstSeq, count, firstAt, lastAt }): BlockEntry => ({
        id,
        log: ofLog,
        firstSeq,
        count,
        firstAt,
        lastAt,
      }));
      return open === null ? stored : [...stored, { ...open.summary, log, id: OPEN_ID }];
    });
  /** The open block, the bytes of a sealed one, or null. */
  const find = async (wanted: BlockReference): Promise<OpenBlock | Uint8Array | null> => {
    const isWanted = (one: Omit<BlockReference, 'id'>) => one.log === wanted.log && one.firstSeq === wanted.firstSeq;
    if (wanted.id === OPEN_ID && open !== null && isWanted({ ...open.summary, log })) return open;
    const id = wanted.id === OPEN_ID ? (await store.blocks()).find(isWanted)?.id : wanted.id;
    const frame = id === undefined ? null : await store.frame(id);
    return frame === null ? null : unframeBlock(frame, codec);
  };
  const partsFrom = (entry: TimelineEntry, from: number) =>
    inTurn(async (): Promise<readonly BlockPart[]> => {
      const block = await find(entry);
      if (block instanceof Uint8Array) return [{ first: 0, events: readBlock(block, codec) }];
      return block === null ? [] : partsOf(block, from, codec);
    });
  return {
    start: ({ username, log: newLog, keyframe }) =>
      inTurn(async () => {
        [log, person, open, pieceIds, isFull, fold] = [newLog, username, null, [], true, foldFrom(keyframe)];
        await begin(username);
        return status();
      }),
    read: (number, columns) => {
      parts.read({ number, reports: readColumns(columns).reports }, fold === null ? KEPT_IDLE : KEPT_READINGS);
      for (const { part, arrived } of waiting) if (parts.isComplete(part)) arrived();
      waiting = waiting.filter(({ part }) => !parts.isComplete(part));
    },
    take: (part) => inTurn(() => take(part)),
    clear: () =>
      inTurn(async () => {
        [open, fold, pieceIds, storedFrom] = [null, null, [], null];
        await kept(() => store.startFor(NOBODY));
        return status();
      }),
    blocks,
    timeline: createTimelineReader({ blocks, parts: partsFrom }).read,
    block: (reference) =>
      inTurn(async () => {
        const block = await find(reference);
        return block === null || block instanceof Uint8Array ? block : joinedBlock(block, codec);
      }),
    notes: (change) =>
      inTurn(async () => {
        const isOwned = Boolean(await store.owner());
        if (change !== null && isOwned) await kept(() => (change.text === '' ? store.dropNote(change.at) : store.putNote(change)));
        return store.notes();
      }),
    moveTo: async (opening, instead) => {
      // Not in turn: recording goes on while a store opens.
      const next = await opening.then(readable).catch(() => null);
      await inTurn(async () => (next === null ? stay(instead) : moveTo(next)));
    },
  };
}
