import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Device } from '#contract/devices/device';
import { getDecryptedDevice } from '#contract/devices/deviceCredential';
import { getAllDevices, getAllDeviceTypes, getAllLifeCycleStages, getDevice } from '#contract/devices/device';
import { z } from '#contract/schema';
import { conflict, notFound } from '../platform/failure.ts';
import { serve, type Handlers } from '../platform/http/serve.ts';
import { readMetadata } from './metadata/metadataSecrets.ts';
import type { Principal } from '../platform/principal.ts';
import { requireDevice, scopeOf, type Scope } from '../locations/visibility.ts';
import { maskSecrets } from './metadata/maskSecrets.ts';
import type { Database } from '../platform/database/tables.ts';
import type { OwnershipRegistry } from '../locations/ownershipRegistry.ts';
import type { LiveReports } from '../fleet/liveReports.ts';

/** Dependencies of the device calls. */
export interface DeviceDependencies {
  readonly database: Kysely<Database>;
  readonly registry: OwnershipRegistry;
  readonly live: LiveReports;
  /** Decrypts the secrets of metadata. */
  readonly credentialKey: KeyObject;
}

const metadataShape = z.record(z.string(), z.unknown()).nullable();
const typeShape = z.object({
  metadata_schema: z.record(z.string(), z.unknown()).nullable(),
  revisions: z.array(z.object({ revision_id: z.string() })),
});

const select = ({ database }: DeviceDependencies, scope: Scope) => {
  const query = database
    .selectFrom('device')
    .leftJoin('deployment', (join) => join.onRef('deployment.device_serial', '=', 'device.serial').on('deployment.closed_date', 'is', null))
    .leftJoin('location', 'location.id', 'deployment.location_id')
    .selectAll('device')
    .select((row) => [row.ref('deployment.id').as('deployment_id'), 'deployment.location_id', 'deployment.creation_date'])
    .orderBy('device.serial');
  return scope === 'all' ? query : query.where('location.owned_by', 'in', ['', ...scope]);
};

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

const deploymentOf = ({ deployment_id, location_id, creation_date }: Row) =>
  deployment_id === null || location_id === null || creation_date === null
    ? null
    : { id: deployment_id, location_id, creation_date: creation_date.toISOString() };

function stateDataOf({ live }: DeviceDependencies, serial: string) {
  const frame = live.data(serial, 'state_data');
  const data = frame?.data_group === 'state_data' ? frame.data : {};
  return { has_wifi: data.has_wifi ?? null, site_id: data['site/site_id'] ?? null, site_version: data['site/site_version'] ?? null };
}

function deviceOf(dependencies: DeviceDependencies, row: Row): Device {
  const metadata = metadataShape.parse(row.metadata);
  const receivedAt = dependencies.live.newest(row.serial)?.receivedAt ?? Number.NEGATIVE_INFINITY;
  const lastSeen = Math.max(row.last_seen?.getTime() ?? Number.NEGATIVE_INFINITY, receivedAt);
  return {
    serial: row.serial,
    name: row.name,
    client_name: row.client_name,
    device_type: row.device_type,
    hardware_revision_id: row.hardware_revision_id,
    life_cycle_stage: row.life_cycle_stage,
    first_seen: row.first_seen?.toISOString() ?? null,
    last_seen: Number.isFinite(lastSeen) ? new Date(lastSeen).toISOString() : null,
    metadata: metadata === null ? null : maskSecrets(metadata),
    metadata_valid: row.metadata_valid,
    active_deployment: deploymentOf(row),
    is_live: dependencies.live.isConnected(row.serial),
    ...stateDataOf(dependencies, row.serial),
  };
}

/** Returns the row of a device visible to the caller. Throws 404 otherwise. */
async function rowOf(dependencies: DeviceDependencies, caller: Principal, requested: string): Promise<Row> {
  const scope = scopeOf(caller, dependencies.registry);
  const serial = requireDevice(scope, dependencies.registry, requested);
  const row = await select(dependencies, scope).where('device.serial', '=', serial).executeTakeFirst();
  if (row === undefined) throw notFound('no such device');
  return row;
}

async function decrypted(dependencies: DeviceDependencies, row: Row): Promise<Device> {
  const metadata = await readMetadata(dependencies.database, dependencies.credentialKey, row.serial, metadataShape.parse(row.metadata));
  if (metadata === null) throw conflict('the stored secrets were sealed with another key, save them anew');
  return { ...deviceOf(dependencies, row), metadata };
}

type DeviceCall = 'getAllDevices' | 'getDevice' | 'getDecryptedDevice' | 'getAllLifeCycleStages' | 'getAllDeviceTypes';

/** Handlers of devices, device types and life cycle stages. */
export function deviceHandlers(dependencies: DeviceDependencies): Pick<Handlers, DeviceCall> {
  const { database, registry } = dependencies;
  return {
    getAllDevices: serve(getAllDevices, async ({ caller }) => {
      const rows = await select(dependencies, scopeOf(caller, registry)).execute();
      return { result: rows.map((row) => deviceOf(dependencies, row)) };
    }),
    getDevice: serve(getDevice, async ({ caller, params }) => ({
      result: deviceOf(dependencies, await rowOf(dependencies, caller, params.serial)),
    })),
    getDecryptedDevice: serve(getDecryptedDevice, async ({ caller, params }) => ({
      result: await decrypted(dependencies, await rowOf(dependencies, caller, params.serial)),
    })),
    getAllLifeCycleStages: serve(getAllLifeCycleStages, async () => ({
      result: await database.selectFrom('life_cycle_stage').select(['id', 'name']).orderBy('place').execute(),
    })),
    getAllDeviceTypes: serve(getAllDeviceTypes, async () => {
      const rows = await database.selectFrom('device_type').selectAll().orderBy('id').execute();
      return { result: rows.map(({ id, name, ...rest }) => ({ id, name, ...typeShape.parse(rest) })) };
    }),
  };
}
