/**
 * The built-in background of the world map and its style (sea, countries, borders): Natural Earth (`world-atlas`), with lines that do not jump at 180 degrees.
 */

import type { StyleSpecification } from 'maplibre-gl';
import { feature, mesh } from 'topojson-client';
import { mapColours, type ColorMode } from '#ui/mapColours';
import type { GeoPlace } from './place.ts';

type Degrees = Pick<GeoPlace, 'latitude' | 'longitude'>;

/** The countries of Natural Earth, in the TopoJSON of `world-atlas`. */
export type World = Parameters<typeof mesh>[0] & { readonly objects: { readonly countries: NonNullable<Parameters<typeof mesh>[1]> } };
type Position = GeoJSON.Position;
type Country = GeoJSON.Feature<GeoJSON.MultiPolygon, { readonly isOwn: boolean }>;

/** The background of the map: the countries, with those that contain a place marked, and the borders between them. */
export interface Ground {
  readonly countries: GeoJSON.FeatureCollection<GeoJSON.MultiPolygon, { readonly isOwn: boolean }>;
  readonly borders: GeoJSON.MultiLineString;
}

const SOUTH = -85.06;

/**
 * Returns a line that continues beyond 180 degrees of longitude; a jump to the other side would be drawn as a band across the map. A ring around the pole is
 * closed along the map's edge.
 */
export function unwrapped(line: readonly Position[]): Position[] {
  const points: Position[] = [];
  let turn = 0;
  line.forEach(([longitude = 0, latitude = 0], index) => {
    const step = longitude - (line[index - 1]?.[0] ?? longitude);
    if (Math.abs(step) > 180) turn -= Math.sign(step) * 360;
    points.push([longitude + turn, latitude]);
  });
  const [first, last] = [points[0], points.at(-1)];
  const isAroundPole = first !== undefined && last !== undefined && Math.abs((last[0] ?? 0) - (first[0] ?? 0)) > 180;
  return isAroundPole ? [...points, [last[0] ?? 0, SOUTH], [first[0] ?? 0, SOUTH], first] : points;
}

/** Returns the bounding box of a ring: west, south, east, north. */
function boxOf(ring: readonly Position[]): readonly [number, number, number, number] {
  let box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x = 0, y = 0] of ring) box = [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)];
  return box;
}

function isInside([x = 0, y = 0]: Position, ring: readonly Position[]): boolean {
  let inside = false;
  ring.forEach(([x1 = 0, y1 = 0], index) => {
    const [x2 = 0, y2 = 0] = ring.at(index - 1) ?? [];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  });
  return inside;
}

const polygonsOf = (geometry: GeoJSON.Geometry): readonly Position[][][] => {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
};

function country({ geometry }: GeoJSON.Feature, places: readonly Degrees[]): Country {
  const polygons = polygonsOf(geometry).map((rings) => rings.map(unwrapped));
  const isOwn = polygons.some(([outer = []]) => {
    const [west, south, east, north] = boxOf(outer);
    return places.some(({ longitude: x, latitude: y }) => x >= west && x <= east && y >= south && y <= north && isInside([x, y], outer));
  });
  return { type: 'Feature', properties: { isOwn }, geometry: { type: 'MultiPolygon', coordinates: polygons } };
}

/** Returns the countries, with those that contain one of the places marked, and the borders. */
export function groundOf(world: World, places: readonly Degrees[]): Ground {
  const { countries } = world.objects;
  const found = feature(world, countries);
  const features = 'features' in found ? found.features : [found];
  const lines = mesh(world, countries, (one, other) => one !== other);
  return {
    countries: { type: 'FeatureCollection', features: features.map((one) => country(one, places)) },
    borders: { type: 'MultiLineString', coordinates: lines.coordinates.map(unwrapped) },
  };
}

/** Returns the style of the built-in background, which requests no tiles, fonts or other resources. */
export function geoStyle({ countries, borders }: Ground, mode: ColorMode): StyleSpecification {
  const { sea, lane, ground, node } = mapColours[mode];
  return {
    version: 8,
    sources: { countries: { type: 'geojson', data: countries }, borders: { type: 'geojson', data: borders } },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': sea } },
      { id: 'countries', type: 'fill', source: 'countries', paint: { 'fill-color': ['case', ['get', 'isOwn'], lane, ground] } },
      {
        id: 'borders',
        type: 'line',
        source: 'borders',
        paint: { 'line-color': node, 'line-width': 0.8, 'line-opacity': 0.7, 'line-dasharray': [4, 3] },
      },
    ],
  };
}
