import { useState } from 'react';
import { afterReportAt, noRhythm, staleAfterMs } from '#domain/devices/reportRhythm';

/** Returns the age in ms from which a report is shown as old: by the rhythm of the device since the page was opened; 0 while it is not live. Source: RHYTHM1. */
export function useStaleAfter(reportedAt: number | null | undefined, isLive: boolean): number {
  const [rhythm, setRhythm] = useState(noRhythm);
  const next = reportedAt == null ? rhythm : afterReportAt(rhythm, reportedAt);
  // While rendering, so that no frame is drawn with the rhythm before.
  if (next !== rhythm) setRhythm(next);
  return isLive ? staleAfterMs(next) : 0;
}
