/** Joins two recordings into one: this console's recording, and the server's history before it and between its visits. */

import type { SchedulerLike } from 'rxjs';
import { DAY_MS, MINUTE_MS, type TimeSpan } from '#domain/text/timeUnits';
import { unframeBlock } from '#streams/recording/blockFrame';
import type { RecordingCodec } from '#streams/recording/codec';
import { readBlock } from '#streams/recording/eventBlock';
import { byOwnClock, gapAt, overlapping, type RecordedBlocks } from '../recorder/recordedBlocks.ts';
import type { BlockEntry, BlockReference } from '../recorder/recorder.ts';
import { isUnbroken } from '../recorder/pause.ts';
import { checkedBlock } from '../file/checkedBlock.ts';
import { HISTORY_LOG, isOfHistory } from '../recorder/historyLog.ts';
import { type PastView, viewsOf } from './asKnown.ts';
import { dayOf, type HistoryDays } from './historyDays.ts';
import type { HistorySource } from './historySource.ts';
import { createDaySearch } from './nearestDay.ts';
import type { ReadOverview } from './overviews.ts';

/** The id of all blocks of the history, which have no id in the recorder's store. */
const HISTORY_ID = -2;

/** Number of cached blocks, so that playing back and forth does not request a block again. */
const KEPT_BLOCKS = 12;

/** Returns the list entry of a block, which is identified by its start; its last instant is the one before the next block. */
const entryOf = ({ from, to }: TimeSpan): BlockEntry => ({
  id: HISTORY_ID,
  log: HISTORY_LOG,
  firstSeq: from,
  count: to - from,
  firstAt: from,
  lastAt: to - 1,
});

/** Returns whether blocks of this console's recording hold a whole span: one log without a pause, from before its start to its end, or to now. */
function isWhole(found: readonly BlockEntry[], { from, to }: TimeSpan, newest: BlockEntry | undefined): boolean {
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined || first.firstAt > from) return false;
  return isUnbroken(found) && (last.lastAt >= to || last === newest);
}

/** Time, in ms, after the end of a block within which its reports reach the server's history. */
const LATE_MS = 10_000;
/** Time, in ms, for which a block that may still grow is used before it is requested again. */
const GROWING_MS = 4_000;
/** The end of a search up to now is rounded up to a multiple of this time, in ms, so that the search is found in the cache. */
const NOW_STEP_MS = 10 * MINUTE_MS;

type Views = ReturnType<typeof viewsOf>;

interface BlockParts {
  readonly source: HistorySource;
  readonly codec: RecordingCodec;
  readonly clock: Pick<SchedulerLike, 'now'>;
}

/** Dependencies of the list of blocks. */
interface ListParts {
  readonly days: HistoryDays;
  /** The overviews of the history, if the server provides them. */
  readonly overviewOf?: ReadOverview | null;
}

type EntryParts = Required<ListParts> & Pick<BlockParts, 'source' | 'clock'>;

/**
 * Creates a reader that requests blocks and caches the most recent ones; a block that may still grow is cached for only a short time. Both views are built from
 * one block.
 */
function blockReader({ source, codec, clock }: BlockParts) {
  const kept = new Map<number, { readonly at: number; readonly block: Promise<Views> }>();
  const read = async (span: TimeSpan) => viewsOf(checkedBlock(readBlock(await unframeBlock(await source.block(span), codec), codec)));
  return (span: TimeSpan): Promise<Views> => {
    const { from, to } = span;
    const known = kept.get(from);
    const now = clock.now();
    if (known !== undefined && (known.at > to + LATE_MS || now - known.at < GROWING_MS)) return known.block;
    const block = read(span);
    kept.delete(from);
    kept.set(from, { at: now, block });
    const [oldest] = kept.keys();
    if (kept.size > KEPT_BLOCKS && oldest !== undefined) kept.delete(oldest);
    block.catch(() => {
      if (kept.get(from)?.block === block) kept.delete(from);
    });
    return block;
  };
}

const byStart = (spans: readonly TimeSpan[]): readonly TimeSpan[] =>
  [...new Map(spans.map((span) => [span.from, span])).values()].toSorted((one, other) => one.from - other.from);

/** An instant for which blocks are listed, whether this console's recording shows it, and the direction of a step from it. */
interface Near {
  readonly near: number;
  readonly isOwn: boolean;
  readonly by: 1 | -1 | undefined;
}

/**
 * Returns the blocks that a list lacks to show an instant, or for a step from it, by a search for the nearest day in a direction. A failed search fails only
 * the list that needs it. Source: NIGHT28.
 */
async function blocksBeyond(
  around: readonly TimeSpan[],
  { near, isOwn, by }: Near,
  search: (direction: 1 | -1) => Promise<readonly TimeSpan[]>,
): Promise<readonly TimeSpan[]> {
  const earlier = new Set(around.flatMap(({ from }) => (from <= near ? [from] : []))).size;
  const hasLater = around.some(({ from }) => from > near);
  if (by === 1) return hasLater ? [] : search(1);
  // A step back needs the block of the instant, and an earlier one.
  if (by === -1) return earlier >= (isOwn ? 1 : 2) ? [] : search(-1);
  if (isOwn || earlier > 0) return [];
  const found = await search(-1);
  return found.length > 0 || hasLater ? found : search(1);
}

/**
 * Creates the list of the history's blocks around an instant, clipped to the time between two instants: the rest belongs to this console's recording. If the
 * three days around the instant hold no block to show, the blocks of the nearest day before them, or else after them, are listed too; if they hold no block for
 * a step, the blocks of the nearest day in its direction. The listed spans are added to `listed`, by start. Source: NIGHT27, NIGHT28.
 */
function historyEntries({ source, days, overviewOf, clock }: EntryParts, listed: Map<number, TimeSpan>) {
  const nearest = createDaySearch({ source, days, overviewOf, clock });
  const entriesOf = (spans: readonly TimeSpan[], after: number, before: number): readonly BlockEntry[] => {
    for (const span of spans) listed.set(span.from, span);
    return spans
      .map(entryOf)
      .map((entry) => ({ ...entry, firstAt: Math.max(entry.firstAt, after + 1), lastAt: Math.min(entry.lastAt, before - 1) }));
  };
  return async (near: number, { from: after, to: before }: TimeSpan, by?: 1 | -1): Promise<readonly BlockEntry[]> => {
    // A day has 23 or 25 hours when daylight saving time begins or ends, so an instant 24 hours away may be two days away, or on the same day.
    const { from: begin, to: end } = dayOf(near);
    const asked = [begin - 1, begin, end].map((at) => dayOf(at)).filter(({ from, to }) => from < before && to > after);
    const indexes = await Promise.all(asked.map(({ from }) => days.indexAt(from)));
    const isBetween = ({ from, to }: TimeSpan) => from < before && to > after + 1;
    const around = indexes.flatMap(({ blocks }) => blocks).filter(isBetween);
    const heldFrom = indexes[0]?.heldFrom ?? null;
    if (heldFrom === null) return entriesOf(byStart(around), after, before);
    const now = Math.ceil(clock.now() / NOW_STEP_MS) * NOW_STEP_MS;
    const earlier = { from: Math.max(heldFrom, after), to: asked[0]?.from ?? begin };
    const later = { from: Math.max(heldFrom, asked.at(-1)?.to ?? end), to: Number.isFinite(before) ? before : now };
    const beyond = await blocksBeyond(around, { near, isOwn: near >= before, by }, (direction) =>
      nearest(direction > 0 ? later : earlier, direction),
    );
    return entriesOf(byStart([...around, ...beyond.filter(isBetween)]), after, before);
  };
}

/**
 * Returns the joined recording in each view of the history. Its list holds this console's blocks and, before them or between two visits of the console, the
 * history's blocks around the requested instant: of the day before, that day and the day after, and of the nearest held day if these have no block to show or
 * to step to. If the history cannot be read, only this console's recording is listed.
 */
export function joinedBlocks(
  own: RecordedBlocks,
  { days, overviewOf = null, ...parts }: BlockParts & ListParts,
): Readonly<Record<PastView, RecordedBlocks>> {
  const read = blockReader(parts);
  /** The listed spans by start, which identifies a block. */
  const listed = new Map<number, TimeSpan>();
  const around = historyEntries({ ...parts, days, overviewOf }, listed);
  const blockOf = async (reference: BlockReference, view: PastView) => {
    if (!isOfHistory(reference)) return own.block(reference);
    const span = listed.get(reference.firstSeq);
    return span === undefined ? null : (await read(span))(view);
  };
  /** The instants whose newest list lacks the history: two moments may be read at once. */
  const lacked = new Set<number>();
  const was: RecordedBlocks = {
    ...own,
    hasHistory: true,
    lacksHistory: (near) => lacked.has(near),
    // This console's recording may have a gap during which the console was closed.
    blocksOfSpan: async (span, offsetMs = 0) => {
      const blocks = await own.blocks();
      const ownSpan = byOwnClock(span, offsetMs);
      const found = overlapping(blocks, ownSpan);
      if (isWhole(found, ownSpan, blocks.at(-1))) return found;
      const indexes = await Promise.all([span.from, span.to].map((at) => days.indexAt(at)));
      const spans = [...new Map(indexes.flatMap((index) => index.blocks).map((held) => [held.from, held])).values()];
      const held = spans.filter(({ from, to }) => from <= span.to && to > span.from).toSorted((one, other) => one.from - other.from);
      for (const one of held) listed.set(one.from, one);
      return held.length === 0 ? found : held.map(entryOf);
    },
    blocks: async (near, by) => {
      const blocks = await own.blocks();
      if (near === undefined) return blocks;
      const begin = blocks[0]?.firstAt ?? Infinity;
      const gap = gapAt(blocks, near);
      try {
        const [earlier, between] = await Promise.all([
          near > begin + DAY_MS ? [] : around(near, { from: -Infinity, to: begin }, by),
          gap === null ? [] : around(near, gap, by),
        ]);
        lacked.delete(near);
        const place = gap === null ? 0 : blocks.findIndex(({ firstAt }) => firstAt === gap.to);
        return [...earlier, ...blocks.slice(0, place), ...between, ...blocks.slice(place)];
      } catch {
        lacked.add(near);
        const [oldest] = lacked;
        if (lacked.size > KEPT_BLOCKS && oldest !== undefined) lacked.delete(oldest);
        return blocks;
      }
    },
    block: (reference) => blockOf(reference, 'was'),
  };
  return { was, known: { ...was, block: (reference) => blockOf(reference, 'known') } };
}
