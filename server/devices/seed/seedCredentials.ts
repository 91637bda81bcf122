import { randomBytes, type KeyObject } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { sshTarget } from '#contract/devices/maintenance';
import { chunks } from '../../platform/database/chunks.ts';
import type { Database } from '../../platform/database/tables.ts';
import { sealedRow } from '../credentials/sshCredentials.ts';
import { locks } from '../../platform/database/locks.ts';

const DEVICES_PER_INSERT = 500;
const PASSWORD_BYTES = 12;

/** Seeds random SSH credentials for every device. Does nothing when any exist. */
export async function seedCredentials(database: Kysely<Database>, key: KeyObject): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.seedSshCredentials})`.execute(tx);
    const known = await tx.selectFrom('ssh_credential').select('serial').limit(1).executeTakeFirst();
    if (known !== undefined) return;
    const devices = await tx.selectFrom('device').select('serial').orderBy('serial').execute();
    for (const some of chunks(devices, DEVICES_PER_INSERT)) {
      const rows = some.flatMap(({ serial }) => sshTarget.options.map((target) => madeUp(key, serial, target)));
      await tx.insertInto('ssh_credential').values(rows).execute();
    }
  });
}

const madeUp = (key: KeyObject, serial: string, target: (typeof sshTarget.options)[number]) =>
  sealedRow(key, serial, target, { username: `serra-${target}`, password: randomBytes(PASSWORD_BYTES).toString('base64url') });
