import { fieldText, fieldTextProblem } from '../text/fieldText.ts';
import { dottedVersion } from './mapVersion.ts';
import { nextMapVersion } from './nextMapVersion.ts';

/** Maximum length of what changed with a version of a map, in characters. */
export const MESSAGE_LENGTH = 500;

/** Allowed ids of new maps, safe in addresses and lists: no blanks at the start, no control characters. */
const ID = /^[\w][\w .-]{0,99}$/;

/** Validates the id of a new map; undefined when valid. Used by console and server. */
export const newMapIdProblem = (id: string): string | undefined =>
  ID.test(id) ? undefined : 'a map id has 1 to 100 letters, digits, blanks, dots, dashes or underscores';

/** Returns what changed as sent: on one line. */
export const mapMessage = (typed: string): string => fieldText(typed.replaceAll(/\s*[\n\r]\s*/g, ' '));

/** Validates what changed with a version of a map; undefined when valid. Used by console and server. */
export const mapMessageProblem = (message: string, label: string): string | undefined =>
  fieldTextProblem(message, { label, maxLength: MESSAGE_LENGTH });

/** The version that the next upload of a map must have, and why; `newest` is the newest site version, undefined for a new map. */
export function expectedVersion(newest: string | undefined): { readonly version: string; readonly reason: string } {
  const version = nextMapVersion(newest);
  return { version, reason: newest ? `as ${dottedVersion(newest)} is the newest` : 'as this map is new' };
}
