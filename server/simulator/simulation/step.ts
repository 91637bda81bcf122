import type { Random } from '#domain/random/random';
import { applyNetwork, applyFaults, applyWear } from './wearAndFaults.ts';
import { applyCommands } from './applyCommands.ts';
import { logChanges } from './logChanges.ts';
import { advance } from './phases.ts';
import type { RobotMessage } from './robotMessage.ts';
import type { Robot } from './robot.ts';
import { emitMessages, type RobotIntervals } from './emitMessages.ts';

/** The state of the simulation. `at` is ms since epoch on the simulation clock; a robot's clock may have an offset. */
export interface Simulation {
  readonly at: number;
  readonly robots: readonly Robot[];
  readonly intervals: RobotIntervals;
  /** Error codes that can occur. */
  readonly codes: readonly string[];
}

/**
 * Advances the `Simulation` of all robots by `dtMs` and returns the messages that they send in that time. Pure except for `random`: the same numbers give the
 * same result.
 */
export function step(world: Simulation, dtMs: number, random: Random): { world: Simulation; messages: readonly RobotMessage[] } {
  const at = world.at + dtMs;
  const moment = { at, dtMs, random, codes: world.codes };
  const messages: RobotMessage[] = [];
  const robots = world.robots.map((robot) => {
    const lives = applyCommands(advance(applyFaults(applyWear(applyNetwork(robot, moment), moment), moment), moment), moment);
    const now = logChanges(robot, lives, moment);
    const { robot: after, messages: sent } = emitMessages({
      before: robot,
      now,
      at,
      dtMs,
      intervals: world.intervals,
      robots: world.robots.length,
    });
    messages.push(...sent);
    return after;
  });
  return { world: { ...world, at, robots }, messages };
}
