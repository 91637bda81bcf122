import type { MonoTypeOperatorFunction } from 'rxjs';
import type { EventPayload } from '../event.ts';
import type { SourcedEvents } from '../stamp.ts';
import { filterEvents } from './filterEvents.ts';

const isSessionEvent = ({ kind }: EventPayload): boolean =>
  kind === 'session.opened' || kind === 'session.renewed' || kind === 'session.closed';

/** Keeps only the first `session.rejected` until another session event: twenty polls that get 401 at once mean one rejected session. */
export function firstRejection(): MonoTypeOperatorFunction<SourcedEvents> {
  return filterEvents(false, (isRejected, payload) => {
    if (payload.kind !== 'session.rejected') return { memory: isRejected && !isSessionEvent(payload), isKept: true };
    return { memory: true, isKept: !isRejected };
  });
}
