import { buffer, connect, exhaustMap, map, switchMap, take, timer, type Observable, type OperatorFunction } from 'rxjs';
import type { Ports } from '../ports.ts';

/** Time for which events wait while the page is hidden, in ms. */
const HIDDEN_BATCH_MS = 1_000;

/**
 * Joins lists into one per `frame$`, or into one per second while the page is hidden. Never emits an empty list; subscribes to `frame$` only while a list
 * waits.
 */
export function batchPerFrame<T>(ports: Pick<Ports, 'visible$' | 'frame$' | 'clock'>): OperatorFunction<readonly T[], readonly T[]> {
  const frameOrTimer$: Observable<unknown> = ports.visible$.pipe(
    switchMap((isVisible) => (isVisible ? ports.frame$ : timer(HIDDEN_BATCH_MS, ports.clock))),
    take(1),
  );
  // With `exhaustMap`, the first list requests a frame and later ones join it.
  return connect((lists$) =>
    lists$.pipe(
      buffer(lists$.pipe(exhaustMap(() => frameOrTimer$))),
      map((lists) => (lists.length === 1 ? (lists[0] ?? []) : lists.flat())),
    ),
  );
}
