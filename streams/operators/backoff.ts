/** Maximum wait before the first retry, in ms. Source: OPEN-17. */
const BACKOFF_FIRST_MS = 1_000;
/** Maximum wait before any retry, in ms. Source: OPEN-17. */
const BACKOFF_MAX_MS = 30_000;

/**
 * Returns the time to wait after `failures` consecutive failed attempts, in ms: 1 s doubling to 30 s, with full jitter, so consoles that lost the same server
 * do not all return at once. `random` returns [0, 1). Example: 3 failures wait between 0 and 8,000 ms.
 */
export function backoffMs(failures: number, random: () => number): number {
  return Math.round(random() * Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** failures));
}
