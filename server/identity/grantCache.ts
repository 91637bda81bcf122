/** Maximum number of cached grants; the oldest are evicted first. */
const MAX_GRANTS = 10_000;

/** In-memory cache of whether a grant is alive, per server instance. */
export interface GrantCache {
  readonly note: (grant: string, isAlive: boolean) => void;
  /** Returns whether a grant was alive at the last check, and when that was (ms since epoch); undefined when it is not cached. */
  readonly of: (grant: string) => { readonly isAlive: boolean; readonly at: number } | undefined;
}

/** Creates an empty cache. */
export function createGrantCache(now: () => number): GrantCache {
  const known = new Map<string, { isAlive: boolean; at: number }>();
  return {
    note: (grant, isAlive) => {
      // Deleted first to move the entry to the end: a map keeps insertion order.
      known.delete(grant);
      known.set(grant, { isAlive, at: now() });
      const oldest = known.keys().next();
      if (known.size > MAX_GRANTS && oldest.done !== true) known.delete(oldest.value);
    },
    of: (grant) => known.get(grant),
  };
}
