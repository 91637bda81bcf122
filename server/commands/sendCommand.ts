/** Sends all commands except stop: stores a command as a row and publishes it; takes and releases control. Throws 409 when the user is not in control. */

import { randomUUID } from 'node:crypto';
import type { Command } from '#contract/command';
import type { Control } from './control/control.ts';
import type { CommandDependencies } from './commandDependencies.ts';
import type { Commands, CommandRequest } from './commands.ts';
import { insertCommand, type NewCommand } from './commandStore.ts';
import { beginCommand, commandOf, deliverCommand, firstOf, isReachable, notInControl } from './deliverCommand.ts';
import { sendEnd, sendRelease, sendTake } from './sendControl.ts';

/** Sends commands, takes and releases control. `end` notifies a device that its controller's control expired. */
export interface CommandSender extends Pick<Commands, 'send' | 'takeControl' | 'releaseControl'> {
  /** Sends a command of the server itself under a name; does nothing when the device cannot be reached. */
  readonly sendByServer: (request: Pick<CommandRequest, 'serial' | 'command' | 'arguments'>, name: string) => Promise<void>;
  readonly end: (control: Control, by: { readonly username: string; readonly name: string }) => Promise<void>;
}

async function sendRequest(parts: CommandDependencies, request: CommandRequest): Promise<Command> {
  const first = await beginCommand(parts, request);
  if (first !== null) return first;
  const given = commandOf(parts, request);
  const stored = await insertCommand(parts.database, given, request.needsControl);
  if (stored !== null) return deliverCommand(parts, given, stored);
  const repeated = await firstOf(parts, request);
  if (repeated === null) throw notInControl();
  return repeated;
}

async function sendOwn(
  parts: CommandDependencies,
  request: Pick<CommandRequest, 'serial' | 'command' | 'arguments'>,
  name: string,
): Promise<void> {
  if (!isReachable(parts, request.serial)) return;
  const { database, now, times } = parts;
  const { serial, command, arguments: words } = request;
  const given: NewCommand = { id: randomUUID(), serial, command, arguments: words, by: { username: '', name }, at: now(), times };
  const stored = await insertCommand(database, given, false);
  if (stored !== null) await deliverCommand(parts, given, stored);
}

/** Creates the sender of all commands except stop. */
export const createCommandSender = (parts: CommandDependencies): CommandSender => ({
  send: (request) => sendRequest(parts, request),
  takeControl: (request) => sendTake(parts, request),
  releaseControl: (request) => sendRelease(parts, request),
  end: (control, by) => sendEnd(parts, control, by),
  sendByServer: (request, name) => sendOwn(parts, request, name),
});
