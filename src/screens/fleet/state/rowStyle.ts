import { activityOf } from '#domain/activity';
import { rowSeenAt, stateNow, type FleetRow } from '#state/fleetRows';

/** All that the columns show of a row. A moving device reports every second; most of these reports change nothing that is seen here. */
export function lookOfRow(row: FleetRow): string {
  const { device, location, isOnline } = row;
  const state = stateNow(row);
  const seenAt = isOnline ? null : rowSeenAt(row);
  return JSON.stringify([device.serial, device.name, location, seenAt, isOnline, activityOf(state), state?.battery_level]);
}
