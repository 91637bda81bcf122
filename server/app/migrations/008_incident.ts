import { sql, type Kysely } from 'kysely';

const statements = [
  `create table incident (incident_id text primary key, serial text not null references device (serial), organisation text,
    incident_time timestamptz not null, received_at timestamptz not null, error_code text, manually_triggered boolean not null, map_id text, map_version text, node_id text,
    x double precision, y double precision, during_mission boolean, treatment_id text, record_version integer not null default 1,
    upload_started timestamptz, upload_finished timestamptz, due_step text)`,
  `create index incident_newest on incident (incident_time desc, incident_id)`,
  `create index incident_of_device on incident (serial, incident_time desc, incident_id)`,
  `create index incident_of_map on incident (map_id, incident_time desc) where map_id is not null`,
  `create index incident_of_treatment on incident (treatment_id) where treatment_id is not null`,
  `create index incident_of_code on incident (lower(error_code), incident_time desc) where error_code is not null`,
  `create index incident_due on incident (incident_time desc) where due_step is not null`,
  `create index incident_not_uploaded on incident (serial) where upload_finished is null`,
  // Uploads whose end is not noted yet are looked through again and again.
  `alter table command add column upload_noted boolean not null default false`,
  `create index command_upload on command (given_at) where command = 'upload_data' and not upload_noted`,
  // A step that never began has no row.
  `create table incident_step (incident_id text not null references incident (incident_id) on delete cascade,
    step text not null check (step in ('data_parsing', 'log_parsing', 'mosaic_rendering')), started_at timestamptz not null,
    is_running boolean not null, success boolean not null, message text, retry_possible boolean not null, tries integer not null,
    request_id text, primary key (incident_id, step))`,
  `create index incident_step_running on incident_step (started_at) where is_running`,
];

/** Recorded faults, and what came of processing their data. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
