import type { Instant, Json, NullableInstant, NullableJson } from './column.ts';

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
  error_code: ErrorCodeTable;
  locale: LocaleTable;
}
