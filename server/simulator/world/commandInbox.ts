import type { CommandMessage, ResultMessage } from '#contract/deviceMessage';

/** A command that takes a while and has not ended. */
interface Work {
  readonly message: CommandMessage;
  readonly leftMs: number;
}

/** What a robot keeps of the commands it gets. */
export interface CommandInbox {
  /** What came over the link and was not yet read. */
  readonly inbox: readonly CommandMessage[];
  readonly works: readonly Work[];
  /** Its last word on each of the newest commands, the newest last. */
  readonly answered: readonly ResultMessage[];
  /** Results that it says in this step. */
  readonly unsent: readonly ResultMessage[];
  /** The newest change of control it knows of. */
  readonly epoch: number;
  /** How far its clock is behind that of who gives commands, as far as it can know, in ms. */
  readonly lateMs: number;
}

/** How many commands a robot remembers; one that comes again after so many others would be new to it. */
const REMEMBERED = 200;

/** A desk nobody ever sent anything to. */
export const emptyInbox: CommandInbox = { inbox: [], works: [], answered: [], unsent: [], epoch: 0, lateMs: 0 };

/** The inbox with one more result of a command, which is sent in this step. */
export function withResult(commandInbox: CommandInbox, result: ResultMessage): CommandInbox {
  const others = commandInbox.answered.filter(({ command_id }) => command_id !== result.command_id);
  return { ...commandInbox, answered: [...others.slice(1 - REMEMBERED), result], unsent: [...commandInbox.unsent, result] };
}
