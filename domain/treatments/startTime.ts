/** The start of a treatment, also estimated from waiting jobs and `wait_time`. */

import { instantMs } from '../text/dates.ts';

interface WaitingJob {
  readonly job_type?: string | null | undefined;
  readonly object_id?: string | null | undefined;
}

/** The fields that determine the start of a treatment. `wait_time`, in seconds, is used when `jobs` is missing. */
export interface StartingTreatment {
  readonly start_time?: string | null | undefined;
  readonly creation_time: string;
  readonly jobs?: readonly WaitingJob[] | null | undefined;
  readonly wait_time?: number | null | undefined;
}

const WAITING = 'waiting';
const SEPARATOR = ' - ';

function waitOf(job: WaitingJob): number {
  const [kind = '', ownDelay] = (job.job_type ?? '').split(SEPARATOR);
  if (kind !== WAITING) return 0;
  const seconds = Number(ownDelay ?? (job.object_id ?? '').split(SEPARATOR)[1]);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
}

/** Sums the delays of the waiting jobs in seconds; a delay that is not a number is treated as 0. Source: RULE-073, GAP-25. */
export function waitingSeconds(jobs: readonly WaitingJob[]): number {
  return jobs.reduce((sum, job) => sum + waitOf(job), 0);
}

/**
 * Returns the start of a treatment in ms since epoch; before the start, it is the creation time plus the waiting time, marked `estimated`. Source: RULE-072,
 * GAP-24.
 */
export function startOf(treatment: StartingTreatment): { readonly at: number | null; readonly estimated: boolean } {
  const started = instantMs(treatment.start_time);
  if (started !== null) return { at: started, estimated: false };
  const created = instantMs(treatment.creation_time);
  const seconds = treatment.jobs ? waitingSeconds(treatment.jobs) : (treatment.wait_time ?? 0);
  return { at: created === null ? null : created + seconds * 1_000, estimated: true };
}
