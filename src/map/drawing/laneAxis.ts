/** The geometry of a lane: its centre line, head, rails and rectangle. */

import { greatestOf, leastOf } from '#domain/places/extent';
import { distanceTo, type Bounds, type Position } from './position.ts';

/** A lane as its centre line and its width in metres. */
export interface LaneAxis {
  readonly start: Position;
  readonly end: Position;
  readonly width: number;
}

const ACROSS_SHARE = 0.2;

function longestEdge(ring: readonly Position[]): Position {
  let longest: Position = [0, 0];
  ring.forEach(([x, y], index) => {
    const [nextX, nextY] = ring[index + 1] ?? ring[0] ?? [x, y];
    const edge: Position = [nextX - x, nextY - y];
    if (Math.hypot(...edge) > Math.hypot(...longest)) longest = edge;
  });
  return longest;
}

/** Returns the centre line of an elongated shape, parallel to its longest edge. If the shape has no length, the axis is a point. */
export function axisOfRing(ring: readonly Position[]): LaneAxis {
  const [edgeX, edgeY] = longestEdge(ring);
  const length = Math.hypot(edgeX, edgeY);
  const [firstX, firstY] = ring[0] ?? [0, 0];
  if (length === 0) return { start: [firstX, firstY], end: [firstX, firstY], width: 0 };
  const [ux, uy] = [edgeX / length, edgeY / length];
  const along = ring.map(([x, y]) => (x - firstX) * ux + (y - firstY) * uy);
  const across = ring.map(([x, y]) => (y - firstY) * ux - (x - firstX) * uy);
  const [left, right] = [leastOf(across), greatestOf(across)];
  const middle = (left + right) / 2;
  const at = (distance: number): Position => [firstX + distance * ux - middle * uy, firstY + distance * uy + middle * ux];
  return { start: at(leastOf(along)), end: at(greatestOf(along)), width: right - left };
}

/** Returns the axis in the direction that starts at the end nearest to a walkway, where people stand. */
export function headFirst(axis: LaneAxis, walkways: readonly Bounds[]): LaneAxis {
  const away = (place: Position) => walkways.reduce((least, walkway) => Math.min(least, distanceTo(walkway, place)), Infinity);
  return away(axis.end) < away(axis.start) ? { ...axis, start: axis.end, end: axis.start } : axis;
}

function beside({ start, end }: LaneAxis, metres: number): [Position, Position] {
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]);
  if (length === 0) return [start, end];
  const [nx, ny] = [(-(end[1] - start[1]) / length) * metres, ((end[0] - start[0]) / length) * metres];
  return [
    [start[0] + nx, start[1] + ny],
    [end[0] + nx, end[1] + ny],
  ];
}

/** Returns the two pipe rails of a lane: lines a fifth of its width left and right of the centre line. */
export const laneRails = (axis: LaneAxis): [Position, Position][] => [
  beside(axis, axis.width * ACROSS_SHARE),
  beside(axis, -axis.width * ACROSS_SHARE),
];

/** Returns the area of a lane, or the middle `share` (0..1) of its width. */
export function rectangle(axis: LaneAxis, share = 1): Position[] {
  const [a, b] = beside(axis, (axis.width * share) / 2);
  const [d, c] = beside(axis, (-axis.width * share) / 2);
  return [a, b, c, d, a];
}
