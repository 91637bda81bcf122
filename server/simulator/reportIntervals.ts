import { usualIntervals } from './world/startingWorld.ts';
import type { ReportIntervals } from './world/emit.ts';

/** So many robots may report at the usual intervals on one machine beside everything else. */
const AT_USUAL_RHYTHM = 1_000;
/** A robot that is silent for 30 s counts as offline; none may come near that. */
const LONGEST_MS = 20_000;

/** How often robots report when there are so many of them: the more, the slower, so that a laptop carries ten thousand. */
export function intervalsFor(robots: number): ReportIntervals {
  const factor = Math.max(1, robots / AT_USUAL_RHYTHM);
  return {
    movingMs: Math.min(LONGEST_MS, usualIntervals.movingMs * factor),
    idleMs: Math.min(LONGEST_MS, usualIntervals.idleMs * factor),
    metersMs: usualIntervals.metersMs * factor,
    slowMs: usualIntervals.slowMs * factor,
  };
}
