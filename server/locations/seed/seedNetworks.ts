import { randomBytes, type KeyObject } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { storeNetworks } from '../networkInformation.ts';
import { locks } from '../../platform/database/locks.ts';

const PASSWORD_BYTES = 9;
/** The demo location without network information. */
const WITHOUT = 'loc-fenland';

/** Adds network information to the demo's locations, with passwords that are random per installation; does nothing when any exists. */
export async function seedNetworks(database: Kysely<Database>, key: KeyObject): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.seedNetworks})`.execute(tx);
    const known = await tx.selectFrom('location_network').select('location_id').limit(1).executeTakeFirst();
    if (known !== undefined) return;
    const ids = (await tx.selectFrom('location').select('id').where('id', '!=', WITHOUT).orderBy('id').execute()).map(({ id }) => id);
    await storeNetworks(
      tx,
      key,
      ids.map((id) => [id, { fields: madeUp(id), changedAt: null, former: null }] as const),
    );
  });
}

const madeUp = (id: string) => ({
  wifi_ssid: `${id.replace(/^loc-/, '')}-kas`.slice(-32),
  wifi_password: randomBytes(PASSWORD_BYTES).toString('base64url'),
});
