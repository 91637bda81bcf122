/** The days of the server's history, each requested once: what a day holds, its blocks, and its picture for the timeline. */

import type { SchedulerLike } from 'rxjs';
import { DAY_MS, MINUTE_MS, type TimeSpan } from '#domain/text/timeUnits';
import { shownZone, type Zone } from '#domain/text/dates';
import { dayOfInstant, startOfDay } from '#domain/text/timeStep';
import type { TimelineData } from '#streams/recording/timeline';
import type { HistoryIndex, HistorySource } from './historySource.ts';

/** Maximum number of days that are kept. */
const MAX_DAYS = 60;
/** How long the index of a day that is not over is used before it is requested again, in ms. */
const FRESH_MS = MINUTE_MS;
/** The same of a day that is over, to which devices without a connection may send for hours, in ms. */
const OVER_MS = 10 * MINUTE_MS;

/** A day of the history as the timeline shows it. */
export interface HistoryDay extends TimeSpan, TimelineData {
  /** Since when the history holds anything, ms since epoch; null while it holds nothing. */
  readonly heldFrom: number | null;
  /** Whether there were too many marks, so that the oldest are left out. */
  readonly hasOlder?: boolean;
}

/** The days of the history. */
export interface HistoryDays {
  /** Returns the index of the day that contains an instant. Rejects if the source rejects. */
  readonly indexAt: (at: number) => Promise<HistoryIndex>;
  /** Returns the day that contains an instant, in a zone (default: the page's). Rejects if the source rejects. */
  readonly day: (at: number, zone?: Zone) => Promise<HistoryDay>;
}

/** Returns the day of an instant in a zone: 23 or 25 hours where the clock changes. */
export function dayOf(at: number, zone: Zone = shownZone()): TimeSpan {
  const startOf = (instant: number) => startOfDay(dayOfInstant(instant, zone), zone) ?? instant;
  const from = startOf(at);
  // Noon of the next day, whatever the length of this one.
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
    // Days of two zones may begin together and end at different instants.
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
