import type { Generated } from 'kysely';
import type { Instant, Json, NullableInstant, NullableJson } from '../platform/database/column.ts';

interface DeviceTypeTable {
  id: string;
  name: string;
  metadata_schema: NullableJson;
  revisions: Json;
}

interface LifeCycleStageTable {
  id: string;
  name: string;
  place: number;
}

interface DeviceTable {
  serial: string;
  name: string;
  client_name: string | null;
  device_type: string;
  hardware_revision_id: string | null;
  life_cycle_stage: string;
  first_seen: NullableInstant;
  last_seen: NullableInstant;
  metadata: NullableJson;
  metadata_valid: boolean;
}

interface DeploymentTable {
  id: string;
  device_serial: string;
  location_id: string;
  creation_date: Instant;
  closed_date: NullableInstant;
}

/** What was done to a device; without a serial, to a type. `organisation` is whom the device worked for then. Append only. */
interface DeviceActionTable {
  id: Generated<number>;
  device_serial: string | null;
  organisation: string | null;
  action_type: string;
  at: Instant;
  done_by: string;
  done_by_name: string;
  old_value: NullableJson;
  new_value: NullableJson;
  /** The request that did it, where it is known. */
  request_id: Generated<string | null>;
}

/** The whole metadata of a device that has secrets; in `device` they stand as `***`. */
interface DeviceSecretTable {
  serial: string;
  sealed: Buffer;
}

/** The public part of what a device proves itself by; null where it was made elsewhere. The private part is kept by nobody here. */
interface DeviceCredentialTable {
  serial: string;
  algorithm_type: string;
  public_key: string | null;
  created_at: Instant;
  created_by: string;
}

interface ErrorCodeTable {
  code: string;
  description: Json;
}

interface LocaleTable {
  id: string;
  name: string;
}

/** Devices, what they are, where they work, and the words for them. */
export interface DeviceTables {
  device_type: DeviceTypeTable;
  life_cycle_stage: LifeCycleStageTable;
  device: DeviceTable;
  deployment: DeploymentTable;
  device_action: DeviceActionTable;
  device_secret: DeviceSecretTable;
  device_credential: DeviceCredentialTable;
  error_code: ErrorCodeTable;
  locale: LocaleTable;
}
