/** So many sign-ins are remembered; the oldest are forgotten first. */
const MAX_GRANTS = 10_000;

/** Sign-ins that this instance knows without a read of the database. */
export interface GrantCache {
  readonly note: (grant: string, isAlive: boolean) => void;
  /** Whether a sign-in was alive when last looked at, and when (ms since epoch); undefined when nothing is known. */
  readonly of: (grant: string) => { readonly isAlive: boolean; readonly at: number } | undefined;
}

/** Knows nothing yet. */
export function createGrantCache(now: () => number): GrantCache {
  const known = new Map<string, { isAlive: boolean; at: number }>();
  return {
    note: (grant, isAlive) => {
      // Anew at the end: a map keeps the order of insertion.
      known.delete(grant);
      known.set(grant, { isAlive, at: now() });
      const oldest = known.keys().next();
      if (known.size > MAX_GRANTS && oldest.done !== true) known.delete(oldest.value);
    },
    of: (grant) => known.get(grant),
  };
}
