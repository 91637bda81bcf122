/** The commands that a robot has received and is running (`CommandInbox`), and their results. */

import type { CommandMessage, ResultMessage } from '#contract/messages/deviceMessage';

/** A running command. */
interface Work {
  readonly message: CommandMessage;
  readonly leftMs: number;
}

/** The command state of a robot. */
export interface CommandInbox {
  /** Received commands that are not processed yet. */
  readonly inbox: readonly CommandMessage[];
  readonly works: readonly Work[];
  /** The last result of each remembered command, newest last. */
  readonly answered: readonly ResultMessage[];
  /** Results to send in this step. */
  readonly unsent: readonly ResultMessage[];
  /** The highest epoch received. */
  readonly epoch: number;
}

/** Maximum number of remembered commands; an older command is executed again if it is repeated. */
const REMEMBERED = 200;

/** An inbox without commands. */
export const emptyInbox: CommandInbox = { inbox: [], works: [], answered: [], unsent: [], epoch: 0 };

/** Adds a result, which is sent in this step and replaces the earlier one of the command. */
export function withResult(commandInbox: CommandInbox, result: ResultMessage): CommandInbox {
  const others = commandInbox.answered.filter(({ command_id }) => command_id !== result.command_id);
  return { ...commandInbox, answered: [...others.slice(1 - REMEMBERED), result], unsent: [...commandInbox.unsent, result] };
}
