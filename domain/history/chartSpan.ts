/** The span of charts: its ranges, its end, the times on its axis, and the step that contains an instant. */

import { shownZone } from '../text/dates.ts';
import { isInCalendar } from './monthDays.ts';
import { instantOfMinute, localMinute } from '../text/timeStep.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type TimeSpan } from '../text/timeUnits.ts';

/** A range of charts: its length, and the step with which its end moves while it follows now. */
export interface ChartRange {
  readonly name: string;
  readonly lengthMs: number;
  readonly everyMs: number;
}

/** The ranges to choose from. */
export const chartRanges: readonly ChartRange[] = [
  { name: '1 h', lengthMs: HOUR_MS, everyMs: MINUTE_MS },
  { name: '24 h', lengthMs: DAY_MS, everyMs: 5 * MINUTE_MS },
  { name: '7 days', lengthMs: 7 * DAY_MS, everyMs: 30 * MINUTE_MS },
  { name: '30 days', lengthMs: 30 * DAY_MS, everyMs: HOUR_MS },
  { name: '1 year', lengthMs: 365 * DAY_MS, everyMs: DAY_MS },
];

const endingAt = (to: number, { lengthMs }: ChartRange): TimeSpan => ({ from: to - lengthMs, to });

/**
 * Returns the span of a range. Without a shown moment it ends now. Otherwise it contains the moment: the previous span is kept while it does, and a new span
 * has the moment in its middle unless it would then end after now.
 */
export function chartSpan(
  range: ChartRange,
  { now, shown, lastEnd }: { readonly now: number; readonly shown: number | null; readonly lastEnd: number },
): TimeSpan {
  const end = Math.ceil(now / range.everyMs) * range.everyMs;
  if (shown === null) return endingAt(end, range);
  const isHeld = shown <= lastEnd && shown >= lastEnd - range.lengthMs && lastEnd <= end;
  const middle = Math.ceil((shown + range.lengthMs / 2) / range.everyMs) * range.everyMs;
  return endingAt(isHeld ? lastEnd : Math.min(end, middle), range);
}

/** Distances between the times on the axis of charts, in ms; those of a day and more are whole days in the zone of the page. */
const DISTANCES: readonly number[] = [
  ...[5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 30, 61, 122].map((days) => days * DAY_MS),
];

/**
 * Returns at most `most` times for the axis of a span: multiples of minutes and hours, or starts of days, in the zone of the page; none outside the
 * calendar.
 */
export function axisTimes({ from, to }: TimeSpan, most: number): readonly number[] {
  // A server may send years that cannot be formatted in any zone.
  if (!isInCalendar(from) || !isInCalendar(to)) return [];
  const distance = DISTANCES.find((ms) => (to - from) / ms <= most) ?? to - from;
  const zone = shownZone();
  const startOfDay = (at: number) => instantOfMinute(`${localMinute(at, zone).slice(0, 'yyyy-mm-dd'.length)}T00:00`, zone) ?? at;
  const times: number[] = [];
  if (distance >= DAY_MS) {
    // Noon is in the same day, whether or not the clock changes.
    for (let noon = startOfDay(to) + DAY_MS / 2; noon > from - DAY_MS; noon -= distance) times.unshift(startOfDay(noon));
  } else {
    for (let day = startOfDay(from); day < to; day = startOfDay(day + 1.5 * DAY_MS))
      for (let at = day; at < startOfDay(day + 1.5 * DAY_MS); at += distance) times.push(at);
  }
  return times.filter((at) => at >= from && at <= to);
}

/** Returns the index of the step that contains an instant; -1 if there is none. */
export function stepAt({ steps, stepMs }: { readonly steps: readonly number[]; readonly stepMs: number }, at: number): number {
  const [first] = steps;
  const index = first === undefined ? -1 : Math.floor((at - first) / stepMs);
  return index >= 0 && index < steps.length ? index : -1;
}
