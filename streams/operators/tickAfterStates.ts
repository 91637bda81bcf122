import { defer, mergeMap, of, type MonoTypeOperatorFunction } from 'rxjs';
import type { SourcedEvents } from '../stamp.ts';

const TICK: SourcedEvents = { source: 'log', events: [{ kind: 'clock.ticked' }] };

/**
 * Adds a tick after the first response of each session that lists the states of all devices. Lists of all devices show the state at the last tick; without this
 * one, they would show every device as never seen for up to a second.
 */
export function tickAfterStates(): MonoTypeOperatorFunction<SourcedEvents> {
  return (sourced$) =>
    defer(() => {
      let isFirst = true;
      return sourced$.pipe(
        mergeMap((sourced) => {
          if (sourced.events.some(({ kind }) => kind === 'session.closed')) isFirst = true;
          if (!isFirst || sourced.presence === undefined) return of(sourced);
          isFirst = false;
          return of(sourced, TICK);
        }),
      );
    });
}
