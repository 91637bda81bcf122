/** A report is not old before this, in ms, whatever the interval of its device. */
const LEAST_MS = 10_000;
/** Reports that may be missing before the newest one is old. */
const MISSED = 2.5;
/** Intervals that are looked at. */
const MOST = 5;

/** What is known of the intervals of a device: when its newest report came, and the last intervals; in ms. */
export interface ReportIntervals {
  readonly reportedAt: number | null;
  readonly intervals: readonly number[];
}

/** Nothing is known. */
export const noIntervals: ReportIntervals = { reportedAt: null, intervals: [] };

/** Returns the intervals after a report at an instant in ms since epoch; the same object where that is no later one. */
export function afterReportAt(known: ReportIntervals, reportedAt: number): ReportIntervals {
  const { reportedAt: before, intervals } = known;
  if (before === reportedAt || !Number.isFinite(reportedAt)) return known;
  // Another moment was opened, or the clock was set.
  if (before === null || reportedAt < before) return { reportedAt, intervals: [] };
  return { reportedAt, intervals: [...intervals, reportedAt - before].slice(-MOST) };
}

/**
 * Returns for how long a device reported nothing before a report, in ms; 0 where it came at the interval of the device. `receivedMs` and `measuredMs` are the time since
 * the report before, by the clocks of server and device: the shorter one counts, since reports may arrive late and a clock may be set. Source: SILENT1.
 */
export function silentMs(
  known: ReportIntervals,
  { receivedMs, measuredMs }: { readonly receivedMs: number; readonly measuredMs: number },
): number {
  const ms = Math.min(receivedMs, measuredMs);
  return ms > staleAfterMs(known) ? ms : 0;
}

/** Returns the age in ms from which the newest report of a device is old: by its own interval, at least 10 s. Source: RHYTHM1. */
export const staleAfterMs = ({ intervals }: ReportIntervals): number => Math.max(LEAST_MS, MISSED * Math.max(0, ...intervals));
