import type { InsertObject, Transaction } from 'kysely';
import { chunks } from '../platform/database/chunks.ts';
import type { Database } from '../platform/database/tables.ts';

/** Inserts organisations. Returns their rows. */
export async function insertOrganisations(tx: Transaction<Database>, rows: readonly InsertObject<Database, 'organisation'>[]) {
  const made = [];
  for (const some of chunks(rows)) made.push(...(await tx.insertInto('organisation').values(some).returningAll().execute()));
  return made;
}

/** Inserts locations. Returns their rows. */
export async function insertLocations(tx: Transaction<Database>, rows: readonly InsertObject<Database, 'location'>[]) {
  const made = [];
  for (const some of chunks(rows)) made.push(...(await tx.insertInto('location').values(some).returningAll().execute()));
  return made;
}

/** Inserts greenhouses. Returns their rows. */
export async function insertGreenhouses(tx: Transaction<Database>, rows: readonly InsertObject<Database, 'greenhouse'>[]) {
  const made = [];
  for (const some of chunks(rows)) made.push(...(await tx.insertInto('greenhouse').values(some).returningAll().execute()));
  return made;
}

/** Returns the row of an insert of one. */
export function singleRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('Nothing was inserted.');
  return row;
}
