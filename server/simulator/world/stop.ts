import { finished, type Moment } from './life.ts';
import { having, type Phase, type Robot } from './robot.ts';

/** How long a robot that was stopped stays where it is before it drives home. */
const STANDS_MS = 300_000;
/** Stands still by itself, and goes on with what it does when nobody drives it. */
const still: ReadonlySet<Phase> = new Set(['error', 'booting', 'restarting', 'resetting', 'initializing']);

/** Stands still where it is, at once, whatever it does; a treatment it had ends as stopped. */
export function stopped(robot: Robot, moment: Moment): Robot {
  const { mission, phase, leftMs } = robot;
  const without = mission === null ? robot : finished(robot, mission, moment, 'stopped');
  const standing = having(without, { velocity: 0, route: [] });
  return still.has(phase)
    ? having(standing, { phase, leftMs, errorCode: robot.errorCode })
    : having(standing, { phase: 'idle', leftMs: STANDS_MS });
}
