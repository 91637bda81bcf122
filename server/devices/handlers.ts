/** Handlers that read devices: lists, one device, its decrypted metadata, former devices, device types, life cycle stages. */

import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Device } from '#contract/devices/device';
import { getDecryptedDevice } from '#contract/devices/deviceCredential';
import { getFormerDevices } from '#contract/devices/formerDevice';
import { getAllDevices, getAllDeviceTypes, getAllLifeCycleStages, getDevice } from '#contract/devices/device';
import { z } from '#contract/schema';
import { createFailure } from '../platform/failure/catalogue.ts';
import { serve, type Handlers } from '../platform/http/serve.ts';
import { metadataSavedAt, readMetadata } from './metadata/metadataSecrets.ts';
import type { Scope } from '../platform/principal.ts';
import { mayReadSecret, readableSince, requireDevice } from '../locations/visibility.ts';
import { type DataFetches, dataFetchesOf, readDataFetches } from './dataFetches.ts';
import { readFormerMetadata } from './metadata/formerMetadata.ts';
import { readIdentity } from './reportedIdentity.ts';
import { readFormerDevices } from './formerDevices.ts';
import { storedType } from './deviceTypes/storedType.ts';
import { withoutForeignLogins } from './metadata/foreignLogins.ts';
import { maskSecrets } from './metadata/maskSecrets.ts';
import type { Database } from '../platform/database/tables.ts';
import type { OwnershipRegistry } from '../locations/ownershipRegistry.ts';
import { mapInTurns } from '../platform/mapInTurns.ts';
import { dataOf } from '../fleet/liveReport.ts';
import type { LiveReports } from '../fleet/liveReports.ts';

/** Dependencies of the device calls. */
export interface DeviceDependencies {
  readonly database: Kysely<Database>;
  readonly registry: OwnershipRegistry;
  readonly live: LiveReports;
  /** Decrypts the secrets of metadata. */
  readonly credentialKey: KeyObject;
}

const metadataShape = z.nullable(z.record(z.string(), z.unknown()));
const select = ({ database }: DeviceDependencies, scope: Scope) => {
  const query = database
    .selectFrom('device')
    .leftJoin('deployment', (join) => join.onRef('deployment.device_serial', '=', 'device.serial').on('deployment.closed_date', 'is', null))
    .leftJoin('location', 'location.id', 'deployment.location_id')
    .selectAll('device')
    .select((row) => [row.ref('deployment.id').as('deployment_id'), 'deployment.location_id', 'deployment.creation_date'])
    .select((row) =>
      row
        .exists(row.selectFrom('device_credential').select('serial').whereRef('device_credential.serial', '=', 'device.serial'))
        .as('has_credentials'),
    )
    .leftJoin('device_type', 'device_type.id', 'device.device_type')
    .select((row) => row('device_type.metadata_schema', 'is not', null).as('has_schema'))
    .leftJoin('device_secret', 'device_secret.serial', 'device.serial')
    .select('device_secret.saved_at')
    .leftJoin('device_token', 'device_token.serial', 'device.serial')
    .select('device_token.hand_made_ends_at')
    .orderBy('device.serial');
  return scope === 'all' ? query : query.where('location.owned_by', 'in', ['', ...scope]);
};

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

const deploymentOf = ({ deployment_id, location_id, creation_date }: Row) =>
  deployment_id === null || location_id === null || creation_date === null
    ? null
    : { id: deployment_id, location_id, creation_date: creation_date.toISOString() };

function stateDataOf(live: Pick<LiveReports, 'data'>, serial: string) {
  const frame = dataOf(live.data(serial, 'state_data'));
  const data = frame?.data_group === 'state_data' ? frame.data : {};
  return { has_wifi: data.has_wifi ?? null, site_id: data['site/site_id'] ?? null, site_version: data['site/site_version'] ?? null };
}

/** Returns an instant unless it is before `since`, when the device belonged to another owner. */
const notBefore = (at: Date | null, since: number) => (at !== null && at.getTime() >= since ? at : null);

/**
 * Returns the time since which the caller knows a device: its first report or, for a device of a former owner that has reported since, the beginning of the
 * deployment; null before any report.
 */
function firstSeen({ first_seen, creation_date }: Row, since: number, hasReported: boolean): Date | null {
  if (notBefore(first_seen, since) !== null) return first_seen;
  return hasReported ? creation_date : null;
}

function deviceOf(dependencies: DeviceDependencies, scope: Scope, row: Row, fetches: ReadonlyMap<string, DataFetches>): Device {
  // The metadata is stored masked by its schema.
  const stored = metadataShape.parse(row.metadata);
  const isOwnLogin = mayReadSecret(scope, dependencies.registry, row.serial, row.saved_at);
  const since = readableSince(scope, dependencies.registry, row.serial);
  const live = dependencies.live.since(since);
  const receivedAt = live.newest(row.serial)?.receivedAt ?? Number.NEGATIVE_INFINITY;
  const lastSeen = Math.max(notBefore(row.last_seen, since)?.getTime() ?? Number.NEGATIVE_INFINITY, receivedAt);
  return {
    serial: row.serial,
    name: row.name,
    client_name: row.client_name,
    device_type: row.device_type,
    hardware_revision_id: row.hardware_revision_id,
    life_cycle_stage: row.life_cycle_stage,
    first_seen: firstSeen(row, since, Number.isFinite(lastSeen))?.toISOString() ?? null,
    last_seen: Number.isFinite(lastSeen) ? new Date(lastSeen).toISOString() : null,
    metadata: stored === null ? null : maskSecrets(isOwnLogin ? stored : withoutForeignLogins(stored), null),
    // Without a schema nothing constrains the metadata of a type.
    metadata_valid: row.has_schema === true ? row.metadata_valid : null,
    active_deployment: deploymentOf(row),
    is_live: live.isConnected(row.serial),
    has_credentials: row.has_credentials === true,
    access_token_ends_at: row.hand_made_ends_at?.toISOString() ?? null,
    ...dataFetchesOf(fetches.get(row.serial), since),
    ...stateDataOf(live, row.serial),
  };
}

/** Returns the row of a device in the scope. Throws 404 for any other device. */
async function rowOf(dependencies: DeviceDependencies, scope: Scope, requested: string): Promise<Row> {
  const serial = requireDevice(scope, dependencies.registry, requested);
  const row = await select(dependencies, scope).where('device.serial', '=', serial).executeTakeFirst();
  if (row === undefined) throw createFailure('noDevice');
  return row;
}

async function decrypted(dependencies: DeviceDependencies, scope: Scope, row: Row): Promise<Device> {
  const device = deviceOf(dependencies, scope, row, await readDataFetches(dependencies.database, [row.serial]));
  const savedAt = await metadataSavedAt(dependencies.database, row.serial);
  if (!mayReadSecret(scope, dependencies.registry, row.serial, savedAt)) return device;
  const metadata = await readMetadata(dependencies.database, dependencies.credentialKey, row.serial, metadataShape.parse(row.metadata));
  if (metadata === null) throw createFailure('secretsSealed');
  const before = await readFormerMetadata(dependencies.database, dependencies.credentialKey, row.serial);
  const isReadable = before !== null && mayReadSecret(scope, dependencies.registry, row.serial, before.savedAt);
  return { ...device, metadata, ...(isReadable ? { former_metadata: { ...before.former } } : {}) };
}

type DeviceCall = 'getAllDevices' | 'getFormerDevices' | 'getDevice' | 'getDecryptedDevice' | 'getAllLifeCycleStages' | 'getAllDeviceTypes';

/** Creates the handlers of devices, device types and life cycle stages. */
export function deviceHandlers(dependencies: DeviceDependencies): Pick<Handlers, DeviceCall> {
  const { database } = dependencies;
  return {
    getAllDevices: serve(getAllDevices, async ({ scope }) => {
      const rows = await select(dependencies, scope).execute();
      const fetches = await readDataFetches(
        database,
        rows.map(({ serial }) => serial),
      );
      return { result: await mapInTurns(rows, (row) => deviceOf(dependencies, scope, row, fetches)) };
    }),
    getFormerDevices: serve(getFormerDevices, async ({ scope }) => ({ result: [...(await readFormerDevices(database, scope))] })),
    getDevice: serve(getDevice, async ({ scope, params }) => {
      const row = await rowOf(dependencies, scope, params.serial);
      const reported_identity = await readIdentity(database, row.serial, readableSince(scope, dependencies.registry, row.serial));
      const fetches = await readDataFetches(database, [row.serial]);
      return { result: { ...deviceOf(dependencies, scope, row, fetches), ...(reported_identity === null ? {} : { reported_identity }) } };
    }),
    getDecryptedDevice: serve(getDecryptedDevice, async ({ scope, params }) => {
      return { result: await decrypted(dependencies, scope, await rowOf(dependencies, scope, params.serial)) };
    }),
    getAllLifeCycleStages: serve(getAllLifeCycleStages, async () => ({
      result: await database.selectFrom('life_cycle_stage').select(['id', 'name']).orderBy('place').execute(),
    })),
    getAllDeviceTypes: serve(getAllDeviceTypes, async () => {
      const rows = await database.selectFrom('device_type').selectAll().orderBy('id').execute();
      const types = rows.map(({ id, name, archived, ...rest }) => {
        const { metadata_schema, ordered_schema, revisions } = storedType.parse(rest);
        return { id, name, archived, metadata_schema: ordered_schema ?? metadata_schema, revisions };
      });
      return { result: types };
    }),
  };
}
