/** Maximum age of the last update of an online device in the fleet overviews, in ms. Source: CONST-032. */
const ONLINE_THRESHOLD_MS = 30_000;

/** Checks for the fleet overviews: the last update is under 30 s old. Arguments in ms since epoch; false without an update. Source: RULE-030, GAP-01. */
export function isOnline(lastUpdateAt: number | null | undefined, now: number): boolean {
  return lastUpdateAt != null && now - lastUpdateAt < ONLINE_THRESHOLD_MS;
}

/** Checks for the device pages: the device has a state entry or reports `is_live`. Source: RULE-027..029, GAP-01. */
export function isLive(hasState: boolean, is_live: boolean | null | undefined): boolean {
  return hasState || is_live === true;
}
