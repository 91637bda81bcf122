/** The data for a device: overview, maps of its location, network, metadata, error texts, each with its `ETag`. */

import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type DeviceDataAnswer, deviceDataPaths } from '#contract/devices/deviceData';
import { z } from '#contract/schema';
import { dottedVersion } from '#domain/places/mapVersion';
import { withoutForeignLogins } from '../metadata/foreignLogins.ts';
import { maskSecrets } from '../metadata/maskSecrets.ts';
import { metadataSavedAt, readMetadata } from '../metadata/metadataSecrets.ts';
import { readCatalogue } from '../../errorCodes/errorCodeStore.ts';
import { readNetwork } from '../../locations/networkInformation.ts';
import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';
import { mayReadSecret } from '../../locations/visibility.ts';
import { siteVersions } from '../../maps/siteVersions.ts';
import type { Database } from '../../platform/database/tables.ts';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { mapFile } from './mapFile.ts';
import { type DeviceDataVersions, readDataStates } from './whereDevice.ts';

/** Dependencies of the data that devices read. */
export interface DeviceDataParts {
  readonly database: Kysely<Database>;
  readonly registry: OwnershipRegistry;
  /** Decrypts networks and the secrets of metadata. */
  readonly credentialKey: KeyObject;
}

/** Returns the `ETag` of a part; null if there is no data. */
export const etagOf = (text: string): string | null => (text === '' ? null : `"${text}"`);

/** Returns the state of the data of a device that exists. */
export async function dataStateOf({ database }: DeviceDataParts, serial: string): Promise<DeviceDataVersions> {
  const [state] = await readDataStates(database, [serial]);
  if (state === undefined) throw createFailure('noDevice');
  return state;
}

/** Returns the present maps of the greenhouses at the device's location, without replaced ones. Source: ONEMAP4. */
async function currentMaps({ database }: DeviceDataParts, { location_id }: DeviceDataVersions) {
  const rows = await database
    .selectFrom('site_map')
    // The join compares both ids: several greenhouses may have one map in data of an earlier version, and only the people of the map's home see it.
    .innerJoin('greenhouse', (join) =>
      join.onRef('greenhouse.id', '=', 'site_map.greenhouse_id').onRef('greenhouse.map_id', '=', 'site_map.id'),
    )
    .select(['site_map.id', 'site_map.name', 'site_map.versions'])
    .where('greenhouse.location_id', '=', location_id ?? '')
    .where('greenhouse.archived', '=', false)
    .where('site_map.archived', '=', false)
    .orderBy('site_map.id')
    .execute();
  return rows.flatMap(({ id, name, versions }) => {
    const [newest] = siteVersions.parse(versions);
    return newest === undefined ? [] : [{ id, name, newest }];
  });
}

/** Returns, as a file, the current version of a map of the device's location. Throws 404. */
export async function currentMap(parts: DeviceDataParts, serial: string, mapId: string) {
  const found = (await currentMaps(parts, await dataStateOf(parts, serial))).find(({ id }) => id === mapId);
  const file = found === undefined ? null : await mapFile(parts.database, mapId, dottedVersion(found.newest));
  if (found === undefined || file === null) throw createFailure('noMap');
  return { file, version: found.newest };
}

/** Returns the available parts for a device, each with its `ETag`. Source: DOWN1. */
export async function overviewOf(parts: DeviceDataParts, serial: string): Promise<DeviceDataAnswer> {
  const state = await dataStateOf(parts, serial);
  const maps: DeviceDataAnswer['maps'] = [];
  for (const { id, name, newest } of await currentMaps(parts, state)) {
    const file = await mapFile(parts.database, id, dottedVersion(newest));
    const path = deviceDataPaths.maps.replace('{map_id}', encodeURIComponent(id));
    if (file !== null) maps.push({ map_id: id, name, version: newest, path, etag: file.etag });
  }
  return {
    maps,
    network: { path: deviceDataPaths.network, etag: etagOf(state.network) },
    metadata: { path: deviceDataPaths.metadata, etag: etagOf(state.metadata) },
    error_codes: { path: deviceDataPaths.errorCodes, etag: etagOf(state.error_codes) },
  };
}

/** Returns the network of the device's location. */
export const networkOfDevice = ({ database, credentialKey }: DeviceDataParts, { location_id }: DeviceDataVersions) =>
  location_id === null ? { wifi_ssid: null, wifi_password: null } : readNetwork(database, credentialKey, location_id);

const storedMetadata = z.nullable(z.record(z.string(), z.unknown()));

/** Returns the entered metadata of a device, with its secrets, except logins that were entered under a former owner. */
export async function metadataOfDevice(
  { database, registry, credentialKey }: DeviceDataParts,
  { serial, organisation }: DeviceDataVersions,
) {
  const row = await database.selectFrom('device').select('metadata').where('serial', '=', serial).executeTakeFirst();
  const stored = storedMetadata.parse(row?.metadata ?? null);
  if (stored === null) return { metadata: null };
  const scope = new Set(organisation === null ? [] : [organisation]);
  if (!mayReadSecret(scope, registry, serial, await metadataSavedAt(database, serial)))
    return { metadata: maskSecrets(withoutForeignLogins(stored), null) };
  const metadata = await readMetadata(database, credentialKey, serial, stored);
  if (metadata === null) throw createFailure('secretsSealed');
  return { metadata };
}

/** Returns the texts of all error codes. */
export async function errorCodesOf({ database }: DeviceDataParts) {
  const { entries } = await readCatalogue(database);
  return { error_codes: Object.fromEntries(entries.map(({ code, description }) => [code, { description }])) };
}
