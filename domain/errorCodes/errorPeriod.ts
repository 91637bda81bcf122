/** An error period: its end, or when the device was last seen in error, as text; its duration, and the part of it without a report. */

import type { ErrorPeriod } from '#contract/fleet/machine';
import { dateTimeText, instantMs } from '../text/dates.ts';
import { ageText } from '../text/duration.ts';

/** The known state of a device with an open period: whether it is known to be disconnected, and its last report, in ms since epoch. */
export interface LastSeen {
  readonly isAway: boolean;
  readonly reportedAt: number | null;
}

/**
 * Returns when a device was last seen in an error that has no recorded end, in ms since epoch; null for a period that has ended or continues. If the server
 * does not report this time, which is not in the specification, the last report of a disconnected device is used. Source: ENDED1.
 */
function lastSeenIn({ start_time, stop_time, last_seen_time }: ErrorPeriod, { isAway, reportedAt }: LastSeen): number | null {
  if (stop_time) return null;
  const seenAt = instantMs(last_seen_time) ?? (isAway ? reportedAt : null);
  return seenAt === null ? null : Math.max(seenAt, instantMs(start_time) ?? seenAt);
}

/**
 * Formats the end of an error: its time, `Not yet`, or `Last seen in error 26/11/2025, 14:30:00` for a disconnected device. Source: DEV-043, ENDED1.
 */
export function periodStopText(period: ErrorPeriod, seen: LastSeen): string {
  if (period.stop_time) return dateTimeText(instantMs(period.stop_time));
  const seenAt = lastSeenIn(period, seen);
  return seenAt === null ? 'Not yet' : `Last seen in error ${dateTimeText(seenAt)}`;
}

/**
 * Returns how long a device was seen in error, in seconds; the time after it was last seen does not count. Null or undefined when unknown. Source: DEV-044,
 * ENDED1.
 */
export function periodSeconds(period: ErrorPeriod, seen: LastSeen): number | null | undefined {
  const seenAt = lastSeenIn(period, seen);
  const from = instantMs(period.start_time);
  return seenAt === null || from === null ? period.duration_seconds : (seenAt - from) / 1_000;
}

/**
 * Formats the part of the duration without a report: `12 min of it without a report`; null when there is none or the server does not report it.
 * Source: SILENT1.
 */
export const periodSilenceText = ({ silent_seconds: seconds }: ErrorPeriod): string | null =>
  seconds == null || seconds < 1 || !Number.isFinite(seconds * 1_000) ? null : `${ageText(seconds * 1_000)} of it without a report`;
