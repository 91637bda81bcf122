import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';

/** Held while seeding, so that two servers that start at once do not both do it. */
const SEED_LOCK = 7_011;

/** What was done to the devices of a demo before: each was added, and most were deployed. Where anything is written down, nothing is added. */
export async function seedDeviceActions(database: Kysely<Database>, now: number): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx);
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
