/** The phases of a robot: `advance` and the transitions, lane by lane until the mission is done. */

import { between, pick, type Random } from '#domain/random/random';
import { drive, isHome, isInLane, stroll, throughLane, toCharger, toLane } from './drive.ts';
import { completeLane, skipLane, lanesOfMission, newMission, waitSeconds } from './mission.ts';
import { withFields, type FinishedTreatment, type Mission, type Phase, type Robot } from './robot.ts';

/** The context of a step: `at` is its end in ms since epoch, `codes` are the error codes that can occur. */
export interface StepContext {
  readonly at: number;
  readonly dtMs: number;
  readonly random: Random;
  readonly codes: readonly string[];
}

const driving: ReadonlySet<Phase> = new Set(['starting', 'uv_treatment', 'finishing_current', 'drive_task', 'drive_manually']);
/** Below `LOW_…` a robot ends its treatment after the current lane and charges; below `WORK_…` it accepts no mission. */
const LOW_BATTERY_PERCENT = 18;
const WORK_BATTERY_PERCENT = 60;

/** Advances the current phase by one step; at its end selects the next phase. */
export function advance(robot: Robot, moment: StepContext): Robot {
  if (driving.has(robot.phase)) {
    const moved = drive(robot, moment.dtMs);
    return moved.route.length > 0 ? moved : next[robot.phase](moved, moment);
  }
  const leftMs = robot.leftMs - moment.dtMs;
  const resting = robot.velocity === 0 ? { leftMs } : { leftMs, velocity: 0 };
  return leftMs > 0 ? withFields(robot, resting) : next[robot.phase](withFields(robot, resting), moment);
}

/** Puts the robot into a phase for a random duration between `low` and `high` seconds. */
export function enterPhase(robot: Robot, phase: Phase, [low, high]: readonly [seconds: number, seconds: number], random: Random): Robot {
  return withFields(robot, { phase, leftMs: between(low, high, random) * 1000, velocity: 0, errorCode: null });
}

/** Starts a mission, preceded by a wait, a side shift or a calibration. */
export function withMission(robot: Robot, moment: StepContext): Robot {
  const mission = newMission(robot.build, moment.at + robot.build.clockOffsetMs, moment.random);
  const prepared = withFields(robot, { mission });
  const chance = moment.random();
  if (chance < 0.25) return enterPhase(prepared, 'init_sideshift', [8, 25], moment.random);
  if (chance < 0.4) return enterPhase(prepared, 'calibration', [30, 90], moment.random);
  return waiting(prepared, mission, moment.random);
}

function waiting(robot: Robot, mission: Mission, random: Random): Robot {
  const waitedSeconds = waitSeconds(mission);
  return enterPhase(robot, 'waiting', waitedSeconds > 0 ? [waitedSeconds, waitedSeconds] : [10, 45], random);
}

/** Drives to the next lane and through it; the last lane has the phase `finishing_current`. */
export function driveToNextLane(robot: Robot, mission: Mission): Robot {
  const lane = mission.asked[mission.next];
  if (lane === undefined) return robot;
  const phase = mission.next === mission.asked.length - 1 ? 'finishing_current' : 'uv_treatment';
  return withFields(robot, { mission, phase, errorCode: null, route: [...toLane(robot, lane), ...throughLane(lane)] });
}

/** Ends the treatment with the status of its lanes, or the given one, and drives to the charger. */
export function endPhase(robot: Robot, mission: Mission, { at }: StepContext, given?: FinishedTreatment['status']): Robot {
  const { asked, treated } = lanesOfMission(mission);
  const status = given ?? (treated === asked ? 'fully_completed' : treated > 0 ? 'partially_completed' : 'failed');
  const ended = [...robot.ended, { mission, status, finishAt: at + robot.build.clockOffsetMs }];
  return withFields(homeward(robot), { mission: null, ended });
}

const homeward = (robot: Robot) => withFields(robot, { phase: 'drive_task', errorCode: null, route: toCharger(robot) });

function afterLane(robot: Robot, moment: StepContext): Robot {
  if (robot.mission === null) return homeward(robot);
  const mission = completeLane(robot.mission);
  const { laneswitches, uv_switches } = robot.meter;
  const counted = withFields(robot, { meter: { ...robot.meter, laneswitches: laneswitches + 1, uv_switches: uv_switches + 1 } });
  const isOver = mission.next >= mission.asked.length || robot.battery < LOW_BATTERY_PERCENT;
  return isOver ? endPhase(counted, mission, moment) : driveToNextLane(counted, mission);
}

function recovered(robot: Robot, moment: StepContext): Robot {
  const { mission } = robot;
  if (mission === null) return homeward(robot);
  const lane = mission.asked[mission.next];
  const isInside = lane !== undefined && robot.route.length > 0 && isInLane(robot, lane);
  if (moment.random() < 0.8) return withFields(driveToNextLane(robot, mission), isInside ? { route: robot.route } : {});
  const without = skipLane(mission);
  return without.next >= without.asked.length ? endPhase(robot, without, moment) : driveToNextLane(robot, without);
}

function afterError(robot: Robot, moment: StepContext): Robot {
  const { mission } = robot;
  if (mission !== null && moment.random() < 0.87) return enterPhase(robot, 'recovering', [10, 40], moment.random);
  const status = mission && lanesOfMission(mission).treated === 0 ? 'failed' : 'stopped';
  const without = mission === null ? robot : endPhase(robot, mission, moment, status);
  return enterPhase(withFields(without, { route: [] }), 'resetting', [8, 30], moment.random);
}

function afterIdle(robot: Robot, moment: StepContext): Robot {
  const { random } = moment;
  // The robot was stopped on its way to the lane.
  if (!isHome(robot)) return homeward(robot);
  if (!robot.build.takesMissions) return enterPhase(robot, pick(['idle', 'self_test', 'init_sideshift'], random), [20, 200], random);
  if (robot.battery < WORK_BATTERY_PERCENT) return enterPhase(robot, 'idle', [30, 90], random);
  const chance = random();
  if (chance < 0.7) return withMission(robot, moment);
  if (chance < 0.8) return withFields(robot, { phase: 'drive_manually', route: stroll(robot, pick(robot.build.lanes, random)) });
  if (chance < 0.87) return enterPhase(robot, 'self_test', [10, 30], random);
  return enterPhase(robot, 'restarting', [10, 40], random);
}

/** Drives to the charger, or idles when the robot is there. */
const rest = (robot: Robot, { random }: StepContext) => (isHome(robot) ? enterPhase(robot, 'idle', [60, 1200], random) : homeward(robot));

/** Continues with the mission after its preparation. */
const prepared = (robot: Robot, moment: StepContext) =>
  robot.mission === null ? rest(robot, moment) : waiting(robot, robot.mission, moment.random);

/** The transition at the end of each phase. */
const next: Readonly<Record<Phase, (robot: Robot, moment: StepContext) => Robot>> = {
  idle: afterIdle,
  error: afterError,
  booting: (robot, { random }) => enterPhase(robot, 'initializing', [10, 40], random),
  restarting: (robot, { random }) => withFields(enterPhase(robot, 'booting', [3, 9], random), { sequence: 0 }),
  resetting: (robot, { random }) => withFields(enterPhase(robot, 'booting', [3, 9], random), { sequence: 0 }),
  initializing: rest,
  self_test: rest,
  calibration: prepared,
  init_sideshift: prepared,
  waiting: (robot, moment) => {
    const lane = robot.mission?.asked[0];
    if (robot.mission === null || lane === undefined) return rest(robot, moment);
    const mission = { ...robot.mission, startAt: moment.at + robot.build.clockOffsetMs };
    return withFields(robot, { mission, phase: 'starting', route: toLane(robot, lane) });
  },
  starting: (robot) => (robot.mission === null ? homeward(robot) : driveToNextLane(robot, robot.mission)),
  uv_treatment: afterLane,
  finishing_current: afterLane,
  recovering: recovered,
  drive_task: (robot, { random }) => enterPhase(robot, 'idle', [60, 1200], random),
  drive_manually: (robot, { random }) => enterPhase(withFields(robot, { route: [] }), 'calibration', [15, 40], random),
};
