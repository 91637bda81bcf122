import type { Generated } from 'kysely';
import type { Instant, Json, NullableInstant, NullableJson } from '../platform/database/columnTypes.ts';
import type { TableHistory } from '../platform/database/migrate.ts';

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

declare module '../platform/database/tables.ts' {
  interface Database {
    config_schema: ConfigSchemaTable;
    config_device: ConfigDeviceTable;
    config_change: ConfigChangeTable;
    config_pending: ConfigPendingTable;
  }
}

/** Configuration of devices: models, first values, changes. */
export const configurationTables: TableHistory = {
  '004_configuration': [
    // json keeps the order of the files and of their parameters; jsonb would sort them.
    `create table config_schema (id text primary key, files json not null)`,
    `create table config_device (serial text primary key references device (serial), schema_id text not null references config_schema (id),
    since timestamptz not null, first_values jsonb not null)`,
    `create table config_change (id bigserial primary key, serial text not null references config_device (serial), file_name text not null,
    config_name text not null, old_value jsonb, new_value jsonb not null, at timestamptz not null, device_time timestamptz,
    by_username text not null, by_name text not null, command_id text unique)`,
    // The value of one parameter at any time is one look-up, however long its past is.
    `create index config_change_parameter on config_change (serial, file_name, config_name, at desc, id desc)`,
    `create index config_change_recent on config_change (serial, at desc, id desc)`,
    `create function refuse_config_rewrite() returns trigger language plpgsql as
    $$ begin raise exception 'changes of configuration are never rewritten'; end $$`,
    `create trigger config_change_append_only before update or delete or truncate on config_change execute function refuse_config_rewrite()`,
    // Who is changing a parameter just now: one at a time, whichever instance is asked.
    `create table config_pending (serial text not null references config_device (serial), file_name text not null, config_name text not null,
    command_id text not null, new_value jsonb not null, by_name text not null, until timestamptz not null,
    primary key (serial, file_name, config_name))`,
  ],
};
