/** Sends all commands except stop: stores a command as a row and publishes it; takes and releases control. Throws 409 when the user is not in control. */

import { randomUUID } from 'node:crypto';
import type { Command } from '#contract/command';
import { holdDevice } from '../locations/holdOwner.ts';
import type { Control } from './control/control.ts';
import type { CommandDependencies } from './commandDependencies.ts';
import type { Commands, CommandRequest } from './commands.ts';
import { insertCommand, type NewCommand } from './commandStore.ts';
import { beginCommand, commandOf, deliverCommand, firstOf, isReachable, notInControl } from './deliverCommand.ts';
import { sendEnd, sendRelease, sendTake } from './sendControl.ts';

/** Sender of commands; it also takes and releases control. `end` notifies a device that its controller's control expired. */
export interface CommandSender extends Pick<Commands, 'send' | 'takeControl' | 'releaseControl'> {
  /** Sends a command of the server itself under a name; returns false, and does nothing, when the device cannot be reached. Throws like `send`. */
  readonly sendByServer: (request: Pick<CommandRequest, 'serial' | 'command' | 'arguments'>, name: string) => Promise<boolean>;
  readonly end: (control: Control, by: { readonly username: string; readonly name: string }) => Promise<void>;
}

async function sendRequest(parts: CommandDependencies, request: CommandRequest): Promise<Command> {
  const first = await beginCommand(parts, request);
  if (first !== null) return first;
  const given = commandOf(parts, request);
  const stored = await parts.database.transaction().execute(async (tx) => {
    await holdDevice(tx, request.scope, request.serial);
    return insertCommand(tx, given, request.needsControl);
  });
  if (stored !== null) return deliverCommand(parts, given, stored);
  const repeated = await firstOf(parts, request);
  if (repeated === null) throw notInControl();
  return repeated;
}

async function sendOwn(
  parts: CommandDependencies,
  request: Pick<CommandRequest, 'serial' | 'command' | 'arguments'>,
  name: string,
): Promise<boolean> {
  if (!isReachable(parts, request.serial)) return false;
  const { database, now, times } = parts;
  const { serial, command, arguments: words } = request;
  const given: NewCommand = { id: randomUUID(), serial, command, arguments: words, by: { username: '', name }, at: now(), times };
  const stored = await insertCommand(database, given, false);
  if (stored === null) return false;
  await deliverCommand(parts, given, stored);
  return true;
}

/** Creates the sender of all commands except stop. */
export const createCommandSender = (parts: CommandDependencies): CommandSender => ({
  send: (request) => sendRequest(parts, request),
  takeControl: (request) => sendTake(parts, request),
  releaseControl: (request) => sendRelease(parts, request),
  end: (control, by) => sendEnd(parts, control, by),
  sendByServer: (request, name) => sendOwn(parts, request, name),
});
