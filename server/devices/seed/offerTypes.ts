import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { deviceTypes, lifeCycleStages } from './deviceTypes.ts';

/**
 * Adds the device types and stages that this version of the product knows and no earlier start of the installation offered. What a person changed stays, and
 * what a person removed does not come back. Source: TYPES4.
 */
export async function offerTypes(database: Kysely<Database>): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const offered = await tx
      .insertInto('offered_device_type')
      .values(deviceTypes.map(({ id }) => ({ id })))
      .onConflict((known) => known.doNothing())
      .returning('id')
      .execute();
    const ids = new Set(offered.map(({ id }) => id));
    const rows = deviceTypes
      .filter(({ id }) => ids.has(id))
      .map(({ id, name, metadata_schema, revisions }) => ({
        id,
        name,
        metadata_schema: metadata_schema === null ? null : JSON.stringify(metadata_schema),
        revisions: JSON.stringify(revisions),
      }));
    if (rows.length > 0)
      await tx
        .insertInto('device_type')
        .values(rows)
        .onConflict((known) => known.doNothing())
        .execute();
    const stages = lifeCycleStages.map((stage, place) => ({ ...stage, place }));
    await tx
      .insertInto('life_cycle_stage')
      .values(stages)
      .onConflict((known) => known.doNothing())
      .execute();
  });
}
