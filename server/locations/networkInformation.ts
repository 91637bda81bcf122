/** The WiFi networks of locations (`location_network`): SSID and password, encrypted, with the former network. */

import type { KeyObject } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import { networkFieldsAnswer, type NetworkFieldsAnswer, type NetworkInformation } from '#contract/location';
import { type NetworkFields, networkFields, networkProblems } from '#domain/places/networkInformation';
import { chunks } from '../platform/database/chunks.ts';
import type { Database } from '../platform/database/tables.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { conflict } from '../platform/failure/failure.ts';
import type { Scope } from '../platform/principal.ts';
import { encrypt, decrypt } from '../platform/secrets/encryption.ts';
import { fetchersOf } from './fetchedParts.ts';
import { refuseProblems } from './placeValidation.ts';
import { covers } from './visibility.ts';

const placeOf = (location: string) => `network/${location}`;

/** Returns the row of a location's network information, encrypted and bound to that location. */
const sealedNetwork = (key: KeyObject, location_id: string, { fields, changedAt: changed_at, former }: Saved) => ({
  location_id,
  sealed: encrypt(key, JSON.stringify(fields), placeOf(location_id)),
  changed_at,
  former,
});

type Store = Kysely<Database> | Transaction<Database>;

function opened(key: KeyObject, location: string, sealed: Buffer): NetworkFieldsAnswer | null {
  const text = decrypt(key, sealed, placeOf(location));
  return text === null ? null : networkFieldsAnswer.parse(JSON.parse(text));
}

const rowOf = (store: Store, location: string) =>
  store.selectFrom('location_network').select(['sealed', 'former']).where('location_id', '=', location).executeTakeFirst();

/** Returns the network information of a location; both fields are null when nothing is stored. */
export async function readNetwork(store: Store, key: KeyObject, location: string): Promise<NetworkFieldsAnswer> {
  const row = await rowOf(store, location);
  if (row === undefined) return { wifi_ssid: null, wifi_password: null };
  const fields = opened(key, location, row.sealed);
  if (fields === null) throw conflict('the stored network information was sealed with another key, save it anew');
  return fields;
}

/** Returns the network information of a location and its former one, until every device of the location has fetched the current one. Source: KEPTHERE3. */
export async function readNetworkInformation(database: Kysely<Database>, key: KeyObject, location: string): Promise<NetworkInformation> {
  const fields = await readNetwork(database, key, location);
  const before = (await rowOf(database, location))?.former;
  if (before == null || (await fetchersOf(database, location)) !== 'some') return fields;
  return { ...fields, former: opened(key, location, before) };
}

/** Deletes the former network once every device of the location has fetched the current one, identified by `state`. */
export async function forgetFormerNetwork(database: Kysely<Database>, location: string, state: string): Promise<void> {
  if ((await fetchersOf(database, location)) === 'some') return;
  // Another network may have been saved meanwhile.
  await sql`update location_network set former = null where location_id = ${location} and md5(sealed) = ${state}`.execute(database);
}

const isSame = (one: NetworkFieldsAnswer | null, other: NetworkFields) =>
  one?.wifi_ssid === other.wifi_ssid && one.wifi_password === other.wifi_password;

/** A network to save, and the former one, which the devices of the location may still use. */
interface Saved {
  readonly fields: NetworkFields;
  readonly changedAt: Date | null;
  readonly former: Buffer | null;
}

/** Locks a location. Throws 404 if it has left the scope since it was found: the next owner enters another network. Source: OWN8. */
async function holdLocation(tx: Transaction<Database>, scope: Scope, location: string): Promise<void> {
  const place = await tx.selectFrom('location').select('owned_by').where('id', '=', location).forUpdate().executeTakeFirst();
  if (place === undefined || !covers(scope, place.owned_by)) throw createFailure('noLocation');
}

/** Removes the network information of a location of the scope, and the former one. Throws 404 if it has left the scope. Source: NETWORK1, OWN8. */
export async function removeNetwork(database: Kysely<Database>, scope: Scope, location: string): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await holdLocation(tx, scope, location);
    await tx.deleteFrom('location_network').where('location_id', '=', location).execute();
  });
}

/**
 * Saves the network information of a location of the scope; has no effect if the information is unchanged. Throws 404 if the location has left the scope.
 * Source: KEPTHERE3, OWN8.
 */
export async function writeNetwork(
  database: Kysely<Database>,
  key: KeyObject,
  { location, scope, input, at }: { readonly location: string; readonly scope: Scope; readonly input: NetworkFields; readonly at: Date },
): Promise<void> {
  const fields = networkFields(input);
  refuseProblems(networkProblems(fields), { ...fields }, []);
  await database.transaction().execute(async (tx) => {
    await holdLocation(tx, scope, location);
    const row = await rowOf(tx, location);
    const known = row === undefined ? null : opened(key, location, row.sealed);
    if (isSame(known, fields)) return;
    const fetchers = row === undefined ? 'none' : await fetchersOf(tx, location);
    // The former network is the oldest one that a device may still have: no later network is known to have reached every device.
    const before = fetchers === 'none' ? null : fetchers === 'some' ? (row?.former ?? row?.sealed ?? null) : (row?.sealed ?? null);
    const isKept = before !== null && !isSame(opened(key, location, before), fields) && opened(key, location, before) !== null;
    await storeNetworks(tx, key, [[location, { fields, changedAt: at, former: isKept ? before : null }]]);
  });
}

/** Stores the network information of locations, in place of earlier ones. */
export async function storeNetworks(
  store: Store,
  key: KeyObject,
  networks: readonly (readonly [location: string, Saved])[],
): Promise<void> {
  for (const some of chunks(networks)) {
    await store
      .insertInto('location_network')
      .values(some.map(([location, saved]) => sealedNetwork(key, location, saved)))
      .onConflict((known) =>
        known.column('location_id').doUpdateSet((row) => ({
          sealed: row.ref('excluded.sealed'),
          changed_at: row.ref('excluded.changed_at'),
          former: row.ref('excluded.former'),
        })),
      )
      .execute();
  }
}
