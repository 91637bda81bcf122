import type { TreatmentJob } from '#contract/fleet/treatment';
import { begunLanes } from '#domain/treatments/begunLanes';
import { laneStates, type LaneState } from '#domain/treatments/jobs';
import { jobProgress } from '#domain/treatments/jobStatus';
import { laneLight } from '#domain/treatments/laneLight';

/** A lane of a treatment: its state, and the light from its jobs. */
export interface LaneRow {
  readonly lane: string;
  readonly state: LaneState;
  /** The status of the newest job as the device reports it (`SKIPPED`, `Running`), for a lane that has no state or is being treated; null for other lanes. */
  readonly word: string | null;
  /** Whether the lane was queued again after one of its jobs failed. */
  readonly isRetry: boolean;
  readonly treatmentSeconds: number | undefined;
  readonly dosage: number | undefined;
}

/** Returns the lanes of a treatment in the order of its jobs: the content of the map as table rows. */
export function laneRows(jobs: readonly TreatmentJob[]): readonly LaneRow[] {
  const [times, dosages] = [laneLight(jobs, 'treatment_time'), laneLight(jobs, 'dosage')];
  const begun = begunLanes(jobs);
  const newest = new Map(jobs.flatMap(({ object_id, status }) => (status == null ? [] : [[object_id, status] as const])));
  const failed = new Set(jobs.flatMap(({ object_id, status }) => (jobProgress(status) === 'failed' && object_id ? [object_id] : [])));
  return [...laneStates(jobs)].map(([lane, state]) => ({
    lane,
    state,
    word: state === 'none' ? (newest.get(lane) ?? null) : state === 'queued' ? (begun.get(lane) ?? null) : null,
    isRetry: state === 'queued' && failed.has(lane),
    treatmentSeconds: times.get(lane),
    dosage: dosages.get(lane),
  }));
}
