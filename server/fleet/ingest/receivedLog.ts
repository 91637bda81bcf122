import type { LogMessage } from '#contract/fleet/deviceMessage';

/** A log message of a device; `receivedAt` in ms since epoch by the server's clock. */
export interface ReceivedLog {
  readonly serial: string;
  readonly receivedAt: number;
  readonly message: LogMessage;
}

/** Logs kept while the database is unavailable: about an hour of 1,000 devices. Beyond it the oldest are dropped and counted. */
export const MAX_LOGS = 20_000;

const YEAR_MS = 31_536_000_000;
const DAY_MS = 86_400_000;

/** Returns whether a device time is plausible: at most a day ahead and at most a year old. Both in ms since epoch. */
export const isClockKnown = (deviceTime: number, receivedAt: number): boolean =>
  deviceTime > receivedAt - YEAR_MS && deviceTime < receivedAt + DAY_MS;

/** Returns the event time in ms since epoch: the device time if plausible, at most the receive time; else the receive time. */
export const happenedAt = (deviceTime: number, receivedAt: number): number =>
  isClockKnown(deviceTime, receivedAt) ? Math.min(deviceTime, receivedAt) : receivedAt;
