/** The history of the demo fleet: the actions on its devices (created, deployed), and the credentials of the devices. */

import { type Kysely, sql } from 'kysely';
import { firstAlgorithm } from '#domain/devices/credentials';
import { DAY_MS } from '#domain/text/timeUnits';
import type { Database } from '../../platform/database/tables.ts';
import { locks } from '../../platform/database/locks.ts';
import { insertActions } from '../actions/deviceActions.ts';
import { storeCredentials } from '../credentials/deviceCredentials.ts';

/** Time from the addition of a device to its first report, in ms. */
const BEFORE_FIRST_SEEN_MS = 10 * DAY_MS;

/** Seeds the actions of the demo's past: the creation of every device, and every deployment. Does nothing when any action exists. */
export async function seedDeviceActions(database: Kysely<Database>, now: number): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.seedDeviceActions})`.execute(tx);
    const known = await tx.selectFrom('device_action').select('id').limit(1).executeTakeFirst();
    if (known !== undefined) return;
    const devices = await tx
      .selectFrom('device')
      .select(['serial', 'name', 'device_type', 'hardware_revision_id', 'first_seen'])
      .orderBy('first_seen')
      .orderBy('serial')
      .execute();
    const deployments = await tx
      .selectFrom('deployment')
      .innerJoin('location', 'location.id', 'deployment.location_id')
      .select(['deployment.id', 'device_serial', 'creation_date', 'location.id as location_id', 'owned_by'])
      .orderBy('creation_date')
      .orderBy('device_serial')
      .execute();
    await insertActions(tx, [
      ...devices.map(({ first_seen, ...fields }) => ({
        device_serial: fields.serial,
        action_type: 'create',
        at: new Date((first_seen?.getTime() ?? now) - BEFORE_FIRST_SEEN_MS),
        done_by: 'an.verhoeven',
        done_by_name: 'An Verhoeven',
        new_value: JSON.stringify(fields),
      })),
      ...deployments.map(({ id, device_serial, creation_date, location_id, owned_by }) => ({
        device_serial,
        organisation: owned_by,
        action_type: 'deploy',
        at: creation_date,
        done_by: 'bram.claes',
        done_by_name: 'Bram Claes',
        new_value: JSON.stringify({ deployment_id: id, location_id }),
      })),
    ]);
  });
}

/** Seeds credentials for deployed, active devices, dated a day before deployment. Does nothing when credentials or credential actions exist. */
export async function seedDeviceCredentials(database: Kysely<Database>): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.seedDeviceCredentials})`.execute(tx);
    const known = await tx.selectFrom('device_credential').select('serial').limit(1).executeTakeFirst();
    const done = await tx.selectFrom('device_action').select('id').where('action_type', 'like', '%credentials').limit(1).executeTakeFirst();
    if (known !== undefined || done !== undefined) return;
    const working = await tx
      .selectFrom('device')
      .innerJoin('deployment', 'deployment.device_serial', 'device.serial')
      .select(['serial', 'device_type', 'creation_date'])
      .where('closed_date', 'is', null)
      .where('life_cycle_stage', 'in', ['OPERATIONAL', 'SERVICE', 'TESTING'])
      .execute();
    await storeCredentials(
      tx,
      working.map(({ serial, device_type, creation_date }) => ({
        serial,
        algorithm_type: firstAlgorithm(device_type),
        created_at: new Date(creation_date.getTime() - DAY_MS),
        created_by: 'Bram Claes',
      })),
    );
  });
}
