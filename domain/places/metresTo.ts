import type { Feature } from '#contract/map';
import { leastOf } from './extent.ts';

type Point = readonly [x: number, y: number];
type Positions = readonly (readonly number[])[];

const pointOf = ([x = Number.NaN, y = Number.NaN]: readonly number[]): Point => [x, y];

function metresToSegment([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

const segments = (line: Positions): readonly (readonly [Point, Point])[] =>
  line.slice(1).map((end, index) => [pointOf(line[index] ?? end), pointOf(end)] as const);

const metresToLine = (line: Positions, place: Point) => leastOf(segments(line).map(([a, b]) => metresToSegment(place, a, b)));

const isInside = (ring: Positions, [x, y]: Point) =>
  segments(ring).filter(([[ax, ay], [bx, by]]) => ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)).length % 2 === 1;

/** Returns the distance from a place to a feature, in metres; 0 inside an area. Source: LANEI3. */
export function metresTo({ geometry }: Pick<Feature, 'geometry'>, place: Point): number {
  if (geometry.type === 'Point')
    return Math.hypot(place[0] - pointOf(geometry.coordinates)[0], place[1] - pointOf(geometry.coordinates)[1]);
  if (geometry.type === 'LineString') return metresToLine(geometry.coordinates, place);
  const [outline = []] = geometry.coordinates;
  return isInside(outline, place) ? 0 : metresToLine(outline, place);
}
