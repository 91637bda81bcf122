/** Short names of time zones at an instant, `CET` or `UTC+5:30`, and whether two zones share a clock. */

import { shownZone, type Zone } from './dates.ts';
import { offsetAt } from './timeStep.ts';
import { DAY_MS } from './timeUnits.ts';

/** The locales with abbreviations for the zones of Europe and of America. */
const LOCALES = ['en-GB', 'en-US'] as const;

/** The formatters of each zone, created when first needed, since creating a formatter costs more than formatting. */
const formats = new Map<string, readonly Intl.DateTimeFormat[]>();
function formatsOf(timeZone: string): readonly Intl.DateTimeFormat[] {
  const known = formats.get(timeZone) ?? LOCALES.map((locale) => new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }));
  formats.set(timeZone, known);
  return known;
}

/** Returns the name of a zone at an instant: the usual abbreviation if there is one (`CET`, `EDT`, `UTC`), otherwise `UTC+5:30`. Source: ZONE1. */
export function zoneAbbreviation(at: number, zone: Zone): string {
  const names = formatsOf(zone ?? shownZone()).map(
    (format) => format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '',
  );
  return names.find((name) => /^[A-Z]+$/.test(name)) ?? (names[0] ?? '').replace('GMT', 'UTC');
}

/**
 * Offsets, in days, of the weeks of a year around an instant: some zones change their clocks within weeks of each other, and agree for the rest of
 * the year.
 */
const AROUND_DAYS = Array.from({ length: 53 }, (_, week) => (week - 26) * 7);

/** Returns whether two zones have the same clock at an instant and in the year around it. Source: ZONE1. */
export const isSameClock = (one: string, other: string, at: number): boolean =>
  one === other || AROUND_DAYS.every((days) => offsetAt(at + days * DAY_MS, one) === offsetAt(at + days * DAY_MS, other));

/** Returns whether the local time of an instant occurs twice in a zone, since the clock is put back over it. */
export const existsTwice = (at: number, zone: Zone): boolean =>
  [-DAY_MS, DAY_MS].some((by) => {
    const shift = offsetAt(at, zone) - offsetAt(at + by, zone);
    // The other instant with the same local time has the other offset.
    return shift !== 0 && offsetAt(at + shift, zone) !== offsetAt(at, zone);
  });
