import type { CommandMessage, ResultMessage } from '#contract/fleet/deviceMessage';
import { between } from '../../platform/random.ts';
import { randomFromText } from '../../platform/randomFromText.ts';
import { outcomeOf, durationSecondsOf } from './commandEffects.ts';
import { withResult, type CommandInbox } from './commandInbox.ts';
import type { StepContext } from './phases.ts';
import { withFields, type Robot } from './robot.ts';

/** Processes received commands and continues running ones. A robot without connection drops its running commands and never reports their end. */
export function applyCommands(robot: Robot, moment: StepContext): Robot {
  const { inbox, works } = robot.commandInbox;
  if (inbox.length === 0 && works.length === 0) return robot;
  if (!robot.isOnline || !robot.hasLink) return withInbox(robot, { inbox: [], works: [] });
  const emptied = withInbox(robot, { inbox: [], works: [] });
  const worked = (robot.hasGreeted ? works : []).reduce((now, { message, leftMs }) => worksOn(now, message, leftMs, moment), emptied);
  return inbox.reduce((now, message) => received(now, message, moment), worked);
}

const withInbox = (robot: Robot, change: Partial<CommandInbox>) =>
  withFields(robot, { commandInbox: { ...robot.commandInbox, ...change } });

/**
 * Validates a command before execution: repeated id, expiry, epoch. A `given_at` ahead of the robot's clock proves that the clock is slow; the largest
 * lead corrects it from then on. A fast clock is never corrected, so that a robot rejects a command rather than executing it late.
 */
function received(robot: Robot, message: CommandMessage, moment: StepContext): Robot {
  const known = robot.commandInbox.answered.find(({ command_id }) => command_id === message.command_id);
  if (known !== undefined) return withInbox(robot, { unsent: [...robot.commandInbox.unsent, known] });
  const ownAt = moment.at + robot.build.clockOffsetMs;
  const lateMs = Math.max(robot.commandInbox.lateMs, Date.parse(message.given_at) - ownAt);
  const delivered = says(withInbox(robot, { lateMs }), message, moment, { status: 'delivered' });
  if (ownAt + lateMs > Date.parse(message.expires_at)) return says(delivered, message, moment, { status: 'failed', text: 'came too late' });
  const { epoch } = message;
  if (epoch !== null && epoch < robot.commandInbox.epoch)
    return says(delivered, message, moment, { status: 'failed', text: 'control was taken over' });
  const current = epoch === null ? delivered : withInbox(delivered, { epoch });
  const [low, high] = durationSecondsOf(message.command, robot);
  const leftMs = between(low, high, randomFromText(message.command_id)) * 1000;
  return leftMs === 0
    ? ends(current, message, moment)
    : withInbox(current, { works: [...current.commandInbox.works, { message, leftMs }] });
}

function worksOn(robot: Robot, message: CommandMessage, leftMs: number, moment: StepContext): Robot {
  const rest = leftMs - moment.dtMs;
  return rest > 0 ? withInbox(robot, { works: [...robot.commandInbox.works, { message, leftMs: rest }] }) : ends(robot, message, moment);
}

function ends(robot: Robot, message: CommandMessage, moment: StepContext): Robot {
  const { after, ...word } = outcomeOf(robot, message, moment);
  return says(after, message, moment, word);
}

type Word = Pick<ResultMessage, 'status' | 'text'>;

function says(robot: Robot, { command_id }: CommandMessage, { at }: StepContext, word: Word): Robot {
  const time = new Date(at + robot.build.clockOffsetMs).toISOString();
  return withFields(robot, { commandInbox: withResult(robot.commandInbox, { command_id, time, ...word }) });
}
