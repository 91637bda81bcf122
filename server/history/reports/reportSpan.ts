/** The query of the history of reports: the devices and the span. */

import { isWithin } from '#domain/devices/ownershipPeriods';
import { knownAt } from '#domain/history/lateReports';
import type { ReadableDevice } from '../../locations/visibility.ts';
import type { KeptReport } from '../../fleet/history/keptReport.ts';

/** A span of time in ms since epoch: `from` is inclusive, `to` exclusive. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** A query of reports: those that the server received in a span, from each device only in the times that the caller may read. */
export interface ReportSpan extends TimeSpan {
  readonly devices: readonly ReadableDevice[];
}

/** Returns whether an instant (ms since epoch) is within the times that the caller may read of a device. */
export const isReadableAt = (times: ReadableDevice['times'] | undefined, at: number): boolean =>
  times === 'all' || (times !== undefined && times.some((time) => isWithin(time, at)));

/** Returns whether a report belongs to the readable times of its device; false for every other device. Source: OWN1. */
export function readableReports(devices: readonly ReadableDevice[]): (report: Pick<KeptReport, 'serial' | 'receivedAt'>) => boolean {
  const bySerial = new Map(devices.map(({ serial, times }) => [serial, times]));
  return ({ serial, receivedAt }) => isReadableAt(bySerial.get(serial), receivedAt);
}

/**
 * Returns reports as the caller may know of them: a report that arrived while its device worked for another organisation counts as never arrived.
 * Source: KNOWN3.
 */
export function ownReceipts(devices: readonly ReadableDevice[]): (report: KeptReport) => KeptReport {
  const bySerial = new Map(devices.map(({ serial, times }) => [serial, times]));
  return (report) => (isReadableAt(bySerial.get(report.serial), knownAt(report)) ? report : { ...report, arrivedAt: Infinity });
}

/** Sorts reports by arrival, those of one instant by device, then by the device's own count. */
export const compareReceived = (one: KeptReport, other: KeptReport): number =>
  one.receivedAt - other.receivedAt || (one.serial < other.serial ? -1 : one.serial > other.serial ? 1 : one.sequence - other.sequence);
