/** The days of the server's history, each requested once: what a day holds, its blocks, and its picture for the timeline. */

import type { SchedulerLike } from 'rxjs';
import { DAY_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { shownZone } from '#domain/text/dates';
import { dayOfInstant, startOfDay } from '#domain/text/timeStep';
import type { TimelineData } from '#streams/recording/timeline';
import type { HistoryIndex, HistorySource, HistorySpan } from './historySource.ts';

/** Maximum number of days that are kept. */
const MAX_DAYS = 60;
/** How long the index of a day that is not over is used before it is requested again, in ms. */
const FRESH_MS = MINUTE_MS;

/** A day of the history as the timeline shows it. */
export interface HistoryDay extends HistorySpan, TimelineData {
  /** Since when the history holds anything, ms since epoch; null while it holds nothing. */
  readonly heldFrom: number | null;
}

/** The days of the history. */
export interface HistoryDays {
  /** Returns the index of the day that contains an instant. Rejects like the source. */
  readonly indexAt: (at: number) => Promise<HistoryIndex>;
  /** Returns the day that contains an instant, in the zone of the page. Rejects like the source. */
  readonly day: (at: number) => Promise<HistoryDay>;
}

/** Returns the day of an instant in the zone of the page: 23 or 25 hours where the clock changes. */
export function dayOf(at: number): HistorySpan {
  const zone = shownZone();
  const startOf = (instant: number) => startOfDay(dayOfInstant(instant, zone), zone) ?? instant;
  const from = startOf(at);
  // Noon of the next day, whatever the length of this one.
  return { from, to: startOf(from + 1.5 * DAY_MS) };
}

/** Creates the days of a source, which are requested when they are first needed. */
export function createHistoryDays(source: HistorySource, clock: Pick<SchedulerLike, 'now'>): HistoryDays {
  const known = new Map<number, { readonly at: number; readonly index: Promise<HistoryIndex> }>();
  const indexAt = (instant: number): Promise<HistoryIndex> => {
    const span = dayOf(instant);
    const kept = known.get(span.from);
    const now = clock.now();
    const isFresh = kept !== undefined && (kept.at > span.to + FRESH_MS || now - kept.at < FRESH_MS);
    if (isFresh) return kept.index;
    const index = source.index(span);
    known.set(span.from, { at: now, index });
    const [oldest] = known.keys();
    if (known.size > MAX_DAYS && oldest !== undefined) known.delete(oldest);
    // A failed request is repeated when the day is needed again.
    index.catch(() => {
      if (known.get(span.from)?.index === index) known.delete(span.from);
    });
    return index;
  };
  return {
    indexAt,
    day: async (at) => {
      const { density, stepMs, marks, heldFrom } = await indexAt(at);
      return { ...dayOf(at), density, binMs: stepMs, marks, heldFrom };
    },
  };
}
