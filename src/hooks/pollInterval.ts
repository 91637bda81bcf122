/** Poll intervals that differ from those of their calls, per screen, in ms. */
export { DASHBOARD_EVERY_MS, FLEET_SETTINGS_EVERY_MS } from '#streams/query/pollIntervals';
