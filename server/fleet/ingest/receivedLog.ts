import type { LogMessage } from '#contract/deviceMessage';

/** A log message of a device and when it was received, in ms since epoch by our clock. */
export interface ReceivedLog {
  readonly serial: string;
  readonly receivedAt: number;
  readonly message: LogMessage;
}

/** Kept for a database that is away: an hour of 1,000 devices. Beyond it the oldest are lost and counted. */
export const MAX_LOGS = 20_000;

const YEAR_MS = 31_536_000_000;
const DAY_MS = 86_400_000;

/** Whether a device's clock can be right: its time is at most a day ahead and at most a year old. Both in ms since epoch. */
export const isClockKnown = (deviceTime: number, receivedAt: number): boolean =>
  deviceTime > receivedAt - YEAR_MS && deviceTime < receivedAt + DAY_MS;

/** When it happened, in ms since epoch: the device's time where that can be right, never after it was received. */
export const happenedAt = (deviceTime: number, receivedAt: number): number =>
  isClockKnown(deviceTime, receivedAt) ? Math.min(deviceTime, receivedAt) : receivedAt;
