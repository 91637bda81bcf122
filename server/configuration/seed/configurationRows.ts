import { sql, type Kysely, type Transaction } from 'kysely';
import { chunks } from '../../platform/database/chunks.ts';
import type { Database } from '../../platform/database/tables.ts';
import { insertChanges } from '../applyConfirmedChange.ts';
import { demoConfiguration, modelsOf, type Configured } from './configuration.ts';
import { demoFiles } from './configurationFiles.ts';
import { locks } from '../../platform/database/locks.ts';

async function insertSome(tx: Transaction<Database>, devices: readonly Configured[], now: number): Promise<void> {
  const made = devices.map(({ serial, ...device }) => ({ serial, ...demoConfiguration({ serial, ...device }, now) }));
  const starts = made.map(({ serial, schema_id, since, first_values }) => ({
    serial,
    schema_id,
    since,
    first_values: JSON.stringify(first_values),
  }));
  await tx.insertInto('config_device').values(starts).execute();
  const changes = made.flatMap(({ serial, changes: past }) => past.map((change) => ({ serial, ...change })));
  await insertChanges(
    tx,
    changes.map((change) => ({
      ...change,
      old_value: JSON.stringify(change.old_value),
      new_value: JSON.stringify(change.new_value),
      at: new Date(change.at),
      device_time: change.device_time === null ? null : new Date(change.device_time),
      command_id: null,
    })),
  );
}

/** Seeds configurations and past changes of all devices with a `first_seen`. Does nothing when any configuration schema exists. */
export async function seedConfiguration(database: Kysely<Database>, now: number): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.seedConfiguration})`.execute(tx);
    const known = await tx.selectFrom('config_schema').select('id').limit(1).executeTakeFirst();
    const rows = known === undefined ? await tx.selectFrom('device').select(['serial', 'device_type', 'first_seen']).execute() : [];
    if (rows.length === 0) return;
    const schemas = Object.entries(demoFiles).map(([id, files]) => ({ id, files: JSON.stringify(modelsOf(files)) }));
    await tx.insertInto('config_schema').values(schemas).execute();
    const devices = rows.flatMap(({ serial, device_type, first_seen }, index) =>
      first_seen === null ? [] : [{ serial, device_type, first_seen, index }],
    );
    for (const some of chunks(devices)) await insertSome(tx, some, now);
  });
}
