/** A log message of a device, or its identity, with the time at which it happened by the server's clock. */

import type { IdentityMessage, LogMessage } from '#contract/messages/deviceMessage';
import { isClockOff } from '#domain/devices/messageFaults';
import { DAY_MS } from '#domain/text/timeUnits';

/** The identity that a device reports, before it is stored. */
export type IdentityEntry = IdentityMessage & { readonly kind: 'identity' };

/** A log message of a device, or its identity; `receivedAt` in ms since epoch by the server's clock. */
export interface ReceivedLog {
  readonly serial: string;
  readonly receivedAt: number;
  /** Time, in ms, by which the device's clock was ahead of the server's when the message arrived; 0 by default. */
  readonly aheadMs?: number | undefined;
  /** The fields of the message that could not be read: their stored values stay. None by default. */
  readonly dropped?: readonly string[] | undefined;
  readonly message: LogMessage | IdentityEntry;
}

/** Logs kept while the database is unavailable: about an hour of 1,000 devices. Beyond it the oldest are dropped and counted. */
export const MAX_LOGS = 20_000;

const YEAR_MS = 31_536_000_000;

/** Returns whether a device time is plausible: at most a day ahead and at most a year old. Both in ms since epoch. */
export const isClockKnown = (deviceTime: number, receivedAt: number): boolean =>
  deviceTime > receivedAt - YEAR_MS && deviceTime < receivedAt + DAY_MS;

/** Receive time of a message, in ms since epoch, and the time, in ms, by which its device's clock was ahead then. */
export type ReceivedAt = Pick<ReceivedLog, 'receivedAt' | 'aheadMs'>;

/** Maximum delay of a report, in ms: a clock that seems behind by less in one report may be right. */
export const MOST_DELAY_MS = 60_000;

/** Time, in ms, by which a device time may be later than its receipt while the clock still counts as right. */
const TOLERANCE_MS = 5_000;

/**
 * Returns a time of a device by the server's clock, in ms since epoch, limited to the receive time: corrected by the present offset of the device's clock or,
 * if `isPlausible` accepts only the uncorrected time, unchanged, because the device may have written it by another clock setting. Null if neither is accepted.
 * The offset is measured from reports, which take time to arrive, so a corrected time may exceed the receipt by that delay. Source: CLOCK13, CLOCK19.
 */
function pastTime(deviceTime: number, { receivedAt, aheadMs = 0 }: ReceivedAt, isPlausible: (at: number) => boolean): number | null {
  const isPast = (at: number, lateMs: number) => at <= receivedAt + lateMs && isPlausible(at);
  const corrected = deviceTime - aheadMs;
  if (isClockOff(aheadMs) && isPast(corrected, MOST_DELAY_MS)) return Math.min(corrected, receivedAt);
  return isPast(deviceTime, TOLERANCE_MS) ? Math.min(deviceTime, receivedAt) : null;
}

/**
 * Returns the time of an occurrence by the server's clock, in ms since epoch: the device time, corrected by the offset of the device's clock and limited to the
 * receive time; null if that is not plausible, for example because it lies in the future. Source: CLOCK4.
 */
export const knownMoment = (deviceTime: number, received: ReceivedAt): number | null =>
  pastTime(deviceTime, received, (at) => isClockKnown(at, received.receivedAt));

/** Returns the time of an occurrence by the server's clock, in ms since epoch; the receive time if the device's time is not plausible. Source: CLOCK4. */
export const happenedAt = (deviceTime: number, received: ReceivedAt): number => knownMoment(deviceTime, received) ?? received.receivedAt;

/**
 * Returns the creation time of a device's file by the server's clock, in ms since epoch: a device may keep files for years, so any time in the past is
 * accepted. Source: CLOCK12.
 */
export const madeAt = (deviceTime: number, received: ReceivedAt): number =>
  pastTime(deviceTime, received, () => true) ?? received.receivedAt;
