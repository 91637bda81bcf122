import { buffer, connect, exhaustMap, map, switchMap, take, timer, type Observable, type OperatorFunction } from 'rxjs';
import type { Ports } from '../ports.ts';

/** How long events wait while the page is hidden, in ms: nobody looks. */
const HIDDEN_BATCH_MS = 1_000;

/** Joins lists into one per beat of `frame$`, while the page is hidden into one per second. Gives no empty list; a beat is asked for only when something waits. */
export function batchPerFrame<T>(ports: Pick<Ports, 'visible$' | 'frame$' | 'clock'>): OperatorFunction<readonly T[], readonly T[]> {
  const beat$: Observable<unknown> = ports.visible$.pipe(
    switchMap((isVisible) => (isVisible ? ports.frame$ : timer(HIDDEN_BATCH_MS, ports.clock))),
    take(1),
  );
  // `exhaustMap`: the first list orders a frame, those that follow before it travel along.
  return connect((lists$) =>
    lists$.pipe(
      buffer(lists$.pipe(exhaustMap(() => beat$))),
      map((lists) => (lists.length === 1 ? (lists[0] ?? []) : lists.flat())),
    ),
  );
}
