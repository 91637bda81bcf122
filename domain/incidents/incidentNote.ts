/** Notes on the minutes around an incident: the reason for a refusal, the right to change a note, and the form in a recording. */

import { MAX_INCIDENT_NOTE } from '#contract/incidentNote';
import type { Role } from '../people/rights.ts';
import { noteTextProblem } from '../text/noteText.ts';
import { DAY_MS } from '../text/timeUnits.ts';

/** Returns why the text of a note is refused; undefined if it is not. */
export const incidentNoteProblem = (typed: string): string | undefined => noteTextProblem(typed, MAX_INCIDENT_NOTE);

/** Returns whether a note may be about an instant: at most a day before or after the incident, both in ms since epoch. */
export const isNearIncident = (at: number, incidentAt: number): boolean => Math.abs(at - incidentAt) <= DAY_MS;

/** Returns whether a person may change and remove a note that is visible: the author, and administrators. */
export const mayChangeNote = (person: { readonly username: string; readonly role: Role | null }, author: string): boolean =>
  person.username === author || person.role === 'organisation_admin' || person.role === 'system_admin';

/** A note at an instant, ms since epoch. */
interface NoteAt {
  readonly at: number;
  readonly text: string;
}

/** Returns parts of a text of at most `length` characters, cut where a character ends. */
function partsOf(text: string, length: number): readonly string[] {
  const parts = [''];
  for (const character of text) {
    const last = parts.at(-1) ?? '';
    if (last.length + character.length > length) parts.push(character);
    else parts[parts.length - 1] = last + character;
  }
  return parts;
}

/**
 * Returns notes in the form of a recording: one per millisecond, each at most `maxLength` characters long. A longer note continues at the following
 * milliseconds, and a note at an instant that is taken moves to the next free one.
 */
export function notesOfRecording(notes: readonly NoteAt[], maxLength: number): readonly NoteAt[] {
  const taken = new Map<number, string>();
  for (const { at, text } of notes) {
    let free = at;
    for (const part of partsOf(text, maxLength)) {
      while (taken.has(free)) free += 1;
      taken.set(free, part);
    }
  }
  return [...taken].map(([at, text]) => ({ at, text })).toSorted((one, other) => one.at - other.at);
}
