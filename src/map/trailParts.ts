import type { Position } from './position.ts';

/** One place a device reported: metres on its plan, `at` in ms since epoch. */
export interface TrailPoint {
  readonly x: number;
  readonly y: number;
  readonly at: number;
}
/** A piece of a trail that is drawn in one colour. */
export interface TrailPart {
  readonly path: Position[];
  readonly isOlder: boolean;
}

/** A trail shows the last 10 minutes. */
export const TRAIL_MS = 600_000;
/** The half of it that is drawn faint. */
export const OLDER_AFTER_MS = 300_000;

/** The trail up to `now` (ms since epoch), the older half first. Both share the point between them, so that the line has no gap. */
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
