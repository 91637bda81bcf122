/** Longest serial, in characters. */
export const SERIAL_LENGTH = 64;

/** Words that stand in addresses where a serial could (`device/actions`), and names that every object has. */
const taken = new Set(['actions', ...Object.getOwnPropertyNames(Object.prototype).map((name) => name.toLowerCase())]);
/** A serial is a part of addresses, topics and file names. */
const SERIAL = /^[a-z0-9][a-z0-9._-]*$/i;

/** A serial as it is kept: without blanks around it. */
export const deviceSerial = (typed: string): string => typed.trim();

/** What is wrong with the serial of a new device; undefined when there may be one. Console and server ask the same. Source: MGMT-060, ADD1. */
export function deviceSerialProblem(typed: string): string | undefined {
  const serial = deviceSerial(typed);
  if (serial === '') return 'You cannot add a device without a serial number';
  if (serial.length > SERIAL_LENGTH) return `Serial cannot be longer than ${SERIAL_LENGTH} characters.`;
  if (!SERIAL.test(serial)) return 'Serial can have letters, digits, dots, hyphens and underscores, and begins with a letter or digit.';
  return taken.has(serial.toLowerCase()) ? 'Serial cannot be this word.' : undefined;
}
