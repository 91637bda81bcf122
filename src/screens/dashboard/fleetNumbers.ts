/** Counts the fleet: in error, treating, starting, online; and the state of each device's tick. */

import { activityOf } from '#domain/devices/activity';
import { isRowInError, isRowTreating, type FleetRow } from '#state/fleetRows';

/** The state shown by one tick of the lane strip. */
export type LaneTick = 'error' | 'treating' | 'idle' | 'offline' | 'unknown';

/** The counts of the dashboard. */
export interface FleetCounts {
  readonly inError: readonly FleetRow[];
  readonly treating: readonly FleetRow[];
  /** The number of devices in `treating` that are waiting or starting. */
  readonly startingCount: number;
  readonly onlineCount: number;
  /** True if the console's data is old: the counts are then the last known ones, and the number of online devices is unknown. */
  readonly isUnknown: boolean;
  /** One state per device, in list order; a device that is not online is `offline` or `unknown`, whatever its last report. */
  readonly ticks: readonly LaneTick[];
}

const STARTING: ReadonlySet<string> = new Set(['waiting', 'starting']);

function tickOf(row: FleetRow): LaneTick {
  if (row.status !== 'online') return row.status;
  if (isRowInError(row)) return 'error';
  return isRowTreating(row) ? 'treating' : 'idle';
}

/** Counts the fleet by the rules of `domain`. */
export function countFleet(rows: readonly FleetRow[]): FleetCounts {
  const treating = rows.filter(isRowTreating);
  return {
    inError: rows.filter(isRowInError),
    treating,
    startingCount: treating.filter(({ reported }) => STARTING.has(activityOf(reported?.state).kind)).length,
    onlineCount: rows.filter(({ status }) => status === 'online').length,
    isUnknown: rows.some(({ status }) => status === 'unknown'),
    ticks: rows.map(tickOf),
  };
}
