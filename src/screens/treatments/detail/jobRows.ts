import type { TreatmentJob } from '#contract/treatment';

/** A job with its place in the list as key: a lane may have failed twice. */
export interface JobRow {
  readonly key: string;
  readonly job: TreatmentJob;
}

/** The rows of a list of jobs, in its order. */
export const jobRows = (jobs: readonly TreatmentJob[]): readonly JobRow[] => jobs.map((job, at) => ({ key: String(at), job }));
