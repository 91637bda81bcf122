/** The catalogue of device types as rows: added, archived, removed; hardware revisions changed. */

import { sql, type Kysely, type Transaction } from 'kysely';
import type { AnswerOf, BodyOf } from '#contract/call';
import type { getAllDeviceTypes } from '#contract/devices/device';
import type { postChangeRevision, postCreateDeviceType } from '#contract/devices/deviceType';
import type { z } from '#contract/schema';
import { deviceName, deviceNameProblem } from '#domain/devices/deviceSettings';
import { newRevisionProblem, newTypeIdProblem, revisionText } from '#domain/devices/typeCatalogue';
import type { Database } from '../../platform/database/tables.ts';
import { refuseUsed, rowsWhere } from '../../platform/database/refuseUsed.ts';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { conflict, invalid, notFound } from '../../platform/failure/failure.ts';
import { type ActionAuthor, writeDeviceAction } from '../actions/deviceActions.ts';
import { storedRevisions } from './storedType.ts';

type Revisions = z.infer<typeof storedRevisions>;

/** Returns a type, which nobody else can change until the transaction ends. Throws 404. */
async function lockType(tx: Transaction<Database>, id: string) {
  const row = await tx
    .selectFrom('device_type')
    .select(['name', 'archived', 'revisions'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw createFailure('noDeviceType');
  return { ...row, revisions: storedRevisions.parse(row.revisions) };
}

const record = (tx: Transaction<Database>, doer: ActionAuthor, id: string, before: object | null, after: object | null) => {
  const of = (fields: object | null) => (fields === null ? null : { device_type: id, ...fields });
  return writeDeviceAction(tx, { serial: null, type: before === null ? 'create' : 'update', before: of(before), after: of(after) }, doer);
};

const usedBy = (test: ReturnType<typeof sql>) => [{ rows: rowsWhere('device', test), one: 'device', many: 'devices' }];

type NewType = AnswerOf<typeof getAllDeviceTypes>['result'][number];

/** Inserts device types, except those whose id exists in any letter case. Returns how many it inserted. */
export async function insertTypes(tx: Transaction<Database>, types: readonly NewType[]): Promise<number> {
  if (types.length === 0) return 0;
  const rows = types.map(({ id, name, metadata_schema, revisions }) => ({
    id,
    name,
    metadata_schema: metadata_schema == null ? null : JSON.stringify(metadata_schema),
    revisions: JSON.stringify(revisions ?? []),
  }));
  const added = await tx
    .insertInto('device_type')
    .values(rows)
    .onConflict((known) => known.doNothing())
    .executeTakeFirst();
  return Number(added.numInsertedOrUpdatedRows);
}

/** Adds a device type. Throws 400, or 409 when its id exists in any letter case. Source: TYPES1. */
export async function createType(
  database: Kysely<Database>,
  id: string,
  body: BodyOf<typeof postCreateDeviceType>,
  doer: ActionAuthor,
): Promise<void> {
  const name = deviceName(body.name);
  const revisions: Revisions = [];
  let problem = newTypeIdProblem(id, []) ?? deviceNameProblem(name);
  for (const typed of body.revisions ?? []) {
    problem ??= newRevisionProblem(typed, revisions);
    revisions.push({ revision_id: revisionText(typed) });
  }
  if (problem !== undefined) throw invalid(problem);
  await database.transaction().execute(async (tx) => {
    if ((await insertTypes(tx, [{ id, name, revisions, metadata_schema: null }])) !== 1)
      throw conflict('A device type with this id exists already.');
    await record(tx, doer, id, null, { name, revisions: revisions.map(({ revision_id }) => revision_id) });
  });
}

/** Archives a type or restores it; no effect if it is already in that state. Source: TYPES3. */
export async function archiveType(database: Kysely<Database>, id: string, archived: boolean, doer: ActionAuthor): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const known = await lockType(tx, id);
    if (known.archived === archived) return;
    await tx.updateTable('device_type').set({ archived }).where('id', '=', id).execute();
    await record(tx, doer, id, { archived: known.archived }, { archived });
  });
}

/** Removes a type that no device has. Throws 409 with the number of devices that have it. Source: TYPES2. */
export async function removeType(database: Kysely<Database>, id: string, doer: ActionAuthor): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const { name } = await lockType(tx, id);
    await refuseUsed(tx, id, usedBy(sql`device_type = ${id}`), 'all');
    await tx.deleteFrom('device_type').where('id', '=', id).execute();
    await record(tx, doer, id, { name }, null);
  });
}

/** Returns the revisions after an operation. Throws 400, 404 or 409. */
function revisionsAfter(known: Revisions, typed: string, act: BodyOf<typeof postChangeRevision>['act']): Revisions {
  if (act === 'add') {
    const problem = newRevisionProblem(typed, []);
    if (problem !== undefined) throw invalid(problem);
    const existing = newRevisionProblem(typed, known);
    if (existing !== undefined) throw conflict(existing);
    return [...known, { revision_id: revisionText(typed) }];
  }
  if (!known.some(({ revision_id }) => revision_id === typed)) throw notFound('no such hardware revision');
  if (act === 'remove') return known.filter(({ revision_id }) => revision_id !== typed);
  const changed = act === 'archive' ? { revision_id: typed, archived: true } : { revision_id: typed };
  return known.map((one) => (one.revision_id === typed ? changed : one));
}

/** Adds, removes, archives or restores a hardware revision of a type. Source: TYPES1..3. */
export async function changeRevision(
  database: Kysely<Database>,
  id: string,
  { revision_id, act }: BodyOf<typeof postChangeRevision>,
  doer: ActionAuthor,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const { revisions } = await lockType(tx, id);
    const after = revisionsAfter(revisions, revision_id, act);
    if (act === 'remove')
      await refuseUsed(tx, revision_id, usedBy(sql`device_type = ${id} and hardware_revision_id = ${revision_id}`), 'all');
    await tx
      .updateTable('device_type')
      .set({ revisions: JSON.stringify(after) })
      .where('id', '=', id)
      .execute();
    if (JSON.stringify(after) !== JSON.stringify(revisions)) await record(tx, doer, id, { revisions }, { revisions: after });
  });
}
