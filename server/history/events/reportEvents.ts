/** Reports of a span as events of the log, with the removals of devices that stopped reporting. */

import { keptState, tagState } from '#contract/fleet/reportedState';
import { masked } from '#streams/parse/mask';
import { CONNECTED_MS } from '../../fleet/liveReports.ts';
import type { KeptReport } from '../../fleet/history/keptReport.ts';
import type { TimeSpan } from '../reports/reportSpan.ts';
import type { TimedEvent } from './eventLog.ts';

/** Returns a report as an event of the console's log at an instant: secrets masked, further fields as one text. */
export const reportEvent = ({ serial, receivedAt, state }: KeptReport, at: number = receivedAt): TimedEvent => ({
  at,
  event: { kind: 'device.stateReported', serial, reportedAt: receivedAt, state: tagState(keptState({ ...state }, masked)) },
});

/** Returns the event by which a device is no longer listed. */
export const removed = (serial: string, at: number): TimedEvent => ({ at, event: { kind: 'device.removed', serial } });

/**
 * Returns a removal at each instant at which a device stopped being listed: `CONNECTED_MS` after the last report before a longer silence. `before` are the
 * newest reports before the span, `reports` the reports in it, by time of arrival.
 */
export function removals({ from, to }: TimeSpan, before: Iterable<KeptReport>, reports: readonly KeptReport[]): TimedEvent[] {
  const lastAt = new Map<string, number>();
  const found: TimedEvent[] = [];
  const note = (serial: string, until: number) => {
    const at = lastAt.get(serial);
    if (at !== undefined && until - at > CONNECTED_MS && at + CONNECTED_MS < to)
      found.push(removed(serial, Math.max(from, at + CONNECTED_MS)));
  };
  for (const { serial, receivedAt } of before) lastAt.set(serial, receivedAt);
  for (const { serial, receivedAt } of reports) {
    note(serial, receivedAt);
    lastAt.set(serial, receivedAt);
  }
  for (const serial of lastAt.keys()) note(serial, to);
  return found;
}
