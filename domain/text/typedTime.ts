/** Parses a date and time as people type it into an instant. */

import { isoText, type Zone } from './dates.ts';
import { instantOfMinute, localMinute } from './timeStep.ts';

const CLOCK = String.raw`(?<hour>\d{1,2})[:.uh](?<minute>\d\d)(?:[:.](?<second>\d\d))?`;
const DAY = String.raw`(?<day>\d{1,2})[/.\- ](?<month>\d{1,2})(?:[/.\- ](?<year>\d{4}|\d\d))?`;
/** `10 min ago`, `2 h`, `90s`. */
const AGO = /^(?<count>\d{1,5}) ?(?<unit>s|sec|seconds?|m|min|mins|minutes?|h|hours?|d|days?)(?: ago)?$/i;
const MS_OF: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** `yesterday 14:00`, `today`. */
const NAMED_DAY = new RegExp(String.raw`^(?<named>today|yesterday)(?:(?:,? )${CLOCK})?$`, 'i');
const FORMATS = [
  NAMED_DAY,
  new RegExp(String.raw`^${DAY}(?:(?:, ?| +|T)${CLOCK})?$`),
  new RegExp(String.raw`^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:(?:, ?| +|T)${CLOCK})?$`),
  new RegExp(String.raw`^${CLOCK}$`),
];

const two = (digits: string | number | undefined): string => String(digits ?? 0).padStart(2, '0');

interface Reading {
  /** The current instant in ms since epoch: it supplies the day for a time without one, and the year for a day without one. */
  readonly now: number;
  readonly zone?: Zone;
}

/**
 * Parses a date and time as people type them, day first: `26/11/2026 02:40`, `26-11 2:40`, `26.11.26`, `14:05`, `yesterday 14:05`, `10 min ago`, or ISO 8601. A
 * day without a time begins at midnight; a time alone, and a day without a year, is the last one that is not after `now`. Returns ms since epoch; null when
 * unreadable. Source: DATE1.
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

/** The previous calendar day, regardless of daylight saving. */
const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** The instant of a minute; null for an invalid date, such as 31 February, and for a minute that daylight saving skips. */
function instantIn(minute: string, zone: Zone): number | null {
  const at = instantOfMinute(minute, zone);
  return at === null || localMinute(at, zone) !== minute ? null : at;
}

type Groups = Readonly<Record<string, string | undefined>>;

/** The instant of a time of day: on the named day, otherwise the last one that is not after `now`. */
function clockOf({ named }: Groups, at: (day: string) => number | null, { now, zone }: Reading): number | null {
  const today = dayText(now, zone);
  if (named !== undefined) return at(named.toLowerCase() === 'today' ? today : dayBefore(today));
  const ofToday = at(today);
  return ofToday !== null && ofToday > now ? at(dayBefore(today)) : ofToday;
}

function dayOf({ day, month, year }: Groups, today: string, at: (day: string) => number | null, now: number): number | null {
  const ofYear = (one: string | number) => at(`${one}-${two(month)}-${two(day)}`);
  if (year !== undefined) return ofYear(year.length === 2 ? `20${year}` : year);
  const thisYear = Number(today.slice(0, 4));
  const begin = ofYear(thisYear);
  return begin !== null && begin > now ? ofYear(thisYear - 1) : begin;
}
