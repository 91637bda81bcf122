/** Converts a GeoJSON feature to a polygon, line or position, and its properties to text. */

import type { Feature } from '#contract/map';
import { greatestOf, leastOf } from '#domain/places/extent';
import { positionOf, type Position } from './position.ts';
import { axisOfRing, rectangle } from './laneAxis.ts';

const number = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise);

/** Returns the area of a feature. A line has its `width` (metres, default 0.5), a point is a square of 0.6 m. */
export function polygonOf({ geometry, properties }: Feature): Position[] {
  if (geometry.type === 'Polygon') return (geometry.coordinates[0] ?? []).map(positionOf);
  if (geometry.type === 'LineString') {
    return rectangle({ ...axisOfRing(geometry.coordinates.map(positionOf)), width: number(properties['width'], 0.5) });
  }
  const [x, y] = positionOf(geometry.coordinates);
  return rectangle({ start: [x, y - 0.3], end: [x, y + 0.3], width: 0.6 });
}

/** Returns a feature as a line: a closed ring for a polygon, one position for a point. */
export function pathOf({ geometry }: Feature): Position[] {
  if (geometry.type === 'Polygon') return (geometry.coordinates[0] ?? []).map(positionOf);
  if (geometry.type === 'LineString') return geometry.coordinates.map(positionOf);
  return [positionOf(geometry.coordinates)];
}

/** Returns the position of a feature: the point itself, otherwise the centre of the bounding box. */
export function placeOf(feature: Feature): Position {
  const path = pathOf(feature);
  const xs = path.map(([x]) => x);
  const ys = path.map(([, y]) => y);
  return path.length === 0 ? [0, 0] : [(leastOf(xs) + greatestOf(xs)) / 2, (leastOf(ys) + greatestOf(ys)) / 2];
}

/** Returns a property as text, '' if it is missing. Ids are strings in some plans and numbers in others. */
export function textOf({ properties }: Feature, name: string): string {
  const value = properties[name];
  return value == null ? '' : String(value);
}
