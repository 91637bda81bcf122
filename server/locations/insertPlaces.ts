/** Inserts organisations, locations and greenhouses as rows; also used for the demo's. */

import type { InsertObject, Transaction } from 'kysely';
import { chunks } from '../platform/database/chunks.ts';
import type { Database } from '../platform/database/tables.ts';

/** Inserts organisations. Returns their rows. */
export async function insertOrganisations(tx: Transaction<Database>, rows: readonly InsertObject<Database, 'organisation'>[]) {
  const inserted = [];
  for (const some of chunks(rows)) inserted.push(...(await tx.insertInto('organisation').values(some).returningAll().execute()));
  return inserted;
}

/** Inserts locations. Returns their rows. */
export async function insertLocations(tx: Transaction<Database>, rows: readonly InsertObject<Database, 'location'>[]) {
  const inserted = [];
  for (const some of chunks(rows)) inserted.push(...(await tx.insertInto('location').values(some).returningAll().execute()));
  return inserted;
}

/** Inserts greenhouses. Returns their rows. */
export async function insertGreenhouses(tx: Transaction<Database>, rows: readonly InsertObject<Database, 'greenhouse'>[]) {
  const inserted = [];
  for (const some of chunks(rows)) inserted.push(...(await tx.insertInto('greenhouse').values(some).returningAll().execute()));
  return inserted;
}

/** Returns the only row of an insert. */
export function singleRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('Nothing was inserted.');
  return row;
}
