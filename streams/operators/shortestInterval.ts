import { distinctUntilChanged, map, pipe, scan, type OperatorFunction } from 'rxjs';
import type { QueryIntent } from '../intent.ts';

/** The polling interval that the subscribers of one key require: in ms, null for a single request, undefined for no request. */
export type WantedInterval = number | null | undefined;

type Open = readonly (number | null)[];

/** Returns the intervals of all open subscriptions after an intent. Unsubscribing with an interval that was never subscribed ends the oldest subscription. */
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

/** Combines the subscriptions of one key: several views share one poll with the shortest interval, and the poll ends when the last view unsubscribes. */
export function shortestInterval(): OperatorFunction<QueryIntent, WantedInterval> {
  return pipe(scan(openAfter, [] satisfies Open), map(shortest), distinctUntilChanged());
}
