import { defer, map, type MonoTypeOperatorFunction } from 'rxjs';
import { isInControl } from '#domain/commands/control';
import type { EventPayload } from '../event.ts';
import type { SourcedEvents } from '../stamp.ts';

/**
 * The signed-in user and the devices under this user's control. Each subscription has one memory, which is mutated because thousands of reports pass per
 * second.
 */
interface Memory {
  me: string;
  readonly mine: Set<string>;
}

const takenOverBy = (name: string): EventPayload => ({ kind: 'alert.raised', tone: 'warning', text: `Control was taken over by ${name}` });

/** Returns the name of the user who took control of a device from the signed-in user; null if nobody did. */
function taker({ me, mine }: Memory, payload: EventPayload): string | null {
  if (payload.kind === 'session.closed') mine.clear();
  if (payload.kind !== 'device.stateReported') return null;
  const { serial, state } = payload;
  if (isInControl(state.controller, me)) mine.add(serial);
  else if (mine.size > 0 && mine.delete(serial)) return state.controller_name || state.controller || null;
  return null;
}

function addAlerts(memory: Memory, sourced: SourcedEvents): SourcedEvents {
  const alerts: EventPayload[] = [];
  for (const payload of sourced.events) {
    if (payload.kind === 'session.opened' || payload.kind === 'session.renewed') memory.me = payload.profile.username;
    const name = taker(memory, payload);
    if (name !== null) alerts.push(takenOverBy(name));
  }
  return alerts.length === 0 ? sourced : { source: sourced.source, events: [...sourced.events, ...alerts] };
}

/** Alerts a user in control when another user takes over. Control that was released or expired causes no alert. Source: design 12.2. */
export function sessionTakenOver(): MonoTypeOperatorFunction<SourcedEvents> {
  return (sourced$) =>
    defer(() => {
      const memory: Memory = { me: '', mine: new Set() };
      return sourced$.pipe(map((sourced) => addAlerts(memory, sourced)));
    });
}
