/** Finds the nearest day of the server's history that holds a block, beyond the days of a list: where robots are off, nothing is held for weeks. */

import type { SchedulerLike } from 'rxjs';
import { DAY_MS, MINUTE_MS, type TimeSpan } from '#domain/text/timeUnits';
import { daysOf, type HistoryDays } from './historyDays.ts';
import type { HistorySource } from './historySource.ts';
import type { ReadOverview } from './overviews.ts';

/** Maximum span of an index, in ms. */
const LONGEST_MS = 32 * DAY_MS;
/** Maximum number of indexes of a search, each of twice as many days as the one before: more than a year. */
const MAX_INDEXES = 17;
/** Maximum number of steps of an overview whose blocks are read: the nearest step may hold only blocks that the list already has. */
const MAX_STEPS = 3;
/** Maximum number of remembered searches. */
const MAX_SEARCHES = 20;
/** Time, in ms, for which a search is remembered: as long as the index of a past day is used. */
const KEPT_MS = 10 * MINUTE_MS;

/** The direction of a search: 1 is later. */
type Direction = 1 | -1;

interface DaySearchParts {
  readonly source: Pick<HistorySource, 'index'>;
  readonly days: HistoryDays;
  readonly overviewOf: ReadOverview | null;
  readonly clock: Pick<SchedulerLike, 'now'>;
}

type Search = (range: TimeSpan, by: Direction) => Promise<readonly TimeSpan[]>;

/** Returns a search that remembers its newest results for `KEPT_MS`; a failed search is repeated. */
function remembered(search: Search, clock: Pick<SchedulerLike, 'now'>): Search {
  const known = new Map<string, { readonly at: number; readonly found: ReturnType<Search> }>();
  return (range, by) => {
    const key = [by, range.from, range.to].join(' ');
    const kept = known.get(key);
    const now = clock.now();
    if (kept !== undefined && now - kept.at < KEPT_MS) return kept.found;
    const found = search(range, by);
    known.delete(key);
    known.set(key, { at: now, found });
    const [oldest] = known.keys();
    if (known.size > MAX_SEARCHES && oldest !== undefined) known.delete(oldest);
    found.catch(() => {
      if (known.get(key)?.found === found) known.delete(key);
    });
    return found;
  };
}

const isEmpty = ({ from, to }: TimeSpan): boolean => from >= to;

const startsIn =
  ({ from, to }: TimeSpan) =>
  (block: TimeSpan): boolean =>
    block.from >= from && block.from < to;

/** Returns the parts of a range, nearest first, each twice as long as the one before, up to `LONGEST_MS`. */
function partsOf({ from, to }: TimeSpan, by: Direction): readonly TimeSpan[] {
  const parts: TimeSpan[] = [];
  let [left, lengthMs] = [{ from, to }, DAY_MS];
  while (!isEmpty(left) && parts.length < MAX_INDEXES) {
    const edge = by > 0 ? Math.min(left.to, left.from + lengthMs) : Math.max(left.from, left.to - lengthMs);
    parts.push(by > 0 ? { from: left.from, to: edge } : { from: edge, to: left.to });
    left = by > 0 ? { from: edge, to: left.to } : { from: left.from, to: edge };
    lengthMs = Math.min(LONGEST_MS, lengthMs * 2);
  }
  return parts;
}

/**
 * Returns the search for the blocks of the nearest day, later or earlier, that start within a range: in the overview of a year, if the server provides one,
 * otherwise by indexes of more and more days; remembered for ten minutes. Empty if the range holds nothing. Rejects when the history cannot be read.
 */
export function createDaySearch({ source, days, overviewOf, clock }: DaySearchParts): Search {
  const blocksOfDays = async (span: TimeSpan, range: TimeSpan): Promise<readonly TimeSpan[]> => {
    const indexes = await Promise.all(daysOf(span).map(({ from }) => days.indexAt(from)));
    return indexes.flatMap(({ blocks }) => blocks).filter(startsIn(range));
  };
  const inIndexes = async (range: TimeSpan, by: Direction): Promise<readonly TimeSpan[]> => {
    for (const part of partsOf(range, by)) {
      const nearest = (await source.index(part)).blocks.filter(startsIn(range)).at(by > 0 ? 0 : -1);
      if (nearest !== undefined) return blocksOfDays(nearest, range);
    }
    return [];
  };
  const inSteps = async (steps: readonly TimeSpan[], range: TimeSpan): Promise<readonly TimeSpan[]> => {
    for (const step of steps) {
      const blocks = await blocksOfDays(step, range);
      if (blocks.length > 0) return blocks;
    }
    return [];
  };
  const nearest: Search = async (range, by) => {
    if (isEmpty(range)) return [];
    if (overviewOf === null) return inIndexes(range, by);
    // The overview of a span of this length is by the day, and covers the whole year.
    const { from, density, binMs } = await overviewOf({ from: range.to - LONGEST_MS, to: range.to });
    const steps = [...density.keys()]
      .filter((at) => at < range.to && at + binMs > range.from)
      .toSorted((one, other) => (one - other) * by)
      .slice(0, MAX_STEPS)
      .map((at) => ({ from: at, to: at + binMs }));
    const beforeYear = { from: range.from, to: Math.min(range.to, from) };
    const searches = [() => inSteps(steps, range), () => inIndexes(beforeYear, by)];
    for (const search of by > 0 ? searches.toReversed() : searches) {
      const found = await search();
      if (found.length > 0) return found;
    }
    return [];
  };
  return remembered(nearest, clock);
}
