/** Parses a typed time into the interval of its day, hour, minute or second. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from './timeUnits.ts';
import type { Zone } from './dates.ts';
import { instantOfMinute, localMinute } from './timeStep.ts';

/** A closed interval from `startMs` to `endMs`, ms since epoch. */
interface TypedInterval {
  readonly startMs: number;
  readonly endMs: number;
}

const SECOND_MS = 1_000;

const CLOCK = String.raw`(?:(?:,? +|,|T)(?<hour>\d{1,2})(?::(?<minute>\d\d)(?::(?<second>\d\d))?)?)?`;
const AS_SHOWN = new RegExp(String.raw`^(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4})${CLOCK}$`);
const AS_ISO = new RegExp(String.raw`^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)${CLOCK}$`);

const padded = (digits: string | undefined): string => (digits ?? '').padStart(2, '0');
/** Formats ms since epoch as a UTC date and minute: `2026-03-04T14:05`. */
const minuteText = (atMs: number): string => new Date(atMs).toISOString().slice(0, 16);

/**
 * Parses a typed time in an IANA zone (undefined: the page's zone) to the interval of its day, hour, minute or second, depending on the typed precision.
 * Null when invalid. Source: SPAN1, SPAN2.
 */
export function timeSpanOf(text: string, zone: Zone): TypedInterval | null {
  const { year, month, day, hour, minute, second } = (AS_SHOWN.exec(text.trim()) ?? AS_ISO.exec(text.trim()))?.groups ?? {};
  const begin = `${year}-${padded(month)}-${padded(day)}T${padded(hour)}:${padded(minute)}`;
  const asUtc = Date.parse(`${begin}:${padded(second)}Z`);
  // `Date.parse` may roll 31 February over to another day.
  if (Number.isNaN(asUtc) || minuteText(asUtc) !== begin) return null;
  const startMs = instantOfMinute(begin, zone);
  if (startMs === null) return null;
  // A minute skipped by a daylight saving change would become another minute.
  if (minute !== undefined && localMinute(startMs, zone) !== begin) return null;
  if (second !== undefined) return spanOf(startMs + Number(second) * SECOND_MS, SECOND_MS);
  if (minute !== undefined) return spanOf(startMs, MINUTE_MS);
  // A day on which daylight saving time begins or ends has 23 or 25 hours, and one of its hours occurs twice or not at all.
  const nextMs = instantOfMinute(minuteText(asUtc + (hour === undefined ? DAY_MS : HOUR_MS)), zone);
  return nextMs === null || nextMs <= startMs ? null : spanOf(startMs, nextMs - startMs);
}

const spanOf = (startMs: number, lengthMs: number): TypedInterval => ({ startMs, endMs: startMs + lengthMs - 1 });
