import { distinctUntilChanged, map, pipe, scan, type OperatorFunction } from 'rxjs';
import type { AskingWish } from '../wish.ts';

/** How often the views that look at one key want it asked: in ms, once (null), or not at all (undefined). */
export type Wanted = number | null | undefined;

type Open = readonly (number | null)[];

/** The rhythms of all open interests after a wish. An interest closed with another rhythm than it was opened with closes the oldest. */
export function openAfter(open: Open, wish: AskingWish): Open {
  if (wish.kind === 'interest.opened') return [...open, wish.everyMs];
  if (wish.kind === 'ask.given') return open;
  return open.toSpliced(Math.max(0, open.indexOf(wish.everyMs)), 1);
}

function shortest(open: Open): Wanted {
  const everyMs = open.filter((rhythm) => rhythm !== null);
  if (everyMs.length > 0) return Math.min(...everyMs);
  return open.length === 0 ? undefined : null;
}

/** Counts the interests in one key: two views make one poll, the shorter rhythm wins, closing the last ends it. */
export function interest(): OperatorFunction<AskingWish, Wanted> {
  return pipe(scan(openAfter, [] satisfies Open), map(shortest), distinctUntilChanged());
}
