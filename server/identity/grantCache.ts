/** Maximum number of cached grants; the oldest are evicted first. */
const MAX_GRANTS = 10_000;

/** In-memory cache of the groups of grants, per server instance. Groups are null when a grant has ended. */
export interface GrantCache {
  readonly note: (grant: string, groups: readonly string[] | null) => void;
  /** Returns the groups at the last check, and its time (ms since epoch); undefined for an uncached grant. */
  readonly of: (grant: string) => { readonly groups: readonly string[] | null; readonly at: number } | undefined;
}

/** Creates an empty cache. */
export function createGrantCache(now: () => number): GrantCache {
  const known = new Map<string, { groups: readonly string[] | null; at: number }>();
  return {
    note: (grant, groups) => {
      // Deleting first moves the entry to the end: a map keeps insertion order.
      known.delete(grant);
      known.set(grant, { groups, at: now() });
      const oldest = known.keys().next();
      if (known.size > MAX_GRANTS && oldest.done !== true) known.delete(oldest.value);
    },
    of: (grant) => known.get(grant),
  };
}
