/** The query of past reports: the devices and the span; with the conditions by which a caller may read a report. */

import { isWithin } from '#domain/devices/ownershipPeriods';
import { knownAt } from '#domain/history/lateReports';
import type { ReadableDevice } from '../../locations/visibility.ts';
import type { KeptReport } from '../../fleet/history/keptReport.ts';

/** A span of time in ms since epoch: `from` is inclusive, `to` exclusive. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** A query of reports: the reports that the server received in a span, from each device only in its readable times. */
export interface ReportSpan extends TimeSpan {
  readonly devices: readonly ReadableDevice[];
}

/** Returns whether an instant (ms since epoch) is within the readable times of a device. */
export const isReadableAt = (times: ReadableDevice['times'] | undefined, at: number): boolean =>
  times === 'all' || (times !== undefined && times.some((time) => isWithin(time, at)));

/** Returns a filter for reports in the readable times of their device; reports of other devices do not pass. Source: OWN1. */
export function readableReports(devices: readonly ReadableDevice[]): (report: Pick<KeptReport, 'serial' | 'receivedAt'>) => boolean {
  const bySerial = new Map(devices.map(({ serial, times }) => [serial, times]));
  return ({ serial, receivedAt }) => isReadableAt(bySerial.get(serial), receivedAt);
}

/**
 * Returns a function that converts a report to the form that the caller may know: a report that arrived while its device worked for another organisation counts
 * as never arrived. Source: KNOWN3.
 */
export function ownReceipts(devices: readonly ReadableDevice[]): (report: KeptReport) => KeptReport {
  const bySerial = new Map(devices.map(({ serial, times }) => [serial, times]));
  return (report) => (isReadableAt(bySerial.get(report.serial), knownAt(report)) ? report : { ...report, arrivedAt: Infinity });
}

/** Compares reports by arrival, then by device, then by the device's own count. */
export const compareReceived = (one: KeptReport, other: KeptReport): number =>
  one.receivedAt - other.receivedAt || (one.serial < other.serial ? -1 : one.serial > other.serial ? 1 : one.sequence - other.sequence);
