import { afterReportAt, noIntervals, type ReportIntervals, silentMs } from '#domain/devices/reportInterval';
import type { Moment } from './reportOrder.ts';

/** Creates what says, for each report of a device, how long it had reported nothing, in ms; 0 at its own interval. Source: SILENT1. */
export function createSilences(): (serial: string, report: Moment, last: Moment | undefined) => number {
  const intervals = new Map<string, ReportIntervals>();
  return (serial, { receivedAt, deviceTime }, last) => {
    const known = intervals.get(serial) ?? noIntervals;
    intervals.set(serial, afterReportAt(known, receivedAt));
    if (last === undefined) return 0;
    return silentMs(known, { receivedMs: receivedAt - last.receivedAt, measuredMs: deviceTime - last.deviceTime });
  };
}
