/** The IANA timezones that can be chosen, in their order. Source: CALL-062. */
export const timezones = (): readonly string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted();

/** Whether there is such a timezone, also under an older name. */
export function isTimezone(name: string): boolean {
  try {
    return name !== '' && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
