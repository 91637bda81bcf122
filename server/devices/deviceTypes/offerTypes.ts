import type { Kysely, Transaction } from 'kysely';
import type { AnswerOf } from '#contract/call';
import type { getAllLifeCycleStages } from '#contract/devices/device';
import type { Database } from '../../platform/database/tables.ts';
import { deviceTypes, lifeCycleStages } from './deviceTypes.ts';
import { insertTypes } from './typeCatalogue.ts';

/**
 * At each start, adds the device types and stages of this version that the installation has not been offered before. Changes by users are kept, and removed
 * types do not return. Source: TYPES4.
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
    await insertTypes(
      tx,
      deviceTypes.filter(({ id }) => ids.has(id)),
    );
    await insertStages(tx, lifeCycleStages);
  });
}

/** Inserts life cycle stages in their order, except existing ones. */
export async function insertStages(tx: Transaction<Database>, stages: AnswerOf<typeof getAllLifeCycleStages>['result']): Promise<void> {
  await tx
    .insertInto('life_cycle_stage')
    .values(stages.map((stage, place) => ({ ...stage, place })))
    .onConflict((known) => known.doNothing())
    .execute();
}
