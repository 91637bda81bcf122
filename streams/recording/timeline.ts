/** Reads the marks and density of the timeline block by block; the result of a block is reused until the block has more events. */

import { commands } from '#domain/commands/commandRows';
import { activityOf } from '#domain/devices/activity';
import { faultLine, listedFaults } from '#domain/devices/faults';
import { isInError } from '#domain/devices/treating';
import type { FleetEvent } from '../event.ts';
import type { EventBlock } from './eventBlock.ts';

/**
 * The kinds of marks on the timeline. Only the server's history has `offline`, a device that stopped reporting, and `late`, a span whose reports arrived late.
 */
export type MarkKind = 'error' | 'command' | 'connection' | 'gap' | 'note' | 'offline' | 'late';

/** A mark on the timeline that a person may want to go to; `at` is in ms since epoch. */
export interface RecordedMark {
  readonly kind: MarkKind;
  readonly at: number;
  /** The end of a lost connection, or of a mark of the server's history; absent while the period continues, and for a mark without duration. */
  readonly to?: number;
  /** The event and its device, in one line. */
  readonly text: string;
  /** The serial of the device in error, or of the device of a mark of the server's history. */
  readonly serial?: string;
  /** The code of an error, as lists show it. */
  readonly code?: string;
  /** The worst fault of a device that reports no error code, in one line. */
  readonly fault?: string;
  /** The kind of a mark in the server's history, which has more kinds than the timeline shows. */
  readonly cause?: string;
}

/** The density and marks of events in a time span of the recording. */
export interface TimelineData {
  /** Number of events per bin, by the start of the bin in ms since epoch. */
  readonly density: ReadonlyMap<number, number>;
  /** Length of the bins, in ms; bins begin at its multiples. `BIN_MS` if omitted. */
  readonly binMs?: number;
  readonly marks: readonly RecordedMark[];
}

/** Length of a bin in which events are counted, in ms. */
export const BIN_MS = 2_000;

/** The state that is carried from one block of a log to the next. Instants are in ms since epoch. */
interface Carried {
  /** Whether each device was in error, by serial. */
  readonly errors: Map<string, boolean>;
  /** The serial of the device in error, or of a mark of the server's history. */
  lastServerAt: number | null;
  isSocketClosed: boolean;
  isPageOffline: boolean;
}

const begin = (): Carried => ({ errors: new Map(), lastServerAt: null, isSocketClosed: false, isPageOffline: false });

const FROM_SERVER: ReadonlySet<string> = new Set(['request.succeeded', 'request.unchanged', 'socket.opened']);

/**
 * Returns whether an event shows that the console's connection was lost or is back; null if it does not change. A closed socket is detected late, so the loss
 * is dated to the newest event from the server.
 */
function connectionChange(carried: Carried, kind: string, at: number): 'lost' | 'back' | null {
  const wasLost = carried.isSocketClosed || carried.isPageOffline;
  if (kind === 'socket.closed') carried.isSocketClosed = true;
  else if (kind === 'socket.opened') carried.isSocketClosed = false;
  else if (kind === 'page.offline') carried.isPageOffline = true;
  else if (kind === 'page.online') carried.isPageOffline = false;
  if (FROM_SERVER.has(kind)) carried.lastServerAt = at;
  const isLost = carried.isSocketClosed || carried.isPageOffline;
  if (isLost === wasLost) return null;
  return isLost ? 'lost' : 'back';
}

/** Returns an error as lists show it: by its code, otherwise by the worst fault. */
function errorOf(event: FleetEvent): Pick<RecordedMark, 'code' | 'fault'> {
  if (event.kind !== 'device.stateReported') return {};
  const { code } = activityOf(event.state);
  if (code !== undefined) return { code };
  const { first } = listedFaults(event.state);
  return first === null ? {} : { fault: faultLine(first) };
}

function markOf(block: EventBlock, index: number, carried: Carried): RecordedMark | null {
  const at = block.atOf(index);
  const { errors } = carried;
  const device = block.devices[index] ?? -1;
  if (device >= 0) {
    // Only two fields are read instead of the whole report, because most events of a recording are reports without a mark.
    const text = (name: string) => {
      const value = block.fieldAt(index, name);
      return typeof value === 'string' ? value : null;
    };
    carried.lastServerAt = at;
    const serial = block.texts[device] ?? '';
    const isError = isInError({ current_state: text('current_state'), state: text('state') });
    const wasError = errors.get(serial);
    errors.set(serial, isError);
    if (!isError || wasError !== false) return null;
    return { kind: 'error', at, text: `${serial} in error`, serial, ...errorOf(block.eventAt(index)) };
  }
  const kind = block.kindOf(index);
  const change = connectionChange(carried, kind, at);
  if (change === 'lost') return { kind: 'connection', at: carried.lastServerAt ?? at, text: 'No connection' };
  if (change === 'back') return { kind: 'connection', at, to: at, text: 'Connected' };
  if (kind === 'log.gap') return { kind: 'gap', at, text: 'Events missing' };
  if (kind !== 'command.requested') return null;
  const event = block.eventAt(index);
  return event.kind === 'command.requested' ? { kind: 'command', at, text: `${commands[event.command].label}: ${event.deviceName}` } : null;
}

/** The position of a block in a recording, reduced to the fields that the timeline needs; `log` distinguishes the logs of several visits. */
export interface TimelineEntry {
  readonly id: number;
  readonly log: string;
  readonly firstSeq: number;
  readonly count: number;
}

/** Consecutive events of a block, with the index of the first one. */
export interface BlockPart {
  readonly first: number;
  readonly events: EventBlock;
}

/** The source from which the timeline of a recording is read. */
export interface TimelineSource {
  /** Returns all blocks, oldest first. */
  readonly blocks: () => Promise<readonly TimelineEntry[]>;
  /** Returns parts that contain at least the events of a block from an index onwards, in order; no parts for a block that is no longer stored. */
  readonly parts: (block: TimelineEntry, from: number) => Promise<readonly BlockPart[]>;
}

/** A reader of the marks and density of a whole recording, which does not read a part twice. */
export interface TimelineReader {
  readonly read: () => Promise<TimelineData>;
}

interface KnownBlock extends TimelineData {
  readonly entry: TimelineEntry;
  readonly carried: Carried;
  /** The instant of the last event of the block, in ms since epoch; null before the first event. */
  readonly lastAt: number | null;
}

const isSameBlock = (a: TimelineEntry, b: TimelineEntry) => a.log === b.log && a.firstSeq === b.firstSeq;

/** Returns a known block extended by further parts; changes `carried`. */
function extended(known: Omit<KnownBlock, 'entry'>, parts: readonly BlockPart[], from: number, entry: TimelineEntry): KnownBlock {
  const [density, marks, { carried }] = [new Map(known.density), [...known.marks], known];
  let read = from;
  let { lastAt } = known;
  for (const { first, events } of parts) {
    for (let index = Math.max(0, read - first); index < events.count; index += 1) {
      lastAt = events.atOf(index);
      const bin = Math.floor(lastAt / BIN_MS) * BIN_MS;
      density.set(bin, (density.get(bin) ?? 0) + 1);
      const mark = markOf(events, index, carried);
      if (mark !== null) marks.push(mark);
    }
    read = Math.max(read, first + events.count);
  }
  return { entry: { ...entry, count: read }, density, marks, carried, lastAt };
}

/** Joins the start of each lost connection with its end: the return of the connection, or the end of its log. In the last log, the loss may still continue. */
function joined(blocks: readonly KnownBlock[]): readonly RecordedMark[] {
  const marks: RecordedMark[] = [];
  blocks.forEach((block, index) => {
    for (const mark of block.marks) {
      const open = mark.to === undefined ? -1 : marks.findLastIndex(({ kind }) => kind === 'connection');
      const lost = marks[open];
      if (lost === undefined) marks.push(mark);
      else marks[open] = { ...lost, to: mark.at };
    }
    const next = blocks[index + 1];
    const last = marks.findLastIndex(({ kind }) => kind === 'connection');
    const lost = marks[last];
    const isEnd = next !== undefined && next.entry.log !== block.entry.log;
    if (isEnd && lost !== undefined && lost.to === undefined && block.lastAt !== null) marks[last] = { ...lost, to: block.lastAt };
  });
  return marks;
}

/** Creates a reader. It yields to the event loop between two blocks, so that a long recording does not block the thread. */
export function createTimelineReader({ blocks, parts }: TimelineSource): TimelineReader {
  let known: readonly KnownBlock[] = [];
  const readOne = async (entry: TimelineEntry, before: KnownBlock | undefined): Promise<KnownBlock> => {
    const same = known.find((one) => isSameBlock(one.entry, entry));
    if (same !== undefined && same.entry.count >= entry.count) return same;
    const from = same?.entry.count ?? 0;
    const earlier = same?.carried ?? (before?.entry.log === entry.log ? before.carried : begin());
    const carried: Carried = { ...earlier, errors: new Map(earlier.errors) };
    const begun = { density: same?.density ?? new Map<number, number>(), marks: same?.marks ?? [], carried, lastAt: same?.lastAt ?? null };
    return extended(begun, await parts(entry, from), from, entry);
  };
  return {
    read: async () => {
      const now: KnownBlock[] = [];
      for (const entry of await blocks()) now.push(await readOne(entry, now.at(-1)));
      known = now;
      const density = new Map<number, number>();
      for (const one of now) for (const [bin, count] of one.density) density.set(bin, (density.get(bin) ?? 0) + count);
      return { density, marks: joined(now) };
    },
  };
}
