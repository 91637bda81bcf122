/** Rules of the catalogue of device types: ids, hardware revisions, and the types offered for new devices. */

import { fieldText, fieldTextProblem, isSameName } from '../text/fieldText.ts';

/** A hardware revision of a device type, as the server lists it. */
interface Revision {
  readonly revision_id?: string | null | undefined;
  readonly archived?: boolean | null | undefined;
}

/** A device type, as the server lists it. */
interface TypeEntry {
  readonly id: string;
  readonly archived?: boolean | null | undefined;
  readonly revisions?: readonly Revision[] | null | undefined;
}

const ID = /^[A-Z][A-Z0-9_]{1,31}$/;
const ID_FORM = 'An id has 2 to 32 capital letters, digits and underscores, and begins with a letter.';
/** Maximum length of a hardware revision, in characters. */
const REVISION_LENGTH = 40;

/**
 * Returns why the id of a new device type is invalid; undefined if it is valid. Robots and stored data refer to the id permanently. Used by console and server.
 * Source: TYPES1.
 */
export function newTypeIdProblem(id: string, known: readonly TypeEntry[]): string | undefined {
  if (!ID.test(id)) return ID_FORM;
  return known.some((one) => isSameName(one.id, id)) ? 'A device type with this id exists already.' : undefined;
}

/** Returns a hardware revision as stored: trimmed. */
export const revisionText = (typed: string): string => fieldText(typed);

/** Returns why an added hardware revision is invalid; undefined if it is valid. Used by console and server. Source: TYPES1. */
export function newRevisionProblem(typed: string, known: readonly Revision[]): string | undefined {
  const problem = fieldTextProblem(typed, { label: 'Hardware revision', maxLength: REVISION_LENGTH, isRequired: true });
  if (problem !== undefined) return problem;
  return known.some(({ revision_id }) => isSameName(revision_id ?? '', typed)) ? 'This hardware revision exists already.' : undefined;
}

/** Parses a comma-separated list of hardware revisions. */
export const revisionsIn = (text: string): readonly string[] =>
  text
    .split(',')
    .map(revisionText)
    .filter((one) => one !== '');

/** Returns why the comma-separated hardware revisions of a new type are invalid; undefined if they are valid. Source: TYPES1. */
export function revisionsProblem(text: string): string | undefined {
  const known: { readonly revision_id: string }[] = [];
  for (const revision_id of revisionsIn(text)) {
    const problem = newRevisionProblem(revision_id, known);
    if (problem !== undefined) return problem;
    known.push({ revision_id });
  }
  return undefined;
}

/** The type and hardware revision that a device has. */
interface Kept {
  readonly device_type: string;
  readonly hardware_revision_id?: string | null | undefined;
}

/**
 * Returns the types that a device may have: the unarchived types with their unarchived revisions, and the device's current type and revision. Source: TYPES3.
 */
export const offeredTypes = <T extends TypeEntry>(types: readonly T[], kept?: Kept): readonly T[] =>
  types
    .filter(({ id, archived }) => archived !== true || id === kept?.device_type)
    .map((type) => ({
      ...type,
      revisions: type.revisions?.filter(
        ({ revision_id, archived }) =>
          archived !== true || (type.id === kept?.device_type && revision_id === (kept.hardware_revision_id ?? undefined)),
      ),
    }));
