import { commands } from '#domain/commands/commandRows';
import { isErrorReport } from '#domain/devices/treating';
import type { EventBlock } from './eventBlock.ts';

/** What a mark on the timeline stands for. */
export type MarkKind = 'error' | 'command' | 'connection' | 'gap' | 'note';

/** Something on the timeline that a person may want to go to; `at` in ms since epoch. */
export interface RecordedMark {
  readonly kind: MarkKind;
  readonly at: number;
  /** In one line: what and of which device. */
  readonly text: string;
  /** The device in error. */
  readonly serial?: string;
  /** The reported code of an error. */
  readonly code?: string;
}

/** How much happened, and what, in a span of the recording. */
export interface TimelineData {
  /** Events per `BIN_MS`, by the begin of the bin in ms since epoch. */
  readonly density: ReadonlyMap<number, number>;
  readonly marks: readonly RecordedMark[];
}

/** Events are counted per so many ms. */
export const BIN_MS = 2_000;

/** Per device whether it was in error, carried from one block of a log to the next. */
type Errors = Map<string, boolean>;

function markOf(block: EventBlock, index: number, errors: Errors): RecordedMark | null {
  const at = block.atOf(index);
  const device = block.devices[index] ?? -1;
  if (device >= 0) {
    // Three fields instead of the whole report: most of a recording is reports without a mark.
    const text = (name: string) => {
      const value = block.fieldAt(index, name);
      return typeof value === 'string' ? value : null;
    };
    const serial = block.texts[device] ?? '';
    const isError = isErrorReport({
      shape: text('shape') === 'docks' ? 'docks' : 'tasks',
      current_state: text('current_state'),
      state: text('state'),
    });
    const wasError = errors.get(serial);
    errors.set(serial, isError);
    if (!isError || wasError !== false) return null;
    const code = text('error_code');
    return { kind: 'error', at, text: `${serial} in error`, serial, ...(code === null ? {} : { code }) };
  }
  const kind = block.kindOf(index);
  if (kind === 'socket.closed') return { kind: 'connection', at, text: 'Connection lost' };
  if (kind === 'log.gap') return { kind: 'gap', at, text: 'Events missing' };
  if (kind !== 'command.requested') return null;
  const event = block.eventAt(index);
  return event.kind === 'command.requested' ? { kind: 'command', at, text: `${commands[event.command].label}: ${event.deviceName}` } : null;
}

/** The place of a block in a recording, as far as the timeline needs it; `log` tells the logs of several visits apart. */
export interface TimelineEntry {
  readonly id: number;
  readonly log: string;
  readonly firstSeq: number;
  readonly count: number;
}

/** Events of a block, from an index of it on. */
export interface BlockPart {
  readonly first: number;
  readonly events: EventBlock;
}

/** A recording as the timeline is read from it. */
export interface TimelineSource {
  /** Oldest first. */
  readonly blocks: () => Promise<readonly TimelineEntry[]>;
  /** Parts with at least the events of a block from an index on, in order; none for a block that is not there any more. */
  readonly parts: (block: TimelineEntry, from: number) => Promise<readonly BlockPart[]>;
}

/** Marks and density of a whole recording; what was read once is not read again. */
export interface TimelineReader {
  readonly read: () => Promise<TimelineData>;
}

interface KnownBlock extends TimelineData {
  readonly entry: TimelineEntry;
  readonly errors: Errors;
}

const isSameBlock = (a: TimelineEntry, b: TimelineEntry) => a.log === b.log && a.firstSeq === b.firstSeq;

/** What is known of a block with parts of it more; `errors` is changed. */
function extended(
  known: TimelineData & { readonly errors: Errors },
  parts: readonly BlockPart[],
  from: number,
  entry: TimelineEntry,
): KnownBlock {
  const [density, marks, { errors }] = [new Map(known.density), [...known.marks], known];
  let read = from;
  for (const { first, events } of parts) {
    for (let index = Math.max(0, read - first); index < events.count; index += 1) {
      const bin = Math.floor(events.atOf(index) / BIN_MS) * BIN_MS;
      density.set(bin, (density.get(bin) ?? 0) + 1);
      const mark = markOf(events, index, errors);
      if (mark !== null) marks.push(mark);
    }
    read = Math.max(read, first + events.count);
  }
  return { entry: { ...entry, count: read }, density, marks, errors };
}

/** Creates a reader. Between two blocks the thread is given back, so that a long recording does not block it. */
export function createTimelineReader({ blocks, parts }: TimelineSource): TimelineReader {
  let known: readonly KnownBlock[] = [];
  const readOne = async (entry: TimelineEntry, before: KnownBlock | undefined): Promise<KnownBlock> => {
    const same = known.find((one) => isSameBlock(one.entry, entry));
    if (same !== undefined && same.entry.count >= entry.count) return same;
    const from = same?.entry.count ?? 0;
    const errors: Errors = new Map(same?.errors ?? (before?.entry.log === entry.log ? before.errors : []));
    const begun = { density: same?.density ?? new Map<number, number>(), marks: same?.marks ?? [], errors };
    return extended(begun, await parts(entry, from), from, entry);
  };
  return {
    read: async () => {
      const now: KnownBlock[] = [];
      for (const entry of await blocks()) now.push(await readOne(entry, now.at(-1)));
      known = now;
      const density = new Map<number, number>();
      for (const one of now) for (const [bin, count] of one.density) density.set(bin, (density.get(bin) ?? 0) + count);
      return { density, marks: now.flatMap(({ marks }) => marks) };
    },
  };
}
