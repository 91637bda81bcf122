/** Parses a date and time as people type it into an instant. */

import { isoText, type Zone } from './dates.ts';
import { clockChangeNear, instantOfMinute, instantsOfMinute, localMinute, type ClockChange } from './timeStep.ts';
import { zoneAbbreviation } from './zoneNames.ts';

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
  /** The instant from which amounts count, such as `10 min ago`; `now` unless `now` is the end of a step. */
  readonly agoFrom?: number;
  readonly zone?: Zone;
}

/** The meaning of a typed time. */
export type TypedTime =
  /** `other` is the second instant of a local time that occurs twice, since the clock is put back; null otherwise. */
  | { readonly kind: 'instant'; readonly at: number; readonly other: number | null }
  /** A local time that does not exist, since the clock is put forward over it. */
  | { readonly kind: 'skipped'; readonly change: ClockChange }
  | { readonly kind: 'unreadable' };

const UNREADABLE: TypedTime = { kind: 'unreadable' };

/**
 * Parses a date and time as people type them, day first: `26/11/2026 02:40`, `26-11 2:40`, `26.11.26`, `14:05`, `3 Nov 02:40`, `yesterday 14:05`,
 * `monday 22:00`, `10 min ago`, `-10m`, or ISO 8601. A day without a time is its start; a time alone, a weekday, and a day without a year is the last
 * one that is not after `now`. The zone may be added: `02:30 CET`, `02:30 UTC`, `02:30 +01:00`. Instants in ms since epoch. Source: DATE1, DATE3.
 */
export function typedTime(text: string, { now, agoFrom = now, zone }: Reading): TypedTime {
  const trimmed = text.trim().replaceAll(/\s+/g, ' ');
  const ago = AGO.exec(trimmed)?.groups;
  if (ago !== undefined) {
    const at = agoFrom - Number(ago['count']) * (MS_OF[ago['unit']?.[0]?.toLowerCase() ?? ''] ?? 0);
    return { kind: 'instant', at, other: null };
  }
  const offset = OFFSET.exec(trimmed);
  if (offset !== null) return atOffset(trimmed.slice(0, offset.index), now, offset.groups ?? {});
  const named = WORD.exec(trimmed);
  const place = named === null ? null : placeOf(named[1] ?? '', { now, zone });
  return place === null || named === null
    ? localTime(trimmed, { now, zone })
    : localTime(trimmed.slice(0, named.index), { now, zone }, place);
}

/** Returns the first instant of a time parsed by `typedTime`; null for a time that is unreadable or does not exist. */
export function typedInstant(text: string, reading: Reading): number | null {
  const read = typedTime(text, reading);
  return read.kind === 'instant' ? read.at : null;
}

/** An offset after a time of day: `02:30 +01:00`, `02:30 UTC+1`, `02:30Z`. */
const OFFSET = /(?<=:\d\d) ?(?:(?:UTC|GMT)?(?<sign>[+−-])(?<hours>\d{1,2})(?::(?<minutes>\d\d))?|Z|UTC)$/i;
/** A word after a time of day, which may be the name of a zone: `02:30 CET`. */
const WORD = /(?<=:\d\d) ?([a-z]{3,5})$/i;

function atOffset(text: string, now: number, { sign, hours = '0', minutes = '0' }: Groups): TypedTime {
  const ahead = (sign === '+' || sign === undefined ? 1 : -1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const read = localTime(text, { now: now + ahead, zone: 'UTC' });
  return read.kind === 'instant' ? { ...read, at: read.at - ahead } : read;
}

/** Instants in the quarters of the past year, in ms before now: every name of a zone applies at one of them. */
const QUARTERS_MS = [0, 91, 182, 273].map((days) => days * 86_400_000);

/** Returns an instant at which a zone has a given name, which determines its offset; null for a name that the zone never has. */
function placeOf(name: string, { now, zone }: Reading): number | null {
  const isCalled = (at: number) => zoneAbbreviation(at, zone) === name.toUpperCase();
  return QUARTERS_MS.map((before) => now - before).find(isCalled) ?? null;
}

/** Parses a local time; `likeAt` is an instant with the intended offset, if the time occurs twice. */
function localTime(trimmed: string, { now, zone }: Reading, likeAt?: number): TypedTime {
  const found = FORMATS.map((format) => format.exec(trimmed)?.groups).find((groups) => groups !== undefined);
  if (found === undefined) return UNREADABLE;
  const { hour, minute, second } = found;
  const seconds = Number(second ?? 0);
  const minuteOf = (day: string) => `${day}T${two(hour)}:${two(minute)}`;
  const today = dayText(now, zone);
  // A time that the clock skips is moved forward, so that it can be compared with `now`.
  const at = (day: string) => movedInstant(minuteOf(day), zone);
  const dayFound = found['day'] === undefined ? clockDay(found, at, { now: now - seconds * 1_000, zone }) : dayOf(found, today, at, now);
  if (dayFound === null || seconds > 59) return UNREADABLE;
  const begin = at(dayFound);
  if (begin === null) return UNREADABLE;
  // A day that has no midnight begins with its first minute.
  if (hour === undefined) return { kind: 'instant', at: begin, other: null };
  const name = likeAt === undefined ? null : zoneAbbreviation(likeAt, zone);
  const instants = instantsOfMinute(minuteOf(dayFound), zone).filter((one) => name === null || zoneAbbreviation(one, zone) === name);
  const [first, other] = instants.map((one) => one + seconds * 1_000);
  if (first !== undefined) return { kind: 'instant', at: first, other: other ?? null };
  const change = name === null ? clockChangeNear(begin, zone) : null;
  return change === null ? UNREADABLE : { kind: 'skipped', change };
}

const dayText = (at: number, zone: Zone): string => isoText(at, zone).slice(0, 'yyyy-mm-dd'.length);

/** Returns the calendar day some days earlier, regardless of daylight saving. */
const dayBefore = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** Returns the number of days since the last day of a weekday; 0 for today's. */
const daysSince = (weekday: number, today: string): number => (new Date(`${today}T00:00:00Z`).getUTCDay() - weekday + 7) % 7;

/** Returns the instant of a minute, moved if the clock skips it; null for an invalid date, such as 31 February. */
function movedInstant(minute: string, zone: Zone): number | null {
  const asUtc = instantOfMinute(minute, 'UTC');
  return asUtc === null || localMinute(asUtc, 'UTC') !== minute ? null : instantOfMinute(minute, zone);
}

type Groups = Readonly<Record<string, string | undefined>>;

/**
 * Returns the day of a time of day: today or yesterday if named, otherwise the last day, or the last one with the named weekday, on which the time is not after
 * `now`.
 */
function clockDay({ named }: Groups, at: (day: string) => number | null, { now, zone }: Reading): string | null {
  const today = dayText(now, zone);
  const weekday = WEEKDAYS.indexOf(begins(named));
  if (named !== undefined && weekday === -1) return named.toLowerCase() === 'today' ? today : dayBefore(today);
  const last = named === undefined ? today : dayBefore(today, daysSince(weekday, today));
  const ofLast = at(last);
  return ofLast !== null && ofLast > now ? dayBefore(last, named === undefined ? 1 : 7) : last;
}

function dayOf({ day, month, year }: Groups, today: string, at: (day: string) => number | null, now: number): string {
  const named = MONTHS.indexOf(begins(month));
  const ofYear = (one: string | number) => `${one}-${two(named === -1 ? month : named + 1)}-${two(day)}`;
  if (year !== undefined) return ofYear(year.length === 2 ? `20${year}` : year);
  const thisYear = Number(today.slice(0, 4));
  const begin = at(ofYear(thisYear));
  return begin !== null && begin > now ? ofYear(thisYear - 1) : ofYear(thisYear);
}
