/** Maps the status words of a job to its progress (`toCome`, `done`, `failed`, `left`), and to whether it has begun. */

/** The progress of a job, by its status. `left` means neither treated, failed nor pending (skipped, cancelled, or an unknown word). */
export type JobProgress = 'toCome' | 'failed' | 'done' | 'left';

/** The words for jobs that are done, in lower case. */
export const DONE_WORDS = ['completed', 'done', 'finished', 'succeeded'] as const;

const PROGRESS: ReadonlyMap<string, JobProgress> = new Map<string, JobProgress>([
  ...['queued', 'pending', 'planned', 'running', 'started', 'active', 'executing', 'in_progress', 'paused'].map(
    (word): [string, JobProgress] => [word, 'toCome'],
  ),
  ...['failed', 'error', 'aborted'].map((word): [string, JobProgress] => [word, 'failed']),
  ...DONE_WORDS.map((word): [string, JobProgress] => [word, 'done']),
]);

/** The words for pending jobs that have not begun. */
const NOT_BEGUN: ReadonlySet<string> = new Set(['queued', 'pending', 'planned']);

/** Checks whether a status means that a pending job has begun: it is running or paused. Source: LANE1. */
export const isBegun = (status: string | null | undefined): boolean =>
  jobProgress(status) === 'toCome' && !NOT_BEGUN.has((status ?? '').toLowerCase());

/** Returns the progress that a status stands for, case-insensitively; null if it is missing. Source: LANE1. */
export const jobProgress = (status: string | null | undefined): JobProgress | null =>
  status == null || status === '' ? null : (PROGRESS.get(status.toLowerCase()) ?? 'left');
