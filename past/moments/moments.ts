/** Finds the state at an instant, and at the next or previous event: reads a block, folds its events from the keyframe, and caches states while stepping. */

import { HOUR_MS } from '#domain/text/timeUnits';
import { stateOf } from '#state/keyframe';
import { selectProfile } from '#state/session';
import { reduceLog, type RootState } from '#state/store';
import type { FlightRecorder } from '../recorder/flightRecorder.ts';
import type { BlockEntry } from '../recorder/recorder.ts';
import type { RecordingCodec } from '#streams/recording/codec';
import { decisiveEvents } from '#streams/recording/decisiveEvents';
import { readBlock, type EventBlock } from '#streams/recording/eventBlock';
import { isOfHistory } from '../recorder/historyLog.ts';
import { gapAt, type RecordedBlocks } from '../recorder/recordedBlocks.ts';

/** One moment of the recording: the state after the first `count` events of a block. */
export interface Moment {
  /** The requested instant, clamped to the recording: ms since epoch. */
  readonly at: number;
  readonly block: BlockEntry;
  readonly count: number;
  readonly state: RootState;
  /** Returns the arrival of a late report: see `EventBlock`. */
  readonly receivedLateAt?: EventBlock['receivedLateAt'];
  /** Present if the server's history could not be read: the moment may be only the nearest one of this console's recording. */
  readonly lacksHistory?: true;
  /** Present for a moment of the server's history after which this console's recording continues. */
  readonly isBeforeOwn?: true;
}

/** A shown moment farther than this from the requested one, in ms, is reported as only the nearest recorded one. */
const HELD_MS = 5_000;

/** Returns whether a moment is the requested one, and not only the nearest recorded one. */
export const isHeld = (moment: Pick<Moment, 'at'>, wanted: number): boolean => Math.abs(moment.at - wanted) <= HELD_MS;

/** The states of a recording, by instant and by event. */
export interface Moments {
  /** Returns the state after every event up to an instant; outside the recording, the nearest recorded state. Null while nothing is recorded. */
  readonly seek: (at: number) => Promise<Moment | null>;
  /**
   * Returns the state at the next (1) or previous (-1) instant with an event, after all its events; the same moment at an end of the recording. Rejects when
   * the history cannot be read.
   */
  readonly step: (from: Moment, by: 1 | -1) => Promise<Moment>;
  /**
   * Returns the first moment at which every screen shows the events of an instant, since lists of all devices show the state of the last tick. Returns the
   * instant itself if no tick follows, as at the end of the recording or while the page was hidden.
   */
  readonly shown: (at: number) => Promise<Moment | null>;
}

const UNREAD = 'The history cannot be read now.';

/** Returns the state of the moment at an instant, or of the nearest recorded one; null while nothing is recorded. Rejects when the history cannot be read. */
export async function stateIn(moments: Pick<Moments, 'seek'>, at: number): Promise<RootState | null> {
  const moment = await moments.seek(at);
  if (moment?.lacksHistory === true && !isHeld(moment, at)) throw new Error(UNREAD);
  return moment?.state ?? null;
}

/** A forward seek by fewer events than this applies them one by one, instead of starting from the keyframe. */
const NEAR = 2_000;
/** Distance, in ms, from the instant of a list within which the list also holds the history's blocks around another instant, and the blocks next to them. */
const NEAR_MS = 6 * HOUR_MS;
/** Number of states that are cached while stepping, so that a step back costs no more than a step forward. */
const REMEMBERED = 64;

/** A tick that follows an event by more than this, in ms, shows that the page was hidden meanwhile. */
const LONGEST_TICK_MS = 3_000;

/** A read block, with its state before the first event. */
interface Opened {
  readonly entry: BlockEntry;
  readonly events: EventBlock;
  readonly before: RootState | undefined;
  /** States by number of events, the most recently used last. */
  readonly known: Map<number, RootState>;
}

function stateAfter({ events, before, known }: Opened, count: number): RootState {
  const exact = known.get(count);
  const near = exact === undefined ? nearestBelow(known, count) : undefined;
  const state =
    exact ??
    (near === undefined
      ? reduceLog(before, decisiveEvents(events, count))
      : reduceLog(near.state, eventsBetween(events, near.count, count)));
  known.delete(count);
  known.set(count, state);
  const [oldest] = known.keys();
  if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
  return state;
}

function nearestBelow(
  known: ReadonlyMap<number, RootState>,
  count: number,
): { readonly count: number; readonly state: RootState } | undefined {
  let nearest: { readonly count: number; readonly state: RootState } | undefined;
  for (const [at, state] of known) if (at <= count && count - at < NEAR && at > (nearest?.count ?? -1)) nearest = { count: at, state };
  return nearest;
}

const eventsBetween = (block: EventBlock, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => block.eventAt(from + index));

/** Returns the smallest number of events after which somebody is signed in: the log begins before the sign-in. */
function firstCount({ before, events }: Opened): number {
  if (before !== undefined && selectProfile(before) !== null) return 1;
  let index = 0;
  while (index < events.count && events.kindOf(index) !== 'session.opened') index += 1;
  return index < events.count ? index + 1 : 1;
}

/** Returns the nearest instant with an event before or after another instant; undefined if this block holds none. */
function instantBeside(from: Opened, at: number, by: 1 | -1): number | undefined {
  const { events } = from;
  // Events are shown in whole milliseconds. A moment may lie after an event: a step back to that event would show the same state.
  const count = events.countUntil(by > 0 ? at : Math.floor(at) - 1);
  if (by > 0) return count < events.count ? events.atOf(count) : undefined;
  return count >= firstCount(from) ? events.atOf(count - 1) : undefined;
}

/**
 * Returns the instant of the first tick after all events of an instant, or the time after which no further tick is expected; undefined if this block ends
 * before that.
 */
function tickBehind({ events }: Opened, at: number): number | undefined {
  // The last event of the instant may be that tick.
  for (let index = Math.max(0, events.countUntil(at) - 1); index < events.count; index += 1) {
    const instant = events.atOf(index);
    if (instant > at + LONGEST_TICK_MS) return at;
    if (instant >= at && events.kindOf(index) === 'clock.ticked') return instant;
  }
  return undefined;
}

/** Returns the index of the last block that starts at or before an instant; 0 for an instant before all of them. */
function indexAt(blocks: readonly BlockEntry[], at: number): number {
  return Math.max(
    0,
    blocks.findLastIndex(({ firstAt }) => firstAt <= at),
  );
}

/** Returns whether the block of an instant is one of the server's history. */
function isOfHistoryAt(blocks: readonly BlockEntry[], at: number): boolean {
  const entry = blocks[indexAt(blocks, at)];
  return entry !== undefined && isOfHistory(entry);
}

/**
 * Creates a reader of the blocks of a recording, which keeps the last block used and the list of blocks. A recording grows at its end and loses its oldest
 * blocks, so the cached list is valid for an instant before its end while its first block is still there.
 */
function blockReader({ blocks, block, since, hasHistory = false, lacksHistory }: RecordedBlocks) {
  let last: Opened | null = null;
  let listed: readonly BlockEntry[] = [];
  let listedFor = 0;
  const list = async (wanted: number, by?: 1 | -1) => {
    listed = await blocks(wanted, by);
    listedFor = wanted;
    return listed;
  };
  // If the history's blocks could not be read, the list has no block for an instant before this console's recording or between two visits.
  const isNear = (wanted: number, begin: number) => {
    const gap = gapAt(listed, wanted);
    if (!hasHistory || (wanted >= begin && gap === null)) return true;
    const isFilled = gap === null || listed.some((entry) => isOfHistory(entry) && entry.firstAt <= gap.to && entry.lastAt >= gap.from);
    return isFilled && (listed[0]?.firstAt ?? Infinity) <= wanted && Math.abs(wanted - listedFor) < NEAR_MS;
  };
  const listFor = async (wanted: number) => {
    const begin = listed.find((entry) => !isOfHistory(entry))?.firstAt;
    const isWhole = since === undefined || since() === (begin ?? null);
    return isWhole && isNear(wanted, begin ?? Infinity) && wanted < (listed.at(-1)?.lastAt ?? -Infinity) ? listed : list(wanted);
  };
  const opened = async (entry: BlockEntry | undefined): Promise<Opened | null> => {
    if (entry === undefined) return null;
    const isSame = last?.entry.log === entry.log && last.entry.firstSeq === entry.firstSeq && last.entry.count === entry.count;
    if (last !== null && isSame) return last;
    const events = await block(entry);
    if (events === null) return null;
    last = { entry, events, before: events.keyframe === null ? undefined : stateOf(events.keyframe), known: new Map() };
    return last;
  };
  /**
   * Returns whether the last list lacks the history at an instant because it could not be read; the time after this console's recording is not part of the
   * history.
   */
  const isLacking = (wanted: number) => lacksHistory?.(wanted) === true && wanted <= (listed.at(-1)?.lastAt ?? Infinity);
  /**
   * Returns the list with the history between two visits, if a step from a moment leaves its visit; null otherwise. Rejects when the history cannot be read.
   */
  const listAcross = async ({ block: { firstAt, lastAt } }: Moment, to: number, by: 1 | -1) => {
    const edge = by > 0 ? lastAt + 1 : firstAt - 1;
    if (!hasHistory || (to - edge) * by <= 0 || gapAt(listed, edge) === null) return null;
    const all = await (by > 0 ? list(edge, by) : list(edge));
    if (isLacking(edge)) throw new Error(UNREAD);
    return all;
  };
  /** Returns whether a block of this console's recording follows a block of the history, according to the last list. */
  const isBeforeOwn = (entry: BlockEntry) => isOfHistory(entry) && listed.some((one) => !isOfHistory(one) && one.firstAt > entry.lastAt);
  return { list, listFor, listAcross, isLacking, isBeforeOwn, opened };
}

function momentIn(from: Opened, wanted: number, at: number): Moment {
  const count = Math.min(Math.max(firstCount(from), wanted), from.events.count);
  const { receivedLateAt } = from.events;
  return { at, block: from.entry, count, state: stateAfter(from, count), ...(receivedLateAt === undefined ? {} : { receivedLateAt }) };
}

/** A function that returns an instant in a block; undefined if the block has none. */
type Find = (from: Opened) => number | undefined;

/**
 * Creates the reader of a recording's states.
 *
 *     instant ──► last block that begins before ──► number of its events until then ──► nearest known state ──► fold the rest
 *                 (list of blocks)                  (index of instants)                 (keyframe, or one of 64)
 *
 * 1. The state of a moment is the one that was live after the same events (PAST1). 2. A moment holds all events of its instant: there is none between
 * two events of one millisecond (PAST4). 3. Before the recording, its first moment is shown, after it the last; the first is the sign-in (PAST1). 4.
 * A step goes to the next instant that has an event, even across the end of a block, and stops at the ends of the recording (PAST4). 5. The list is
 * requested from the recorder only for instants after the known end, or once the oldest block or a listed block is gone (SEEK1). 6. Between two
 * visits of the console the server's history is shown, if there is one (NIGHT5). 7. A step over a part that cannot be read rejects, and does not skip
 * that part (UNREAD2).
 */
export function createMoments(recorded: RecordedBlocks): Moments {
  const { list, listFor, listAcross, isLacking, isBeforeOwn, opened } = blockReader(recorded);
  const openedAt = (all: readonly BlockEntry[], wanted: number) => opened(all[indexAt(all, wanted)]);
  const seek = async (wanted: number): Promise<Moment | null> => {
    const found = (await openedAt(await listFor(wanted), wanted)) ?? (await openedAt(await list(wanted), wanted));
    // This console's recording is empty, but the history, which could not be read, may hold the instant.
    if (found === null && isLacking(wanted)) throw new Error(UNREAD);
    if (found === null) return null;
    const at = Math.max(wanted, found.entry.firstAt);
    const moment = momentIn(found, found.events.countUntil(at), Math.min(at, found.entry.lastAt));
    const before = isBeforeOwn(found.entry) ? { ...moment, isBeforeOwn: true as const } : moment;
    return isLacking(wanted) ? { ...before, lacksHistory: true } : before;
  };
  /** Returns the first instant that `find` returns: in the block with an index, then in later blocks or, with -1, in earlier ones. */
  const firstOf = async (find: Find, all: readonly BlockEntry[], index: number, by: 1 | -1): Promise<number | undefined> => {
    const there = await opened(all[index]);
    return there === null ? undefined : (find(there) ?? firstOf(find, all, index + by, by));
  };
  const beside = (all: readonly BlockEntry[], at: number, by: 1 | -1) =>
    firstOf((there) => instantBeside(there, at, by), all, indexAt(all, at), by);
  /**
   * Returns the next or previous instant of a moment; undefined at an end of the recording. Rejects if the history, which cannot be read, may hold
   * it.
   */
  const nextOf = async (from: Moment, by: 1 | -1): Promise<number | undefined> => {
    const known = await listFor(from.at);
    const near = await beside(known, from.at, by);
    // A list holds the days around its instant: between them and this console's recording, the history may hold more.
    const isBeside = near !== undefined && isOfHistoryAt(known, near) === isOfHistory(from.block);
    const all = isBeside ? known : await list(from.at, by);
    const next = isBeside ? near : await beside(all, from.at, by);
    const needsHistory = isOfHistory(from.block) ? !all.some(isOfHistory) : next === undefined && by < 0;
    if (needsHistory && isLacking(from.at)) throw new Error(UNREAD);
    return next;
  };
  return {
    seek,
    step: async (from, by) => {
      const next = await nextOf(from, by);
      if (next === undefined) return from;
      const across = await listAcross(from, next, by);
      const wanted = across === null ? next : ((await beside(across, from.at, by)) ?? next);
      return (await seek(wanted)) ?? from;
    },
    shown: async (at) => {
      const all = await list(at);
      return seek((await firstOf((there) => tickBehind(there, at), all, indexAt(all, at), 1)) ?? at);
    },
  };
}

/** A recording of this page; a recording that does not change has no `since`. */
type OwnRecording = Pick<FlightRecorder, 'blocks' | 'block'> & Partial<Pick<FlightRecorder, 'since'>>;

/** Returns the recording that the flight recorder of this page holds. */
export function ownBlocks({ blocks, block, ...recorder }: OwnRecording, codec: RecordingCodec): RecordedBlocks {
  return {
    ...('since' in recorder ? { since: recorder.since } : {}),
    blocks,
    block: async (reference) => {
      const bytes = await block(reference);
      return bytes === null ? null : readBlock(bytes, codec);
    },
  };
}
