import type { KeyObject } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { seedCredentials } from '../devices/seed/seedCredentials.ts';
import { seedDeviceActions, seedDeviceCredentials } from '../devices/seed/seedHistory.ts';
import { seedDevices } from '../devices/seed/seedDevices.ts';
import { insertCodes } from '../errorCodes/errorCodeStore.ts';
import { seedNetworks } from '../locations/seed/seedNetworks.ts';
import { seedPlaces } from '../locations/seed/seedPlaces.ts';
import { seedMapLayers } from '../maps/seed/seedMapLayers.ts';
import { seedMaps } from '../maps/seed/seedMaps.ts';
import type { Database } from '../platform/database/tables.ts';
import { insertLocales } from '../users/locales.ts';
import type { Company } from './company.ts';
import { locks } from '../platform/database/locks.ts';

/**
 * Seeds an empty database in one transaction by the `seed/` of each feature; `seedDemo` adds the data that only the demo has. Does nothing if any life cycle
 * stage exists, since users cannot remove stages.
 */
export async function seed(database: Kysely<Database>, company: () => Company): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.seedCompany})`.execute(tx);
    const known = await tx.selectFrom('life_cycle_stage').select('id').limit(1).executeTakeFirst();
    if (known !== undefined) return;
    const { maps, errorCodes, locales, ...rest } = company();
    await seedPlaces(tx, rest);
    await seedMaps(tx, maps);
    await seedDevices(tx, rest);
    await insertCodes(
      tx,
      Object.entries(errorCodes).map(([code, { description }]) => ({ code, description })),
    );
    await insertLocales(tx, locales);
  });
}

/** Seeds the remaining demo data: credentials, actions, map layers, networks. Existing rows are kept. `now` in ms since epoch. */
export async function seedDemo(database: Kysely<Database>, key: KeyObject, now: number): Promise<void> {
  await seedCredentials(database, key);
  await seedDeviceActions(database, now);
  await seedDeviceCredentials(database);
  await seedMapLayers(database, now);
  await seedNetworks(database, key);
}
