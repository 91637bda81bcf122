/** Poll intervals that screens set or depend on, in ms: records, dashboard, fleet settings. */
export { APP_DATA_EVERY_MS, DASHBOARD_EVERY_MS, FLEET_SETTINGS_EVERY_MS } from '#streams/query/pollIntervals';
