import type { CommandKind } from '#contract/command';
import type { CommandMessage, ResultMessage } from '#contract/deviceMessage';
import { randomOf } from '../../platform/randomOf.ts';
import { writtenDown } from './diary.ts';
import { type Moment, finished } from './life.ts';
import { type Phase, type Robot, having } from './robot.ts';

/** How long a robot that was stopped stays where it is before it drives home. */
const STANDS_MS = 300_000;
/** Stands still by itself, and goes on with what it does when nobody drives it. */
const still: ReadonlySet<Phase> = new Set(['error', 'booting', 'restarting', 'resetting', 'initializing']);

/** Stands still where it is, at once, whatever it does; a treatment it had ends as stopped. */
export function stopped(robot: Robot, moment: Moment): Robot {
  const { mission, phase, leftMs } = robot;
  const without = mission === null ? robot : finished(robot, mission, moment, 'stopped');
  const standing = having(without, { velocity: 0, route: [] });
  return still.has(phase)
    ? having(standing, { phase, leftMs, errorCode: robot.errorCode })
    : having(standing, { phase: 'idle', leftMs: STANDS_MS });
}

/** How a command ended: the robot after it, and its word on it. */
interface End extends Pick<ResultMessage, 'text'> {
  readonly after: Robot;
  readonly status: 'done' | 'failed';
}

type Seconds = readonly [low: number, high: number];

const seconds: Readonly<Record<CommandKind, Seconds>> = {
  take_control: [0, 0],
  release_control: [0, 0],
  stop_immediately: [0, 0],
  upload_data: [4, 12],
  validate_maps: [2, 5],
  reload_config: [1, 3],
  config: [0.3, 0.3],
  sync: [1, 4],
};
const AT_ONCE: Seconds = [0, 0];

/** How long a command takes a robot, from and to, in seconds; what cannot begin ends at once. */
export const secondsOf = (command: CommandKind, { build }: Robot): Seconds =>
  command === 'upload_data' && !build.hasWifi ? AT_ONCE : seconds[command];

/** What a command has done to a robot at its end. Chance comes from the id of the command. */
export const endOf: Readonly<Record<CommandKind, (robot: Robot, message: CommandMessage, moment: Moment) => End>> = {
  take_control: controlled,
  release_control: controlled,
  stop_immediately: (robot, _, moment) => ({ after: toldAtOnce(stopped(robot, moment)), status: 'done' }),
  upload_data: uploaded,
  validate_maps: (robot) => {
    const { strayMap } = robot.build;
    const text = strayMap === null ? 'all maps are valid' : `${strayMap.id} is not valid`;
    return { after: having(robot, { due: { ...robot.due, slowMs: 0 } }), status: 'done', text };
  },
  reload_config: (robot) => ({ after: robot, status: 'done' }),
  config: configured,
  sync: (robot) => ({ after: having(robot, { ended: [...robot.ended, ...robot.recent] }), status: 'done' }),
};

const toldAtOnce = (robot: Robot) => having(robot, { due: { ...robot.due, stateMs: 0 } });

function controlled(robot: Robot, { controller }: CommandMessage): End {
  return { after: toldAtOnce(having(robot, { controller: controller ?? null })), status: 'done' };
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
