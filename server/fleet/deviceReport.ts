/** A report as it is ingested (`stateReport`, `dataReport`), and its slot (state or data group), in which a newer one replaces it. */

import type { DataMessage, StateMessage } from '#contract/messages/deviceMessage';
import type { ServerPush } from '#contract/fleet/socket';
import { toDataFrame } from './dataGroups.ts';

/** A report of one device as it is ingested. */
export interface DeviceReport {
  readonly push: ServerPush;
  /** ISO instant by the device's clock. */
  readonly deviceTime: string;
  /** Sequence number, reset when the device restarts; 0 for data groups. */
  readonly sequence: number;
  /** In ms since epoch by the server's clock. */
  readonly receivedAt: number;
  /** The arrival of a state that the device had stored, in ms since epoch; `receivedAt` is then the time at which it was made. */
  readonly arrivedAt?: number;
}

/** Returns the coalescing key of a report: one per device state, one per data group of a device. */
export const slotOf = (serial: string, kind: string): string => `${serial}\n${kind}`;

const instantOf = (ms: number) => new Date(ms).toISOString();

/** Converts a state message to a report. Its timestamp is the server's clock, since a device's clock may be wrong. */
export const stateReport = (serial: string, message: StateMessage, receivedAt: number): DeviceReport => ({
  push: { type: 'state', serial, timestamp: instantOf(receivedAt), state: message.state },
  deviceTime: message.time,
  sequence: message.sequence,
  receivedAt,
});

/** Converts a data message to a report; null for groups that are not pushed (metrics, treatment), which consoles request by a call. */
export function dataReport(serial: string, message: DataMessage, receivedAt: number): DeviceReport | null {
  const push = toDataFrame(serial, message);
  return push === null ? null : { push, deviceTime: message.time, sequence: 0, receivedAt };
}
