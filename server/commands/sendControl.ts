/** The commands of control: take, release, end; each notifies the device. */

import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Command } from '#contract/command';
import { releaseControl, takeControl, type Control } from './control/control.ts';
import { holdDevice } from '../locations/holdOwner.ts';
import type { Database } from '../platform/database/tables.ts';
import type { CommandDependencies } from './commandDependencies.ts';
import type { ControlRequest } from './commands.ts';
import { insertCommand, noteControl, type NewCommand, type StoredCommand } from './commandStore.ts';
import { beginCommand, commandOf, deliverCommand, firstOf, isReachable, notInControl } from './deliverCommand.ts';

/** The stored command and the resulting control. */
interface Written {
  readonly stored: StoredCommand;
  readonly control: Control;
}

/** A change of control: its command, and the writes after the insertion of that command in the same transaction. */
interface ControlChange {
  readonly command: 'take_control' | 'release_control';
  readonly write: (tx: Transaction<Database>, given: NewCommand) => Promise<Written>;
}

const taking: ControlChange = {
  command: 'take_control',
  write: async (tx, { id, serial, by, at }) => {
    const { control, former } = await takeControl(tx, serial, by, at);
    return { control, stored: await noteControl(tx, id, { ...former, epoch: control.epoch }) };
  },
};

const releasing: ControlChange = {
  command: 'release_control',
  write: async (tx, { id, serial, by, at }) => {
    const { username: holder, name: holderName } = by;
    const control = await releaseControl(tx, serial, holder, at);
    if (control === null) throw notInControl();
    return { control, stored: await noteControl(tx, id, { holder, holderName, epoch: control.epoch }) };
  },
};

async function changeControl(parts: CommandDependencies, asking: ControlRequest, { command, write }: ControlChange): Promise<Command> {
  const order = { ...asking, command, arguments: {} };
  const first = await beginCommand(parts, order);
  if (first !== null) return first;
  const given = commandOf(parts, order);
  const written = await parts.database.transaction().execute(async (tx) => {
    await holdDevice(tx, asking.scope, asking.serial);
    return (await insertCommand(tx, given, false)) === null ? null : write(tx, given);
  });
  const repeated = written === null ? await firstOf(parts, order) : null;
  if (repeated !== null) return repeated;
  if (written === null) throw notInControl();
  parts.onControl(written.control);
  // The control table is authoritative: a device that misses this message learns the change from the epoch of the next command.
  return deliverCommand(parts, given, written.stored, written.control.holder).catch(() => written.stored.record);
}

/** Takes control for the caller and notifies the device. */
export const sendTake = (parts: CommandDependencies, asking: ControlRequest): Promise<Command> => changeControl(parts, asking, taking);

/** Releases control and notifies the device; 409 when the caller is not the holder. */
export const sendRelease = (parts: CommandDependencies, asking: ControlRequest): Promise<Command> =>
  changeControl(parts, asking, releasing);

/** Notifies a device that the control of its controller has ended; does nothing when the device cannot be reached. */
export async function sendEnd(
  parts: CommandDependencies,
  { serial, holder, holderName, epoch }: Control,
  by: { readonly username: string; readonly name: string },
): Promise<void> {
  if (!isReachable(parts, serial)) return;
  const { database, now, times } = parts;
  const given: NewCommand = { id: randomUUID(), serial, command: 'release_control', arguments: {}, by, at: now(), times };
  // The epoch of the expired control is used: with the epoch of a newer holder, the device would release that holder.
  const stored = await database.transaction().execute(async (tx) => {
    await insertCommand(tx, given, false);
    return noteControl(tx, given.id, { holder, holderName, epoch });
  });
  await deliverCommand(parts, given, stored, null);
}
