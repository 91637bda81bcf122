import type { Company } from '../company/company.ts';
import { CHARGER } from '../company/planShape.ts';
import { between, type Random } from '#domain/random/random';
import { byText } from '#domain/text/byText';
import type { Values } from '../configuration/demoValues.ts';
import { firstConfiguration, type RobotConfiguration } from '../configuration/robotConfiguration.ts';
import { propertiesOf } from './robotProperties.ts';
import { emptyInbox } from './commandInbox.ts';
import { nextFileAt } from './logFile.ts';
import { initialStateOf } from './initialState.ts';
import { pastTreatmentsOf } from './pastTreatments.ts';
import { pastLog } from './pastLog.ts';
import { pastStates } from './pastStates.ts';
import { withFields, type RobotProperties, type Robot } from './robot.ts';
import type { Simulation } from './step.ts';
import type { RobotIntervals } from './emitMessages.ts';

/** The default report intervals in ms. */
export const usualIntervals: RobotIntervals = { movingMs: 1_000, idleMs: 5_000, metersMs: 30_000, slowMs: 600_000 };

interface Start {
  readonly company: Company;
  /** The simulation start, ms since epoch on the simulation clock. */
  readonly at: number;
  readonly random: Random;
  readonly intervals?: RobotIntervals;
  /** The configuration that robots had when they were switched off, by serial. */
  readonly remembered?: ReadonlyMap<string, Values>;
}

/** Creates the simulation at its start: some robots are treating, some idle or charging, and a few are in error or have no network. */
export function initialSimulation({ company, at, random, intervals = usualIntervals, remembered = new Map() }: Start): Simulation {
  const codes = Object.keys(company.errorCodes);
  const builds = propertiesOf(company, random);
  const configurationOf = ({ serial, deviceType: device_type, firstSeen: first_seen, index }: RobotProperties) =>
    firstConfiguration({ serial, device_type, first_seen, index, robots: builds.length, remembered: remembered.get(serial), at });
  const robots = builds.map((build) => {
    const moment = { at, dtMs: 0, random, codes };
    const robot = initialStateOf(atRest(build, at, random, configurationOf(build)), moment);
    const past = pastLog({ robot, at, codes, robots: builds.length });
    const states = pastStates(robot, past);
    const newestFirst = [...past, ...states].toSorted((one, other) => byText(other.time, one.time));
    return withFields(robot, { log: { ...robot.log, past: newestFirst }, sequence: 2 * states.length });
  });
  return { at, robots, intervals, codes };
}

/** Creates an idle robot at its charger, with random lifetime counters and past treatments. */
function atRest(build: RobotProperties, at: number, random: Random, configuration: RobotConfiguration): Robot {
  const hours = between(200, 6000, random);
  return {
    build,
    isOnline: true,
    linkLeftMs: between(6, 240, random) * 60_000,
    hasLink: true,
    hasGreeted: false,
    phase: 'idle',
    leftMs: between(20, 300, random) * 1000,
    errorCode: null,
    x: CHARGER.x,
    y: CHARGER.y,
    theta: 0,
    velocity: 0,
    node: CHARGER.node,
    route: [],
    battery: between(35, 100, random),
    mission: null,
    ended: pastTreatmentsOf(build, at, random),
    recent: [],
    controller: null,
    configuration,
    commandInbox: emptyInbox,
    log: { entries: [], past: [], fileAt: nextFileAt(build.serial, at), uploads: [] },
    meter: {
      mileage: hours * 900,
      laneswitches: Math.floor(hours * 8),
      active_time: hours * 3600,
      uv_switches: Math.floor(hours * 8),
      uv_active_time: hours * 2500,
    },
    simUsage: between(1, 9, random) * 1_000_000,
    sequence: 0,
    due: { stateMs: 0, metersMs: 0, slowMs: 0 },
  };
}
