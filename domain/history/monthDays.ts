/** The days of a month, as a calendar shows them. */

/** A month as text: `2026-03`. */
export type Month = string;

const DAYS_OF_WEEK = 7;

const utc = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayText = (date: Date): string => date.toISOString().slice(0, 'yyyy-mm-dd'.length);

/** Returns whether a text is a day of the calendar: `2026-03-04`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(utc(text).getTime()) && dayText(utc(text)) === text;

/** The range of the calendar: years in which each day and its neighbours have a year of four digits. */
const CALENDAR = { from: Date.UTC(1900, 0), to: Date.UTC(2100, 0) };

/** Returns whether an instant, ms since epoch, is in a year from 1900 to 2099, whose days exist in every zone. */
export const isInCalendar = (at: number): boolean => at >= CALENDAR.from && at <= CALENDAR.to;

/** Returns whether a text is a month from 1900 to 2099, whose neighbours can be written too: `2026-03`. */
export const isMonth = (text: string): boolean => /^(?:19|20)\d\d-\d\d$/.test(text) && isDay(`${text}-01`);

/** Returns the month of a day: `2026-03` of `2026-03-04`. */
export const monthOf = (day: string): Month => day.slice(0, 'yyyy-mm'.length);

/** Returns the month that lies `by` months after another one. */
export function monthAfter(month: Month, by: number): Month {
  const date = utc(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return monthOf(dayText(date));
}

/** Returns the day that lies `by` days after another one. */
export function dayAfter(day: string, by: number): string {
  const date = utc(day);
  date.setUTCDate(date.getUTCDate() + by);
  return dayText(date);
}

/** Returns the weeks of a month, each of seven days from Monday; days of other months fill the first and the last one. */
export function weeksOf(month: Month): readonly (readonly string[])[] {
  const first = utc(`${month}-01`);
  const before = (first.getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK;
  const weeks: string[][] = [];
  for (let day = dayAfter(`${month}-01`, -before); monthOf(day) <= month; day = dayAfter(day, DAYS_OF_WEEK))
    weeks.push(Array.from({ length: DAYS_OF_WEEK }, (_, index) => dayAfter(day, index)));
  return weeks;
}
