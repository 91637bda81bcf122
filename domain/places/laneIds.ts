import type { PlanLayers } from '#contract/map';

/** Returns the ids of the lanes of a plan; undefined until it is known. */
export const laneIds = (plan: Pick<PlanLayers, 'lane'> | undefined): ReadonlySet<string> | undefined =>
  plan === undefined ? undefined : new Set(plan.lane.features.map(({ properties: { id } }) => String(id ?? '')));
