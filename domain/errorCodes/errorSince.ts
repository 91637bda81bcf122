/** The start of the current error, as an instant and as text. */

import type { ErrorPeriod } from '#contract/fleet/machine';
import { dateText, instantMs, timeText } from '../text/dates.ts';

/** Returns the start of the current error (newest period without `stop_time`) in ms since epoch; null if there is none. Source: spec, Error overview entry. */
export function errorSince(periods: readonly ErrorPeriod[]): number | null {
  const starts = periods.flatMap(({ start_time, stop_time }) => (!stop_time ? [instantMs(start_time)] : []));
  return starts.reduce<number | null>((newest, at) => (at === null ? newest : Math.max(newest ?? at, at)), null);
}

/** The report with which the console saw an error begin. Both times are in ms since epoch, one by the server's clock and one by the console's. */
interface SeenBegin {
  readonly reportedAt: number;
  readonly receivedAt: number;
}

/**
 * Returns the start of the current error, in ms since epoch by the server's clock: from the error overview if the overview was confirmed (`confirmedAt`, by the
 * console's clock) after the console saw the error begin, otherwise from the report with which the error began; null when neither is known. Source: SINCE3.
 */
export function errorStart(periods: readonly ErrorPeriod[], confirmedAt: number | undefined, seen: SeenBegin | null): number | null {
  const isOfThisError = seen === null || (confirmedAt ?? -Infinity) >= seen.receivedAt;
  return (isOfThisError ? errorSince(periods) : null) ?? seen?.reportedAt ?? null;
}

/** Formats an instant for a sentence: `14:30` today, `26/11/2025, 14:30` on another day. Arguments in ms since epoch. Source: SINCE1. */
export function sinceText(at: number, now: number): string {
  const hour = timeText(at).slice(0, 'hh:mm'.length);
  return dateText(at) === dateText(now) ? hour : `${dateText(at)}, ${hour}`;
}
