import type { DataMessage, StateMessage } from '#contract/fleet/deviceMessage';
import { toDataFrame } from '../dataGroups.ts';
import type { DeviceReport } from '../deviceReport.ts';

const instantOf = (ms: number) => new Date(ms).toISOString();

/** Converts a state message to a report. Its timestamp is the server's clock, since a device's may be wrong. */
export const stateReport = (serial: string, message: StateMessage, receivedAt: number): DeviceReport => ({
  push: { type: 'state', serial, timestamp: instantOf(receivedAt), state: message.state },
  deviceTime: message.time,
  sequence: message.sequence,
  receivedAt,
});

/** Converts a data message to a report; null for groups that are not pushed (metrics, treatment): consoles request them by call. */
export function dataReport(serial: string, message: DataMessage, receivedAt: number): DeviceReport | null {
  const push = toDataFrame(serial, message);
  return push === null ? null : { push, deviceTime: message.time, sequence: 0, receivedAt };
}
