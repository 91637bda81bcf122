/** Poll intervals that a screen sets, in ms: dashboard, fleet settings. */
export { DASHBOARD_EVERY_MS, FLEET_SETTINGS_EVERY_MS } from '#streams/query/pollIntervals';
