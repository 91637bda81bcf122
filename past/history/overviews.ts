/** Overviews of longer spans of the server's history: by the hour or the day; a span of up to a day from its days. Each part is requested once. */

import type { SchedulerLike } from 'rxjs';
import { LONGEST_BY_HOUR_MS, overviewStep, reachBefore, REACH_MS } from '#domain/history/trackSpan';
import { DAY_MS, MINUTE_MS, type TimeSpan } from '#domain/text/timeUnits';
import type { RecordedMark, TimelineData } from '#streams/recording/timeline';
import { daysOf, type HistoryDays } from './historyDays.ts';
import type { HistoryIndex, HistorySource } from './historySource.ts';

/** Maximum number of cached parts. */
const MAX_PARTS = 40;
/** Time, in ms, for which a part that reaches to now is used before it is requested again. */
const FRESH_MS = MINUTE_MS;

/** The overview of a longer span of the history, as shown by the timeline. */
export interface HistoryOverview extends TimeSpan, TimelineData {
  readonly binMs: number;
  /** The oldest instant that the history holds, ms since epoch; null while it holds nothing. */
  readonly heldFrom: number | null;
  /** Whether the oldest marks are left out because there were too many. */
  readonly hasOlder: boolean;
}

/** A function that returns the overview of a longer span of the history, and of the time around it. Rejects if the source rejects. */
export type ReadOverview = (span: TimeSpan) => Promise<HistoryOverview>;

/** Returns the parts to request for a span by a step: by the day, everything that can be shown; by the hour, the parts of a grid of 16 days. */
function partsOf({ from, to }: TimeSpan, stepMs: number, now: number): readonly TimeSpan[] {
  if (stepMs === DAY_MS) {
    const reach = reachBefore(now);
    return [{ from: reach.from, to: reach.from + REACH_MS + DAY_MS }];
  }
  const first = Math.floor(from / LONGEST_BY_HOUR_MS);
  const last = Math.floor((to - 1) / LONGEST_BY_HOUR_MS);
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    from: (first + index) * LONGEST_BY_HOUR_MS,
    to: (first + index + 1) * LONGEST_BY_HOUR_MS,
  }));
}

/** Returns the key that the marks of one event share, which may span several parts or days. */
export const markKey = ({ kind, at, text, serial }: RecordedMark): string => [kind, at, serial, text].join(' ');

function joined(parts: readonly TimeSpan[], indexes: readonly Omit<HistoryIndex, 'blocks' | 'stepMs'>[], stepMs: number): HistoryOverview {
  // An error that spans several parts has a mark in each.
  const marks = new Map(indexes.flatMap((index) => index.marks).map((mark) => [markKey(mark), mark]));
  return {
    from: Math.min(...parts.map(({ from }) => from)),
    to: Math.max(...parts.map(({ to }) => to)),
    density: new Map(indexes.flatMap(({ density }) => [...density])),
    binMs: stepMs,
    marks: [...marks.values()].toSorted((one, other) => one.at - other.at),
    heldFrom: indexes[0]?.heldFrom ?? null,
    hasOlder: indexes.some(({ hasOlder }) => hasOlder === true),
  };
}

/** Creates the reader of overviews on top of a source and its days. */
export function createOverviews(
  source: Required<Pick<HistorySource, 'overview'>>,
  days: HistoryDays,
  clock: Pick<SchedulerLike, 'now'>,
): ReadOverview {
  const known = new Map<string, { readonly at: number; readonly index: Promise<HistoryIndex> }>();
  const partOf = (span: TimeSpan, stepMs: number): Promise<HistoryIndex> => {
    const key = [stepMs, span.from].join(' ');
    const kept = known.get(key);
    const now = clock.now();
    if (kept !== undefined && (kept.at > span.to + FRESH_MS || now - kept.at < FRESH_MS)) return kept.index;
    const index = source.overview(span, stepMs);
    known.delete(key);
    known.set(key, { at: now, index });
    const [oldest] = known.keys();
    if (known.size > MAX_PARTS && oldest !== undefined) known.delete(oldest);
    // A failed request is repeated when the part is needed again.
    index.catch(() => {
      if (known.get(key)?.index === index) known.delete(key);
    });
    return index;
  };
  return async (span) => {
    const stepMs = overviewStep(span);
    if (stepMs === null) {
      // A span of 24 h can touch three days if the middle one has 23 hours.
      const parts = daysOf(span);
      const indexes = await Promise.all(parts.map(({ from }) => days.indexAt(from)));
      return joined(parts, indexes, indexes[0]?.stepMs ?? MINUTE_MS);
    }
    const parts = partsOf(span, stepMs, clock.now());
    return joined(parts, await Promise.all(parts.map((part) => partOf(part, stepMs))), stepMs);
  };
}
