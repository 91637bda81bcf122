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
  /** How far the clock of the device was ahead of the server's when this arrived, in ms; 0 by default. */
  readonly aheadMs?: number | undefined;
  readonly message: LogMessage | IdentityEntry;
}

/** Logs kept while the database is unavailable: about an hour of 1,000 devices. Beyond it the oldest are dropped and counted. */
export const MAX_LOGS = 20_000;

const YEAR_MS = 31_536_000_000;

/** Returns whether a device time is plausible: at most a day ahead and at most a year old. Both in ms since epoch. */
export const isClockKnown = (deviceTime: number, receivedAt: number): boolean =>
  deviceTime > receivedAt - YEAR_MS && deviceTime < receivedAt + DAY_MS;

/**
 * Returns when something happened by the server's clock, in ms since epoch: the device time, corrected by the offset of the device's clock and limited to the
 * receive time, if plausible; otherwise the receive time. Source: CLOCK4.
 */
export function happenedAt(deviceTime: number, { receivedAt, aheadMs = 0 }: Pick<ReceivedLog, 'receivedAt' | 'aheadMs'>): number {
  const at = isClockOff(aheadMs) ? deviceTime - aheadMs : deviceTime;
  return isClockKnown(at, receivedAt) ? Math.min(at, receivedAt) : receivedAt;
}
