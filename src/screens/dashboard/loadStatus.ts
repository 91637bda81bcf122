/** `LoadStatus` of a number (known, loading, failed, or unknown in the past), and that of several responses together. */

import type { Answered } from '#hooks/useAnswer';

/** The state of a value: shown, or why it is missing. `unknown` means that, in the past, it had not been requested yet. */
export type LoadStatus = 'known' | 'loading' | 'failed' | 'unknown';

/**
 * Returns the combined state of several responses that are all needed. Checks `at`, because not every response is stored together with the data derived from
 * it.
 */
export function queryStatus(...answers: readonly Pick<Answered<unknown>, 'at' | 'failure' | 'isUnknown'>[]): LoadStatus {
  const missing = answers.filter(({ at }) => at === undefined);
  if (missing.length === 0) return 'known';
  if (missing.some(({ failure }) => failure !== undefined)) return 'failed';
  return missing.some(({ isUnknown }) => isUnknown) ? 'unknown' : 'loading';
}
