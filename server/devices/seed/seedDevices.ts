import type { Transaction } from 'kysely';
import type { AnswerOf } from '#contract/call';
import type { Device, getAllDeviceTypes, getAllLifeCycleStages } from '#contract/devices/device';
import type { Deployment } from '#contract/place';
import type { Database } from '../../platform/database/tables.ts';
import { insertDevices } from '../createDevice.ts';
import { metadataFits } from '../metadata/metadataFits.ts';
import { insertStages } from '../deviceTypes/offerTypes.ts';
import { insertTypes } from '../deviceTypes/typeCatalogue.ts';
import { insertDeployments } from '../deployments/deploy.ts';

/** Seed data of the device tables. */
interface SeededDevices {
  readonly deviceTypes: AnswerOf<typeof getAllDeviceTypes>['result'];
  readonly lifeCycleStages: AnswerOf<typeof getAllLifeCycleStages>['result'];
  readonly devices: readonly Device[];
  readonly deployments: readonly Deployment[];
}

const deviceRow = (device: Device, schema: Readonly<Record<string, unknown>> | null) => ({
  serial: device.serial,
  name: device.name,
  client_name: device.client_name ?? null,
  device_type: device.device_type,
  hardware_revision_id: device.hardware_revision_id ?? null,
  life_cycle_stage: device.life_cycle_stage,
  first_seen: device.first_seen ?? null,
  last_seen: device.last_seen ?? null,
  metadata: device.metadata == null ? null : JSON.stringify(device.metadata),
  metadata_valid: metadataFits(schema, device.metadata ?? {}) ?? true,
});

/** Inserts device types, stages, devices and deployments. */
export async function seedDevices(
  tx: Transaction<Database>,
  { deviceTypes, lifeCycleStages, devices, deployments }: SeededDevices,
): Promise<void> {
  await insertTypes(tx, deviceTypes);
  await insertStages(tx, lifeCycleStages);
  const schemas = new Map(deviceTypes.map(({ id, metadata_schema }) => [id, metadata_schema]));
  await insertDevices(
    tx,
    devices.map((device) => deviceRow(device, schemas.get(device.device_type) ?? null)),
  );
  await insertDeployments(tx, deployments);
}
