/** Searches for the event that set a value, backward from the shown moment, block by block. */

import { isOfHistory } from '../recorder/historyLog.ts';
import type { BlockEntry } from '../recorder/recorder.ts';
import { stateOf } from '#state/keyframe';
import { rowOf } from '#state/persistentRows';
import { reduceLog, type RootState } from '#state/store';
import type { EventKind, FleetEvent } from '#streams/event';
import type { EventBlock } from '#streams/recording/eventBlock';
import type { RecordedBlocks } from '../recorder/recordedBlocks.ts';
import type { Fact } from './facts.ts';

/** The device, and the fact that describes the value. */
export interface ValueQuestion {
  readonly serial: string;
  readonly fact: Fact;
}

/** An event that changed the value. */
export interface ValueChange {
  readonly event: FleetEvent;
  /** The value after the event; null if it is missing. */
  readonly text: string | null;
  /** The fields of the report from which the value was derived, at that time. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** True when the event is the first report of the device that the console received: the value may be older. */
  readonly isFirstReport: boolean;
}

/** The changes of a value within one block, oldest first. */
export interface BlockChanges {
  /** The value before the first event. */
  readonly before: string | null;
  readonly changes: readonly ValueChange[];
  /** The later of the last report of the device and the last event that could have changed the value; null if this block contains neither. */
  readonly newest: FleetEvent | null;
}

/** The explanation of a shown value. */
export interface Explanation {
  readonly text: string | null;
  /** The event since which the value is unchanged; null if it is older than the recording, or if its block is not stored. */
  readonly setBy: ValueChange | null;
  /** Earlier values of the same block, newest first. */
  readonly earlier: readonly ValueChange[];
  /** The newest event that confirmed the value. */
  readonly newest: FleetEvent | null;
  /** Number of times that the console was closed or nobody was signed in, with the same value before and after. */
  readonly interruptions: number;
  /** The value before the event; null if it was missing. */
  readonly before: string | null;
  /** Without an event, the earliest instant at which the server's history shows the value, ms since epoch; null if the history does not show it. */
  readonly heldSince: number | null;
}

/** The progress of the search (the oldest instant searched so far), then its result. */
export type Search = { readonly kind: 'searching'; readonly backTo: number } | { readonly kind: 'found'; readonly found: Explanation };

const REPORT: EventKind = 'device.stateReported';
/** Kinds of events that can change any value of a device. */
const ALWAYS: readonly EventKind[] = ['device.removed', 'session.opened', 'session.closed'];
/** Maximum number of earlier values that are listed. */
const EARLIER = 5;
/** Maximum number of blocks of the server's history that one search reads, because each is a request. */
const MAX_HISTORY_BLOCKS = 12;

/** Returns the indices below `count` of events that can change the value: of the reports, only those of the device in which one of the fields differs. */
function relevantIndexes(block: EventBlock, count: number, { serial, fact }: ValueQuestion): readonly number[] {
  const kinds = new Set<string>([...ALWAYS, ...fact.kinds]);
  const device = block.texts.indexOf(serial);
  const found: number[] = [];
  let last: readonly unknown[] | null = null;
  for (let index = 0; index < count; index += 1) {
    const of = block.devices[index] ?? -1;
    if (of >= 0 && fact.readsEveryDevice === true) {
      found.push(index);
    } else if (of < 0) {
      const kind = block.kindOf(index);
      // A report that is not stored in columns may belong to any device.
      if (!kinds.has(kind) && kind !== REPORT) continue;
      found.push(index);
      last = null;
    } else if (of === device) {
      const now: readonly unknown[] = fact.fields.map((name) => block.fieldAt(index, name));
      const isSame = last !== null && fact.readsEveryReport !== true && now.every((value, at) => value === last?.[at]);
      if (!isSame) found.push(index);
      last = now;
    }
  }
  return found;
}

function newestOf(block: EventBlock, count: number, serial: string, last: number | undefined): FleetEvent | null {
  const device = block.texts.indexOf(serial);
  const report = device < 0 ? -1 : block.devices.subarray(0, count).lastIndexOf(device);
  const index = Math.max(report, last ?? -1);
  return index < 0 ? null : block.eventAt(index);
}

function fieldsOf(event: FleetEvent, { fields }: Fact): ValueChange['fields'] {
  if (event.kind !== 'device.stateReported') return [];
  const { state } = event;
  return fields.flatMap((name) => (state[name] == null || state[name] === '' ? [] : [[name, String(state[name])] as const]));
}

/** Returns whether an event at the start of a block of the server's history only repeats the previous state: the lists, and the newest reports. */
const repeats = (event: FleetEvent, begin: number | null) =>
  begin !== null && event.at <= begin && (event.kind !== REPORT || event.reportedAt < begin);

/**
 * Reads the changes of a value among the first `count` events of a block. The console's own reducers decide: a change is an event after which the value has
 * another text. A block of the server's history has a `begin`, its start, at which events repeat the previous state in place of a keyframe.
 */
export function changesIn(block: EventBlock, count: number, question: ValueQuestion, begin: number | null = null): BlockChanges {
  const { serial, fact } = question;
  const indexes = relevantIndexes(block, count, question);
  const start: RootState = block.keyframe === null ? reduceLog(undefined, []) : stateOf(block.keyframe);
  let before = fact.textOf(start, serial);
  const changes: ValueChange[] = [];
  indexes.reduce(
    ({ state, text }, index) => {
      const event = block.eventAt(index);
      const next = reduceLog(state, [event]);
      const now = fact.textOf(next, serial);
      const isFirstReport = event.kind === REPORT && rowOf(state.fleet.rows, serial) === undefined;
      if (changes.length === 0 && repeats(event, begin)) before = now;
      else if (now !== text) changes.push({ event, text: now, fields: fieldsOf(event, fact), isFirstReport });
      return { state: next, text: now };
    },
    { state: start, text: before },
  );
  return { before, changes, newest: newestOf(block, count, serial, indexes.at(-1)) };
}

/** The position of the search, which goes backward. */
interface Standing extends Explanation {
  /** The log of the block that was read last. */
  readonly log: string;
}

interface ReadBlock {
  readonly log: string;
  /** Whether the block is the first one of its log. */
  readonly isLogStart: boolean;
  /** The start of a block of the server's history; null for any other block. */
  readonly begin: number | null;
}

const endOf = ({ before, changes }: BlockChanges) => changes.at(-1)?.text ?? (changes.length > 0 ? null : before);

/** Returns the position after one more block, and whether the search ends there. */
export function searchBack(
  standing: Standing | null,
  block: BlockChanges,
  { log, isLogStart, begin }: ReadBlock,
): { readonly standing: Standing; readonly isDone: boolean } {
  const end = endOf(block);
  const isOtherLog = standing !== null && standing.log !== log;
  // In the previous log, the value was different, so the value at the start of this log is new. Between blocks of the history it can change without an event.
  if (standing !== null && (isOtherLog || begin !== null) && end !== standing.text)
    return { standing: { ...standing, before: end }, isDone: true };
  const last = block.changes.at(-1);
  const first = standing ?? { text: end, newest: block.newest, interruptions: 0, earlier: [], before: null, heldSince: null };
  const before = block.changes.at(-2)?.text ?? (block.changes.length > 1 ? null : block.before);
  const beganWithLog = isLogStart && last !== undefined && before === null && block.changes.length === 1;
  const next: Standing = {
    ...first,
    log,
    setBy: last ?? null,
    before: last === undefined ? null : before,
    earlier: last === undefined ? [] : block.changes.slice(0, -1).toReversed().slice(0, EARLIER),
    heldSince: last === undefined ? begin : null,
    interruptions: first.interruptions + (isOtherLog ? 1 : 0),
  };
  return { standing: next, isDone: last !== undefined && !beganWithLog };
}

const isSameBlock = (a: BlockEntry, b: BlockEntry) => a.log === b.log && a.firstSeq === b.firstSeq;

/** The shown moment: a number of events of a block; null for now. */
export type SearchEnd = { readonly block: BlockEntry; readonly count: number } | null;

/** Searches back from the shown moment, newest block first, for the event that set the current value. Does not read blocks before that event. */
export async function* searchValue(
  { blocks, block }: RecordedBlocks,
  question: ValueQuestion,
  until: SearchEnd,
): AsyncGenerator<Search, void> {
  // The list also holds an earlier block of the history, so the search continues across a gap.
  const all = await blocks(until?.block.firstAt, -1);
  const newest = until === null ? all.length - 1 : all.findIndex((entry) => isSameBlock(entry, until.block));
  let standing: Standing | null = null;
  let historyBlocks = 0;
  for (let index = newest; index >= 0; index -= 1) {
    const entry = all[index];
    // A block that was dropped meanwhile, or is damaged, ends the search.
    const begin = entry !== undefined && isOfHistory(entry) ? entry.firstSeq : null;
    if (begin !== null && (historyBlocks += 1) > MAX_HISTORY_BLOCKS) break;
    const read = entry === undefined ? null : await block(entry).catch(() => null);
    if (entry === undefined || read === null) break;
    yield { kind: 'searching', backTo: entry.firstAt };
    const count = index === newest && until !== null ? Math.min(until.count, read.count) : read.count;
    const isLogStart = all[index - 1]?.log !== entry.log;
    const step = searchBack(standing, changesIn(read, count, question, begin), { log: entry.log, isLogStart, begin });
    standing = step.standing;
    if (step.isDone) break;
  }
  yield { kind: 'found', found: standing ?? NOT_HELD };
}

const NOT_HELD: Explanation = { text: null, setBy: null, earlier: [], newest: null, interruptions: 0, before: null, heldSince: null };
