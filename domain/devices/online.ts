/**
 * The status of a device: `isOnline` (report within 30 s, overviews), `isLive` (device pages) and `deviceStatus`; the text for a device that has never
 * reported.
 */

/** The displayed status of a device; `unknown` if the console's data on the fleet is too old. */
export type DeviceStatus = 'online' | 'offline' | 'unknown';

/** Polling interval of the state of all devices, in ms; the pause after a failure is twice that. Source: LIVE-013, CONST-019, GAP-28. */
export const STATE_EVERY_MS = 5_000;
/** Time that the answer of a poll may take before the status of a device counts as unknown, in ms. */
const ANSWER_MS = 5_000;
/**
 * Age in ms from which the console's data on the fleet is too old to determine the status of a device. It outlasts one failed poll: the failing poll, the pause
 * after it, and the response of the next poll.
 */
const KNOWLEDGE_MS = STATE_EVERY_MS + 2 * STATE_EVERY_MS + ANSWER_MS;

/**
 * Checks whether the console knows the state of the fleet. `ageMs` is the age of the newest report or list; undefined, which counts as known, before the first
 * one. Source: STAT1.
 */
export const isFleetKnown = (ageMs: number | undefined, isOffline: boolean): boolean =>
  !isOffline && (ageMs === undefined || ageMs < KNOWLEDGE_MS);

/** Returns the displayed status of a device: `unknown` unless the console knows the fleet. Source: STAT1. */
export const deviceStatus = (isKnown: boolean, isDeviceOnline: boolean): DeviceStatus =>
  isKnown ? (isDeviceOnline ? 'online' : 'offline') : 'unknown';

/** Maximum age of the last update at which the fleet overviews show a device as online, in ms. Source: CONST-032. */
const ONLINE_THRESHOLD_MS = 30_000;

/**
 * Checks, for the fleet overviews, whether the last update is under 30 s old. Arguments in ms since epoch; false without an update. Source: RULE-030, GAP-01.
 */
export function isOnline(lastUpdateAt: number | null | undefined, now: number): boolean {
  return lastUpdateAt != null && now - lastUpdateAt < ONLINE_THRESHOLD_MS;
}

/** Checks, for the device pages, whether the device has a state entry or reports `is_live`. Source: RULE-027..029, GAP-01. */
export function isLive(hasState: boolean, is_live: boolean | null | undefined): boolean {
  return hasState || is_live === true;
}

/**
 * Returns the text in place of the time of a device's last report; null if it has reported. A connected device may never have sent a readable report. Source:
 * CONN5.
 */
export function neverReportedText(hasReported: boolean, isThere: boolean): string | null {
  if (hasReported) return null;
  return isThere ? 'Connected, nothing readable yet' : 'Never connected';
}
