/** Positions and bounds of a plan in metres (`Position`, `Bounds`), and the distance of a position from bounds. */

/** A position on a plan in metres: x east, y north. */
export type Position = [x: number, y: number];

/** Returns the first two numbers of a GeoJSON position. The contract guarantees at least two. */
export const positionOf = (coordinates: readonly number[]): Position => [coordinates[0] ?? 0, coordinates[1] ?? 0];

/** The extent of a plan in metres. */
export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Returns the smallest bounds that contain the positions; null if there are none. */
export function boundsOf(places: Iterable<Position>): Bounds | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of places) {
    west = Math.min(west, x);
    south = Math.min(south, y);
    east = Math.max(east, x);
    north = Math.max(north, y);
  }
  return west > east ? null : { west, south, east, north };
}

/** Returns the corners of bounds as a closed line. */
export const cornersOf = ({ west, south, east, north }: Bounds): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

/** Returns the distance of a position from bounds in metres; 0 inside. */
export function distanceTo({ west, south, east, north }: Bounds, [x, y]: Position): number {
  return Math.hypot(Math.max(west - x, 0, x - east), Math.max(south - y, 0, y - north));
}
