/** Steps of five minutes and local minutes of date fields: rounding, previous and next step, time zone text. */

import { DAY_MS, MINUTE_MS } from './timeUnits.ts';
import { isoText, shownZone, type Zone } from './dates.ts';

/** The step of times in exports and comparisons, in ms. Source: CONST-046, CONST-047. */
export const STEP_MS = 300_000;

const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/**
 * Rounds an instant in ms since epoch down to a step. The steps are the same in every zone: all offsets in use are multiples of 5 minutes. Source: CONST-046.
 */
export const floorToStep = (atMs: number): number => Math.floor(atMs / STEP_MS) * STEP_MS;

/** Returns the step of an instant, limited to the newest step that is not after now. */
export const floorToPastStep = (atMs: number, nowMs: number): number => floorToStep(Math.min(atMs, nowMs));

/** Returns the step before (-1) or after (+1) an instant, never after now. Works on instants, so both passes of a repeated hour are reached. */
export function adjacentStep(atMs: number, by: -1 | 1, nowMs: number): number {
  const isOnStep = floorToStep(atMs) === atMs;
  const before = isOnStep ? atMs - STEP_MS : floorToStep(atMs);
  return floorToPastStep(by === -1 ? before : floorToStep(atMs) + STEP_MS, nowMs);
}

/** Formats an instant as ISO 8601 to the minute, without offset: `2026-03-04T14:05`. */
export const localMinute = (atMs: number, zone: Zone): string => isoText(atMs, zone).slice(0, 'yyyy-mm-ddThh:mm'.length);

/** Returns the instants of a local minute, ms since epoch: none when it is invalid or the clock skips it, two in order when the clock is set back over it. */
export function instantsOfMinute(text: string, zone: Zone): readonly number[] {
  return [...new Set(candidates(text, zone))].filter((at) => localMinute(at, zone) === text);
}

/**
 * Parses a local minute to ms since epoch; null when invalid. A repeated minute becomes its first occurrence; a skipped minute uses the offset before the jump
 * (02:30 becomes 03:30). Source: TIME1.
 */
export function instantOfMinute(text: string, zone: Zone): number | null {
  const found = candidates(text, zone);
  return found.find((at) => localMinute(at, zone) === text) ?? found[0] ?? null;
}

/** Returns the candidate instants of a local minute, by the offsets of the day before and of the day after; none when the minute is invalid. */
function candidates(text: string, zone: Zone): readonly number[] {
  // The year of a local minute is typed digit by digit: a year that begins with 0 is incomplete.
  const asUtc = LOCAL_TIME.test(text) && !text.startsWith('0') ? Date.parse(`${text}:00Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return [];
  // Offsets are at most 14 h, so one day to either side gives the offsets before and after a daylight saving change.
  const byOffsetOf = (near: number) => asUtc - offsetAt(near, zone);
  return [byOffsetOf(asUtc - DAY_MS), byOffsetOf(asUtc + DAY_MS)];
}

/** A change of a zone's clock: its instant, ms since epoch, and the times that the clock shows before and at it, such as `02:00`. */
export interface ClockChange {
  readonly at: number;
  readonly before: string;
  readonly after: string;
}

/** Returns the change of a zone's clock within a day before or after an instant; null when there is none. */
export function clockChangeNear(near: number, zone: Zone): ClockChange | null {
  let from = Math.floor((near - DAY_MS) / MINUTE_MS);
  let to = Math.floor((near + DAY_MS) / MINUTE_MS);
  const [offset, next] = [offsetAt(from * MINUTE_MS, zone), offsetAt(to * MINUTE_MS, zone)];
  if (offset === next) return null;
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if (offsetAt(middle * MINUTE_MS, zone) === offset) from = middle;
    else to = middle;
  }
  const at = to * MINUTE_MS;
  const clock = (by: number) => new Date(at + by).toISOString().slice('yyyy-mm-ddT'.length, 'yyyy-mm-ddThh:mm'.length);
  return { at, before: clock(offset), after: clock(next) };
}

/** Returns the start of a day, `2026-03-04`, in a zone, ms since epoch; null if invalid. */
export const startOfDay = (day: string, zone: Zone): number | null => instantOfMinute(`${day}T00:00`, zone);

/** Returns the day of an instant in a zone, as `2026-03-04`. */
export const dayOfInstant = (atMs: number, zone: Zone): string => localMinute(atMs, zone).slice(0, 'yyyy-mm-dd'.length);

/** The first and the last instant whose local times can be parsed back: other years have fewer or more than four digits. */
const [FIRST_MS, LAST_MS] = [Date.UTC(1_000, 0, 2), Date.UTC(9_999, 11, 30)];

/** Returns the offset of a zone from UTC at an instant, in ms; an instant outside the years 1000 to 9999 is clamped to this range. Source: CLOCKS4. */
export function offsetAt(atMs: number, zone: Zone): number {
  const at = Math.min(Math.max(atMs, FIRST_MS), LAST_MS);
  return Date.parse(`${localMinute(at, zone)}:00Z`) - Math.floor(at / MINUTE_MS) * MINUTE_MS;
}

/** Formats the zone with its offset at an instant: `Europe/Brussels, GMT+2`. The offset distinguishes the occurrences of a repeated hour. */
export function zoneText(atMs: number, zone: Zone): string {
  const format = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset', timeZone: zone ?? shownZone() });
  const offset = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return `${format.resolvedOptions().timeZone}, ${offset}`;
}
