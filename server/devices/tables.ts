/**
 * The tables `device`, `deployment`, `device_action`, types, stages, secrets, credentials, tokens, SIM data, identities, events and log files, with their
 * migrations.
 */

import type { Generated } from 'kysely';
import type { Instant, Json, NullableInstant, NullableJson } from '../platform/database/columnTypes.ts';
import type { TableHistory } from '../platform/database/migrate.ts';

interface DeviceTypeTable {
  id: string;
  name: string;
  metadata_schema: NullableJson;
  /** The same schema, with its fields in the order in which it was edited, which jsonb does not preserve; null if no user set one. */
  ordered_schema: NullableJson;
  /** Hardware revisions with `revision_id`, and `archived` if true. */
  revisions: Json;
  /** Not offered for new devices. */
  archived: Generated<boolean>;
}

/** The types that an installation has been offered at its starts; a type that was removed is not offered again. */
interface OfferedDeviceTypeTable {
  id: string;
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
  /** Access tokens of an earlier generation are no longer valid. */
  token_generation: Generated<number>;
}

interface DeploymentTable {
  id: string;
  device_serial: string;
  location_id: string;
  creation_date: Instant;
  closed_date: NullableInstant;
  /** The owner of the location when the deployment began, set by a trigger; when the location gets a new owner, a new deployment begins. */
  organisation: Generated<string>;
}

/** Actions on devices, or with `device_serial` null on a type. `organisation` is the device's organisation at that time. Append only. */
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
  /** Id of the request, if known. */
  request_id: Generated<string | null>;
}

/** The encrypted metadata of a device with secrets; `device.metadata` has the secrets masked as `***`. */
interface DeviceSecretTable {
  serial: string;
  sealed: Buffer;
  /**
   * Instant at which the oldest of its secrets that belongs to the current owner was saved; null for metadata that was stored before instants were recorded.
   */
  saved_at: NullableInstant;
}

/** The last change of a device's metadata. */
interface MetadataChangeTable {
  serial: string;
  changed_at: Instant;
  /** The encrypted former metadata, until the device has fetched the current one, and when its secrets were saved. */
  former: Buffer | null;
  former_saved_at: NullableInstant;
}

/** The credentials of a device. `public_key` is null for seeded ones; private keys are never stored. */
interface DeviceCredentialTable {
  serial: string;
  algorithm_type: string;
  public_key: string | null;
  created_at: Instant;
  created_by: string;
}

/** The access tokens of a device; tokens themselves are never stored. */
interface DeviceTokenTable {
  serial: string;
  /** Expiry of the newest token that a person downloaded; null once the device has renewed its token by itself. */
  hand_made_ends_at: NullableInstant;
  /** Time at which the device last renewed its token by itself. */
  renewed_at: NullableInstant;
}

/** Challenges that a device has answered, until their expiry. */
interface AnsweredChallengeTable {
  id: string;
  ends_at: Instant;
}

/** The SIM fields of a device that people entered. */
export interface DeviceSimTable {
  serial: string;
  customer: string | null;
  rate_plan: string | null;
  status: string | null;
  /** In bytes. */
  ctd_data_usage: number | string | null;
  overage_limit_reached: boolean | null;
  overage_limit_override: string | null;
  saved_at: Instant;
  saved_by: string;
}

/** SSH credentials of one computer of a device, encrypted by `server/platform/secrets/encryption.ts`. */
interface SshCredentialTable {
  serial: string;
  target: string;
  sealed: Buffer;
  /** Null for credentials that were stored before instants were recorded. */
  saved_at: NullableInstant;
  /** The former credentials of the device, encrypted in the same way, until it is confirmed that the device uses the new ones. */
  former: Buffer | null;
  former_saved_at: NullableInstant;
}

/** Device events: `at` by the server's clock, `device_time` by the device's clock. Append only. */
interface DeviceEventTable {
  id: Generated<number>;
  serial: string;
  at: Instant;
  received_at: Instant;
  device_time: Instant;
  level: string;
  message: string;
  data: NullableJson;
  action: NullableJson;
}

/** A log file on a device. */
interface DeviceLogTable {
  serial: string;
  database_id: string;
  timestamp: Instant;
  received_at: Instant;
  /** Size of the uploaded file in bytes; null if it was not uploaded. */
  size: number | null;
  stored_at: NullableInstant;
  /** Time since which the device no longer has the file; null while it has it. */
  removed_at: NullableInstant;
}

/** The identity that a device reports; `reported` is its newest message. */
interface DeviceIdentityTable {
  serial: string;
  received_at: Instant;
  reported: Json;
}

declare module '../platform/database/tables.ts' {
  interface Database {
    device_sim: DeviceSimTable;
    device_identity: DeviceIdentityTable;
    device_type: DeviceTypeTable;
    offered_device_type: OfferedDeviceTypeTable;
    life_cycle_stage: LifeCycleStageTable;
    device: DeviceTable;
    deployment: DeploymentTable;
    device_action: DeviceActionTable;
    device_secret: DeviceSecretTable;
    metadata_change: MetadataChangeTable;
    device_credential: DeviceCredentialTable;
    device_token: DeviceTokenTable;
    answered_challenge: AnsweredChallengeTable;
    ssh_credential: SshCredentialTable;
    device_event: DeviceEventTable;
    device_log: DeviceLogTable;
  }
}

/** Migrations of devices, types, stages, deployments, actions, credentials, tokens, SIM data, identities, events and log files. */
export const deviceTables: TableHistory = {
  '001_fleet': [
    `create table device_type (id text primary key, name text not null, metadata_schema jsonb, revisions jsonb not null)`,
    `create table life_cycle_stage (id text primary key, name text not null, place integer not null)`,
    `create table device (serial text primary key, name text not null, client_name text, device_type text not null references device_type (id),
    hardware_revision_id text, life_cycle_stage text not null references life_cycle_stage (id), first_seen timestamptz, last_seen timestamptz,
    metadata jsonb, metadata_valid boolean not null)`,
    `create table deployment (id text primary key, device_serial text not null references device (serial), location_id text not null references location (id),
    creation_date timestamptz not null, closed_date timestamptz)`,
    // One active deployment per device, even under concurrent requests.
    `create unique index deployment_active on deployment (device_serial) where closed_date is null`,
  ],
  '005_events': [
    // `at` is by the server's clock, `device_time` by the device's. `data` is json, which keeps the order of its fields.
    `create table device_event (id bigserial primary key, serial text not null references device (serial), at timestamptz not null,
    received_at timestamptz not null, device_time timestamptz not null, level text not null, message text not null, data json, action jsonb)`,
    // Prevents duplicate events. The md5 is indexed because a message may exceed the index row size.
    `create unique index device_event_once on device_event (serial, device_time, md5(message))`,
    `create index device_event_newest on device_event (serial, at desc, id desc)`,
    `create index device_event_level on device_event (serial, level, at desc, id desc)`,
    `create table device_log (serial text not null references device (serial), database_id text not null, timestamp timestamptz not null,
    received_at timestamptz not null, primary key (serial, database_id))`,
    `create index device_log_newest on device_log (serial, timestamp desc, database_id desc)`,
  ],
  '056_log_files': [`alter table device_log add column size bigint, add column stored_at timestamptz, add column removed_at timestamptz`],
  '006_maintenance': [
    `create table ssh_credential (
      serial text not null references device (serial),
      target text not null check (target in ('pi', 'nuc', 'router')),
      sealed bytea not null,
      primary key (serial, target)
    )`,
    `create index device_event_treatment on device_event ((action ->> 'treatment_id')) where action ->> 'treatment_id' is not null`,
  ],
  '011_device_actions': [
    `create table device_action (
      id bigserial primary key,
      device_serial text references device (serial),
      organisation text,
      action_type text not null,
      at timestamptz not null,
      done_by text not null,
      done_by_name text not null,
      old_value jsonb,
      new_value jsonb
    )`,
    `create index device_action_time on device_action (at desc, id desc)`,
    `create index device_action_of on device_action (device_serial, at desc, id desc)`,
    `create unique index device_one_spelling on device (lower(serial))`,
  ],
  '013_created_once': [`alter table device_action add column request_id text`],
  '014_device_credentials': [
    `create table device_secret (
      serial text primary key references device (serial),
      sealed bytea not null
    )`,
    `create table device_credential (
      serial text primary key references device (serial),
      algorithm_type text not null check (algorithm_type in ('RSA2048', 'NISTP256', 'IDENTITY')),
      public_key text,
      created_at timestamptz not null,
      created_by text not null
    )`,
    `create index device_action_deployment on device_action ((coalesce(new_value ->> 'deployment_id', old_value ->> 'deployment_id')))
      where action_type in ('deploy', 'close_deployment')`,
  ],
  '018_token_generation': [`alter table device add column token_generation integer not null default 0`],
  '020_owner_at_the_time': [
    // A location may change hands later; earlier data continues to belong to its former organisation.
    `alter table deployment add column organisation text`,
    `update deployment set organisation = location.owned_by from location where location.id = deployment.location_id`,
    `alter table deployment alter column organisation set not null`,
    `create function set_deployment_organisation() returns trigger language plpgsql as
    $$ begin new.organisation := (select owned_by from location where id = new.location_id); return new; end $$`,
    `create trigger deployment_organisation before insert on deployment for each row execute function set_deployment_organisation()`,
    `create index deployment_of on deployment (device_serial, creation_date)`,
    // Secrets of a device that was moved away from a location are treated as the former owner's, since it is unknown which of them are older.
    `alter table ssh_credential add column saved_at timestamptz`,
    `alter table device_secret add column saved_at timestamptz`,
  ],
  '042_type_catalogue': [
    `alter table device_type add column archived boolean not null default false`,
    `create table offered_device_type (id text primary key)`,
    `create index device_of_type on device (device_type)`,
  ],
  // json, unlike jsonb, keeps the order of the fields, which is the order of the form.
  '044_ordered_schema': [`alter table device_type add column ordered_schema json`],
  '048_device_tokens': [
    `create table device_token (
      serial text primary key references device (serial) on delete cascade,
      hand_made_ends_at timestamptz,
      renewed_at timestamptz
    )`,
    // Only answered challenges are stored: a flood of challenges leaves no rows.
    `create table answered_challenge (id text primary key, ends_at timestamptz not null)`,
    `create index answered_challenge_end on answered_challenge (ends_at)`,
  ],
  '051_device_identity': [
    `create table device_identity (serial text primary key references device (serial) on delete cascade, received_at timestamptz not null, reported jsonb not null)`,
  ],
  '062_data_fetches': [
    `create table metadata_change (
      serial text primary key references device (serial) on delete cascade,
      changed_at timestamptz not null,
      former bytea,
      former_saved_at timestamptz
    )`,
  ],
  '075_device_sims': [
    `create table device_sim (
      serial text primary key references device (serial) on delete cascade,
      customer text,
      rate_plan text,
      status text,
      ctd_data_usage bigint,
      overage_limit_reached boolean,
      overage_limit_override text,
      saved_at timestamptz not null,
      saved_by text not null
    )`,
  ],
  '076_former_ssh': [`alter table ssh_credential add column former bytea, add column former_saved_at timestamptz`],
};
