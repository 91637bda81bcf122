/** Wear and faults of a robot: battery, counters, random errors, loss of the network. */

import { between, pick } from '#domain/random/random';
import { isHome } from './drive.ts';
import { enterPhase, type StepContext } from './phases.ts';
import { failLane } from './mission.ts';
import { withFields, type Phase, type Robot } from './robot.ts';

/** Percent of battery per second. */
const CHARGE = 0.02;
const DRAIN = { still: 0.0008, moving: 0.004 } as const;
/** Probability of a fault per minute: in a lane, and while driving elsewhere. */
const TROUBLE = { lane: 0.05, way: 0.01 } as const;
/** Mobile data usage, in bytes per second. */
const DATA_RATE = 900;

const onLane: ReadonlySet<Phase> = new Set(['uv_treatment', 'finishing_current']);
const onWay: ReadonlySet<Phase> = new Set(['starting', 'drive_task']);

/** Updates battery, lifetime counters and data usage for the elapsed time. */
export function applyWear(robot: Robot, { dtMs }: StepContext): Robot {
  const seconds = dtMs / 1000;
  const isCharging = isHome(robot) && robot.phase === 'idle';
  const rate = isCharging ? CHARGE : robot.velocity === 0 ? -DRAIN.still : -DRAIN.moving;
  const battery = Math.min(100, Math.max(2, robot.battery + rate * seconds));
  const active_time = robot.meter.active_time + (robot.phase === 'idle' ? 0 : seconds);
  const uv_active_time = robot.meter.uv_active_time + (onLane.has(robot.phase) ? seconds : 0);
  const simUsage = robot.simUsage + (robot.isOnline ? DATA_RATE * seconds : 0);
  return withFields(robot, { battery, simUsage, meter: { ...robot.meter, active_time, uv_active_time } });
}

/** Applies random faults, from which the robot recovers or which stop it in error. */
export function applyFaults(robot: Robot, { dtMs, random, codes }: StepContext): Robot {
  const perMinute = onLane.has(robot.phase) ? TROUBLE.lane : onWay.has(robot.phase) ? TROUBLE.way : 0;
  if (perMinute === 0 || random() >= (perMinute * dtMs) / 60_000) return robot;
  const code = pick(codes, random);
  if (random() < 0.5) return putInError(robot, code, between(30, 420, random) * 1000);
  const mission = robot.mission && failLane(robot.mission, code, true);
  return enterPhase(withFields(robot, { mission }), 'recovering', [15, 60], random);
}

/** Stops a robot in error for `forMs`; its current job fails and is queued again. */
export function putInError(robot: Robot, code: string, forMs: number): Robot {
  const mission = robot.mission && (robot.mission.startAt === null ? robot.mission : failLane(robot.mission, code, true));
  return withFields(robot, { mission, phase: 'error', errorCode: code, leftMs: forMs, velocity: 0 });
}

/** Loses and restores the network at random intervals. */
export function applyNetwork(robot: Robot, { dtMs, random }: StepContext): Robot {
  const linkLeftMs = robot.linkLeftMs - dtMs;
  if (linkLeftMs > 0) return withFields(robot, { linkLeftMs });
  const minutes = robot.isOnline ? between(0.7, 8, random) : between(25, 240, random);
  return withFields(robot, { isOnline: !robot.isOnline, linkLeftMs: minutes * 60_000 });
}
