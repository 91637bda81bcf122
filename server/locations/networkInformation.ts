import type { KeyObject } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { networkInformation, type NetworkInformation } from '#contract/location';
import { type NetworkFields, networkFields, networkProblems } from '#domain/places/networkInformation';
import { chunks } from '../platform/database/chunks.ts';
import type { Database } from '../platform/database/tables.ts';
import { conflict } from '../platform/failure.ts';
import { encrypt, decrypt } from '../platform/encryption.ts';
import { refuseProblems } from './placeValidation.ts';

const placeOf = (location: string) => `network/${location}`;

/** Returns the row of a location's network information, encrypted and bound to that location. */
const sealedNetwork = (key: KeyObject, location_id: string, fields: NetworkFields) => ({
  location_id,
  sealed: encrypt(key, JSON.stringify(fields), placeOf(location_id)),
});

/** Returns the network information of a location; both fields are null when nothing is stored. */
export async function readNetwork(database: Kysely<Database>, key: KeyObject, location: string): Promise<NetworkInformation> {
  const row = await database.selectFrom('location_network').select('sealed').where('location_id', '=', location).executeTakeFirst();
  if (row === undefined) return { wifi_ssid: null, wifi_password: null };
  const text = decrypt(key, row.sealed, placeOf(location));
  if (text === null) throw conflict('the stored network information was sealed with another key, save it anew');
  return networkInformation.parse(JSON.parse(text));
}

/** Saves the network information of a location. */
export async function writeNetwork(
  store: Kysely<Database> | Transaction<Database>,
  key: KeyObject,
  location: string,
  input: NetworkFields,
): Promise<void> {
  const fields = networkFields(input);
  refuseProblems(networkProblems(fields), { ...fields }, []);
  await storeNetworks(store, key, [[location, fields]]);
}

/** Stores the network information of locations, in place of what was there. */
export async function storeNetworks(
  store: Kysely<Database> | Transaction<Database>,
  key: KeyObject,
  networks: readonly (readonly [location: string, fields: NetworkFields])[],
): Promise<void> {
  for (const some of chunks(networks)) {
    await store
      .insertInto('location_network')
      .values(some.map(([location, fields]) => sealedNetwork(key, location, fields)))
      .onConflict((known) => known.column('location_id').doUpdateSet((row) => ({ sealed: row.ref('excluded.sealed') })))
      .execute();
  }
}
