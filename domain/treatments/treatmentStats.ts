import type { Job } from '#contract/fleet/dataGroup';
import { laneCounts } from './laneCounts.ts';

/** The lane counts of a treatment: requested (`total_asked`), treated, failed; `reached_end` is true when the last lane was treated. */
export interface TreatmentCounts {
  readonly total_asked: number;
  readonly total_treated: number;
  readonly total_failed: number;
  readonly reached_end: boolean;
}

/** Counts the lanes of a treatment from its jobs, oldest first; `plan` holds the ids of the lanes of its plan. Source: CALL-083, OPEN-114, LANE2, LANE3. */
export function treatmentCounts(jobs: readonly Job[], plan?: ReadonlySet<string>): TreatmentCounts {
  const { lanes, requested: asked, treated, count } = laneCounts(jobs, plan);
  const last = lanes.at(-1);
  return {
    total_asked: asked,
    total_treated: treated,
    total_failed: count.failed,
    reached_end: last === 'completed' || last === 'recovered',
  };
}
