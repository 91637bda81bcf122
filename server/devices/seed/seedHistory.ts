import { type Kysely, sql } from 'kysely';
import { firstAlgorithm } from '#domain/devices/credentials';
import type { Database } from '../../platform/database/tables.ts';
import { locks } from '../../platform/database/locks.ts';

/** Seeds the actions of the demo's past: creation of every device and every deployment. Does nothing when any action exists. */
export async function seedDeviceActions(database: Kysely<Database>, now: number): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.seedDeviceActions})`.execute(tx);
    const known = await tx.selectFrom('device_action').select('id').limit(1).executeTakeFirst();
    if (known !== undefined) return;
    await sql`
      insert into device_action (device_serial, action_type, at, done_by, done_by_name, new_value)
      select serial, 'create', coalesce(first_seen, ${new Date(now)}::timestamptz) - interval '10 days', 'an.verhoeven', 'An Verhoeven',
        jsonb_build_object('serial', serial, 'name', name, 'device_type', device_type, 'hardware_revision_id', hardware_revision_id)
      from device order by first_seen, serial`.execute(tx);
    await sql`
      insert into device_action (device_serial, organisation, action_type, at, done_by, done_by_name, new_value)
      select device_serial, location.owned_by, 'deploy', creation_date, 'bram.claes', 'Bram Claes',
        jsonb_build_object('deployment_id', deployment.id, 'location_id', location.id)
      from deployment join location on location.id = deployment.location_id order by creation_date, device_serial`.execute(tx);
  });
}

/** Seeds credentials for deployed, active devices, dated a day before deployment. Does nothing when credentials or credential actions exist. */
export async function seedDeviceCredentials(database: Kysely<Database>): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.seedDeviceCredentials})`.execute(tx);
    const known = await tx.selectFrom('device_credential').select('serial').limit(1).executeTakeFirst();
    const done = await tx.selectFrom('device_action').select('id').where('action_type', 'like', '%credentials').limit(1).executeTakeFirst();
    if (known !== undefined || done !== undefined) return;
    const types = await tx.selectFrom('device').select('device_type').distinct().execute();
    for (const { device_type } of types) {
      await sql`
        insert into device_credential (serial, algorithm_type, created_at, created_by)
        select device.serial, ${firstAlgorithm(device_type)}, deployment.creation_date - interval '1 day', 'Bram Claes'
        from device join deployment on deployment.device_serial = device.serial and deployment.closed_date is null
        where device.device_type = ${device_type} and device.life_cycle_stage in ('OPERATIONAL', 'SERVICE', 'TESTING')`.execute(tx);
    }
  });
}
