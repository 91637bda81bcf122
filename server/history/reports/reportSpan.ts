/** What is asked of the history of reports: whose, and from when to when. */

import { isWithin } from '#domain/devices/ownershipPeriods';
import type { ReadableDevice } from '../../locations/visibility.ts';
import type { KeptReport } from '../../fleet/history/keptReport.ts';

/** A span of time in ms since epoch: `from` is inclusive, `to` exclusive. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** The reports that are asked for: those that the server received in a span, each from a device in the times that the caller may read. */
export interface ReportSpan extends TimeSpan {
  readonly devices: readonly ReadableDevice[];
}

/** Returns whether a report belongs to the readable times of its device; false for every other device. Source: OWN1. */
export function readableReports(devices: readonly ReadableDevice[]): (report: Pick<KeptReport, 'serial' | 'receivedAt'>) => boolean {
  const bySerial = new Map(devices.map(({ serial, times }) => [serial, times]));
  return ({ serial, receivedAt }) => {
    const times = bySerial.get(serial);
    return times !== undefined && (times === 'all' || times.some((time) => isWithin(time, receivedAt)));
  };
}

/** Orders reports by time of arrival, those of one instant by device, then as the device counted them. */
export const compareReceived = (one: KeptReport, other: KeptReport): number =>
  one.receivedAt - other.receivedAt || (one.serial < other.serial ? -1 : one.serial > other.serial ? 1 : one.sequence - other.sequence);
