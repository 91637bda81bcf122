import { between } from '#domain/random/random';
import { putInError } from './wearAndFaults.ts';
import { stroll, throughLane } from './drive.ts';
import { enterPhase, driveToNextLane, withMission, type StepContext } from './phases.ts';
import { newMission } from './mission.ts';
import { advanceMission } from './pastTreatments.ts';
import { withFields, type Phase, type Robot } from './robot.ts';

type Opening = (robot: Robot, moment: StepContext) => Robot;

const hold =
  (phase: Phase): Opening =>
  (robot, { random }) =>
    enterPhase(robot, phase, [10, 60], random);

/** The fixed initial state of named devices, which documents and screenshots refer to. */
const named: Readonly<Record<string, Opening>> = {
  'LF-0140-23': (robot, moment) => treating(robot, moment),
  'LF-0141-23': (robot, moment) => treating(robot, moment, 1),
  'LF-0142-23': (robot, moment) => enterPhase(treating(robot, moment), 'recovering', [20, 60], moment.random),
  'LF-0143-23': (robot, moment) => treating(robot, moment),
  'LF-0151-23': (robot, moment) => enterPhase(withMission(robot, moment), 'waiting', [40, 120], moment.random),
  'LF-0152-23': (robot, moment) => unheard(treating(robot, moment), 3),
  'LF-0153-24': (robot, moment) => withFields(putInError(treating(robot, moment), '0x03000117', 420_000), { battery: 18 }),
  'LF-0154-24': (robot, moment) => treating(robot, moment),
  'LF-0160-24': (robot) =>
    withFields(robot, { phase: 'drive_manually', route: [...stroll(robot, lane(robot, 12)), ...stroll(robot, lane(robot, 2))] }),
  'LF-0161-24': (robot, moment) => enterPhase(withMission(robot, moment), 'waiting', [3, 8], moment.random),
  'LF-0162-24': (robot, moment) => treating(robot, moment),
  'LF-0170-24': hold('calibration'),
  'LF-0171-24': hold('restarting'),
  'XC-0031-A': (robot, moment) => withFields(treating(robot, moment, 1), { battery: 82 }),
  'XC-0032-A': (robot, moment) =>
    withFields(putInError(robot, '0x0A010023', 300_000), { battery: 47, mission: null, leftMs: between(180, 360, moment.random) * 1000 }),
  'XC-0038-B': (robot) => withFields(robot, { battery: 100 }),
  'XC-0040-B': (robot) => unheard(robot, 600),
  'DV-0102': (robot, moment) => treating(robot, moment),
  'DV-0105': (robot) => withFields(robot, { battery: 91 }),
  'UV-0009': hold('init_sideshift'),
  'SP-0003': hold('self_test'),
  'XA-0007': hold('initializing'),
};

/** Returns a robot's initial state: that in the table `named`, otherwise a random one. */
export function initialStateOf(robot: Robot, moment: StepContext): Robot {
  const opening = named[robot.build.serial];
  return opening === undefined ? anyhow(robot, moment) : opening(robot, moment);
}

function anyhow(robot: Robot, moment: StepContext): Robot {
  const chance = moment.random();
  if (chance < 0.42) return treating(robot, moment);
  if (chance < 0.46) return putInError(treating(robot, moment), '0x04000001', between(20, 300, moment.random) * 1000);
  if (chance < 0.5) return unheard(robot, between(1, 60, moment.random));
  if (chance < 0.6) return withMission(robot, moment);
  return robot;
}

const unheard = (robot: Robot, minutes: number) => withFields(robot, { isOnline: false, linkLeftMs: minutes * 60_000 });

function lane(robot: Robot, index: number) {
  const { lanes } = robot.build;
  const found = lanes[index % lanes.length];
  if (found === undefined) throw new Error(`${robot.build.serial}: its map has no lanes`);
  return found;
}

/** Puts the robot in the middle of a treatment, inside a lane; `left` lanes remain. */
function treating(robot: Robot, moment: StepContext, left?: number): Robot {
  const { at, random } = moment;
  const creationAt = at + robot.build.clockOffsetMs - between(30, 60, random) * 60_000;
  const fresh = { ...newMission(robot.build, creationAt, random), startAt: creationAt + 120_000 };
  const done = left === undefined ? Math.floor(fresh.asked.length * between(0.1, 0.7, random)) : fresh.asked.length - left;
  const mission = advanceMission(fresh, random, done);
  const here = mission.asked[mission.next] ?? lane(robot, 0);
  const depth = between(0.1, 0.9, random);
  const placed = withFields(robot, {
    x: here.x,
    y: here.headY + (here.farY - here.headY) * depth,
    theta: here.farY > here.headY ? Math.PI / 2 : -Math.PI / 2,
    node: here.id,
    battery: between(40, 95, random),
  });
  return withFields(driveToNextLane(placed, mission), { route: throughLane(here) });
}
