import type { Generated } from 'kysely';
import type { Instant, NullableInstant } from '../platform/database/column.ts';

/** A recorded fault, by our clock; `x`, `y` in metres on its map. `record_version` counts what was said of it. */
interface IncidentTable {
  incident_id: string;
  serial: string;
  /** Whom its device worked for when the incident was first told; null for nobody. */
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
  upload_finished: NullableInstant;
  /** The step that is to begin; null while none is. */
  due_step: string | null;
}

/** What came of a step of its post-processing; no row before it began. `request_id` asked for the newest try. */
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
}

/** Recorded faults and their processing. */
export interface IncidentTables {
  incident: IncidentTable;
  incident_step: IncidentStepTable;
}
