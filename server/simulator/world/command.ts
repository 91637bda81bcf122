import type { CommandMessage, ResultMessage } from '#contract/deviceMessage';
import { between } from '../../platform/random.ts';
import { randomOf } from '../../platform/randomOf.ts';
import { endOf, secondsOf } from './acts.ts';
import { withResult, type CommandInbox } from './commandInbox.ts';
import type { Moment } from './life.ts';
import { having, type Robot } from './robot.ts';

/** Reads what came and goes on with what takes a while. Whoever is cut off forgets its work: it says nothing of it later. */
export function applyCommands(robot: Robot, moment: Moment): Robot {
  const { inbox, works } = robot.commandInbox;
  if (inbox.length === 0 && works.length === 0) return robot;
  if (!robot.isOnline || !robot.hasLink) return withInbox(robot, { inbox: [], works: [] });
  const emptied = withInbox(robot, { inbox: [], works: [] });
  const worked = (robot.hasGreeted ? works : []).reduce((now, { message, leftMs }) => worksOn(now, message, leftMs, moment), emptied);
  return inbox.reduce((now, message) => received(now, message, moment), worked);
}

const withInbox = (robot: Robot, change: Partial<CommandInbox>) => having(robot, { commandInbox: { ...robot.commandInbox, ...change } });

/**
 * Judges a command before it is carried out. Its own clock may be slow, and a command cannot be given after it came: the largest such lead of a
 * giver corrects the clock from then on. A clock that is fast is never corrected, so that a robot errs by refusing, not by acting late.
 */
function received(robot: Robot, message: CommandMessage, moment: Moment): Robot {
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
  const [low, high] = secondsOf(message.command, robot);
  const leftMs = between(low, high, randomOf(message.command_id)) * 1000;
  return leftMs === 0
    ? ends(current, message, moment)
    : withInbox(current, { works: [...current.commandInbox.works, { message, leftMs }] });
}

function worksOn(robot: Robot, message: CommandMessage, leftMs: number, moment: Moment): Robot {
  const rest = leftMs - moment.dtMs;
  return rest > 0 ? withInbox(robot, { works: [...robot.commandInbox.works, { message, leftMs: rest }] }) : ends(robot, message, moment);
}

function ends(robot: Robot, message: CommandMessage, moment: Moment): Robot {
  const { after, ...word } = endOf[message.command](robot, message, moment);
  return says(after, message, moment, word);
}

type Word = Pick<ResultMessage, 'status' | 'text'>;

function says(robot: Robot, { command_id }: CommandMessage, { at }: Moment, word: Word): Robot {
  const time = new Date(at + robot.build.clockOffsetMs).toISOString();
  return having(robot, { commandInbox: withResult(robot.commandInbox, { command_id, time, ...word }) });
}
