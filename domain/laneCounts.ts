import type { Job } from '#contract/machine';
import { type LaneState, laneStates } from './jobs.ts';

/** The lanes of a treatment in the order of its jobs, counted by what became of them. */
export interface LaneCounts {
  /** One state per lane that has a job. */
  readonly lanes: readonly LaneState[];
  readonly count: Readonly<Record<LaneState, number>>;
  /** Completed at last, recovered ones too. */
  readonly treated: number;
  readonly asked: number;
  /** Treated lanes as a fraction 0..1 of those asked; null when none was. */
  readonly coverage: number | null;
}

/** Counts the lanes of a treatment by their jobs. A lane that failed and was not recovered is not treated. Source: LANE2, RULE-058. */
export function laneCounts(jobs: readonly Job[]): LaneCounts {
  const lanes = [...laneStates(jobs).values()];
  const of = (state: LaneState) => lanes.filter((lane) => lane === state).length;
  const count = { queued: of('queued'), failed: of('failed'), recovered: of('recovered'), completed: of('completed'), none: of('none') };
  const treated = count.completed + count.recovered;
  return { lanes, count, treated, asked: lanes.length, coverage: lanes.length === 0 ? null : treated / lanes.length };
}
