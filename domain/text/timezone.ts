/** IANA time zones: the selectable ones, whether a name exists, and the offset in hours. */

/** Returns the selectable IANA timezones, sorted. Source: CALL-062. */
export const timezones = (): readonly string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted();

/** Checks whether a timezone exists; older alias names are accepted. */
export function isTimezone(name: string): boolean {
  try {
    // `Intl` also accepts an offset such as +01:00, which is not a zone: it has no daylight saving.
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const MS_PER_HOUR = 3_600_000;

/** Returns the offset of a timezone from UTC at an instant (ms since epoch), in hours; null for an unknown one. */
export function zoneOffsetHours(name: string, atMs: number): number | null {
  if (!isTimezone(name)) return null;
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'medium' }).format(atMs);
  return (Date.parse(`${local.replace(' ', 'T')}Z`) - Math.floor(atMs / 1_000) * 1_000) / MS_PER_HOUR;
}
