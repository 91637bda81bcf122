import type { Generated } from 'kysely';
import type { Instant, Json, NullableInstant, NullableJson } from '../platform/database/columnTypes.ts';
import type { TableHistory } from '../platform/database/migrate.ts';

/** Parameter models shared by devices of one kind, by file, then parameter. json keeps their order. */
interface ConfigSchemaTable {
  id: string;
  files: Json;
}

/**
 * The first configuration of a device; before `since` it has none. `first_values`, by file, then parameter, hold only the files that no report of the device
 * contained.
 */
interface ConfigDeviceTable {
  serial: string;
  schema_id: string;
  since: Instant;
  first_values: Json;
}

/**
 * The parameters of a file from a time on; a new row starts whenever a device reports other parameters. A row without a schema means that the device
 * no longer has the file. The newest row describes the last report.
 */
interface ConfigFileTable {
  serial: string;
  file_name: string;
  since: Instant;
  /** The position of the file in the list. */
  position: number;
  schema_id: string | null;
  first_values: Json;
  parameters: number;
  bytes: number;
  digest: string;
  /** The time of the newest report; `received_at` is the time of its receipt. Both by the server's clock. */
  reported_at: Instant;
  received_at: Instant;
}

/** Changes of configurations. Append only: the value at a time is the one of the newest change up to that time, otherwise the first value. */
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
  /** The group of the parameter at the time of the change, which decides who may see the change; null in rows of earlier releases. */
  model_group?: string | null;
  /** The time at which its command was given; null for a change that the device made, and in rows of earlier releases. */
  requested_at?: Date | null;
}

/** The lock of a parameter with a pending change; expires at `until`. */
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
    config_file: ConfigFileTable;
    config_change: ConfigChangeTable;
    config_pending: ConfigPendingTable;
  }
}

/** The tables `config_*` with their migrations: models, first values, versions of files, changes, locks. */
export const configurationTables: TableHistory = {
  '004_configuration': [
    // json keeps the order of the files and of their parameters; jsonb would sort them.
    `create table config_schema (id text primary key, files json not null)`,
    `create table config_device (serial text primary key references device (serial), schema_id text not null references config_schema (id),
    since timestamptz not null, first_values jsonb not null)`,
    `create table config_change (id bigserial primary key, serial text not null references config_device (serial), file_name text not null,
    config_name text not null, old_value jsonb, new_value jsonb not null, at timestamptz not null, device_time timestamptz,
    by_username text not null, by_name text not null, command_id text unique)`,
    // Finds the value of one parameter at any time with one index lookup, independent of the number of changes.
    `create index config_change_parameter on config_change (serial, file_name, config_name, at desc, id desc)`,
    `create index config_change_recent on config_change (serial, at desc, id desc)`,
    `create function refuse_config_rewrite() returns trigger language plpgsql as
    $$ begin raise exception 'changes of configuration are never rewritten'; end $$`,
    `create trigger config_change_append_only before update or delete or truncate on config_change execute function refuse_config_rewrite()`,
    // At most one pending change per parameter, across all instances.
    `create table config_pending (serial text not null references config_device (serial), file_name text not null, config_name text not null,
    command_id text not null, new_value jsonb not null, by_name text not null, until timestamptz not null,
    primary key (serial, file_name, config_name))`,
  ],
  '050_reported_configuration': [
    `create table config_file (serial text not null references device (serial) on delete cascade, file_name text not null, since timestamptz not null,
    position integer not null, schema_id text, first_values json not null, parameters integer not null, bytes integer not null, digest text not null,
    reported_at timestamptz not null, received_at timestamptz not null, primary key (serial, file_name, since))`,
    `alter table config_change add column model_group text`,
  ],
  '094_config_change_requested': [`alter table config_change add column requested_at timestamptz`],
};
