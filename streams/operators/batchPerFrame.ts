import {
  buffer,
  connect,
  defer,
  exhaustMap,
  filter,
  map,
  merge,
  share,
  switchMap,
  take,
  takeUntil,
  tap,
  timer,
  type Observable,
  type OperatorFunction,
} from 'rxjs';
import type { Ports } from '../ports.ts';

/** How long events wait while the page is hidden, in ms. */
const HIDDEN_BATCH_MS = 1_000;
/** The shortest time between two batches that may wait, in ms: four a second are as many as a person reads, and each costs the page the same whatever it holds. */
const PACE_MS = 250;

/**
 * Joins lists into one per `frame$`, or into one per second while the page is hidden. Lists that may wait, as `mayWait` says, come at most each 250 ms unless
 * another one does. Emits no empty list; subscribes to `frame$` only while a list waits.
 */
export function batchPerFrame<T>(
  ports: Pick<Ports, 'visible$' | 'frame$' | 'clock'>,
  mayWait: (list: readonly T[]) => boolean = () => false,
): OperatorFunction<readonly T[], readonly T[]> {
  const { clock } = ports;
  const frameOrTimer$: Observable<unknown> = ports.visible$.pipe(
    switchMap((isVisible) => (isVisible ? ports.frame$ : timer(HIDDEN_BATCH_MS, clock))),
    take(1),
  );
  return connect((lists$) => {
    let lastAt = Number.NEGATIVE_INFINITY;
    const paced$ = defer(() => {
      const rest = lastAt + PACE_MS - clock.now();
      // A clock that was set back makes nothing wait longer.
      return rest <= 0 || rest > PACE_MS ? frameOrTimer$ : timer(rest, clock).pipe(switchMap(() => frameOrTimer$));
    });
    // With `exhaustMap`, the first list requests a frame and later ones join it.
    const urgent$ = lists$.pipe(
      filter((list) => !mayWait(list)),
      exhaustMap(() => frameOrTimer$),
      share(),
    );
    const waited$ = lists$.pipe(
      filter(mayWait),
      exhaustMap(() => paced$.pipe(takeUntil(urgent$))),
    );
    return lists$.pipe(
      buffer(merge(urgent$, waited$)),
      filter((lists) => lists.length > 0),
      tap(() => {
        lastAt = clock.now();
      }),
      map((lists) => (lists.length === 1 ? (lists[0] ?? []) : lists.flat())),
    );
  });
}
