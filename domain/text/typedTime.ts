import { isoText, type Zone } from './dates.ts';
import { instantOfMinute, localMinute } from './timeStep.ts';

const CLOCK = String.raw`(?<hour>\d{1,2})[:.uh](?<minute>\d\d)(?:[:.](?<second>\d\d))?`;
const DAY = String.raw`(?<day>\d{1,2})[/.\- ](?<month>\d{1,2})(?:[/.\- ](?<year>\d{4}|\d\d))?`;
const FORMATS = [
  new RegExp(String.raw`^${DAY}(?:(?:, ?| +|T)${CLOCK})?$`),
  new RegExp(String.raw`^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:(?:, ?| +|T)${CLOCK})?$`),
  new RegExp(String.raw`^${CLOCK}$`),
];

const two = (digits: string | number | undefined): string => String(digits ?? 0).padStart(2, '0');

interface Reading {
  /** The present, ms since epoch: gives the day of a time alone and the year of a day alone. */
  readonly now: number;
  readonly zone?: Zone;
}

/**
 * Reads a date and time as people type them, the day first: `26/11/2026 02:40`, `26-11 2:40`, `26.11.26`, `14:05`, also as ISO 8601. A day without a time
 * begins at midnight, a time alone is of today; a day without a year is the last one that is not after `now`. ms since epoch; null when unreadable. Source: DATE1.
 */
export function typedInstant(text: string, { now, zone }: Reading): number | null {
  const trimmed = text.trim().replaceAll(/\s+/g, ' ');
  const found = FORMATS.map((format) => format.exec(trimmed)?.groups).find((groups) => groups !== undefined);
  if (found === undefined) return null;
  const { hour, minute, second } = found;
  const today = isoText(now, zone).slice(0, 'yyyy-mm-dd'.length);
  const at = (day: string) => instantIn(`${day}T${two(hour)}:${two(minute)}`, zone);
  const begin = found['day'] === undefined ? at(today) : dayOf(found, today, at, now);
  if (begin === null || Number(second ?? 0) > 59) return null;
  return begin + Number(second ?? 0) * 1_000;
}

/** The instant of a minute; null for one that is no date, such as 31 February, or that daylight saving skips. */
function instantIn(minute: string, zone: Zone): number | null {
  const at = instantOfMinute(minute, zone);
  return at === null || localMinute(at, zone) !== minute ? null : at;
}

type Groups = Readonly<Record<string, string | undefined>>;

function dayOf({ day, month, year }: Groups, today: string, at: (day: string) => number | null, now: number): number | null {
  const ofYear = (one: string | number) => at(`${one}-${two(month)}-${two(day)}`);
  if (year !== undefined) return ofYear(year.length === 2 ? `20${year}` : year);
  const thisYear = Number(today.slice(0, 4));
  const begin = ofYear(thisYear);
  return begin !== null && begin > now ? ofYear(thisYear - 1) : begin;
}
