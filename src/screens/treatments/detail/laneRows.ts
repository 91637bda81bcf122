import type { TreatmentJob } from '#contract/treatment';
import { laneStates, type LaneState } from '#domain/jobs';
import { laneLight } from '#domain/laneLight';

/** A lane of a treatment: what became of it, and what its jobs gave it. */
export interface LaneRow {
  readonly lane: string;
  readonly state: LaneState;
  readonly treatmentSeconds: number | undefined;
  readonly dosage: number | undefined;
}

/** The lanes of a treatment in the order of its jobs: what the map shows, for those who do not see it. */
export function laneRows(jobs: readonly TreatmentJob[]): readonly LaneRow[] {
  const [times, dosages] = [laneLight(jobs, 'treatment_time'), laneLight(jobs, 'dosage')];
  return [...laneStates(jobs)].map(([lane, state]) => ({ lane, state, treatmentSeconds: times.get(lane), dosage: dosages.get(lane) }));
}
