import type { LogMessage } from '#contract/deviceMessage';

/** What a device wrote down, and when it came, in ms since epoch by our clock. */
export interface LogNews {
  readonly serial: string;
  readonly receivedAt: number;
  readonly message: LogMessage;
}

/** Kept for a database that is away: an hour of 1,000 devices. Beyond it the oldest are lost and counted. */
export const MAX_LOGS = 20_000;

const YEAR_MS = 31_536_000_000;
const DAY_MS = 86_400_000;

/** Whether a device's clock can be right: what it wrote down is not of tomorrow, nor older than a year. Both in ms since epoch. */
export const isClockKnown = (deviceTime: number, receivedAt: number): boolean =>
  deviceTime > receivedAt - YEAR_MS && deviceTime < receivedAt + DAY_MS;

/** When it happened by our clock, ms since epoch: as the device says while that can be, never after it came. */
export const happenedAt = (deviceTime: number, receivedAt: number): number =>
  isClockKnown(deviceTime, receivedAt) ? Math.min(deviceTime, receivedAt) : receivedAt;
