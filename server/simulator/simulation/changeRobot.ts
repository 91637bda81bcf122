import type { CommandMessage } from '#contract/messages/deviceMessage';
import { MINUTE_MS } from '#domain/text/timeUnits';
import { putInError } from './wearAndFaults.ts';
import { throughLane, toLane } from './drive.ts';
import { logChanges } from './logChanges.ts';
import { withFields, type Phase, type Robot } from './robot.ts';
import type { Simulation } from './step.ts';

/** A change to a robot from outside; omitted fields are left unchanged. */
export interface RobotChange {
  /** A code puts the robot into error; null ends an error. */
  readonly error_code?: string | null;
  /** The new phase, for `forMs`. */
  readonly phase?: Phase;
  /** The duration of the change in ms, after which the robot continues. Default: one minute. */
  readonly forMs?: number;
  /** Percent. */
  readonly battery_level?: number;
  readonly isOnline?: boolean;
}

/** Changes one robot from outside (error, phase, battery, connection); the robot reports the change in the next step. Throws for an unknown serial. */
export function changeRobot(world: Simulation, serial: string, change: RobotChange): Simulation {
  if (!world.robots.some(({ build }) => build.serial === serial)) throw new Error(`no simulated robot ${serial}`);
  return {
    ...world,
    robots: world.robots.map((robot) => (robot.build.serial === serial ? logChanges(robot, changed(robot, change), world) : robot)),
  };
}

function changed(robot: Robot, change: RobotChange): Robot {
  const forMs = change.forMs ?? MINUTE_MS;
  return withFields(inPhase(robot, change, forMs), {
    ...(change.battery_level === undefined ? {} : { battery: change.battery_level }),
    ...(change.isOnline === undefined ? {} : { isOnline: change.isOnline, linkLeftMs: forMs }),
    due: { ...robot.due, stateMs: 0 },
  });
}

function inPhase(robot: Robot, { phase, error_code }: RobotChange, forMs: number): Robot {
  if (typeof error_code === 'string') return putInError(robot, error_code, forMs);
  const wanted = phase ?? (error_code === null && robot.phase === 'error' ? 'idle' : undefined);
  if (wanted === undefined) return robot;
  const lane = robot.build.lanes[0];
  // A driving phase ends with its route, so it needs one.
  const route = robot.route.length > 0 || lane === undefined ? robot.route : [...toLane(robot, lane), ...throughLane(lane)];
  return withFields(robot, { phase: wanted, leftMs: forMs, velocity: 0, errorCode: null, route });
}

/** Adds a command to a robot's inbox; the robot reports its result in the next step. An unknown serial changes nothing. */
export function addCommand(world: Simulation, serial: string, message: CommandMessage): Simulation {
  const robots = world.robots.map((robot) =>
    robot.build.serial === serial
      ? withFields(robot, { commandInbox: { ...robot.commandInbox, inbox: [...robot.commandInbox.inbox, message] } })
      : robot,
  );
  return { ...world, robots };
}

/** Applies changed connections: `links` maps a serial to whether it is connected. */
export function applyLinks(world: Simulation, links: ReadonlyMap<string, boolean>): Simulation {
  if (links.size === 0) return world;
  const robots = world.robots.map((robot) => {
    const hasLink = links.get(robot.build.serial);
    // All data is sent over a new connection, even if the old one was lost and replaced between two steps.
    return hasLink === undefined ? robot : withFields(robot, { hasLink, hasGreeted: false });
  });
  return { ...world, robots };
}
