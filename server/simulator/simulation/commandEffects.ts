import type { CommandKind } from '#contract/command';
import type { CommandMessage, ResultMessage } from '#contract/deviceMessage';
import { randomFromText } from '../../platform/randomFromText.ts';
import { withEntry } from './robotLog.ts';
import { type StepContext, finished } from './phases.ts';
import { type Phase, type Robot, withFields } from './robot.ts';

/** How long a stopped robot stays in place before it drives home, in ms. */
const STANDS_MS = 300_000;
/** Phases without movement, which a stop does not end. */
const still: ReadonlySet<Phase> = new Set(['error', 'booting', 'restarting', 'resetting', 'initializing']);

/** Stops a robot in place in any phase; its treatment ends as `stopped`. */
export function stopped(robot: Robot, moment: StepContext): Robot {
  const { mission, phase, leftMs } = robot;
  const without = mission === null ? robot : finished(robot, mission, moment, 'stopped');
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

/** Returns the minimum and maximum duration of a command in seconds; 0 for an upload without WiFi. */
export const durationSecondsOf = (command: CommandKind, { build }: Robot): Seconds =>
  command === 'upload_data' && !build.hasWifi ? AT_ONCE : seconds[command];

/** The handler of each command kind, called at the end of its duration. Random numbers are seeded by the command id. */
export const outcomeOf: Readonly<Record<CommandKind, (robot: Robot, message: CommandMessage, moment: StepContext) => End>> = {
  take_control: controlled,
  release_control: controlled,
  stop_immediately: (robot, _, moment) => ({ after: toldAtOnce(stopped(robot, moment)), status: 'done' }),
  upload_data: uploaded,
  validate_maps: (robot) => {
    const { strayMap } = robot.build;
    const text = strayMap === null ? 'all maps are valid' : `${strayMap.id} is not valid`;
    return { after: withFields(robot, { due: { ...robot.due, slowMs: 0 } }), status: 'done', text };
  },
  reload_config: (robot) => ({ after: robot, status: 'done' }),
  config: configured,
  sync: (robot) => ({ after: withFields(robot, { ended: [...robot.ended, ...robot.recent] }), status: 'done' }),
};

const toldAtOnce = (robot: Robot) => withFields(robot, { due: { ...robot.due, stateMs: 0 } });

function controlled(robot: Robot, { controller }: CommandMessage): End {
  return { after: toldAtOnce(withFields(robot, { controller: controller ?? null })), status: 'done' };
}

function uploaded(robot: Robot, { command_id }: CommandMessage): End {
  if (!robot.build.hasWifi) return { after: robot, status: 'failed', text: 'no WiFi' };
  const isCutOff = randomFromText(`upload ${command_id}`)() < 0.05;
  return isCutOff ? { after: robot, status: 'failed', text: 'the upload was cut off' } : { after: robot, status: 'done' };
}

function configured(robot: Robot, { arguments: values }: CommandMessage, { at }: StepContext): End {
  const data = { file_name: values['file_name'], config_name: values['config_name'] };
  return { after: withEntry(robot, at, { level: 'info', message: 'Config changed', data }), status: 'done' };
}
