import type { PlanLayers } from '#contract/map';
import { pathOf, polygonOf, textOf } from './featureShape.ts';
import { axisOfRing, headFirst, laneRails } from './laneAxis.ts';
import type { Lane } from './laneFill.ts';
import { laneLabels, type LaneLabel } from './laneLabels.ts';
import { boundsOf, type Bounds, type Position } from './position.ts';

/** Geometry that is derived from a plan once, so redrawing does not recompute it: bounds, lanes, rails and labels. */
export interface PlanGeometry {
  readonly bounds: Bounds | null;
  readonly lanes: readonly Lane[];
  readonly rails: readonly [Position, Position][];
  readonly labels: readonly LaneLabel[];
}

/** Derives the geometry of a plan. The bounds include every layer, so the first view shows everything. */
export function planGeometry(plan: PlanLayers): PlanGeometry {
  const places = Object.values(plan).flatMap(({ features }) => features.flatMap(pathOf));
  const walkways = plan.walkway.features.flatMap((feature) => boundsOf(polygonOf(feature)) ?? []);
  const lanes = plan.lane.features.map((feature) => ({
    id: textOf(feature, 'id'),
    axis: headFirst(axisOfRing(polygonOf(feature)), walkways),
  }));
  return {
    bounds: boundsOf(places),
    lanes,
    rails: lanes.flatMap(({ axis }) => laneRails(axis)),
    labels: laneLabels(lanes),
  };
}
