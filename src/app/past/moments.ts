import { stateOf } from '#state/keyframe';
import { selectProfile } from '#state/session';
import { reduceLog, type RootState } from '#state/store';
import type { FlightRecorder } from '#edge/recorder/flightRecorder';
import { recordingCodec } from '#edge/recordingCodec';
import type { BlockEntry } from '#edge/recorder/recorder';
import { decisiveEvents } from '#streams/recording/decisiveEvents';
import { readBlock, type EventBlock } from '#streams/recording/eventBlock';
import type { RecordedBlocks } from './recordedBlocks.ts';

/** One moment of the recording: the state after the first `count` events of a block. */
export interface Moment {
  /** The instant that was sought, within the recording: ms since epoch. */
  readonly at: number;
  readonly block: BlockEntry;
  readonly count: number;
  readonly state: RootState;
}

/** The states of a recording, by instant and by event. */
export interface Moments {
  /** The state after every event up to an instant; the nearest recorded one outside the recording. Null while nothing is recorded. */
  readonly seek: (at: number) => Promise<Moment | null>;
  /** The state one event later (1) or earlier (-1); the same moment at an end of the recording. */
  readonly step: (from: Moment, by: 1 | -1) => Promise<Moment>;
}

/** Forward by fewer events than this: they are folded one after the other, instead of from the keyframe. */
const NEAR = 2_000;
/** States that are remembered while stepping, so that a step back costs what a step forward costs. */
const REMEMBERED = 64;

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

/** The least number of events after which somebody is signed in: the log begins before the sign-in. */
function firstCount({ before, events }: Opened): number {
  if (before !== undefined && selectProfile(before) !== null) return 1;
  let index = 0;
  while (index < events.count && events.kindOf(index) !== 'session.opened') index += 1;
  return index < events.count ? index + 1 : 1;
}

/** The index of the last block that begins at or before an instant; 0 before all. */
function indexAt(blocks: readonly BlockEntry[], at: number): number {
  return Math.max(
    0,
    blocks.findLastIndex(({ firstAt }) => firstAt <= at),
  );
}

/**
 * Creates the states of a recording. A block is read when it is needed; the last one used is kept, and so is the list of blocks: a recording grows at its
 * end and loses its begin, so that the list of before is right for an instant before its end while the begin is the same.
 */
export function createMoments({ blocks, block, since }: RecordedBlocks): Moments {
  let last: Opened | null = null;
  let listed: readonly BlockEntry[] = [];
  const list = async () => (listed = await blocks());
  const listFor = async (wanted: number) => {
    const isWhole = since === undefined || since() === listed[0]?.firstAt;
    return isWhole && wanted < (listed.at(-1)?.lastAt ?? -Infinity) ? listed : list();
  };
  const opened = async (entry: BlockEntry): Promise<Opened | null> => {
    const isSame = last?.entry.log === entry.log && last.entry.firstSeq === entry.firstSeq && last.entry.count === entry.count;
    if (last !== null && isSame) return last;
    const events = await block(entry.id);
    // The block that was open when it was listed may be sealed by now, and another one open.
    if (events === null || events.atOf(0) !== entry.firstAt || events.count < entry.count) return null;
    last = { entry, events, before: events.keyframe === null ? undefined : stateOf(events.keyframe), known: new Map() };
    return last;
  };
  const momentIn = (from: Opened, wanted: number, at: number): Moment => {
    const count = Math.min(Math.max(firstCount(from), wanted), from.events.count);
    return { at, block: from.entry, count, state: stateAfter(from, count) };
  };
  const openedAt = async (all: readonly BlockEntry[], wanted: number) => {
    const entry = all[indexAt(all, wanted)];
    return entry === undefined ? null : opened(entry);
  };
  const seek = async (wanted: number): Promise<Moment | null> => {
    const found = (await openedAt(await listFor(wanted), wanted)) ?? (await openedAt(await list(), wanted));
    if (found === null) return null;
    const at = Math.max(wanted, found.entry.firstAt);
    return momentIn(found, found.events.countUntil(at), Math.min(at, found.entry.lastAt));
  };
  return {
    seek,
    step: async (from, by) => {
      const current = await opened(from.block);
      if (current === null) return from;
      const count = from.count + by;
      if (count >= firstCount(current) && count <= current.events.count) return momentIn(current, count, current.events.atOf(count - 1));
      const all = await list();
      const here = all.findIndex(({ log, firstSeq }) => log === from.block.log && firstSeq === from.block.firstSeq);
      const next = here < 0 ? undefined : all[here + by];
      const neighbour = next === undefined ? null : await opened(next);
      if (neighbour === null) return from;
      const into = by > 0 ? 1 : neighbour.events.count;
      return momentIn(neighbour, into, neighbour.events.atOf(into - 1));
    },
  };
}

/** A recording of this page; one that does not change has no `since`. */
type OwnRecording = Pick<FlightRecorder, 'blocks' | 'block'> & Partial<Pick<FlightRecorder, 'since'>>;

/** What the flight recorder of this page holds. */
export function ownBlocks({ blocks, block, ...recorder }: OwnRecording): RecordedBlocks {
  return {
    ...('since' in recorder ? { since: recorder.since } : {}),
    blocks,
    block: async (id) => {
      const bytes = await block(id);
      return bytes === null ? null : readBlock(bytes, recordingCodec);
    },
  };
}
