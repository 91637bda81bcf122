import type { Generated } from 'kysely';
import type { Instant, Json, NullableInstant, NullableJson } from '../platform/database/column.ts';

/** The parameters that some devices share: file, then parameter, then its model. As json, so that their order stays. */
interface ConfigSchemaTable {
  id: string;
  files: Json;
}

/** How the configuration of a device began; before `since` it has none. `first_values` are by file, then parameter. */
interface ConfigDeviceTable {
  serial: string;
  schema_id: string;
  since: Instant;
  first_values: Json;
}

/** What changed in a configuration. Append only: the value at any time is the newest change before it, else the first value. */
interface ConfigChangeTable {
  id: Generated<number>;
  serial: string;
  file_name: string;
  config_name: string;
  old_value: NullableJson;
  new_value: Json;
  at: Instant;
  device_time: NullableInstant;
  by_username: string;
  by_name: string;
  command_id: string | null;
}

/** A parameter that somebody is changing just now; free again when `until` is over. */
interface ConfigPendingTable {
  serial: string;
  file_name: string;
  config_name: string;
  command_id: string;
  new_value: Json;
  by_name: string;
  until: Instant;
}

/** How devices are configured, and were. */
export interface ConfigurationTables {
  config_schema: ConfigSchemaTable;
  config_device: ConfigDeviceTable;
  config_change: ConfigChangeTable;
  config_pending: ConfigPendingTable;
}
