import { useState } from 'react';
import { afterReportAt, noIntervals, staleAfterMs } from '#domain/devices/reportInterval';

/** Returns the age in ms from which a report is shown as old: by the interval of the device since the page was opened; 0 while it is not live. Source: RHYTHM1. */
export function useStaleAfter(reportedAt: number | null | undefined, isLive: boolean): number {
  const [known, setKnown] = useState(noIntervals);
  const next = reportedAt == null ? known : afterReportAt(known, reportedAt);
  // During rendering, so that no frame is drawn with the earlier intervals.
  if (next !== known) setKnown(next);
  return isLive ? staleAfterMs(next) : 0;
}
