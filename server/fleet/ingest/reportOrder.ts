/** Decides whether a report is newer than the last one of its device, or was kept by the device while it was disconnected. */

import { CONNECTED_MS } from '../liveReports.ts';
import type { LastState } from './errorTransition.ts';

/** Ordering data of a report: device time and server receive time (ms since epoch), and the device's sequence number. */
export interface ReportTime {
  readonly deviceTime: number;
  readonly sequence: number;
  readonly receivedAt: number;
}

/** The newest report of a device. */
export type KnownReport = ReportTime & LastState;

/**
 * Returns whether a report is newer than the newest one of its device: a higher sequence number (same boot) or a later device time (after a restart).
 * A device that was disconnected is always accepted: it may have restarted with a wrong clock.
 */
export function isNewReport(next: ReportTime, last: ReportTime | undefined): boolean {
  if (last === undefined) return true;
  // A gap of either sign counts: the last report may have been received while the server's clock was wrong.
  if (Math.abs(next.receivedAt - last.receivedAt) > CONNECTED_MS) return true;
  return next.sequence > last.sequence || next.deviceTime > last.deviceTime;
}

/** A report of a data group, a treatment or the identity. `at` is its time by the server's clock; all in ms since epoch. */
export interface DatedReport extends Pick<ReportTime, 'deviceTime' | 'receivedAt'> {
  readonly at: number;
}

/** Time for which the clock of a device is known after a state has measured it, in ms; later the device may have connected again with its clock set right. */
const MEASURED_MS = 3_000;

/** The clock of a device: the time by which it was ahead at its last measurement, in ms, and the time of that measurement. */
interface MeasuredClock {
  readonly aheadMs: number;
  readonly measuredAt: number | undefined;
}

/**
 * Returns the time at which a report was made, by the server's clock, in ms since epoch, never after its receipt. The device's own time is used if it is about
 * now, its clock was far off, and no state has measured the clock just before: the clock may have been set right since. If a state has just measured the clock,
 * the device may have kept the report for as long as the offset.
 */
export function madeAt({ deviceTime, receivedAt }: Omit<DatedReport, 'at'>, { aheadMs, measuredAt }: MeasuredClock): number {
  const measured = deviceTime - aheadMs;
  const mayBeRightAgain = Math.abs(aheadMs) > CONNECTED_MS && (measuredAt === undefined || Math.abs(receivedAt - measuredAt) > MEASURED_MS);
  const isNow = mayBeRightAgain && Math.abs(receivedAt - deviceTime) <= CONNECTED_MS;
  return Math.min(isNow ? Math.max(measured, deviceTime) : measured, receivedAt);
}

/**
 * Returns whether a report replaces the last one of its kind. A report that is older both by the device's clock and by the server's was kept by a device that
 * was disconnected. Such a report is accepted only if the device's states are silent, too: the device may have restarted with a wrong clock, which only states
 * measure. `stateAt` is the receive time of the last state, in ms since epoch.
 */
export function isReplacement(next: DatedReport, last: DatedReport | undefined, stateAt: number | undefined): boolean {
  if (last === undefined || next.deviceTime >= last.deviceTime || next.at >= last.at) return true;
  const isSilentSince = (receivedAt: number) => Math.abs(next.receivedAt - receivedAt) > CONNECTED_MS;
  return isSilentSince(last.receivedAt) && (stateAt === undefined || isSilentSince(stateAt));
}

/**
 * Returns whether a report that is not new was kept by its device while it could not send: the report precedes the last one by sequence number and time, and it
 * was measured long ago. A report that is merely repeated does not qualify. `at` is its time by the server's clock, in ms since epoch.
 */
export const isKeptReport = ({ at, ...next }: ReportTime & { readonly at: number }, last: ReportTime | undefined): boolean =>
  last !== undefined && next.sequence < last.sequence && next.deviceTime < last.deviceTime && next.receivedAt - at > CONNECTED_MS;
