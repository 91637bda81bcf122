import type { Random } from '../../platform/random.ts';
import { networked, troubled, worn } from './body.ts';
import { obeyed } from './command.ts';
import { witnessed } from './events.ts';
import { lived } from './life.ts';
import type { RobotMessage } from './message.ts';
import type { Robot } from './robot.ts';
import { told, type Rhythm } from './tell.ts';

/** All robots at one moment. `at` is ms since epoch on the true clock; a robot's own may differ. */
export interface World {
  readonly at: number;
  readonly robots: readonly Robot[];
  readonly rhythm: Rhythm;
  /** Error codes that can occur. */
  readonly codes: readonly string[];
}

/** Turns the world by `dtMs` and gives what the robots say meanwhile. Pure but for `random`: the same numbers give the same world. */
export function step(world: World, dtMs: number, random: Random): { world: World; messages: readonly RobotMessage[] } {
  const at = world.at + dtMs;
  const moment = { at, dtMs, random, codes: world.codes };
  const messages: RobotMessage[] = [];
  const robots = world.robots.map((robot) => {
    const lives = obeyed(lived(troubled(worn(networked(robot, moment), moment), moment), moment), moment);
    const now = witnessed(robot, lives, moment);
    const { robot: after, messages: said } = told({ before: robot, now, at, dtMs, rhythm: world.rhythm });
    messages.push(...said);
    return after;
  });
  return { world: { ...world, at, robots }, messages };
}
