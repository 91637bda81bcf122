/** The reported pose of a device, as a row of the map's table (`poseRow`) or a mark on the plan (`devicesOnPlan`). */

import type { Device } from '#contract/devices/device';
import { activityOf } from '#domain/devices/activity';
import type { MapDevice } from '#map/drawing/mapDevice';
import type { MapRow } from '#map/MapTable';
import type { DeviceRow } from '#state/fleet';
import { activityStyle } from './activityStyle.ts';

type NamedDevice = Pick<Device, 'serial' | 'name'>;
type ReportedRow = Pick<DeviceRow, 'state'>;

/** Returns the reported pose of a device as a row of the map's table. */
export function poseRow({ serial, name }: NamedDevice, row: ReportedRow | undefined): MapRow {
  const { current_node, current_pose_x, current_pose_y, current_pose_theta, current_velocity } = row?.state ?? {};
  return {
    serial,
    name,
    node: current_node ?? null,
    x: current_pose_x ?? null,
    y: current_pose_y ?? null,
    theta: current_pose_theta ?? null,
    velocity: current_velocity ?? null,
  };
}

/** Returns the device as a mark on a plan; empty while its position is unknown. A device that is not live has the offline colour. */
export function devicesOnPlan(device: NamedDevice, row: ReportedRow | undefined, isLive: boolean): readonly MapDevice[] {
  const { x, y, theta, ...pose } = poseRow(device, row);
  if (x === null || y === null) return [];
  const { tone } = activityStyle[activityOf(row?.state).kind];
  return [{ ...pose, x, y, theta: theta ?? 0, tone: !isLive ? 'offline' : tone === 'plain' ? 'idle' : tone }];
}
