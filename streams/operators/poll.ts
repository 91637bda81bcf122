import { defer, expand, switchMap, timer, type Observable, type SchedulerLike } from 'rxjs';

/** The pauses of a poll in ms, counted from an answer, respectively from a failure, to the next ask. */
export interface Rhythm {
  readonly everyMs: number;
  readonly afterErrorMs: number;
}

/** The rhythm of a poll: exactly `everyMs` after an answer, exactly double after a failure. Source: GAP-28. */
export function rhythm(everyMs: number): Rhythm {
  return { everyMs, afterErrorMs: 2 * everyMs };
}

/** Asks at once, then `everyMs` after each answer, `afterErrorMs` after each failure. `ask` gives one attempt and never errors. */
export function poll<A extends { readonly ok: boolean }>(ask: () => Observable<A>, pause: Rhythm, clock: SchedulerLike): Observable<A> {
  // `defer`: every round asks anew.
  const attempt = defer(ask);
  return attempt.pipe(expand((last) => timer(last.ok ? pause.everyMs : pause.afterErrorMs, clock).pipe(switchMap(() => attempt))));
}
