import type { Feature, PlanLayers } from '#contract/map';

/**
 * Minimum and maximum size of a plan that can be shown, in metres: a plan narrower than a lane is in degrees, and the largest greenhouses measure a kilometre.
 */
const LEAST_METRES = 0.5;
const MOST_METRES = 10_000;
/** Maximum distance from the origin, in metres: the coordinates of national grids stay below it. */
const FARTHEST_METRES = 10_000_000;

type Position = readonly number[];

function* positionsOf({ geometry }: Feature): Generator<Position> {
  if (geometry.type === 'Point') yield geometry.coordinates;
  else if (geometry.type === 'LineString') yield* geometry.coordinates;
  else for (const ring of geometry.coordinates) yield* ring;
}

const isFar = ([x = Number.NaN, y = Number.NaN]: Position) => !(Math.abs(x) <= FARTHEST_METRES && Math.abs(y) <= FARTHEST_METRES);

/** Returns the name of a feature for error messages: its position in the file, and its id if it has one. */
function nameOf({ properties }: Feature, index: number): string {
  const id = properties['id'] ?? properties['number'] ?? null;
  return `feature ${index + 1}${id === null ? '' : ` (${id})`}`;
}

function featureProblem(feature: Feature): string | null {
  const { geometry } = feature;
  if (geometry.type === 'LineString' && geometry.coordinates.length < 2) return 'is a line of fewer than two points';
  const far = [...positionsOf(feature)].find(isFar);
  return far === undefined
    ? null
    : `lies at ${far.slice(0, 2).join(', ')}: coordinates are metres, at most ${FARTHEST_METRES / 1_000} km from the origin`;
}

/** Returns the width and height of features, in metres. */
function sizeOf(features: readonly Feature[]): readonly [number, number] {
  const least: [number, number] = [Infinity, Infinity];
  const most: [number, number] = [-Infinity, -Infinity];
  for (const feature of features)
    for (const [x = 0, y = 0] of positionsOf(feature)) {
      [least[0], least[1]] = [Math.min(least[0], x), Math.min(least[1], y)];
      [most[0], most[1]] = [Math.max(most[0], x), Math.max(most[1], y)];
    }
  return [most[0] - least[0], most[1] - least[1]];
}

/** Returns the width and height of a plan, all its layers together, in metres; -Infinity for an empty one. */
export const planSize = (layers: PlanLayers): readonly [number, number] =>
  sizeOf(Object.values(layers).flatMap(({ features }) => features));

/** Returns the problem of the first feature that cannot be shown, with its file; null when there is none. */
export function featuresProblem(files: Readonly<Record<string, { readonly features: readonly Feature[] }>>): string | null {
  for (const [name, { features }] of Object.entries(files)) {
    for (const [index, feature] of features.entries()) {
      const problem = featureProblem(feature);
      if (problem !== null) return `${name}.geojson: ${nameOf(feature, index)} ${problem}`;
    }
  }
  return null;
}

/**
 * Returns why a plan cannot be displayed, with the file; null when it can: it has lanes, is in metres and has the size of a greenhouse. Source: CALL-046.
 */
export function planProblem(layers: PlanLayers): string | null {
  const problem = featuresProblem(layers);
  if (problem !== null) return problem;
  if (layers.lane.features.length === 0) return 'lane.geojson holds no lanes';
  const [width, height] = sizeOf(layers.lane.features);
  if (Math.max(width, height) < LEAST_METRES)
    return `lane.geojson: all lanes lie within ${Number(width.toPrecision(2))} x ${Number(height.toPrecision(2))} m: are these degrees? A plan is in metres`;
  const most = Math.max(...planSize(layers));
  return most > MOST_METRES
    ? `the plan is ${Math.round(most / 1_000)} km long: a plan of a greenhouse has at most ${MOST_METRES / 1_000} km`
    : null;
}
