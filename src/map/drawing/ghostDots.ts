import type { Ghost } from './mapDevice.ts';
import type { Position } from './position.ts';

/** Distance between two dots of a line, in pixels. */
const APART_PX = 6;
/** Maximum number of dots of one line; on a longer line, the dots are further apart. */
const MOST = 300;

/** Returns the dots between each ghost and its device at a scale, excluding both ends. */
export const ghostDots = (ghosts: readonly Ghost[], pixelsPerMetre: number): Position[] =>
  ghosts.flatMap(({ x, y, now }) => {
    const lengthPx = Math.hypot(now.x - x, now.y - y) * pixelsPerMetre;
    const steps = Math.min(MOST, Math.floor(lengthPx / APART_PX));
    return Array.from({ length: Math.max(0, steps - 1) }, (_, index): Position => {
      const share = (index + 1) / steps;
      return [x + (now.x - x) * share, y + (now.y - y) * share];
    });
  });
