import { randomUUID } from 'node:crypto';
import type { Command } from '#contract/command';
import type { Control } from './control/control.ts';
import type { CommandDependencies } from './commandDependencies.ts';
import type { Commands, Order } from './commands.ts';
import { insertCommand, type NewCommand } from './commandStore.ts';
import { beginCommand, commandOf, deliverCommand, firstOf, isReachable, notInControl } from './deliverCommand.ts';
import { sendEnd, sendRelease, sendTake } from './sendControl.ts';

/** Sends commands, takes and releases control. `end` notifies a device that its controller's control expired. */
export interface CommandSender extends Pick<Commands, 'give' | 'take' | 'release'> {
  /** Sends a command of the server itself under a name; does nothing when the device cannot be reached. */
  readonly tell: (order: Pick<Order, 'serial' | 'command' | 'arguments'>, name: string) => Promise<void>;
  readonly end: (control: Control, by: { readonly username: string; readonly name: string }) => Promise<void>;
}

async function sendOrder(parts: CommandDependencies, order: Order): Promise<Command> {
  const first = await beginCommand(parts, order);
  if (first !== null) return first;
  const given = commandOf(parts, order);
  const stored = await insertCommand(parts.database, given, order.needsControl);
  if (stored !== null) return deliverCommand(parts, given, stored);
  const repeated = await firstOf(parts, order);
  if (repeated === null) throw notInControl();
  return repeated;
}

async function sendOwn(parts: CommandDependencies, order: Pick<Order, 'serial' | 'command' | 'arguments'>, name: string): Promise<void> {
  if (!isReachable(parts, order.serial)) return;
  const { database, now, times } = parts;
  const { serial, command, arguments: words } = order;
  const given: NewCommand = { id: randomUUID(), serial, command, arguments: words, by: { username: '', name }, at: now(), times };
  const stored = await insertCommand(database, given, false);
  if (stored !== null) await deliverCommand(parts, given, stored);
}

/** Creates the sender of all commands except stop. */
export const createCommandSender = (parts: CommandDependencies): CommandSender => ({
  give: (order) => sendOrder(parts, order),
  take: (asking) => sendTake(parts, asking),
  release: (asking) => sendRelease(parts, asking),
  end: (control, by) => sendEnd(parts, control, by),
  tell: (order, name) => sendOwn(parts, order, name),
});
