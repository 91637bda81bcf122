import { defer, expand, switchMap, timer, type Observable, type SchedulerLike } from 'rxjs';

/** The pauses of a poll in ms, from a response or a failure to the next request. */
export interface PollInterval {
  readonly everyMs: number;
  readonly afterErrorMs: number;
}

/** Returns a poll interval with `everyMs` after a response and twice that after a failure. Source: GAP-28. */
export function pollInterval(everyMs: number): PollInterval {
  return { everyMs, afterErrorMs: 2 * everyMs };
}

/**
 * Requests at once, then `everyMs` after each response and `afterErrorMs` after each failure. `request` receives the last attempt (null at first), emits one
 * attempt and never errors.
 */
export function poll<A extends { readonly ok: boolean }>(
  request: (last: A | null) => Observable<A>,
  pause: PollInterval,
  clock: SchedulerLike,
): Observable<A> {
  return defer(() => request(null)).pipe(
    expand((last) => timer(last.ok ? pause.everyMs : pause.afterErrorMs, clock).pipe(switchMap(() => request(last)))),
  );
}
