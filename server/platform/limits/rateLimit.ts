import { createBucket, type Rate, type TokenBucket } from './tokenBucket.ts';

/** A limit on how often something may happen per key, with one token bucket each. */
export interface RateLimit {
  /** Counts one event. Returns 0 or, after too many events, the time to wait, in s; a refused event is not counted. */
  readonly waitSeconds: (key: string) => number;
  /** Takes back the count of an event that did not happen. */
  readonly giveBack: (key: string) => void;
}

/** Maximum number of known keys; beyond it, the key without events for longest is dropped. */
const MAX_KEYS = 20_000;

/** Creates a rate limit. `now` is ms since epoch. */
export function createRateLimit(rate: Rate, now: () => number): RateLimit {
  const buckets = new Map<string, TokenBucket>();
  return {
    waitSeconds: (key) => {
      const at = now();
      const bucket = buckets.get(key) ?? createBucket(rate, at);
      // Deleted first to move the key to the end: a map keeps insertion order.
      buckets.delete(key);
      buckets.set(key, bucket);
      const oldest = buckets.keys().next();
      if (buckets.size > MAX_KEYS && oldest.done !== true) buckets.delete(oldest.value);
      return Math.ceil(bucket.tryTake(at) / 1_000);
    },
    giveBack: (key) => buckets.get(key)?.giveBack(now()),
  };
}
