/** Handlers of the notes on incidents: everybody who sees an incident sees its notes; authors and administrators change and remove them. */

import { type Kysely, sql, type Transaction } from 'kysely';
import {
  getIncidentNotes,
  type IncidentNote,
  type incidentNoteCalls,
  MAX_INCIDENT_NOTES,
  postChangeIncidentNote,
  postIncidentNote,
  postRemoveIncidentNote,
} from '#contract/incidentNote';
import { incidentNoteProblem, isNearIncident, mayChangeNote } from '#domain/incidents/incidentNote';
import { fieldText } from '#domain/text/fieldText';
import { locks } from '../platform/database/locks.ts';
import type { Database } from '../platform/database/tables.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { conflict, forbidden, invalid } from '../platform/failure/failure.ts';
import { serve, type Handlers } from '../platform/http/serve.ts';
import type { Principal, Scope, ScopedCaller } from '../platform/principal.ts';
import type { IncidentDependencies } from './handlers.ts';
import { incidentsIn } from './readIncidents.ts';

const selectNotes = (database: Kysely<Database>, incidentId: string) =>
  database.selectFrom('incident_note').selectAll().where('incident_id', '=', incidentId);

type NoteRow = Awaited<ReturnType<ReturnType<typeof selectNotes>['executeTakeFirstOrThrow']>>;

const noteOf = (row: NoteRow, caller: Principal): IncidentNote => ({
  note_id: row.note_id,
  at: row.at.toISOString(),
  text: row.text,
  author: row.author,
  written_at: row.written_at.toISOString(),
  changed_at: row.changed_at?.toISOString() ?? null,
  changed_by: row.changed_by,
  may_change: mayChangeNote(caller, row.username),
});

/** Returns the time of an incident, in ms since epoch. Throws the same 404 for an incident outside the scope and for an unknown one. */
async function incidentTime(database: Kysely<Database>, scope: Scope, id: string): Promise<number> {
  const found = await incidentsIn(database, scope).select('incident_time').where('incident_id', '=', id).executeTakeFirst();
  if (found === undefined) throw createFailure('noIncident');
  return found.incident_time.getTime();
}

function requireText(typed: string): string {
  const problem = incidentNoteProblem(typed);
  if (problem !== undefined) throw invalid(problem);
  return fieldText(typed);
}

/** Locks a note until the end of the transaction, and returns its ids and text. Throws 404 for an unknown note, 403 for one that the caller may not change. */
async function requireNote(
  tx: Transaction<Database>,
  { caller, scope }: ScopedCaller,
  params: { readonly id: string; readonly note_id: string },
): Promise<{ readonly id: string; readonly note_id: string; readonly known: string }> {
  const { id } = params;
  const note_id = params.note_id.toLowerCase();
  await incidentTime(tx, scope, id);
  const row = await selectNotes(tx, id).where('note_id', '=', note_id).forUpdate().executeTakeFirst();
  if (row === undefined) throw createFailure('noNote');
  if (!mayChangeNote(caller, row.username)) throw forbidden('Only the author or an administrator changes and removes a note.');
  return { id, note_id, known: row.text };
}

/** Stores a note, or updates the instant and text of the author's note with this id. Writes for one incident are serialised, so that the limit holds. */
async function write(database: Kysely<Database>, note: NoteRow): Promise<NoteRow> {
  const { incident_id: id, note_id, username } = note;
  return database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.incidentNotes}, hashtext(${id}))`.execute(tx);
    const known = await selectNotes(tx, id).where('note_id', '=', note_id).executeTakeFirst();
    if (known !== undefined) {
      if (known.username !== username) throw conflict('This id is of a note of somebody else.');
      const { at, text, author, written_at } = note;
      if (known.text === text && known.at.getTime() === at.getTime()) return known;
      const changed = { at, text, changed_at: written_at, changed_by: author };
      const update = tx.updateTable('incident_note').set(changed).where('incident_id', '=', id).where('note_id', '=', note_id);
      return update.returningAll().executeTakeFirstOrThrow();
    }
    const { count } = await tx
      .selectFrom('incident_note')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('incident_id', '=', id)
      .executeTakeFirstOrThrow();
    if (count >= MAX_INCIDENT_NOTES) throw conflict(`An incident has at most ${MAX_INCIDENT_NOTES} notes. Remove one first.`);
    await tx.insertInto('incident_note').values(note).execute();
    return note;
  });
}

/** Creates the handlers of the notes on incidents. */
export function incidentNoteHandlers({ database, now }: IncidentDependencies): Pick<Handlers, keyof typeof incidentNoteCalls> {
  return {
    getIncidentNotes: serve(getIncidentNotes, async ({ caller, scope, params: { id } }) => {
      await incidentTime(database, scope, id);
      const rows = await selectNotes(database, id).orderBy('at').orderBy('written_at').orderBy('note_id').execute();
      return { result: rows.map((row) => noteOf(row, caller)) };
    }),
    postIncidentNote: serve(postIncidentNote, async ({ caller, scope, params: { id }, body }) => {
      const at = new Date(body.at);
      const incidentAt = await incidentTime(database, scope, id);
      if (!isNearIncident(at.getTime(), incidentAt))
        throw invalid('A note is about an instant at most a day before or after the incident.');
      const { username, name: author } = caller;
      const content = { incident_id: id, note_id: body.note_id, at, text: requireText(body.text) };
      const written = { username, author, written_at: new Date(now()), changed_at: null, changed_by: null };
      return { result: noteOf(await write(database, { ...content, ...written }), caller) };
    }),
    postChangeIncidentNote: serve(postChangeIncidentNote, ({ caller, scope, params, body }) =>
      database.transaction().execute(async (tx) => {
        const { id, note_id, known } = await requireNote(tx, { caller, scope }, params);
        const text = requireText(body.text);
        if (![body.expected_text ?? known, text].includes(known)) throw conflict('Somebody else has changed this note meanwhile.');
        const changed = { text, changed_at: new Date(now()), changed_by: caller.name };
        const update = tx.updateTable('incident_note').set(changed).where('incident_id', '=', id).where('note_id', '=', note_id);
        return { result: noteOf(await update.returningAll().executeTakeFirstOrThrow(), caller) };
      }),
    ),
    postRemoveIncidentNote: serve(postRemoveIncidentNote, ({ caller, scope, params }) =>
      database.transaction().execute(async (tx) => {
        const { id, note_id } = await requireNote(tx, { caller, scope }, params);
        await tx.deleteFrom('incident_note').where('incident_id', '=', id).where('note_id', '=', note_id).execute();
        return { result: true };
      }),
    ),
  };
}
