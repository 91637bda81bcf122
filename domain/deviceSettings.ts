/** Longest name of a device, in characters. */
export const DEVICE_NAME_LENGTH = 100;

/** Said below name and stage. Source: MSG-061, RULE-105, CONST-044. */
export const SETTINGS_NOTE = 'Changes of name and life cycle stage take up to 48 h to reach all dashboards.';

/** A name as it is kept: without blanks around it. */
export const deviceName = (typed: string): string => typed.trim();

/** What is wrong with a name of a device; undefined when it may be saved. Console and server ask the same. Source: MAINT1. */
export function deviceNameProblem(typed: string): string | undefined {
  const name = deviceName(typed);
  if (name === '') return 'Name cannot be empty.';
  if (Array.from(name).length > DEVICE_NAME_LENGTH) return `Name cannot be longer than ${DEVICE_NAME_LENGTH} characters.`;
  return /\p{Cc}/u.test(name) ? 'Name cannot contain line breaks or other control characters.' : undefined;
}
