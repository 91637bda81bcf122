/** The days of the server's history, each requested once: its span, its blocks, and its marks and density for the timeline. */

import type { SchedulerLike } from 'rxjs';
import { DAY_MS, MINUTE_MS, type TimeSpan } from '#domain/text/timeUnits';
import { shownZone, type Zone } from '#domain/text/dates';
import { dayOfInstant, startOfDay } from '#domain/text/timeStep';
import type { TimelineData } from '#streams/recording/timeline';
import type { HistoryIndex, HistorySource } from './historySource.ts';

/** Maximum number of cached days. */
const MAX_DAYS = 60;
/** Time, in ms, for which the index of the current day is used before it is requested again. */
const FRESH_MS = MINUTE_MS;
/** Time, in ms, for which the index of a past day is used: offline devices may send the day's reports for hours. */
const OVER_MS = 10 * MINUTE_MS;

/** A day of the history as the timeline shows it. */
export interface HistoryDay extends TimeSpan, TimelineData {
  /** The oldest instant that the history holds, ms since epoch; null while it holds nothing. */
  readonly heldFrom: number | null;
  /** Whether the oldest marks are left out because there were too many. */
  readonly hasOlder?: boolean;
}

/** The days of the history. */
export interface HistoryDays {
  /** Returns the index of the day that contains an instant. Rejects if the source rejects. */
  readonly indexAt: (at: number) => Promise<HistoryIndex>;
  /** Returns the day that contains an instant, in a zone (default: the page's). Rejects if the source rejects. */
  readonly day: (at: number, zone?: Zone) => Promise<HistoryDay>;
}

/** Returns the day of an instant in a zone: 23 or 25 hours when daylight saving time begins or ends. */
export function dayOf(at: number, zone: Zone = shownZone()): TimeSpan {
  const startOf = (instant: number) => startOfDay(dayOfInstant(instant, zone), zone) ?? instant;
  const from = startOf(at);
  // This is noon of the next day, whatever the length of the day.
  return { from, to: startOf(from + 1.5 * DAY_MS) };
}

/** Returns the days in which a span lies, in the page's zone, oldest first. */
export function daysOf({ from, to }: TimeSpan): readonly TimeSpan[] {
  const days = [dayOf(from)];
  for (let day = dayOf(from); day.to < to;) {
    day = dayOf(day.to);
    days.push(day);
  }
  return days;
}

/** Creates the days of a source, which are requested when they are first needed. */
export function createHistoryDays(source: HistorySource, clock: Pick<SchedulerLike, 'now'>): HistoryDays {
  const known = new Map<string, { readonly at: number; readonly index: Promise<HistoryIndex> }>();
  const indexOf = (span: TimeSpan): Promise<HistoryIndex> => {
    // Days of two zones may start together and end at different instants.
    const key = `${String(span.from)} ${String(span.to)}`;
    const kept = known.get(key);
    const now = clock.now();
    if (kept !== undefined && now - kept.at < (kept.at > span.to + FRESH_MS ? OVER_MS : FRESH_MS)) return kept.index;
    const index = source.index(span);
    known.set(key, { at: now, index });
    const [oldest] = known.keys();
    if (known.size > MAX_DAYS && oldest !== undefined) known.delete(oldest);
    // A failed request is repeated when the day is needed again.
    index.catch(() => {
      if (known.get(key)?.index === index) known.delete(key);
    });
    return index;
  };
  return {
    indexAt: (at) => indexOf(dayOf(at)),
    day: async (at, zone) => {
      const span = dayOf(at, zone);
      const { density, stepMs, marks, heldFrom, hasOlder } = await indexOf(span);
      return { ...span, density, binMs: stepMs, marks, heldFrom, ...(hasOlder === true ? { hasOlder } : {}) };
    },
  };
}
