import type { Generated } from 'kysely';
import type { Instant, Json, NullableInstant, NullableJson } from '../platform/database/columnTypes.ts';
import type { TableHistory } from '../platform/database/migrate.ts';

interface TreatmentTable {
  treatment_id: string;
  serial: string;
  /** The organisation for which the device worked when the treatment was created, if the device's clock is plausible; null if it worked for none. */
  organisation: string | null;
  map_id: string;
  mission_id: string;
  treatment_type: string;
  /** The unit of the dosages of the jobs, if the device names one. */
  dosage_unit: Generated<string | null>;
  creation_time: Instant;
  start_time: NullableInstant;
  finish_time: NullableInstant;
  finish_status: string;
  total_asked: number;
  total_treated: number;
  total_failed: number;
  reached_end: boolean;
  /** The format version of the report. */
  version: Generated<number>;
  map_version: Generated<string | null>;
  test_mission: Generated<boolean | null>;
  /** False from the deletion of the stats until they are recalculated. */
  has_stats: Generated<boolean>;
  /** Whether the stats have been counted from the jobs since the device last reported its own stats. */
  is_counted: Generated<boolean>;
  /** Sum of the delays of the waiting jobs, in seconds; null if no jobs were reported. */
  wait_seconds: Generated<number | null>;
  /** Time of the device's last report of the treatment; null before this column existed. */
  reported_at: NullableInstant;
  /** Time at which the server first received a report of the treatment; null before this column existed. */
  received_at: NullableInstant;
  /** The counts from the jobs, next to the reported ones; null if the jobs have not been counted since this column was added. */
  counted: NullableJson;
}

/** The reported jobs of each treatment, in their order. */
interface TreatmentJobsTable {
  treatment_id: string;
  jobs: Json;
}

/** The parts of the newest, incomplete report of a treatment, each with its share of the jobs. */
interface TreatmentPartTable {
  treatment_id: string;
  part: number;
  parts: number;
  /** The time of the report, as the device wrote it; all parts have the same time. */
  report_time: string;
  jobs: Json;
}

declare module '../platform/database/tables.ts' {
  interface Database {
    treatment: TreatmentTable;
    treatment_jobs: TreatmentJobsTable;
    treatment_part: TreatmentPartTable;
  }
}

/** The tables of treatments and their jobs with their migrations. */
export const treatmentTables: TableHistory = {
  '001_fleet': [
    `create table treatment (treatment_id text primary key, serial text not null references device (serial), map_id text not null, mission_id text not null,
    treatment_type text not null, creation_time timestamptz not null, start_time timestamptz, finish_time timestamptz, finish_status text not null,
    total_asked integer not null, total_treated integer not null, total_failed integer not null, reached_end boolean not null)`,
    `create index treatment_recent on treatment (creation_time desc)`,
  ],
  '006_maintenance': [
    `create index treatment_of_device on treatment (serial, creation_time desc)`,
    `create index treatment_finished on treatment (finish_time)`,
    `create index treatment_unfinished on treatment (creation_time) where finish_status = ''`,
  ],
  '009_treatments': [
    `alter table treatment
      add column version integer not null default 2,
      add column map_version text,
      add column test_mission boolean,
      add column has_stats boolean not null default true,
      add column is_counted boolean not null default false`,
    `create table treatment_jobs (
      treatment_id text primary key references treatment (treatment_id) on delete cascade,
      jobs jsonb not null
    )`,
    `create index treatment_of_map on treatment (map_id, creation_time desc)`,
  ],
  '020_owner_at_the_time': [
    `alter table treatment add column organisation text`,
    `update treatment set organisation = deployment.organisation from deployment where deployment.device_serial = treatment.serial
    and deployment.creation_date <= treatment.creation_time and (deployment.closed_date is null or deployment.closed_date > treatment.creation_time)`,
    `create index treatment_of_organisation on treatment (organisation, creation_time desc)`,
  ],
  '057_counted_lanes': [`alter table treatment add column counted jsonb`],
  '058_treatment_waits': [`alter table treatment add column wait_seconds double precision, add column reported_at timestamptz`],
  '083_treatment_received': [`alter table treatment add column received_at timestamptz`],
  '066_dosage_unit': [`alter table treatment add column dosage_unit text`],
  '053_treatment_parts': [
    `create table treatment_part (treatment_id text not null references treatment (treatment_id) on delete cascade, part integer not null,
    parts integer not null, report_time text not null, jobs jsonb not null, primary key (treatment_id, part))`,
  ],
};
