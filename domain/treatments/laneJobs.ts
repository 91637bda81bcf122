import type { Job } from '#contract/fleet/dataGroup';

/** The first words of job types that are not work on a lane: driving somewhere, waiting, charging. */
const ELSEWHERE: ReadonlySet<string> = new Set(
  (
    'waiting wait pause drive driving navigate navigation goto go move return home node ' +
    'park parking charge charger charging dock docking undock undocking refill station'
  ).split(' '),
);

const firstWord = (type: string) =>
  type
    .trim()
    .toLowerCase()
    .split(/[\s_-]/, 1)[0] ?? '';

const isElsewhere = ({ job_type }: Pick<Job, 'job_type'>) => ELSEWHERE.has(firstWord(job_type ?? ''));

/**
 * Returns the jobs of lanes, in input order. `lanes` are the ids of the lanes of the plan on which the treatment was driven; while the plan is unknown, or
 * contains none of the jobs' lanes, all jobs are returned except those of types known to be other work. Source: LANE3.
 */
export function laneJobs<LaneJob extends Job>(jobs: readonly LaneJob[], lanes?: ReadonlySet<string>): readonly LaneJob[] {
  const onPlan = lanes === undefined ? [] : jobs.filter(({ object_id }) => object_id != null && lanes.has(object_id));
  return onPlan.length > 0 ? onPlan : jobs.filter((job) => !isElsewhere(job));
}
