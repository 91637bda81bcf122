import type { DataMessage, StateMessage } from '#contract/fleet/deviceMessage';
import type { DataFrame } from '#contract/fleet/socket';
import type { DeviceReport } from '../deviceReport.ts';

const instantOf = (ms: number) => new Date(ms).toISOString();

/** Converts a state message to a report. Its timestamp is the server's clock, since a device's may be wrong. */
export const stateReport = (serial: string, message: StateMessage, receivedAt: number): DeviceReport => ({
  push: { type: 'state', serial, timestamp: instantOf(receivedAt), state: message.state },
  deviceTime: message.time,
  sequence: message.sequence,
  receivedAt,
});

function frameOf(serial: string, message: DataMessage): DataFrame | null {
  const head = { type: 'data', serial } as const;
  switch (message.data_group) {
    case 'sw_version':
      return { ...head, data_group: 'sw_version', data: { sw_version: message.data } };
    case 'sim_info':
      return { ...head, data_group: 'sim_info', data: { sim_info: { sim_info: message.data } } };
    case 'map_data':
      return { ...head, data_group: 'map_data', data: { time: message.time, available_maps: message.data } };
    case 'active_treatment':
      return { ...head, data_group: 'active_treatment', data: { active_treatment: message.data } };
    case 'state_data':
      return { ...head, data_group: 'state_data', data: message.data };
    case 'metrics':
    case 'treatment':
      return null;
    default:
      return message satisfies never;
  }
}

/** Converts a data message to a report; null for groups that are not pushed (metrics, treatment): consoles request them by call. */
export function dataReport(serial: string, message: DataMessage, receivedAt: number): DeviceReport | null {
  const push = frameOf(serial, message);
  return push === null ? null : { push, deviceTime: message.time, sequence: 0, receivedAt };
}
