import type { Generated } from 'kysely';
import type { Instant, Json, NullableInstant, NullableJson } from '../platform/database/column.ts';

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
}

interface TreatmentTable {
  treatment_id: string;
  serial: string;
  map_id: string;
  mission_id: string;
  treatment_type: string;
  creation_time: Instant;
  start_time: NullableInstant;
  finish_time: NullableInstant;
  finish_status: string;
  total_asked: number;
  total_treated: number;
  total_failed: number;
  reached_end: boolean;
  /** The form it was told in. */
  version: Generated<number>;
  map_version: Generated<string | null>;
  test_mission: Generated<boolean | null>;
  /** False from when its stats were deleted until they are recalculated. */
  has_stats: Generated<boolean>;
  /** Whether its stats were counted from its jobs since its device told its own. */
  is_counted: Generated<boolean>;
}

/** The jobs of each treatment that told them, in their order. */
interface TreatmentJobsTable {
  treatment_id: string;
  jobs: Json;
}

interface ErrorPeriodTable {
  serial: string;
  start_time: Instant;
  stop_time: NullableInstant;
  next_state: string | null;
}

/** Many reports in one row; `reports` is what `encodeBlock` made. Append only. */
interface HistoryBlockTable {
  id: Generated<number>;
  first_at: Instant;
  last_at: Instant;
  report_count: number;
  serials: string[];
  reports: Buffer;
}

/** What happened to a device: `at` by our clock, `device_time` as the device said it. Append only. */
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

/** A log file that lies on a device. */
interface DeviceLogTable {
  serial: string;
  database_id: string;
  timestamp: Instant;
  received_at: Instant;
}

/** What devices report and write down. */
export interface ReportTables {
  device_state: DeviceStateTable;
  device_data: DeviceDataTable;
  metrics: MetricsTable;
  treatment: TreatmentTable;
  treatment_jobs: TreatmentJobsTable;
  error_period: ErrorPeriodTable;
  history_block: HistoryBlockTable;
  device_event: DeviceEventTable;
  device_log: DeviceLogTable;
}
