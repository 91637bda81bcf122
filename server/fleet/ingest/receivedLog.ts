/** A log message of a device, or its identity, with the time at which it happened by the server's clock. */

import type { IdentityMessage, LogMessage } from '#contract/messages/deviceMessage';
import { isClockOff } from '#domain/devices/messageFaults';
import { DAY_MS } from '#domain/text/timeUnits';

/** The identity that a device reports, on its way to the database. */
export type IdentityEntry = IdentityMessage & { readonly kind: 'identity' };

/** A log message of a device, or its identity; `receivedAt` in ms since epoch by the server's clock. */
export interface ReceivedLog {
  readonly serial: string;
  readonly receivedAt: number;
  /** Time, in ms, by which the device's clock was ahead of the server's when this arrived; 0 by default. */
  readonly aheadMs?: number | undefined;
  /** The fields of the message that could not be read: a stored value stays. None by default. */
  readonly dropped?: readonly string[] | undefined;
  readonly message: LogMessage | IdentityEntry;
}

/** Logs kept while the database is unavailable: about an hour of 1,000 devices. Beyond it the oldest are dropped and counted. */
export const MAX_LOGS = 20_000;

const YEAR_MS = 31_536_000_000;

/** Returns whether a device time is plausible: at most a day ahead and at most a year old. Both in ms since epoch. */
export const isClockKnown = (deviceTime: number, receivedAt: number): boolean =>
  deviceTime > receivedAt - YEAR_MS && deviceTime < receivedAt + DAY_MS;

/** When a message was received, in ms since epoch, and how far the clock of its device was ahead then, in ms. */
export type ReceivedAt = Pick<ReceivedLog, 'receivedAt' | 'aheadMs'>;

/** How long a report may be on its way, in ms: a clock that seems behind by less in one report may be right. */
export const MOST_DELAY_MS = 60_000;

/** How much later than its receipt the time of a clock that is right may be, in ms: up to this offset it counts as right. */
const TOLERANCE_MS = 5_000;

/**
 * Returns a time of a device by the server's clock, in ms since epoch, limited to the receive time: without the present offset of the device's clock, or as it
 * is if `isPlausible` accepts that alone, because the device may have written it by another clock than it has now. Null if neither is accepted. The offset is
 * measured from reports, which take their time to arrive: what it puts after the receipt by less than that was written just now. Source: CLOCK13, CLOCK19.
 */
function pastTime(deviceTime: number, { receivedAt, aheadMs = 0 }: ReceivedAt, isPlausible: (at: number) => boolean): number | null {
  const isPast = (at: number, lateMs: number) => at <= receivedAt + lateMs && isPlausible(at);
  const corrected = deviceTime - aheadMs;
  if (isClockOff(aheadMs) && isPast(corrected, MOST_DELAY_MS)) return Math.min(corrected, receivedAt);
  return isPast(deviceTime, TOLERANCE_MS) ? Math.min(deviceTime, receivedAt) : null;
}

/**
 * Returns when something happened by the server's clock, in ms since epoch: the device time, corrected by the offset of the device's clock and limited to the
 * receive time; null if that is not plausible, as if it lies in the future. Source: CLOCK4.
 */
export const knownMoment = (deviceTime: number, received: ReceivedAt): number | null =>
  pastTime(deviceTime, received, (at) => isClockKnown(at, received.receivedAt));

/** Returns when something happened by the server's clock, in ms since epoch; the receive time if the device's time is not plausible. Source: CLOCK4. */
export const happenedAt = (deviceTime: number, received: ReceivedAt): number => knownMoment(deviceTime, received) ?? received.receivedAt;

/**
 * Returns when a file of a device was made by the server's clock, in ms since epoch: a device may keep files for years, so it may be of any time in the past.
 * Source: CLOCK12.
 */
export const madeAt = (deviceTime: number, received: ReceivedAt): number =>
  pastTime(deviceTime, received, () => true) ?? received.receivedAt;
