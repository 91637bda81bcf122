import type { Feature, PlanLayers } from '#contract/map';

/** Gutters that were hung with each edition. */
const GUTTERS_PER_EDITION = 2;
/** How far the tank stood further north one edition before, in metres. */
const TANK_MOVE_METRES = 4;

const northBy = (feature: Feature, metres: number): Feature =>
  feature.geometry.type === 'Polygon'
    ? {
        ...feature,
        geometry: {
          ...feature.geometry,
          coordinates: feature.geometry.coordinates.map((ring) => ring.map(([x = 0, y = 0]) => [x, y + metres])),
        },
      }
    : feature;

/** How the gutters and obstacles of a plan stood so many editions before: the last gutters were not yet there, the tank stood further north. */
export function drawingBefore(plan: PlanLayers, layer: 'gutter' | 'obstacle', edition: number): PlanLayers['gutter'] {
  const { features } = plan[layer];
  if (layer === 'gutter')
    return { ...plan.gutter, features: features.slice(0, Math.max(1, features.length - edition * GUTTERS_PER_EDITION)) };
  const moved = features.map((feature) => (feature.properties['type'] === 'tank' ? northBy(feature, edition * TANK_MOVE_METRES) : feature));
  return { ...plan.obstacle, features: moved };
}

/** What a person says of the step from one drawing to the next. */
export function changeText(layer: 'gutter' | 'obstacle', before: PlanLayers['gutter'], after: PlanLayers['gutter']): string {
  if (layer === 'obstacle') return `Tank moved ${TANK_MOVE_METRES} m south`;
  const known = new Set(before.features.map(({ properties }) => properties['number']));
  const added = after.features.flatMap(({ properties: { number } }) => (known.has(number) ? [] : [String(number)]));
  return `Gutters ${added.join(' and ')} added`;
}
