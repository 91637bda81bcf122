/** The lanes of a treatment counted by state (requested, treated, failed, reached end), and the coverage. */

import type { Job } from '#contract/fleet/dataGroup';
import { begunLanes } from './begunLanes.ts';
import { type LaneState, laneStates } from './jobs.ts';
import { laneJobs } from './laneJobs.ts';

/** The lane counts of a treatment, by state. */
export interface LaneCounts {
  /** The state of each lane that has a job, in job order. */
  readonly lanes: readonly LaneState[];
  readonly count: Readonly<Record<LaneState, number>>;
  /** Whether some of the queued lanes are being treated. */
  readonly hasBegun: boolean;
  /** Number of completed and recovered lanes. */
  readonly treated: number;
  readonly requested: number;
  /** Treated lanes divided by requested lanes (`requested`), 0..1; null without lanes. */
  readonly coverage: number | null;
}

/**
 * Counts the lanes of a treatment from its jobs; `plan` holds the ids of the lanes of its plan. A lane that failed and was not recovered is not treated.
 * Source: LANE2, LANE3, RULE-058.
 */
export function laneCounts(jobs: readonly Job[], plan?: ReadonlySet<string>): LaneCounts {
  const ofLanes = laneJobs(jobs, plan);
  const states = laneStates(ofLanes);
  const lanes = [...states.values()];
  const hasBegun = [...begunLanes(ofLanes).keys()].some((lane) => states.get(lane) === 'queued');
  const of = (state: LaneState) => lanes.filter((lane) => lane === state).length;
  const count = { queued: of('queued'), failed: of('failed'), recovered: of('recovered'), completed: of('completed'), none: of('none') };
  const treated = count.completed + count.recovered;
  return { lanes, count, hasBegun, treated, requested: lanes.length, coverage: lanes.length === 0 ? null : treated / lanes.length };
}

/** The lane counts of a treatment: requested (`total_asked`), treated, failed; `reached_end` is true when the last lane was treated. */
interface TreatmentCounts {
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
