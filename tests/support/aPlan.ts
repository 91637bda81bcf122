import type { Feature, PlanLayers } from '#contract/map';

/** Returns a rectangle on a plan. */
export const ground = (
  [west, south, east, north]: readonly [number, number, number, number],
  properties: Feature['properties'] = {},
): Feature => ({
  type: 'Feature',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  },
  properties,
});
const spot = (x: number, y: number, properties: Feature['properties'] = {}): Feature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [x, y] },
  properties,
});
const layer = (...features: Feature[]): PlanLayers['site'] => ({ type: 'FeatureCollection', features });

/** Returns a plan: two lanes on either side of a walkway, each with its gutter, and one post as obstacle. */
export const aPlan = (over: Partial<PlanLayers> = {}): PlanLayers => ({
  site: layer(ground([-5, -25, 15, 25])),
  walkway: layer(ground([-4, -2, 14, 2], { id: 'W1', length: 18, width: 4 })),
  lane: layer(
    ground([0, 2, 0.55, 22.5], { id: 101, length: 20.5, width: 0.55 }),
    ground([0, -22, 0.55, -2], { id: '102', length: 20, width: 0.55 }),
  ),
  gutter: layer(ground([1, 2, 2, 22], { number: 7 })),
  obstacle: layer(ground([5, 5, 6, 6], { type: 'Post' })),
  node: layer(spot(0.3, 1.5, { id: 'n101' })),
  connection: layer({
    type: 'Feature',
    geometry: {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [9, 0],
      ],
    },
    properties: {},
  }),
  waypoint: layer(spot(9, 0)),
  ...over,
});
