/** Returns the selectable IANA timezones, sorted. Source: CALL-062. */
export const timezones = (): readonly string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted();

/** Checks whether a timezone exists; older alias names are accepted. */
export function isTimezone(name: string): boolean {
  try {
    // An offset such as +01:00 is accepted by `Intl` and is no zone: it has no daylight saving.
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
