import { sql, type Kysely } from 'kysely';
import { firstAlgorithm } from '#domain/credentials';
import type { Database } from '../../platform/database/tables.ts';

/** Held while seeding, so that two servers that start at once do not both do it. */
const SEED_LOCK = 7_015;

/** The devices of a demo that work have credentials, made elsewhere a day before they were deployed. Where anything was generated, nothing is added. */
export async function seedDeviceCredentials(database: Kysely<Database>): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx);
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
