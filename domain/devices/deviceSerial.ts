/** The rules of a device serial: length and characters. */

/** Maximum length of a serial, in characters. */
export const SERIAL_LENGTH = 64;

/** Words that collide with path segments (`device/actions`) or with properties of `Object.prototype`. */
const taken = new Set(['actions', ...Object.getOwnPropertyNames(Object.prototype).map((name) => name.toLowerCase())]);
/** The allowed characters: a serial is part of URLs, MQTT topics and file names. */
const SERIAL = /^[a-z0-9][a-z0-9._-]*$/i;

/** Returns the serial as stored: trimmed. */
export const deviceSerial = (typed: string): string => typed.trim();

/** Returns why the serial of a new device is invalid; undefined if it is valid. Used by console and server. Source: MGMT-060, ADD1. */
export function deviceSerialProblem(typed: string): string | undefined {
  const serial = deviceSerial(typed);
  if (serial === '') return 'You cannot add a device without a serial number';
  if (serial.length > SERIAL_LENGTH) return `Serial cannot be longer than ${SERIAL_LENGTH} characters.`;
  if (!SERIAL.test(serial)) return 'Serial can have letters, digits, dots, hyphens and underscores, and begins with a letter or digit.';
  return taken.has(serial.toLowerCase()) ? 'Serial cannot be this word.' : undefined;
}
