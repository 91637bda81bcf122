import type { Job } from '#contract/machine';
import { laneCounts } from './laneCounts.ts';

/** The counts of a treatment: lanes asked, treated at last, failed at last, and whether the last asked lane was treated. */
export interface TreatmentCounts {
  readonly total_asked: number;
  readonly total_treated: number;
  readonly total_failed: number;
  readonly reached_end: boolean;
}

/** Counts the lanes of a treatment by its jobs, in their order. Source: CALL-083, OPEN-114, LANE2. */
export function treatmentCounts(jobs: readonly Job[]): TreatmentCounts {
  const { lanes, asked, treated, count } = laneCounts(jobs);
  const last = lanes.at(-1);
  return {
    total_asked: asked,
    total_treated: treated,
    total_failed: count.failed,
    reached_end: last === 'completed' || last === 'recovered',
  };
}
