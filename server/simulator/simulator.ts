/** Runs the simulation: passes clock and commands to `step`, publishes the messages, and scales the report intervals for many robots. */

import { setTimeout } from 'node:timers/promises';
import { type CommandMessage, commandMessage } from '#contract/messages/deviceMessage';
import type { Company } from './company/company.ts';
import type { Values } from './configuration/demoValues.ts';
import { ROSTER } from './configuration/pastConfiguration.ts';
import type { RobotMemory } from './robotMemory.ts';
import { seededRandom } from '#domain/random/seededRandom';
import type { DeviceFiles } from './files/deviceFiles.ts';
import { openUploads } from './files/uploads.ts';
import { type LinkParts, openLinks } from './mqttClients.ts';
import type { RobotMessage } from './simulation/robotMessage.ts';
import { type RobotChange, addCommand, applyLinks, changeRobot } from './simulation/changeRobot.ts';
import { initialSimulation, usualIntervals } from './simulation/initialSimulation.ts';
import { step, type Simulation } from './simulation/step.ts';
import type { RobotIntervals } from './simulation/emitMessages.ts';

/** Maximum number of robots that report at the usual intervals; a larger fleet reports less often. */
const AT_USUAL_INTERVALS = 1_000;
/** Maximum interval of state reports, in ms: a device is shown as offline after 30 s without a report. */
const LONGEST_MS = 20_000;

/** Scales the report intervals with the number of robots, so that one machine can simulate 10,000. */
function intervalsFor(robots: number): RobotIntervals {
  const factor = Math.max(1, robots / AT_USUAL_INTERVALS);
  return {
    movingMs: Math.min(LONGEST_MS, usualIntervals.movingMs * factor),
    idleMs: Math.min(LONGEST_MS, usualIntervals.idleMs * factor),
    metersMs: usualIntervals.metersMs * factor,
    slowMs: usualIntervals.slowMs * factor,
  };
}

/** The dependencies of the simulator. `clock.every` calls `run` repeatedly and returns the stop function. */
export interface SimulatorParts extends LinkParts {
  readonly files: DeviceFiles;
  readonly company: Company;
  readonly seed: number;
  readonly clock: { readonly now: () => number; readonly every: (ms: number, run: () => void) => () => void };
  /** The memory of robots that are switched off. Default: none. */
  readonly memory?: RobotMemory;
}

/** A running simulation. */
export interface Simulator {
  readonly stop: () => Promise<void>;
  /** Changes one robot now; resolves when the broker has acknowledged its report, or at once when the robot is offline. */
  readonly changeRobot: (serial: string, change: RobotChange) => Promise<void>;
}

const STEP_MS = 1_000;
const pause = (ms: number) => setTimeout(ms, undefined, { ref: false });
/** Maximum simulated time per step, in ms; a longer gap (a suspended machine) is skipped. */
const LONGEST_STEP_MS = 5_000;

/** Starts the simulation of all devices of a company, each with its own MQTT 3.1.1 connection. Does not wait for connections. */
export function startSimulator(parts: SimulatorParts): Promise<Simulator> {
  const { company, clock, seed, log } = parts;
  const random = seededRandom(seed);
  const intervals = intervalsFor(company.devices.length);
  const remembered = parts.memory?.read() ?? new Map<string, Values>();
  const links = openLinks(parts, (serial, body) => obey(serial, body));
  const waiting = new Map<string, Array<() => void>>();
  let world = initialSimulation({ company, at: clock.now(), random, intervals, remembered });
  const uploads = openUploads({ ...parts, builds: world.robots.map(({ build }) => build), publish: links.publish, pause });
  const remember = rememberer(world, remembered, parts.memory);
  world = applyLinks(world, new Map(world.robots.map(({ build }) => [build.serial, false])));

  const send = async (message: RobotMessage) => {
    // A report resolves only the changes that were requested before it was created.
    const asking = message.kind === 'state' ? (waiting.get(message.serial) ?? []) : [];
    if (asking.length > 0) waiting.delete(message.serial);
    const isAcknowledged = await uploads.publish(message);
    if (isAcknowledged) for (const answer of asking) answer();
    else if (asking.length > 0) waiting.set(message.serial, [...asking, ...(waiting.get(message.serial) ?? [])]);
  };
  const tick = (leastMs = 0) => {
    const passedMs = Math.max(leastMs, clock.now() - world.at);
    // When the clock is set back, the simulation pauses until the clock catches up.
    if (passedMs <= 0) return;
    const dtMs = Math.min(passedMs, LONGEST_STEP_MS);
    const turned = step(applyLinks({ ...world, at: world.at + passedMs - dtMs }, links.changes()), dtMs, random);
    world = turned.world;
    remember(world);
    links.setWanted(new Set(world.robots.filter(({ isOnline }) => isOnline).map(({ build }) => build.serial)));
    for (const message of turned.messages) void send(message);
  };
  const obey = (serial: string, body: string) => {
    const message = readCommand(body);
    if (message === null) return log.warn(`simulated robot ${serial} got a command it cannot read`);
    uploads.note(message);
    world = addCommand(world, serial, message);
    // Runs a step at once, even if the clock has not advanced since the last step.
    tick(1);
  };
  const changeNow = async (serial: string, change: RobotChange) => {
    world = changeRobot(world, serial, change);
    const isSpeaking = world.robots.some(({ build, isOnline }) => build.serial === serial && isOnline);
    const reported = new Promise<void>((resolve) => waiting.set(serial, [...(waiting.get(serial) ?? []), resolve]));
    tick();
    if (isSpeaking) await reported;
  };

  tick();
  links.setWanted(new Set(world.robots.filter(({ isOnline }) => isOnline).map(({ build }) => build.serial)));
  const stopClock = clock.every(STEP_MS, () => tick());
  log.info(`${world.robots.length} simulated robots`);
  const stop = async () => {
    stopClock();
    uploads.close();
    await links.close();
    for (const resolve of [...waiting.values()].flat()) resolve();
  };
  return Promise.resolve({ stop, changeRobot: changeNow });
}

/**
 * Returns the function that stores the robots' configurations: for a small fleet all of them, since their past is sent once; for a large fleet only the changed
 * ones.
 */
function rememberer(
  first: Simulation,
  remembered: ReadonlyMap<string, Values>,
  memory: RobotMemory | undefined,
): (world: Simulation) => void {
  const isSmall = first.robots.length <= ROSTER;
  const known = new Map(isSmall ? remembered : first.robots.map(({ build, configuration }) => [build.serial, configuration.values]));
  const kept = new Map(remembered);
  return ({ robots }) => {
    const changed = robots.filter(({ build, configuration }) => known.get(build.serial) !== configuration.values);
    for (const { build, configuration } of changed) {
      known.set(build.serial, configuration.values);
      kept.set(build.serial, configuration.values);
    }
    if (changed.length > 0) memory?.write(kept);
  };
}

function readCommand(body: string): CommandMessage | null {
  try {
    return commandMessage.parse(JSON.parse(body));
  } catch {
    return null;
  }
}
