/** Gutters and obstacles of a demo plan in earlier editions, and the changelog text between two of them. */

import type { Feature, PlanLayers } from '#contract/map';

/** Number of gutters added with each edition. */
const GUTTERS_PER_EDITION = 2;
/** Distance by which the tank moves south with each edition, in metres. */
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

/** Returns the gutters or obstacles of a plan as they were a number of editions earlier: without the last gutters, and with the tank further north. */
export function drawingBefore(plan: PlanLayers, layer: 'gutter' | 'obstacle', edition: number): PlanLayers['gutter'] {
  const { features } = plan[layer];
  if (layer === 'gutter')
    return { ...plan.gutter, features: features.slice(0, Math.max(1, features.length - edition * GUTTERS_PER_EDITION)) };
  const moved = features.map((feature) => (feature.properties['type'] === 'tank' ? northBy(feature, edition * TANK_MOVE_METRES) : feature));
  return { ...plan.obstacle, features: moved };
}

/** Returns the changelog text between two drawings. */
export function changeText(layer: 'gutter' | 'obstacle', before: PlanLayers['gutter'], after: PlanLayers['gutter']): string {
  if (layer === 'obstacle') return `Tank moved ${TANK_MOVE_METRES} m south`;
  const known = new Set(before.features.map(({ properties }) => properties['number']));
  const added = after.features.flatMap(({ properties: { number } }) => (known.has(number) ? [] : [String(number)]));
  return `Gutters ${added.join(' and ')} added`;
}
