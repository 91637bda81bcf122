import { useMemo, useState } from 'react';
import type { Device } from '#contract/devices/device';
import type { Job } from '#contract/fleet/dataGroup';
import type { PlanLayers } from '#contract/map';
import { TRAIL_MS, trailParts, type TrailPart, type TrailPoint } from '#map/drawing/trailParts';
import type { DeviceRow } from '#state/fleet';
import { useDevice } from '#hooks/useAppSelector';
import { useDeviceData } from '#hooks/useDeviceData';
import { devicesOnPlan } from '#widgets/devicePose';
import { PlanView } from '#widgets/PlanView';
import { NoAnswer } from '../NoAnswer.tsx';
import { useDeviceReported } from '../useDeviceReported.ts';
import { laneWork } from './laneWork.ts';
import { LOCATION_TITLE, PlanHeading } from './PlanHeading.tsx';

const noJobs: readonly Job[] = [];
const waiting = <NoAnswer failure={undefined} isUnknown={false} />;

/** Renders the plan of the device's site with the device, its trail of 10 minutes, and the treated lanes. */
export function DevicePlan({ device, plan }: { readonly device: Device; readonly plan: PlanLayers | undefined }) {
  const { serial } = device;
  const row = useDevice(serial);
  const reported = useDeviceReported(serial);
  const { isLive } = reported;
  const jobs = useDeviceData(serial, 'active_treatment').answer?.active_treatment?.jobs ?? noJobs;
  const devices = useMemo(() => devicesOnPlan(device, row, isLive), [device, row, isLive]);
  const work = useMemo(() => laneWork(jobs), [jobs]);
  const trail = useTrail(row);
  return (
    <PlanView
      waiting={waiting}
      label={LOCATION_TITLE}
      heading={<PlanHeading {...reported} />}
      plan={plan}
      devices={devices}
      trail={trail}
      {...work}
    />
  );
}

/** Returns the points with that of a newer report; after a jump back in time, without later points. */
export function trailAfter(points: readonly TrailPoint[], row: DeviceRow | undefined): readonly TrailPoint[] {
  if (row === undefined || points.at(-1)?.at === row.reportedAt) return points;
  const { current_pose_x: x, current_pose_y: y } = row.state;
  if (x == null || y == null) return points;
  const at = row.reportedAt;
  return [...points.filter((point) => point.at < at && point.at >= at - TRAIL_MS), { x, y, at }];
}

/** Returns the trail of a device since this view was mounted, up to its newest report. */
function useTrail(row: DeviceRow | undefined): readonly TrailPart[] {
  const [points, setPoints] = useState<readonly TrailPoint[]>([]);
  const now = trailAfter(points, row);
  if (now !== points) setPoints(now);
  return useMemo(() => trailParts(now, now.at(-1)?.at ?? 0), [now]);
}
