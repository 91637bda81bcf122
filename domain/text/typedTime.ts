/** Parses a date and time as people type it into an instant. */

import { isoText, type Zone } from './dates.ts';
import { instantOfMinute, localMinute } from './timeStep.ts';

const CLOCK = String.raw`(?<hour>\d{1,2})[:.uh](?<minute>\d\d)(?:[:.](?<second>\d\d))?`;
const DAY = String.raw`(?<day>\d{1,2})[/.\- ](?<month>\d{1,2})(?:[/.\- ](?<year>\d{4}|\d\d))?`;
/** `10 min ago`, `2 h`, `90s`, `-10m`. */
const AGO = /^(?:[-−] ?)?(?<count>\d{1,5}) ?(?<unit>s|sec|seconds?|m|min|mins|minutes?|h|hours?|d|days?)(?: ago)?$/i;
const MS_OF: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** A time of day after a day that is written with letters. */
const AT_CLOCK = String.raw`(?:(?:,? |,? at )${CLOCK})?`;
/** `yesterday 14:00`, `today`, `monday 22:00`, `thu`. */
const NAMED_DAY = new RegExp(
  String.raw`^(?<named>today|yesterday|sun(?:day)?|mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?)${AT_CLOCK}$`,
  'i',
);
/** `3 Nov 02:40`, `3 november 2026`. */
const NAMED_MONTH = new RegExp(
  String.raw`^(?<day>\d{1,2})[ -]?(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?(?:,?[ -]?(?<year>\d{4}))?${AT_CLOCK}$`,
  'i',
);
const FORMATS = [
  NAMED_DAY,
  NAMED_MONTH,
  new RegExp(String.raw`^${DAY}(?:(?:, ?| +|T)${CLOCK})?$`),
  new RegExp(String.raw`^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:(?:, ?| +|T)${CLOCK})?$`),
  new RegExp(String.raw`^${CLOCK}$`),
];

const LETTERS = 3;
const WEEKDAYS: readonly string[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTHS: readonly string[] = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const begins = (word: string | undefined): string => (word ?? '').slice(0, LETTERS).toLowerCase();

const two = (digits: string | number | undefined): string => String(digits ?? 0).padStart(2, '0');

interface Reading {
  /** The current instant in ms since epoch: it supplies the day for a time without one, and the year for a day without one. */
  readonly now: number;
  readonly zone?: Zone;
}

/**
 * Parses a date and time as people type them, day first: `26/11/2026 02:40`, `26-11 2:40`, `26.11.26`, `14:05`, `3 Nov 02:40`, `yesterday 14:05`, `monday 22:00`,
 * `10 min ago`, `-10m`, or ISO 8601. A day without a time begins at midnight; a time alone, a weekday, and a day without a year is the last one that is not
 * after `now`. Returns ms since epoch; null when unreadable. Source: DATE1.
 */
export function typedInstant(text: string, { now, zone }: Reading): number | null {
  const trimmed = text.trim().replaceAll(/\s+/g, ' ');
  const ago = AGO.exec(trimmed)?.groups;
  if (ago !== undefined) return now - Number(ago['count']) * (MS_OF[ago['unit']?.[0]?.toLowerCase() ?? ''] ?? 0);
  const found = FORMATS.map((format) => format.exec(trimmed)?.groups).find((groups) => groups !== undefined);
  if (found === undefined) return null;
  const { hour, minute, second } = found;
  const seconds = Number(second ?? 0);
  const at = (day: string) => instantIn(`${day}T${two(hour)}:${two(minute)}`, zone);
  const begin =
    found['day'] === undefined ? clockOf(found, at, { now: now - seconds * 1_000, zone }) : dayOf(found, dayText(now, zone), at, now);
  return begin === null || seconds > 59 ? null : begin + seconds * 1_000;
}

const dayText = (at: number, zone: Zone): string => isoText(at, zone).slice(0, 'yyyy-mm-dd'.length);

/** The calendar day some days earlier, regardless of daylight saving. */
const dayBefore = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** How many days ago the last day of a weekday was; 0 for today's. */
const daysSince = (weekday: number, today: string): number => (new Date(`${today}T00:00:00Z`).getUTCDay() - weekday + 7) % 7;

/** The instant of a minute; null for an invalid date, such as 31 February, and for a minute that daylight saving skips. */
function instantIn(minute: string, zone: Zone): number | null {
  const at = instantOfMinute(minute, zone);
  return at === null || localMinute(at, zone) !== minute ? null : at;
}

type Groups = Readonly<Record<string, string | undefined>>;

/** The instant of a time of day: today or yesterday if named, otherwise the last one, of the named weekday or of any, that is not after `now`. */
function clockOf({ named }: Groups, at: (day: string) => number | null, { now, zone }: Reading): number | null {
  const today = dayText(now, zone);
  const weekday = WEEKDAYS.indexOf(begins(named));
  if (named !== undefined && weekday === -1) return at(named.toLowerCase() === 'today' ? today : dayBefore(today));
  const last = named === undefined ? today : dayBefore(today, daysSince(weekday, today));
  const ofLast = at(last);
  return ofLast !== null && ofLast > now ? at(dayBefore(last, named === undefined ? 1 : 7)) : ofLast;
}

function dayOf({ day, month, year }: Groups, today: string, at: (day: string) => number | null, now: number): number | null {
  const named = MONTHS.indexOf(begins(month));
  const ofYear = (one: string | number) => at(`${one}-${two(named === -1 ? month : named + 1)}-${two(day)}`);
  if (year !== undefined) return ofYear(year.length === 2 ? `20${year}` : year);
  const thisYear = Number(today.slice(0, 4));
  const begin = ofYear(thisYear);
  return begin !== null && begin > now ? ofYear(thisYear - 1) : begin;
}
