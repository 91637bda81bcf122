/** A rate per key, and how much may come at once. */
interface KeyRate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Limits how often something may happen per key. */
export interface RateLimit {
  /** Counts one event. Returns 0, or how long to wait when there were too many, in s; a refused event is not counted. */
  readonly waitSeconds: (key: string) => number;
}

/** Maximum number of known keys; of more, the one that was silent longest starts anew. */
const MAX_KEYS = 20_000;

/** Creates a rate limit. `now` is ms since epoch. */
export function createRateLimit({ perSecond, burst }: KeyRate, now: () => number): RateLimit {
  const buckets = new Map<string, { readonly left: number; readonly at: number }>();
  return {
    waitSeconds: (key) => {
      const at = now();
      const known = buckets.get(key) ?? { left: burst, at };
      const left = Math.min(burst, known.left + (Math.max(0, at - known.at) * perSecond) / 1_000);
      const isAllowed = left >= 1;
      // Deleted first to move the key to the end: a map keeps insertion order.
      buckets.delete(key);
      buckets.set(key, { left: isAllowed ? left - 1 : left, at: Math.max(at, known.at) });
      const oldest = buckets.keys().next();
      if (buckets.size > MAX_KEYS && oldest.done !== true) buckets.delete(oldest.value);
      return isAllowed ? 0 : Math.ceil((1 - left) / perSecond);
    },
  };
}
