import { CONNECTED_MS } from '../live.ts';

/** When a report was made, by the device's clock and counter, and when it was received, by ours. All in ms since epoch. */
export interface Moment {
  readonly deviceTime: number;
  readonly sequence: number;
  readonly receivedAt: number;
}

/**
 * Whether a report is newer than the newest one of its device. A higher count is newer within one start of the device, a later clock after a restart.
 * A device that was silent long enough to count as disconnected is always accepted: it restarted, perhaps with a wrong clock.
 */
export function isNewReport(next: Moment, last: Moment | undefined): boolean {
  if (last === undefined) return true;
  if (next.receivedAt - last.receivedAt > CONNECTED_MS) return true;
  return next.sequence > last.sequence || next.deviceTime > last.deviceTime;
}
