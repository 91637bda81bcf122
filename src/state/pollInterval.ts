/** The rhythms that differ from their calls' own, for the screens that ask by them; ms. */
export { DASHBOARD_EVERY_MS, FLEET_SETTINGS_EVERY_MS } from '#streams/pollIntervals';
