import type { CommandKind } from '#contract/command';
import type { CommandMessage, ResultMessage } from '#contract/deviceMessage';
import { randomOf } from '../../platform/randomOf.ts';
import { writtenDown } from './diary.ts';
import { type Moment, finished } from './life.ts';
import { type Phase, type Robot, having } from './robot.ts';

/** How long a stopped robot stays in place before it drives home, in ms. */
const STANDS_MS = 300_000;
/** Phases without movement, which a stop does not end. */
const still: ReadonlySet<Phase> = new Set(['error', 'booting', 'restarting', 'resetting', 'initializing']);

/** Stops a robot in place in any phase; its treatment ends as `stopped`. */
export function stopped(robot: Robot, moment: Moment): Robot {
  const { mission, phase, leftMs } = robot;
  const without = mission === null ? robot : finished(robot, mission, moment, 'stopped');
  const standing = having(without, { velocity: 0, route: [] });
  return still.has(phase)
    ? having(standing, { phase, leftMs, errorCode: robot.errorCode })
    : having(standing, { phase: 'idle', leftMs: STANDS_MS });
}

/** The outcome of a command: the robot afterwards, and the result to report. */
interface End extends Pick<ResultMessage, 'text'> {
  readonly after: Robot;
  readonly status: 'done' | 'failed';
}

type Seconds = readonly [low: number, high: number];

/** What a robot does for a command: how long, and what follows. Random numbers are seeded by the command id. */
interface Act {
  readonly seconds: Seconds;
  readonly end: (robot: Robot, message: CommandMessage, moment: Moment) => End;
}

const AT_ONCE: Seconds = [0, 0];

/** A command without an act of its own: it takes its time and changes nothing that the robot reports. */
const plain: Act = { seconds: [1, 3], end: (robot) => ({ after: robot, status: 'done' }) };

const acts: Readonly<Partial<Record<CommandKind, Act>>> = {
  take_control: { seconds: AT_ONCE, end: controlled },
  release_control: { seconds: AT_ONCE, end: controlled },
  stop_immediately: { seconds: AT_ONCE, end: (robot, _, moment) => ({ after: toldAtOnce(stopped(robot, moment)), status: 'done' }) },
  upload_data: { seconds: [4, 12], end: uploaded },
  validate_maps: { seconds: [2, 5], end: validated },
  config: { seconds: [0.3, 0.3], end: configured },
  sync: { seconds: [1, 4], end: (robot) => ({ after: having(robot, { ended: [...robot.ended, ...robot.recent] }), status: 'done' }) },
};
const actOf = (command: CommandKind): Act => acts[command] ?? plain;

/** Returns the minimum and maximum duration of a command in seconds; 0 for an upload without WiFi. */
export const secondsOf = (command: CommandKind, { build }: Robot): Seconds =>
  command === 'upload_data' && !build.hasWifi ? AT_ONCE : actOf(command).seconds;

/** Ends a command after its duration. */
export const endOf = (robot: Robot, message: CommandMessage, moment: Moment): End => actOf(message.command).end(robot, message, moment);

const toldAtOnce = (robot: Robot) => having(robot, { due: { ...robot.due, stateMs: 0 } });

function controlled(robot: Robot, { controller }: CommandMessage): End {
  return { after: toldAtOnce(having(robot, { controller: controller ?? null })), status: 'done' };
}

function validated(robot: Robot): End {
  const { strayMap } = robot.build;
  const text = strayMap === null ? 'all maps are valid' : `${strayMap.id} is not valid`;
  return { after: having(robot, { due: { ...robot.due, slowMs: 0 } }), status: 'done', text };
}

function uploaded(robot: Robot, { command_id }: CommandMessage): End {
  if (!robot.build.hasWifi) return { after: robot, status: 'failed', text: 'no WiFi' };
  const isCutOff = randomOf(`upload ${command_id}`)() < 0.05;
  return isCutOff ? { after: robot, status: 'failed', text: 'the upload was cut off' } : { after: robot, status: 'done' };
}

function configured(robot: Robot, { arguments: values }: CommandMessage, { at }: Moment): End {
  const data = { file_name: values['file_name'], config_name: values['config_name'] };
  return { after: writtenDown(robot, at, { level: 'info', message: 'Config changed', data }), status: 'done' };
}
