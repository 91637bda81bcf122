import { commands } from '#domain/commands/commandRows';
import { isErrorReport } from '#domain/devices/treating';
import type { BlockEntry } from '#edge/recorder/recorder';
import type { EventBlock } from '#streams/recording/eventBlock';
import type { RecordedBlocks } from './recordedBlocks.ts';

/** What a mark on the timeline stands for. */
export type MarkKind = 'error' | 'command' | 'connection' | 'gap' | 'note';

/** Something on the timeline that a person may want to go to; `at` in ms since epoch. */
export interface RecordedMark {
  readonly kind: MarkKind;
  readonly at: number;
  /** In one line: what and of which device. */
  readonly text: string;
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
  const kind = block.kindOf(index);
  if (kind === 'device.stateReported') {
    const event = block.eventAt(index);
    if (event.kind !== 'device.stateReported') return null;
    const isError = isErrorReport(event.state);
    const wasError = errors.get(event.serial);
    errors.set(event.serial, isError);
    return isError && wasError === false ? { kind: 'error', at, text: `${event.serial} in error` } : null;
  }
  if (kind === 'socket.closed') return { kind: 'connection', at, text: 'Connection lost' };
  if (kind === 'log.gap') return { kind: 'gap', at, text: 'Events missing' };
  if (kind !== 'command.requested') return null;
  const event = block.eventAt(index);
  return event.kind === 'command.requested' ? { kind: 'command', at, text: `${commands[event.command].label}: ${event.deviceName}` } : null;
}

/** The marks and the density of one block; `errors` is carried on. */
function readMarks(block: EventBlock, errors: Errors): TimelineData {
  const density = new Map<number, number>();
  const marks: RecordedMark[] = [];
  for (let index = 0; index < block.count; index += 1) {
    const bin = Math.floor(block.atOf(index) / BIN_MS) * BIN_MS;
    density.set(bin, (density.get(bin) ?? 0) + 1);
    const mark = markOf(block, index, errors);
    if (mark !== null) marks.push(mark);
  }
  return { density, marks };
}

/** Marks and density of a whole recording; blocks that did not change are read once. */
export interface TimelineReader {
  readonly read: () => Promise<TimelineData>;
}

interface KnownBlock extends TimelineData {
  readonly entry: BlockEntry;
  readonly errors: Errors;
}

/** Creates a reader. Between two blocks the page is given back, so that a long recording does not block it. */
export function createTimelineReader({ blocks, block }: RecordedBlocks): TimelineReader {
  let known: readonly KnownBlock[] = [];
  const readOne = async (entry: BlockEntry, before: KnownBlock | undefined): Promise<KnownBlock> => {
    const same = known.find(
      (one) => one.entry.log === entry.log && one.entry.firstSeq === entry.firstSeq && one.entry.count === entry.count,
    );
    if (same !== undefined) return same;
    const events = await block(entry.id);
    const errors: Errors = new Map(before?.entry.log === entry.log ? before.errors : []);
    return { entry, errors, ...(events === null ? { density: new Map<number, number>(), marks: [] } : readMarks(events, errors)) };
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
