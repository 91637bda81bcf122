/** A device counts as online for the fleet overviews while its last update is younger than this, in ms. Source: CONST-032. */
const ONLINE_THRESHOLD_MS = 30_000;

/** The fleet overviews' reading: the last update is under 30 s old. Both in ms since epoch; false when there never was one. Source: RULE-030, GAP-01. */
export function isOnline(lastUpdateAt: number | null | undefined, now: number): boolean {
  return lastUpdateAt != null && now - lastUpdateAt < ONLINE_THRESHOLD_MS;
}

/** The device pages' reading: it has a state entry, or `is_live` says so. Live is online there. Source: RULE-027..029, GAP-01. */
export function isLive(hasState: boolean, is_live: boolean | null | undefined): boolean {
  return hasState || is_live === true;
}
