import type { Generated } from 'kysely';
import type { Instant, NullableInstant, NullableJson } from '../platform/database/columnTypes.ts';
import type { TableHistory } from '../platform/database/migrate.ts';

/** A recorded fault, by the server's clock; `x`, `y` in metres on its map. `record_version` counts its changes. */
interface IncidentTable {
  incident_id: string;
  serial: string;
  /** The organisation for which the device worked at the time of the incident; null for a device without an owner. */
  organisation: string | null;
  incident_time: Instant;
  received_at: Instant;
  error_code: string | null;
  manually_triggered: boolean;
  map_id: string | null;
  map_version: string | null;
  node_id: string | null;
  x: number | null;
  y: number | null;
  during_mission: boolean | null;
  treatment_id: string | null;
  record_version: Generated<number>;
  upload_started: NullableInstant;
  /** Time at which the upload ended: when its end was announced or, after nothing had arrived for a while, when the last bytes arrived. */
  upload_finished: NullableInstant;
  /** Time at which the device, or the end of the command that requested the files, announced that they were sent. */
  upload_announced: NullableInstant;
  /** Time of the last bytes of a file, by the server's clock; `receiving_at` is set while a file is being received. */
  bytes_at: NullableInstant;
  receiving_at: NullableInstant;
  /** Set while the upload must be checked for its existing files and the steps that are due. */
  due_step: string | null;
}

/**
 * The result of a post-processing step, with `tries` 0 before its first start; `due_at` is set while it is waiting, `alive_at` while it runs. `request_id` is
 * the request of the newest attempt, `run` the run whose log lines are stored, `facts` the summary of its recordings.
 */
interface IncidentStepTable {
  incident_id: string;
  step: string;
  started_at: Instant;
  is_running: boolean;
  success: boolean;
  message: string | null;
  retry_possible: boolean;
  tries: number;
  request_id: string | null;
  due_at: NullableInstant;
  alive_at: NullableInstant;
  run: string | null;
  facts: NullableJson;
}

/** A stored, complete file of an incident, by its suffix. */
interface IncidentFileTable {
  incident_id: string;
  ending: string;
  size: number;
  stored_at: Instant;
}

/** A log line of a recording; `place` is its index in the order of the file. Lines of a `run` other than the step's are ignored. */
interface IncidentLogLineTable {
  incident_id: string;
  run: string;
  place: number;
  at: Instant;
  level: string;
  name: string;
  message: string;
  source: string;
}

/** A person's note on an instant in the minutes around an incident. */
interface IncidentNoteTable {
  incident_id: string;
  note_id: string;
  at: Instant;
  text: string;
  username: string;
  /** The author's name at the time of writing. */
  author: string;
  written_at: Instant;
  changed_at: Instant | null;
  changed_by: string | null;
}

declare module '../platform/database/tables.ts' {
  interface Database {
    incident: IncidentTable;
    incident_step: IncidentStepTable;
    incident_file: IncidentFileTable;
    incident_log_line: IncidentLogLineTable;
    incident_note: IncidentNoteTable;
  }
}

/** The tables `incident`, `incident_step`, `incident_file`, `incident_log_line`, `incident_note` with their migrations. */
export const incidentTables: TableHistory = {
  '008_incident': [
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
    // A step has no row before it is due.
    `create table incident_step (incident_id text not null references incident (incident_id) on delete cascade,
    step text not null check (step in ('data_parsing', 'log_parsing', 'mosaic_rendering')), started_at timestamptz not null,
    is_running boolean not null, success boolean not null, message text, retry_possible boolean not null, tries integer not null,
    request_id text, primary key (incident_id, step))`,
    `create index incident_step_running on incident_step (started_at) where is_running`,
  ],
  '060_incident_evidence': [
    `alter table incident add column upload_announced timestamptz, add column bytes_at timestamptz, add column receiving_at timestamptz`,
    `create index incident_receiving on incident (bytes_at) where bytes_at is not null and upload_finished is null`,
    `alter table incident_step add column due_at timestamptz, add column alive_at timestamptz, add column run text, add column facts jsonb`,
    `create index incident_step_due on incident_step (incident_id) where due_at is not null`,
    `create table incident_file (incident_id text not null references incident (incident_id) on delete cascade, ending text not null,
    size bigint not null, stored_at timestamptz not null, primary key (incident_id, ending))`,
    `create table incident_log_line (incident_id text not null references incident (incident_id) on delete cascade, run text not null,
    place integer not null, at timestamptz not null, level text not null, name text not null, message text not null, source text not null,
    primary key (incident_id, run, place))`,
    `create index incident_log_line_in_time on incident_log_line (incident_id, run, at, place)`,
  ],
  '081_incident_note': [
    `create table incident_note (incident_id text not null references incident (incident_id) on delete cascade, note_id text not null,
    at timestamptz not null, text text not null, username text not null, author text not null, written_at timestamptz not null,
    changed_at timestamptz, changed_by text, primary key (incident_id, note_id))`,
  ],
};
