/** The marks and density of the timeline, read block by block; what was read of a block is reused until the block has more events. */

import { commands } from '#domain/commands/commandRows';
import { activityOf } from '#domain/devices/activity';
import { faultLine, listedFaults } from '#domain/devices/faults';
import { isInError } from '#domain/devices/treating';
import type { FleetEvent } from '../event.ts';
import type { EventBlock } from './eventBlock.ts';

/**
 * The kinds of marks on the timeline; `offline` is a device that stopped reporting, `late` a span whose reports arrived late: only the server's
 * history knows these.
 */
export type MarkKind = 'error' | 'command' | 'connection' | 'gap' | 'note' | 'offline' | 'late';

/** A mark on the timeline that a person may want to go to; `at` is in ms since epoch. */
export interface RecordedMark {
  readonly kind: MarkKind;
  readonly at: number;
  /** The end of a lost connection, or of a mark of the server's history; absent while it lasts, and for a mark without duration. */
  readonly to?: number;
  /** The event and its device, in one line. */
  readonly text: string;
  /** The device in error, or of a mark of the server's history. */
  readonly serial?: string;
  /** The code of an error, as lists show it. */
  readonly code?: string;
  /** The worst fault of a device that reports no error code, in one line. */
  readonly fault?: string;
  /** The kind of a mark of the server's history, which knows more kinds than the timeline shows. */
  readonly cause?: string;
}

/** The number and kinds of events in a time span of the recording. */
export interface TimelineData {
  /** Events per bin, by the start of the bin in ms since epoch. */
  readonly density: ReadonlyMap<number, number>;
  /** The length of the bins in ms, at whose multiples they begin; `BIN_MS` if omitted. */
  readonly binMs?: number;
  readonly marks: readonly RecordedMark[];
}

/** Length of a bin in which events are counted, in ms. */
export const BIN_MS = 2_000;

/** The state that is carried from one block of a log to the next. Instants are in ms since epoch. */
interface Carried {
  /** Per device, whether it was in error. */
  readonly errors: Map<string, boolean>;
  /** When the newest event from the server arrived. */
  lastServerAt: number | null;
  isSocketClosed: boolean;
  isPageOffline: boolean;
}

const begin = (): Carried => ({ errors: new Map(), lastServerAt: null, isSocketClosed: false, isPageOffline: false });

const FROM_SERVER: ReadonlySet<string> = new Set(['request.succeeded', 'request.unchanged', 'socket.opened']);

/**
 * Returns whether an event shows that the console's connection was lost or is back; null when nothing changes. A closed socket is detected late, so the
 * connection is considered lost since the newest event from the server.
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

/** Returns how lists show an error: its code, otherwise the worst fault. */
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

/** The place of a block in a recording, as far as the timeline needs it; `log` distinguishes the logs of several visits. */
export interface TimelineEntry {
  readonly id: number;
  readonly log: string;
  readonly firstSeq: number;
  readonly count: number;
}

/** Events of a block, from an index on. */
export interface BlockPart {
  readonly first: number;
  readonly events: EventBlock;
}

/** A recording as the timeline is read from it. */
export interface TimelineSource {
  /** Oldest first. */
  readonly blocks: () => Promise<readonly TimelineEntry[]>;
  /** Returns parts with at least the events of a block from an index on, in order; no parts for a block that is no longer stored. */
  readonly parts: (block: TimelineEntry, from: number) => Promise<readonly BlockPart[]>;
}

/** Marks and density of a whole recording; parts that were read once are not read again. */
export interface TimelineReader {
  readonly read: () => Promise<TimelineData>;
}

interface KnownBlock extends TimelineData {
  readonly entry: TimelineEntry;
  readonly carried: Carried;
  /** The instant of its last event, ms since epoch; null before the first. */
  readonly lastAt: number | null;
}

const isSameBlock = (a: TimelineEntry, b: TimelineEntry) => a.log === b.log && a.firstSeq === b.firstSeq;

/** Adds parts of a block to the known ones; changes `carried`. */
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

/** Joins the start of each lost connection with its end: its return, or the end of its log. The last log continues. */
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

/** Creates a reader. It yields to the thread between two blocks, so that a long recording does not block it. */
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
