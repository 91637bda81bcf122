/** Inserts maps, plans, plans of site versions and layer versions as rows; also used for the demo's. */

import type { InsertObject, Transaction } from 'kysely';
import { chunks } from '../platform/database/chunks.ts';
import type { Database } from '../platform/database/tables.ts';

/** Inserts a plan, which maps of the same shape share. */
export async function insertPlan(tx: Transaction<Database>, plan: InsertObject<Database, 'plan'>): Promise<void> {
  await tx.insertInto('plan').values(plan).execute();
}

/** Inserts maps whose plans already exist. */
export async function insertMaps(tx: Transaction<Database>, rows: readonly InsertObject<Database, 'site_map'>[]): Promise<void> {
  for (const some of chunks(rows)) await tx.insertInto('site_map').values(some).execute();
}

/** Inserts plans of site versions; `version` is dotted. */
export async function insertSitePlans(tx: Transaction<Database>, rows: readonly InsertObject<Database, 'map_plan'>[]): Promise<void> {
  for (const some of chunks(rows)) await tx.insertInto('map_plan').values(some).execute();
}

/** Inserts versions of the layers of maps, skipping known ones. */
export async function insertLayers(tx: Transaction<Database>, rows: readonly InsertObject<Database, 'map_layer'>[]): Promise<void> {
  for (const some of chunks(rows)) {
    await tx
      .insertInto('map_layer')
      .values(some)
      .onConflict((known) => known.doNothing())
      .execute();
  }
}
