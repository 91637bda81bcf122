/** Caches calculated responses for a short time: callers with the same scope and the same query share one calculation. */

import type { Scope } from './principal.ts';

/** Returns a cache key; callers with the same scope share one. */
export const cacheKeyOf = (scope: Scope, ...words: readonly string[]): string =>
  JSON.stringify([scope === 'all' ? scope : [...scope].toSorted(), ...words]);

/** Lifetime in ms and maximum number of cached responses; beyond the maximum, the oldest one is evicted. */
interface CacheLimits {
  readonly forMs: number;
  readonly most: number;
}

/** A cache: returns a recent value of a key or calculates it; concurrent calls share one calculation. */
export type AnswerCache<Value> = (key: string, calculate: (at: number) => Promise<Value>) => Promise<Value>;

/** Creates an empty cache. */
export function createAnswerCache<Value>(now: () => number, { forMs, most }: CacheLimits): AnswerCache<Value> {
  const kept = new Map<string, { readonly at: number; readonly value: Promise<Value> }>();
  return async (key, calculate) => {
    const at = now();
    for (const [old, { at: keptAt }] of kept) if (at - keptAt >= forMs || at < keptAt) kept.delete(old);
    const known = kept.get(key);
    if (known !== undefined) return known.value;
    const value = calculate(at);
    kept.set(key, { at, value });
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    try {
      return await value;
    } catch (error) {
      // A failure is not cached: the next call calculates again.
      if (kept.get(key)?.value === value) kept.delete(key);
      throw error;
    }
  };
}
