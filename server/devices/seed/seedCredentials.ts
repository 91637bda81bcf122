import { randomBytes, type KeyObject } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { sshTarget } from '#contract/devices/maintenance';
import type { Database } from '../../platform/database/tables.ts';
import { sealedRow, storeSealed } from '../credentials/sshCredentials.ts';
import { locks } from '../../platform/database/locks.ts';

const PASSWORD_BYTES = 12;

/** Seeds random SSH credentials for every device. Does nothing when any exist. */
export async function seedCredentials(database: Kysely<Database>, key: KeyObject): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.seedSshCredentials})`.execute(tx);
    const known = await tx.selectFrom('ssh_credential').select('serial').limit(1).executeTakeFirst();
    if (known !== undefined) return;
    const devices = await tx.selectFrom('device').select('serial').orderBy('serial').execute();
    await storeSealed(
      tx,
      devices.flatMap(({ serial }) => sshTarget.options.map((target) => madeUp(key, serial, target))),
    );
  });
}

const madeUp = (key: KeyObject, serial: string, target: (typeof sshTarget.options)[number]) =>
  sealedRow(key, serial, target, { username: `serra-${target}`, password: randomBytes(PASSWORD_BYTES).toString('base64url') });
