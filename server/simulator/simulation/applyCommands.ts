import type { CommandMessage, ResultMessage } from '#contract/messages/deviceMessage';
import { between } from '#domain/random/random';
import { randomFromText } from '#domain/random/randomFromText';
import { outcomeOf, durationSecondsOf } from './commandEffects.ts';
import { withResult, type CommandInbox } from './commandInbox.ts';
import type { StepContext } from './phases.ts';
import { withFields, type Robot } from './robot.ts';

/**
 * Processes received commands, after checking for repeated ids, expiry and former epochs, and continues running ones. A robot without a connection drops its
 * running commands and never reports their end.
 */
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
 * Validates a command before execution: repeated id, expiry, epoch. The server converts times to the robot's clock, whose offset it measures, so they are
 * compared with the robot's clock. A stop never expires.
 */
function received(robot: Robot, message: CommandMessage, moment: StepContext): Robot {
  const known = robot.commandInbox.answered.find(({ command_id }) => command_id === message.command_id);
  if (known !== undefined) return withInbox(robot, { unsent: [...robot.commandInbox.unsent, known] });
  const delivered = withAnswer(robot, message, moment, { status: 'delivered' });
  if (isExpired(message, moment.at + robot.build.clockOffsetMs))
    return withAnswer(delivered, message, moment, { status: 'failed', text: 'came too late' });
  const { epoch } = message;
  if (epoch !== null && epoch < robot.commandInbox.epoch)
    return withAnswer(delivered, message, moment, { status: 'failed', text: 'control was taken over' });
  const current = epoch === null ? delivered : withInbox(delivered, { epoch });
  const [low, high] = durationSecondsOf(message.command, robot);
  const leftMs = between(low, high, randomFromText(message.command_id)) * 1000;
  return leftMs === 0
    ? ends(current, message, moment)
    : withInbox(current, { works: [...current.commandInbox.works, { message, leftMs }] });
}

function isExpired({ command, given_at, expires_at, expires_in_ms }: CommandMessage, ownAt: number): boolean {
  if (command === 'stop_immediately') return false;
  return ownAt > (expires_in_ms == null ? Date.parse(expires_at) : Date.parse(given_at) + expires_in_ms);
}

function worksOn(robot: Robot, message: CommandMessage, leftMs: number, moment: StepContext): Robot {
  const rest = leftMs - moment.dtMs;
  return rest > 0 ? withInbox(robot, { works: [...robot.commandInbox.works, { message, leftMs: rest }] }) : ends(robot, message, moment);
}

function ends(robot: Robot, message: CommandMessage, moment: StepContext): Robot {
  const { after, ...word } = outcomeOf(robot, message, moment);
  return withAnswer(after, message, moment, word);
}

type Word = Pick<ResultMessage, 'status' | 'text'>;

function withAnswer(robot: Robot, { command_id }: CommandMessage, { at }: StepContext, word: Word): Robot {
  const time = new Date(at + robot.build.clockOffsetMs).toISOString();
  return withFields(robot, { commandInbox: withResult(robot.commandInbox, { command_id, time, ...word }) });
}
