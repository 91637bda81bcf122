/** The effect of each command on a robot: duration, outcome, stop. */

import type { CommandKind } from '#contract/command';
import type { CommandMessage, ResultMessage } from '#contract/messages/deviceMessage';
import { randomFromText } from '#domain/random/randomFromText';
import { setParameter as withValueSet, withAllUnreported } from '../configuration/robotConfiguration.ts';
import { withEntry } from './robotLog.ts';
import { type StepContext, endPhase } from './phases.ts';
import { type Phase, type Robot, withFields } from './robot.ts';

/** Time for which a stopped robot stays in place before it drives home, in ms. */
const STANDS_MS = 300_000;
/** Phases without movement, which a stop does not end. */
const still: ReadonlySet<Phase> = new Set(['error', 'booting', 'restarting', 'resetting', 'initializing']);

/** Stops a robot in place in any phase; its treatment ends as `stopped`. */
export function stopRobot(robot: Robot, moment: StepContext): Robot {
  const { mission, phase, leftMs } = robot;
  const without = mission === null ? robot : endPhase(robot, mission, moment, 'stopped');
  const standing = withFields(without, { velocity: 0, route: [] });
  return still.has(phase)
    ? withFields(standing, { phase, leftMs, errorCode: robot.errorCode })
    : withFields(standing, { phase: 'idle', leftMs: STANDS_MS });
}

/** The outcome of a command: the robot afterwards, and the result to report. */
interface End extends Pick<ResultMessage, 'text'> {
  readonly after: Robot;
  readonly status: 'done' | 'failed';
}

type Seconds = readonly [low: number, high: number];

/** The effects of commands on a robot: their duration and outcome. Random numbers are seeded with the command id. */
interface CommandEffect {
  readonly seconds: Seconds;
  readonly end: (robot: Robot, message: CommandMessage, moment: StepContext) => End;
}

const AT_ONCE: Seconds = [0, 0];

/** The effect of a command without its own entry: it takes some time and changes nothing that the robot reports. */
const confirmOnly: CommandEffect = { seconds: [1, 3], end: (robot) => ({ after: robot, status: 'done' }) };

const effects: Readonly<Partial<Record<CommandKind, CommandEffect>>> = {
  take_control: { seconds: AT_ONCE, end: controlled },
  release_control: { seconds: AT_ONCE, end: controlled },
  stop_immediately: { seconds: AT_ONCE, end: (robot, _, moment) => ({ after: reportedAtOnce(stopRobot(robot, moment)), status: 'done' }) },
  upload_data: { seconds: [4, 12], end: uploaded },
  validate_maps: { seconds: [2, 5], end: validated },
  report: { seconds: [1, 3], end: reportedAll },
  reload_config: { seconds: [1, 3], end: reloaded },
  config: { seconds: [0.3, 0.3], end: configured },
  sync: { seconds: [1, 4], end: (robot) => ({ after: withFields(robot, { ended: [...robot.ended, ...robot.recent] }), status: 'done' }) },
};
const effectOf = (command: CommandKind): CommandEffect => effects[command] ?? confirmOnly;

/** Returns the minimum and maximum duration of a command in seconds; 0 for an upload without WiFi. */
export const durationSecondsOf = (command: CommandKind, { build }: Robot): Seconds =>
  command === 'upload_data' && !build.hasWifi ? AT_ONCE : effectOf(command).seconds;

/** Returns the outcome of a command at the end of its duration. */
export const outcomeOf = (robot: Robot, message: CommandMessage, moment: StepContext): End =>
  effectOf(message.command).end(robot, message, moment);

const reportedAtOnce = (robot: Robot) => withFields(robot, { due: { ...robot.due, stateMs: 0 } });

function controlled(robot: Robot, { controller }: CommandMessage): End {
  return { after: reportedAtOnce(withFields(robot, { controller: controller ?? null })), status: 'done' };
}

function validated(robot: Robot): End {
  const { strayMap } = robot.build;
  const text = strayMap === null ? 'all maps are valid' : `${strayMap.id} is not valid`;
  return { after: withFields(robot, { due: { ...robot.due, slowMs: 0 } }), status: 'done', text };
}

function uploaded(robot: Robot, { command_id }: CommandMessage): End {
  if (!robot.build.hasWifi) return { after: robot, status: 'failed', text: 'no WiFi' };
  const isCutOff = randomFromText(`upload ${command_id}`)() < 0.05;
  return isCutOff ? { after: robot, status: 'failed', text: 'the upload was cut off' } : { after: robot, status: 'done' };
}

/** Returns the outcome of a command that makes the robot report everything again, as after connecting. */
function reportedAll(robot: Robot): End {
  return { after: withFields(robot, { hasGreeted: false }), status: 'done' };
}

function reloaded(robot: Robot, _: CommandMessage, { at }: StepContext): End {
  return { after: withFields(robot, { configuration: withAllUnreported(robot.configuration, at) }), status: 'done' };
}

function configured(robot: Robot, { arguments: values }: CommandMessage, { at }: StepContext): End {
  const configuration = withValueSet(robot.configuration, values, at);
  if (configuration === null) return { after: robot, status: 'failed', text: 'no such parameter' };
  const data = { file_name: values['file_name'], config_name: values['config_name'] };
  return { after: withEntry(withFields(robot, { configuration }), at, { level: 'info', message: 'Config changed', data }), status: 'done' };
}
