/** The offset of a device's clock as text, whether it needs a warning, and the newest event about unreadable fields. */

import type { DeviceEvent } from '#contract/devices/deviceEvent';
import { BELGIAN_ZONE, isoText } from '../text/dates.ts';

/** The offset of a device's clock above which a warning is shown, in ms. */
const WARNING_MS = 5_000;
/** Time for which a report of unreadable fields is shown, in ms; a persisting fault is reported again every hour. */
const SHOWN_MS = 4_200_000;

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;

/** Returns whether the offset of a clock (ms) is so large that a warning is shown; false for an unknown offset. Source: CLOCK3. */
export const isClockOff = (offsetMs: number | null | undefined): boolean => offsetMs != null && Math.abs(offsetMs) > WARNING_MS;

/** Returns how far a clock is ahead, in ms, as text: `12 s ahead`, `7 min behind`, `right` if within a second. Source: CLOCK3. */
export function clockOffsetText(offsetMs: number): string {
  const size = Math.abs(offsetMs);
  const [unitMs, unit] = UNITS.find(([ms]) => size >= ms) ?? [0, ''];
  if (unitMs === 0) return 'right';
  return `${Math.round(size / unitMs)} ${unit} ${offsetMs > 0 ? 'ahead' : 'behind'}`;
}

const isUnreadable = ({ data }: DeviceEvent) =>
  typeof data === 'object' && data !== null && 'unreadable' in data && Array.isArray(data.unreadable);

const isReadableAgain = ({ data }: DeviceEvent) =>
  typeof data === 'object' && data !== null && 'readable_again' in data && data.readable_again === true;

/**
 * Returns the newest event that reports unreadable fields of a device; undefined if a later event reports that the messages are readable again, or if the event
 * is more than 70 min old. `now` in ms since epoch. Source: DOOR4.
 */
export function newestUnreadable(events: readonly DeviceEvent[], now: number): DeviceEvent | undefined {
  const since = isoText(now - SHOWN_MS, BELGIAN_ZONE);
  const last = events.find(isUnreadable);
  const lastAt = last?.belgian_local_time ?? '';
  if (last === undefined || lastAt < since) return undefined;
  const isOver = events.some((event) => isReadableAgain(event) && (event.belgian_local_time ?? '') >= lastAt);
  return isOver ? undefined : last;
}
