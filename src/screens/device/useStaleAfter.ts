import { useState } from 'react';
import { afterReportAt, noIntervals, staleAfterMs } from '#domain/devices/reportInterval';

/**
 * Returns the age in ms at which a report is shown as old, computed from the report intervals of the device since the page was opened; 0 while the device is
 * not live. Source: RHYTHM1.
 */
export function useStaleAfter(reportedAt: number | null | undefined, isLive: boolean): number {
  const [known, setKnown] = useState(noIntervals);
  const next = reportedAt == null ? known : afterReportAt(known, reportedAt);
  // Set during rendering, so that no frame is drawn with the earlier intervals.
  if (next !== known) setKnown(next);
  return isLive ? staleAfterMs(next) : 0;
}
