/** People's notes on the minutes around an incident. Not in the specification; announced as `incident_notes`. */

import { call } from './call.ts';
import { clientId, instant, optionalInstant, utcInstant, z } from './schema.ts';

/** Maximum length of the text of a note on an incident, in characters. */
export const MAX_INCIDENT_NOTE = 2_000;
/** Maximum number of notes of an incident. */
export const MAX_INCIDENT_NOTES = 200;

/** A note on an instant (`at`) in the minutes around an incident. */
export const incidentNote = z.object({
  note_id: z.string(),
  at: instant,
  text: z.string(),
  /** The name of the note's author. */
  author: z.string(),
  written_at: instant,
  changed_at: optionalInstant,
  /** The name of the person who last changed the note. */
  changed_by: z.nullish(z.string()),
  /** Whether the caller may change and remove the note. */
  may_change: z.boolean(),
});
/** A note on the minutes around an incident. */
export type IncidentNote = z.infer<typeof incidentNote>;

/** The text of a note in a request; `domain/incidents/incidentNote.ts` validates it more strictly. */
const text = z.string().check(z.maxLength(10 * MAX_INCIDENT_NOTE));

/** Returns the notes of an incident, sorted by their instants, at most `MAX_INCIDENT_NOTES`. Fails: 404 for an incident that the caller cannot see. */
export const getIncidentNotes = call({
  method: 'GET',
  path: 'incidents/{id}/notes',
  summary: 'The notes of an incident.',
  answer: z.object({ result: z.array(incidentNote) }),
});

/**
 * Writes a note, or changes instant and text of the caller's note with this id; `note_id` is a UUID created by the client for each note: a repeated
 * request has no further effect. Fails: 400 for a text that is empty, too long or has control characters, and for an instant more than a day before
 * or after the incident; 404 as `getIncidentNotes`; 409 for more than `MAX_INCIDENT_NOTES`.
 */
export const postIncidentNote = call({
  method: 'POST',
  path: 'incidents/{id}/notes',
  summary: 'Write a note on an incident.',
  body: z.object({ note_id: clientId, at: utcInstant, text }),
  answer: z.object({ result: incidentNote }),
});

/**
 * Changes the text of a note. With `expected_text`, the text that the caller knows, it changes only that one. Fails: 400 and 404 as `postIncidentNote`, 404 for
 * an unknown note, 403 for one of somebody else, unless the caller is an administrator; 409 if the note has neither the expected nor the new text. Source: INOTE7.
 */
export const postChangeIncidentNote = call({
  method: 'POST',
  path: 'incidents/{id}/notes/{note_id}',
  summary: 'Change a note on an incident.',
  body: z.object({ text, expected_text: z.nullish(text) }),
  answer: z.object({ result: incidentNote }),
});

/** Removes a note. Fails: as `postChangeIncidentNote`. */
export const postRemoveIncidentNote = call({
  method: 'POST',
  path: 'incidents/{id}/notes/{note_id}/remove',
  summary: 'Remove a note on an incident.',
  answer: z.object({ result: z.boolean() }),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const incidentNoteCalls = { getIncidentNotes, postIncidentNote, postChangeIncidentNote, postRemoveIncidentNote } as const;
