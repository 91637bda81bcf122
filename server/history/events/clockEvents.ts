/** The ticks of a past span, and the responses by which a console shows that it was connected. */

import { getMachines } from '#contract/fleet/machine';
import type { TimeSpan } from '../reports/reportSpan.ts';
import type { TimedEvent } from './eventLog.ts';

const TICK_MS = 1_000;
/** Interval at which the list of devices is confirmed, in ms: a console treats the fleet as unknown after 20 s without confirmation. */
const CONFIRMED_MS = 5_000;

/** Returns a tick for each second of a span, and a confirmation of the list of devices every five seconds. */
export function clockEvents({ from, to }: TimeSpan): TimedEvent[] {
  const events: TimedEvent[] = [];
  for (let at = from; at < to; at += TICK_MS) {
    if ((at - from) % CONFIRMED_MS === 0)
      events.push({ at, event: { kind: 'request.unchanged', key: getMachines.name, call: getMachines.name } });
    events.push({ at, event: { kind: 'clock.ticked' } });
  }
  return events;
}
