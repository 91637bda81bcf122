import { distinctUntilChanged, map, pipe, scan, type OperatorFunction } from 'rxjs';
import type { QueryIntent } from '../intent.ts';

/** The interval at which the subscribers of one key want it requested: in ms, once (null), or not at all (undefined). */
export type WantedInterval = number | null | undefined;

type Open = readonly (number | null)[];

/** The intervals of all open subscriptions after an intent. Unsubscribing with an interval that was never subscribed ends the oldest subscription. */
export function openAfter(open: Open, intent: QueryIntent): Open {
  if (intent.kind === 'query.subscribed') return [...open, intent.everyMs];
  if (intent.kind === 'query.requested') return open;
  return open.toSpliced(Math.max(0, open.indexOf(intent.everyMs)), 1);
}

function shortest(open: Open): WantedInterval {
  const everyMs = open.filter((interval) => interval !== null);
  if (everyMs.length > 0) return Math.min(...everyMs);
  return open.length === 0 ? undefined : null;
}

/** Counts the subscriptions of one key: two views share one poll, the shorter interval is used, and the last one to unsubscribe ends the poll. */
export function shortestInterval(): OperatorFunction<QueryIntent, WantedInterval> {
  return pipe(scan(openAfter, [] satisfies Open), map(shortest), distinctUntilChanged());
}
