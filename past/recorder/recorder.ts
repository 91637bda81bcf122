/**
 * The recorder: stores the log in blocks, one call after another; joins parts of the log with the reports of the socket's worker; notes, marks, and
 * `RecorderStatus`.
 */

import { stateOf } from '#state/keyframe';
import type { FleetEvent } from '#streams/event';
import { unframeBlock } from '#streams/recording/blockFrame';
import type { RecordingCodec } from '#streams/recording/codec';
import { readBlock, type Keyframe, type StateFold } from '#streams/recording/eventBlock';
import { joinedBlock, measuredBlock, partsOf, type OpenBlock } from '#streams/recording/openBlock';
import { logPartReader, type LogPart } from '#streams/recording/logPart';
import { createTimelineReader, type BlockPart, type TimelineData, type TimelineEntry } from '#streams/recording/timeline';
import { contentReader, type Content } from '#streams/columnFrame/contentReader';
import { frameReader } from '#streams/columnFrame/frameReader';
import type { BlockStore, Note, StoredSummary } from './blockStore.ts';
import { NO_RECORDING, NOBODY, step, withNewBlock, type RecordingState } from './recordingState.ts';
import { splitAtPauses } from './pause.ts';
import { begin, dropAhead, limitTo, noteOffset, seal, write, type RecordingStore } from './recordingStore.ts';
import { createTurns } from './turns.ts';

/** The id of the block that is being recorded. */
export const OPEN_ID = -1;

/**
 * Maximum number of readings that await the part that refers to them: a few minutes' worth, so that a page that is silent for longer does not fill
 * the memory.
 */
const KEPT_READINGS = 2_000;
/** The same maximum while nothing is recorded: a recording that begins may refer to the newest ones. */
const KEPT_IDLE = 16;
/** A reference to a recorded block, by its id: an instant is found by the summaries, and a block is read when it is needed. */
export type BlockEntry = Omit<StoredSummary, 'length'>;

/** The identity of a block. An open block has `OPEN_ID` until it is sealed; `log` and `firstSeq` identify it before and after. */
export type BlockReference = Pick<BlockEntry, 'id' | 'log' | 'firstSeq'>;

/** State of the recorder. Instants are in ms since epoch. */
export interface RecorderStatus {
  /** The oldest recorded instant; null while nothing is recorded. */
  readonly from: number | null;
  /** The reason why storing stopped, or why less than usual is stored, on one line; null if all is well. */
  readonly problem: string | null;
}

/** The start of a recording. */
export interface RecordingStart {
  /** User name of the owner of the recording. */
  readonly username: string;
  /** The id that distinguishes this log from earlier logs. */
  readonly log: string;
  /** The state of the console before the first event. */
  readonly keyframe: Keyframe;
}

/** The interface of a recorder, which stores the log in blocks. Calls run one after another; none rejects. */
export interface Recorder {
  /** Begins the log of a person: deletes the recording of another person, and seals the block that an earlier visit left open. */
  readonly start: (start: RecordingStart) => Promise<RecorderStatus>;
  /** Receives, in order, the readings of the socket's worker, to which later parts refer. */
  readonly read: (number: number, content: Content) => void;
  /** Receives a part of about one second of the log. */
  readonly record: (part: LogPart) => Promise<RecorderStatus>;
  /** Deletes everything and stops recording until the next start. */
  readonly clear: () => Promise<RecorderStatus>;
  /** Returns all blocks, oldest first. */
  readonly blocks: () => Promise<readonly BlockEntry[]>;
  /** Returns a block for `readBlock`; null if it is no longer stored. A block that was open when it was listed may be sealed by now. */
  readonly block: (reference: BlockReference) => Promise<Uint8Array | null>;
  /** Returns marks and density of the whole recording; recording continues between two blocks. */
  readonly timeline: () => Promise<TimelineData>;
  /** Returns the person's notes, sorted by moment, after applying a change; null leaves them unchanged. If there is no recording, no note is stored. */
  readonly notes: (change: Note | null) => Promise<readonly Note[]>;
  /**
   * Continues in another store, which can store everything: with a new block after that store's blocks, and with the notes. The blocks of the first store are
   * left behind. Keeps the first store if the other one does not open; `instead` is then the reason why less is stored.
   */
  readonly moveTo: (opening: Promise<BlockStore>, instead: string) => Promise<void>;
}

/** The dependencies of a recorder. */
export interface RecorderParts {
  readonly store: BlockStore;
  readonly codec: RecordingCodec;
  /** Creates a fold of the log in the recorder, so that a block can begin at any event without the page. */
  readonly foldFrom: (keyframe: Keyframe) => StateFold;
  /** The reason why less is stored than usual, on one line; null if all is well. */
  readonly limit: string | null;
}

/** Returns a store after a first access: a store that opens may still refuse every access. */
async function readable(store: BlockStore): Promise<BlockStore> {
  await store.owner();
  return store;
}

/** Creates a reader that joins parts of the log with the reports that the socket's worker sent: a part waits for reports that have not arrived. */
function createPartReader(codec: RecordingCodec) {
  const parts = logPartReader();
  const readContent = contentReader(() => frameReader(codec));
  let waiting: readonly { readonly part: LogPart; readonly arrived: () => void }[] = [];
  return {
    read: (number: number, content: Content, kept: number) => {
      parts.read({ number, reports: readContent(content)?.reports ?? [] }, kept);
      for (const { part, arrived } of waiting) if (parts.isComplete(part)) arrived();
      waiting = waiting.filter(({ part }) => !parts.isComplete(part));
    },
    /** Returns the events of a part once it is complete; null if reports are permanently missing. */
    events: async (part: LogPart) => {
      await new Promise<void>((arrived) => {
        if (parts.isComplete(part)) arrived();
        else waiting = [...waiting, { part, arrived }];
      });
      try {
        return parts.events(part);
      } catch {
        return null;
      }
    },
  };
}

/** Returns the stored blocks and the open one, oldest first. */
async function entriesOf({ store }: RecordingStore, { open, log }: RecordingState): Promise<readonly BlockEntry[]> {
  const stored = await store.blocks();
  return open === null ? stored : [...stored, { ...open.summary, log, id: OPEN_ID }];
}

/** Returns the requested block: the bytes of a sealed block, or the open block itself; null if there is no such block. */
async function blockOf(
  { store }: RecordingStore,
  { open, log }: RecordingState,
  wanted: BlockReference,
  codec: RecordingCodec,
): Promise<OpenBlock | Uint8Array | null> {
  const isWanted = (one: Omit<BlockReference, 'id'>) => one.log === wanted.log && one.firstSeq === wanted.firstSeq;
  if (wanted.id === OPEN_ID && open !== null && isWanted({ ...open.summary, log })) return open;
  const id = wanted.id === OPEN_ID ? (await store.blocks()).find(isWanted)?.id : wanted.id;
  const frame = id === undefined ? null : await store.frame(id);
  return frame === null ? null : unframeBlock(frame, codec);
}

/** A running recorder: its store, the open block, and the order of its calls. */
interface Work {
  readonly kept: RecordingStore;
  readonly codec: RecordingCodec;
  now: RecordingState;
  /** Whether the blocks dated after the present were dropped. */
  isDated: boolean;
  readonly inTurn: ReturnType<typeof createTurns>;
}

const isAnswer = ({ kind }: FleetEvent): boolean => kind === 'request.succeeded' || kind === 'request.unchanged';

/**
 * Notes the offset of the server's clock in the state in which a recording begins. The log contains only the first offset of a page and its changes, so a
 * recording that begins later, with another sign-in or when it is turned on, lacks the offset. A state without a response has no measured offset.
 */
function noteOpening({ kept }: Work, keyframe: Keyframe): void {
  const { clock, answers } = stateOf(keyframe);
  const isMeasured = clock.offsetMs !== 0 || Object.values(answers).some(({ answer }) => answer !== undefined);
  if (isMeasured && clock.offsetMs !== kept.offsets.at(-1)?.offsetMs) noteOffset(kept, { at: clock.tickedAt, offsetMs: clock.offsetMs });
}

/**
 * Notes the offsets of the server's clock among events of a log. At the first response, drops blocks dated after the present, by the clock that is ahead: a
 * console whose clock is always ahead dated its former visits by it, too. Without an offset, at a server whose time cannot be read, the console's clock alone
 * counts. Source: PAST37.
 */
async function followClock(work: Work, events: readonly FleetEvent[]): Promise<void> {
  const { kept } = work;
  for (const event of events) {
    if (event.kind === 'clock.offsetMeasured') noteOffset(kept, event);
    if (!isAnswer(event) || work.isDated) continue;
    work.isDated = true;
    await dropAhead(kept, event.at + Math.max(0, kept.offsets.at(-1)?.offsetMs ?? 0));
  }
}

const statusOf = ({ kept, now }: Work): RecorderStatus => ({
  from: kept.storedFrom ?? now.open?.summary.firstAt ?? null,
  problem: kept.problem,
});

/**
 * Continues after the store was deleted during recording. If the store has no owner, for example because the data of the site were deleted, the recording
 * begins anew with a keyframe, without which it could not be read. If the owner is `NOBODY`, the person turned recording off in another tab, and the store must
 * stay empty. Source: RECORDER22.
 */
async function followStore(work: Work): Promise<void> {
  const { kept, now, codec } = work;
  if (now.fold === null) return;
  const owner = await kept.store.owner().catch(() => now.person);
  if (owner === now.person) return;
  work.now = withNewBlock(now);
  kept.storedFrom = null;
  if (owner === NOBODY) [work.now, kept.problem] = [{ ...work.now, fold: null }, 'Recording was turned off in another tab.'];
  else await begin(kept, now.person, codec);
}

/** Stores events that have no pause between them. */
async function addEvents(work: Work, events: readonly FleetEvent[]): Promise<void> {
  const { kept, codec } = work;
  const { state, complete, piece } = step(work.now, events, codec);
  if (complete !== null) await seal(kept, complete, codec);
  work.now = state;
  if (piece === null || state.open === null) return;
  const id = await write(kept, (store) => store.addPiece({ ...piece, log: state.log }));
  const { block: open, isFull } = await measuredBlock(state.open, codec);
  work.now = { ...state, open, isFull, pieceIds: id === null ? state.pieceIds : [...state.pieceIds, id] };
}

async function takeEvents(work: Work, events: readonly FleetEvent[] | null): Promise<RecorderStatus> {
  const { kept } = work;
  // After a part that cannot be read, the state would be wrong, so recording ends.
  if (events === null) [work.now, kept.problem] = [{ ...work.now, fold: null }, 'Recording stopped: a part of the log is missing.'];
  await followStore(work);
  for (const run of splitAtPauses(events ?? [])) await addEvents(work, run);
  await followClock(work, events ?? []);
  return statusOf(work);
}

/** Continues in another store, with a new block after that store's blocks, and with the notes. */
async function moveTo(work: Work, next: BlockStore): Promise<void> {
  const { kept, codec } = work;
  const [username, notes] = [await kept.store.owner(), await kept.store.notes()];
  if (kept.problem === kept.limit) kept.problem = null;
  [kept.store, kept.limit, work.now, work.isDated] = [next, null, withNewBlock(work.now), false];
  if (work.now.fold === null || username === null) return;
  await begin(kept, username, codec);
  for (const note of notes) await write(kept, (store) => store.putNote(note));
}

/** Creates the reading functions of a recorder. */
function createReading(work: Work): Pick<Recorder, 'blocks' | 'block' | 'timeline'> {
  const { kept, codec, inTurn } = work;
  const blocks = () => inTurn(() => entriesOf(kept, work.now));
  const parts = (entry: TimelineEntry, from: number) =>
    inTurn(async (): Promise<readonly BlockPart[]> => {
      const block = await blockOf(kept, work.now, entry, codec);
      if (block instanceof Uint8Array) return [{ first: 0, events: readBlock(block, codec) }];
      return block === null ? [] : partsOf(block, from, codec);
    });
  return {
    blocks,
    timeline: createTimelineReader({ blocks, parts }).read,
    block: (reference) =>
      inTurn(async () => {
        const block = await blockOf(kept, work.now, reference, codec);
        return block === null || block instanceof Uint8Array ? block : joinedBlock(block, codec);
      }),
  };
}

/**
 * Creates a recorder.
 *
 *     part ──► reports arrived? ──► step(state, events) ──► complete block ──► store
 *                                        │                  piece ───────────► store ──► measured
 *                                        └─► next state
 *
 * 1. Calls are carried out one after another (RECORDER1). 2. A piece is in the store within the second of its events (RECORDER2, RECORDER10).
 * 3. A block begins with a keyframe, so that it can be read alone (PAST1). 4. The owner is written before any of the recording (RECORDER3).
 * 5. A write that the store refuses fails no call: the status reports it (RECORDER5, RECORDER11). 6. A store that was deleted or replaced gets a new
 * block first (RECORDER13, RECORDER17).
 */
export function createRecorder({ codec, foldFrom, store, limit }: RecorderParts): Recorder {
  const kept: RecordingStore = { store, limit, problem: limit, storedFrom: null, offsets: [] };
  // A block is sealed before its successor is stored.
  const inTurn = createTurns();
  const work: Work = { kept, codec, now: NO_RECORDING, isDated: false, inTurn };
  const parts = createPartReader(codec);
  return {
    ...createReading(work),
    start: ({ username: person, log, keyframe }) =>
      inTurn(async () => {
        [work.now, work.isDated] = [{ ...NO_RECORDING, person, log, fold: foldFrom(keyframe) }, false];
        noteOpening(work, keyframe);
        await begin(kept, person, codec);
        return statusOf(work);
      }),
    read: (number, content) => parts.read(number, content, work.now.fold === null ? KEPT_IDLE : KEPT_READINGS),
    record: (part) => inTurn(async () => takeEvents(work, await parts.events(part))),
    clear: () =>
      inTurn(async () => {
        [work.now, kept.storedFrom] = [{ ...withNewBlock(work.now), fold: null }, null];
        await write(kept, (empty) => empty.startFor(NOBODY));
        return statusOf(work);
      }),
    notes: (change) =>
      inTurn(async () => {
        const isOwned = Boolean(await kept.store.owner());
        if (change !== null && isOwned) await write(kept, (to) => (change.text === '' ? to.dropNote(change.at) : to.putNote(change)));
        return kept.store.notes();
      }),
    moveTo: async (opening, instead) => {
      // The store opens outside the queue, so recording continues meanwhile.
      const next = await opening.then(readable).catch(() => null);
      await inTurn(async () => (next === null ? limitTo(kept, instead) : moveTo(work, next)));
    },
  };
}
