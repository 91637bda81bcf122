import { sql, type Kysely } from 'kysely';

const statements = [
  `create table organisation (id text primary key, name text not null, client_name text, authentication_group text)`,
  `create table location (id text primary key, name text not null, client_name text, owned_by text not null references organisation (id),
    timezone text not null, address text, latitude double precision, longitude double precision)`,
  `create table greenhouse (id text primary key, name text not null, client_name text, location_id text not null references location (id), map_id text)`,
  `create table device_type (id text primary key, name text not null, metadata_schema jsonb, revisions jsonb not null)`,
  `create table life_cycle_stage (id text primary key, name text not null, place integer not null)`,
  `create table device (serial text primary key, name text not null, client_name text, device_type text not null references device_type (id),
    hardware_revision_id text, life_cycle_stage text not null references life_cycle_stage (id), first_seen timestamptz, last_seen timestamptz,
    metadata jsonb, metadata_valid boolean not null)`,
  `create table deployment (id text primary key, device_serial text not null references device (serial), location_id text not null references location (id),
    creation_date timestamptz not null, closed_date timestamptz)`,
  // One active deployment per device, whoever asks at the same time.
  `create unique index deployment_active on deployment (device_serial) where closed_date is null`,
  `create table plan (id text primary key, layers jsonb not null)`,
  `create table site_map (id text primary key, name text not null, greenhouse_type text not null, greenhouse_id text not null references greenhouse (id),
    versions jsonb not null, plan_id text not null references plan (id))`,
  `create table error_code (code text primary key, description jsonb not null)`,
  `create table locale (id text primary key, name text not null)`,
  `create table device_state (serial text primary key references device (serial), received_at timestamptz not null, device_time timestamptz not null,
    sequence bigint not null, state jsonb not null)`,
  `create table device_data (serial text not null references device (serial), data_group text not null, received_at timestamptz not null,
    data jsonb not null, primary key (serial, data_group))`,
  `create table metrics (serial text primary key references device (serial), received_at timestamptz not null, mileage double precision not null,
    laneswitches double precision not null, active_time double precision not null, uv_switches double precision not null, uv_active_time double precision not null)`,
  `create table treatment (treatment_id text primary key, serial text not null references device (serial), map_id text not null, mission_id text not null,
    treatment_type text not null, creation_time timestamptz not null, start_time timestamptz, finish_time timestamptz, finish_status text not null,
    total_asked integer not null, total_treated integer not null, total_failed integer not null, reached_end boolean not null)`,
  `create index treatment_recent on treatment (creation_time desc)`,
  `create table error_period (serial text not null references device (serial), start_time timestamptz not null, stop_time timestamptz, next_state text,
    primary key (serial, start_time))`,
  `create table history_block (id bigserial primary key, first_at timestamptz not null, last_at timestamptz not null,
    report_count integer not null, serials text[] not null, reports bytea not null)`,
  `create index history_block_time on history_block (last_at, first_at)`,
  // The blocks are compressed already; PostgreSQL would only try again.
  `alter table history_block alter column reports set storage external`,
];

/** Places, devices, what they report, and their history. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
