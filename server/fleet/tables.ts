import type { Generated } from 'kysely';
import type { Instant, Json, NullableInstant } from '../platform/database/columnTypes.ts';
import type { TableHistory } from '../platform/database/migrate.ts';

/** The newest report of each device. */
interface DeviceStateTable {
  serial: string;
  received_at: Instant;
  device_time: Instant;
  sequence: number;
  state: Json;
}

/** The newest report of each data group of each device. */
interface DeviceDataTable {
  serial: string;
  data_group: string;
  received_at: Instant;
  data: Json;
}

interface MetricsTable {
  serial: string;
  received_at: Instant;
  mileage: number;
  laneswitches: number;
  active_time: number;
  uv_switches: number;
  uv_active_time: number;
  /** Totals that the device has never reported, which are stored as 0; null if there are none. */
  missing: string[] | null;
}

interface ErrorPeriodTable {
  serial: string;
  start_time: Instant;
  stop_time: NullableInstant;
  next_state: string | null;
  /** Total time without a report during the period, in ms. */
  silent_ms: Generated<number>;
  /**
   * The first code, or name of the worst fault, that was reported during the error; null for an error without either, or one that began before this column
   * existed.
   */
  error_code: Generated<string | null>;
  /**
   * The time at which the server learned of a period that its device reported late; null for a period that was reported when it began, and in rows of versions
   * that did not store this.
   */
  known_at: NullableInstant;
  /** The time at which the server last changed the end of a period because of late reports; null for an end that was reported in time. */
  end_known_at: NullableInstant;
  /** The end, and the state after it, that were known before `end_known_at`; null if none were known. */
  former_stop_time: NullableInstant;
  former_next_state: Generated<string | null>;
}

/** Many reports in one row; `reports` is the output of `encodeBlock`. Rows are inserted and merged, never updated. */
interface HistoryBlockTable {
  id: Generated<number>;
  first_at: Instant;
  last_at: Instant;
  report_count: number;
  serials: string[];
  reports: Buffer;
}

/** Reports that a device stored and sent late in one batch: the times of the reports, and the arrivals of the first and the last one. */
interface LateSpanTable {
  serial: string;
  arrived_at: Instant;
  arrived_to: Instant;
  from_at: Instant;
  to_at: Instant;
}

declare module '../platform/database/tables.ts' {
  interface Database {
    late_span: LateSpanTable;
    device_state: DeviceStateTable;
    device_data: DeviceDataTable;
    metrics: MetricsTable;
    error_period: ErrorPeriodTable;
    history_block: HistoryBlockTable;
  }
}

/** The tables of the newest states and data, metrics, error periods, history blocks and late spans, with their migrations. */
export const fleetTables: TableHistory = {
  '001_fleet': [
    `create table device_state (serial text primary key references device (serial), received_at timestamptz not null, device_time timestamptz not null,
    sequence bigint not null, state jsonb not null)`,
    `create table device_data (serial text not null references device (serial), data_group text not null, received_at timestamptz not null,
    data jsonb not null, primary key (serial, data_group))`,
    `create table metrics (serial text primary key references device (serial), received_at timestamptz not null, mileage double precision not null,
    laneswitches double precision not null, active_time double precision not null, uv_switches double precision not null, uv_active_time double precision not null)`,
    `create table error_period (serial text not null references device (serial), start_time timestamptz not null, stop_time timestamptz, next_state text,
    primary key (serial, start_time))`,
    `create table history_block (id bigserial primary key, first_at timestamptz not null, last_at timestamptz not null,
    report_count integer not null, serials text[] not null, reports bytea not null)`,
    `create index history_block_time on history_block (last_at, first_at)`,
    // The blocks are already compressed; PostgreSQL need not try to compress them.
    `alter table history_block alter column reports set storage external`,
  ],
  '064_silent_errors': [`alter table error_period add column silent_ms double precision not null default 0`],
  '067_error_period_code': [`alter table error_period add column error_code text`],
  '065_missing_totals': [`alter table metrics add column missing text[]`],
  '088_error_period_known': [
    `alter table error_period add column known_at timestamptz, add column end_known_at timestamptz, add column former_stop_time timestamptz,
    add column former_next_state text`,
  ],
  '089_late_span': [
    `create table late_span (serial text not null references device (serial) on delete cascade, arrived_at timestamptz not null,
    arrived_to timestamptz not null, from_at timestamptz not null, to_at timestamptz not null, primary key (serial, arrived_at))`,
    `create index late_span_time on late_span (serial, to_at)`,
  ],
};
