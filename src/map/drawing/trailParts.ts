import type { Position } from './position.ts';

/** One reported position of a device: metres on its plan, `at` in ms since epoch. */
export interface TrailPoint {
  readonly x: number;
  readonly y: number;
  readonly at: number;
}
/** A part of a trail that is drawn in one colour. */
export interface TrailPart {
  readonly path: Position[];
  readonly isOlder: boolean;
}

/** Length of a trail: the last 10 minutes. */
export const TRAIL_MS = 600_000;
/** Age from which positions are drawn faintly, in ms. */
export const OLDER_AFTER_MS = 300_000;

/** Returns the trail of a device over the 10 minutes up to `now` (ms since epoch), older part first. Both parts share a point, so the line has no gap. */
export function trailParts(points: readonly TrailPoint[], now: number): TrailPart[] {
  const seen = points.filter(({ at }) => at <= now && at >= now - TRAIL_MS).sort((a, b) => a.at - b.at);
  const path = seen.map(({ x, y }): Position => [x, y]);
  const found = seen.findIndex(({ at }) => at >= now - OLDER_AFTER_MS);
  const split = found === -1 ? path.length : found;
  return [
    { path: path.slice(0, split + 1), isOlder: true },
    { path: path.slice(split), isOlder: false },
  ].filter((part) => part.path.length > 1);
}
