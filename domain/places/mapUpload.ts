/** The form of a map upload: validated id, message and version, and the proposed next version. */

import { fieldText, fieldTextProblem, isSameName } from '../text/fieldText.ts';
import { dottedVersion, DEFAULT_MAP_VERSION } from './mapVersion.ts';
import { byNumbers, versionNumbers } from './versionOrder.ts';

/** Returns the dotted version proposed for an upload: 2.1.1 for a new map, otherwise the newest version with its last part incremented. Source: OPEN-52. */
export function nextMapVersion(newest: string | undefined): string {
  if (newest === undefined || newest === '') return DEFAULT_MAP_VERSION;
  const dotted = dottedVersion(newest);
  const last = /\d+$/.exec(dotted)?.[0] ?? '';
  const next = Number(last) + 1;
  return last !== '' && Number.isSafeInteger(next) ? `${dotted.slice(0, -last.length)}${next}` : `${dotted}.1`;
}

/** Maximum length of the description of a map version, in characters. */
export const MESSAGE_LENGTH = 500;

/** Allowed ids of new maps, safe in addresses and lists: no blanks around them and no control characters. */
const ID = /^\w(?:[\w .-]{0,98}[\w.-])?$/;

/** Returns why the id of a new map is invalid; undefined if it is valid. Used by console and server. */
export const newMapIdProblem = (id: string): string | undefined =>
  ID.test(id) ? undefined : 'a map id has 1 to 100 letters, digits, blanks, dots, dashes or underscores, and no blank around it';

/**
 * Returns why the id of a new map is taken: a known map has the same id, ignoring case; undefined if it is free. Used by console and server. Source: MAPV8.
 */
export function takenMapIdProblem(id: string, known: readonly string[]): string | undefined {
  const taken = known.find((other) => isSameName(other, id));
  return taken === undefined ? undefined : `There is a map ${taken}`;
}

/** Returns the description of a version as it is sent, with each line break replaced by a blank. */
export const mapMessage = (typed: string): string => fieldText(typed.replaceAll(/\s*[\n\r]\s*/g, ' '));

/** Returns why the description of a map version is invalid; undefined if it is valid. Used by console and server. */
export const mapMessageProblem = (message: string, label: string): string | undefined =>
  fieldTextProblem(message, { label, maxLength: MESSAGE_LENGTH });

/**
 * Returns why a dotted version cannot be uploaded after the newest site version of its map; undefined when it can, or when the map is new. Source: MAPV2.
 */
export function uploadVersionProblem(version: string, newest: string | undefined): string | undefined {
  if (!newest) return undefined;
  const dotted = dottedVersion(newest);
  const [numbers, before] = [versionNumbers(version), versionNumbers(dotted)];
  // A version without a numeric order, such as one of an imported map, need only differ.
  const isNewer = numbers === null || before === null ? version !== dotted : byNumbers(numbers, before) > 0;
  return isNewer ? undefined : `version ${version} is not newer than ${dotted}, the newest version of this map`;
}

/**
 * Returns the proposed version of the next upload of a map, and a hint on the allowed versions; `newest` is the newest site version, undefined for a new map.
 */
export const proposedVersion = (newest: string | undefined): { readonly version: string; readonly hint: string } => ({
  version: nextMapVersion(newest),
  hint: newest
    ? `A version newer than ${dottedVersion(newest)}, as ${nextMapVersion(newest)}`
    : `Any version, as ${nextMapVersion(newest)}: this map is new`,
});
