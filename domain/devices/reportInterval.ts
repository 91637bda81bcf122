/** The usual interval between reports of a device, and the age at which its newest report is considered old. */

/** Minimum age at which a report is considered old, in ms, whatever the interval of its device. */
const LEAST_MS = 10_000;
/** Number of missed intervals after which the newest report is considered old. */
const MISSED = 2.5;
/** Number of intervals used for the estimate. */
const MOST = 5;

/** The known intervals of a device: when its newest report arrived (ms since epoch), and its last intervals in ms. */
export interface ReportIntervals {
  readonly reportedAt: number | null;
  readonly intervals: readonly number[];
}

/** The intervals before the first report. */
export const noIntervals: ReportIntervals = { reportedAt: null, intervals: [] };

/** Returns the intervals after a report at an instant in ms since epoch: unchanged if the instant is the previous one, empty after an earlier instant. */
export function afterReportAt(known: ReportIntervals, reportedAt: number): ReportIntervals {
  const { reportedAt: before, intervals } = known;
  if (before === reportedAt || !Number.isFinite(reportedAt)) return known;
  // An earlier report means that another moment was opened, or that the clock was set back.
  if (before === null || reportedAt < before) return { reportedAt, intervals: [] };
  return { reportedAt, intervals: [...intervals, reportedAt - before].slice(-MOST) };
}

/**
 * Returns how long a device was silent before a report, in ms; 0 when the report arrived at the device's interval. `receivedMs` and `measuredMs` are the time
 * since the previous report, by the clocks of server and device: the shorter one is used, since reports may arrive late and a clock may be changed. Source:
 * SILENT1.
 */
export function silentMs(
  known: ReportIntervals,
  { receivedMs, measuredMs }: { readonly receivedMs: number; readonly measuredMs: number },
): number {
  const ms = Math.min(receivedMs, measuredMs);
  return ms > staleAfterMs(known) ? ms : 0;
}

/**
 * Returns the age in ms at which the newest report of a device is considered old: 2.5 times the longest of the device's last intervals, at least 10 s. Source:
 * RHYTHM1.
 */
export const staleAfterMs = ({ intervals }: ReportIntervals): number => Math.max(LEAST_MS, MISSED * Math.max(0, ...intervals));
