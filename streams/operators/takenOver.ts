import { defer, map, type MonoTypeOperatorFunction } from 'rxjs';
import { isInControl } from '#domain/control';
import type { News } from '../event.ts';
import type { Arrival } from '../stamp.ts';

/** Who is signed in, and the devices this person controls; one per subscription, written in place because thousands of reports pass per second. */
interface Memory {
  me: string;
  readonly mine: Set<string>;
}

const takenOverBy = (name: string): News => ({ kind: 'alert.raised', tone: 'warning', text: `Control was taken over by ${name}` });

/** The name of who took a device from the person signed in; null when nobody did. */
function taker({ me, mine }: Memory, item: News): string | null {
  if (item.kind === 'session.closed') mine.clear();
  if (item.kind !== 'device.stateReported') return null;
  const { serial, state } = item;
  if (isInControl(state.controller, me)) mine.add(serial);
  else if (mine.size > 0 && mine.delete(serial)) return state.controller_name || state.controller || null;
  return null;
}

function told(memory: Memory, arrival: Arrival): Arrival {
  const alerts: News[] = [];
  for (const item of arrival.news) {
    if (item.kind === 'session.opened' || item.kind === 'session.renewed') memory.me = item.profile.username;
    const name = taker(memory, item);
    if (name !== null) alerts.push(takenOverBy(name));
  }
  return alerts.length === 0 ? arrival : { source: arrival.source, news: [...arrival.news, ...alerts] };
}

/** Tells the person who was in control that another one is now; that control was given back or ran out is no alert. Source: design 12.2. */
export function takenOver(): MonoTypeOperatorFunction<Arrival> {
  return (arrivals$) =>
    defer(() => {
      const memory: Memory = { me: '', mine: new Set() };
      return arrivals$.pipe(map((arrival) => told(memory, arrival)));
    });
}
