import type { Answered } from '#state/useAnswer';

/** Whether there is something to show, and why not. `unknown`: in the past, where it had not been asked. */
export type Known = 'known' | 'loading' | 'failed' | 'unknown';

/** What is known when all of the answers are needed. The time of an answer decides, for not every answer is kept beside its facts. */
export function queryStatus(...answers: readonly Pick<Answered<unknown>, 'at' | 'failure' | 'isUnknown'>[]): Known {
  const missing = answers.filter(({ at }) => at === undefined);
  if (missing.length === 0) return 'known';
  if (missing.some(({ failure }) => failure !== undefined)) return 'failed';
  return missing.some(({ isUnknown }) => isUnknown) ? 'unknown' : 'loading';
}
