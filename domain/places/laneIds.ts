import type { PlanLayers } from '#contract/map';

/** Returns the ids of the lanes of a plan; undefined while the plan is unknown. */
export const laneIds = (plan: Pick<PlanLayers, 'lane'> | undefined): ReadonlySet<string> | undefined =>
  plan === undefined ? undefined : new Set(plan.lane.features.map(({ properties: { id } }) => String(id ?? '')));
