import { useMemo, useState } from 'react';
import { TRAIL_MS, trailParts, type TrailPart, type TrailPoint } from '#map/trailParts';
import type { DeviceRow } from '#state/fleet';

/** The points with those of a newer report; after a jump back in time, without what had not happened yet. */
export function trailAfter(points: readonly TrailPoint[], row: DeviceRow | undefined): readonly TrailPoint[] {
  if (row === undefined || points.at(-1)?.at === row.reportedAt) return points;
  const { current_pose_x: x, current_pose_y: y } = row.state;
  if (x == null || y == null) return points;
  const at = row.reportedAt;
  return [...points.filter((point) => point.at < at && point.at >= at - TRAIL_MS), { x, y, at }];
}

/** Where a device was while this view was shown, up to its newest report. */
export function useTrail(row: DeviceRow | undefined): readonly TrailPart[] {
  const [points, setPoints] = useState<readonly TrailPoint[]>([]);
  const now = trailAfter(points, row);
  if (now !== points) setPoints(now);
  return useMemo(() => trailParts(now, now.at(-1)?.at ?? 0), [now]);
}
