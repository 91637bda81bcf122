import { connect, filter, ignoreElements, merge, takeUntil, type MonoTypeOperatorFunction } from 'rxjs';
import type { Ports } from '../ports.ts';

/**
 * Emits until nobody is signed in, then stops: a response for one user must not reach the next. A source that can be aborted is unsubscribed at that point; any
 * other source runs to its end, so that the server's action does not depend on the session. Subscribe while somebody is signed in.
 */
export function withinSession<T>({ token$ }: Pick<Ports, 'token$'>, canAbort: boolean): MonoTypeOperatorFunction<T> {
  const signedOut$ = token$.pipe(filter((token) => token === null));
  if (canAbort) return takeUntil(signedOut$);
  return connect((source$) => merge(source$.pipe(takeUntil(signedOut$)), source$.pipe(ignoreElements())));
}
