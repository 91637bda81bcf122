import { randomUUID } from 'node:crypto';
import type { Command } from '#contract/command';
import { releaseControl, takeControl, type Control } from '../control/control.ts';
import { conflict } from '../platform/failure/failure.ts';
import type { Asking, Commands, Order } from './commands.ts';
import { ownIdOf } from '../fleet/ingest/wireIds.ts';
import { brokerAway } from './brokerConnection.ts';
import { messageOf, offline, type CommandDependencies } from './commandDependencies.ts';
import { insertCommand, noteControl, noteProgress, noteSent, readCommand, type NewCommand, type StoredCommand } from './commandStore.ts';

const notInControl = () => conflict('you are not in control of this device');

/** Sends commands, takes and releases control. `end` notifies a device that its controller's control expired. */
export interface CommandSender extends Pick<Commands, 'give' | 'take' | 'release'> {
  /** Sends a command of the server itself under a name; does nothing when the device cannot be reached. */
  readonly tell: (order: Pick<Order, 'serial' | 'command' | 'arguments'>, name: string) => Promise<void>;
  readonly end: (control: Control, by: { readonly username: string; readonly name: string }) => Promise<void>;
}

/** The stored command and the resulting control. */
interface Written {
  readonly stored: StoredCommand;
  readonly control: Control;
}

/** Returns the arguments of a command in the words of the device, which calls its incidents by its own ids. */
function deviceArguments({ command, serial, arguments: words }: NewCommand): NewCommand['arguments'] {
  const { incident } = words;
  return command === 'upload_data' && typeof incident === 'string' ? { ...words, incident: ownIdOf(serial, incident) } : words;
}

/** Creates the sender of all commands except stop. */
export function createCommandSender({ database, live, link, changes, times, now, onControl }: CommandDependencies): CommandSender {
  const newCommand = ({ serial, command, arguments: words, caller, requestId: id }: Omit<Order, 'needsControl'>): NewCommand => ({
    id,
    serial,
    command,
    arguments: words,
    by: caller,
    at: now(),
    times,
  });

  const firstOf = async ({ serial, command, caller, requestId }: Omit<Order, 'needsControl'>): Promise<Command | null> => {
    const record = (await readCommand(database, requestId))?.record;
    if (record === undefined) return null;
    const isSame = record.device_serial === serial && record.command === command && record.given_by === caller.username;
    if (!isSame) throw conflict('this request id belongs to another command');
    return record;
  };

  const send = async (given: NewCommand, { record, epoch }: StoredCommand, controller?: string | null): Promise<Command> => {
    try {
      const clockOffsetMs = live.clockOffsetMs(given.serial) ?? 0;
      await link.publish(
        given.serial,
        messageOf(
          { ...given, arguments: deviceArguments(given) },
          epoch,
          controller === undefined ? { clockOffsetMs } : { controller, clockOffsetMs },
        ),
      );
    } catch (error) {
      await noteProgress(database, given.serial, { id: given.id, status: 'failed', at: now(), text: 'not sent' });
      throw error;
    } finally {
      changes.notify();
    }
    return (await noteSent(database, given.id, now()))?.record ?? record;
  };

  /** Throws when the command cannot be sent; returns the first record when it is a repeated request. Null: continue. */
  const begin = async (order: Omit<Order, 'needsControl'>): Promise<Command | null> => {
    const isThere = live.isConnected(order.serial);
    if (isThere && link.isUp()) return null;
    const first = await firstOf(order);
    if (first === null) throw isThere ? brokerAway() : offline();
    return first;
  };

  const give = async (order: Order): Promise<Command> => {
    const first = await begin(order);
    if (first !== null) return first;
    const given = newCommand(order);
    const stored = await insertCommand(database, given, order.needsControl);
    if (stored !== null) return send(given, stored);
    const repeated = await firstOf(order);
    if (repeated === null) throw notInControl();
    return repeated;
  };

  const change = async (
    asking: Asking,
    command: 'take_control' | 'release_control',
    write: (given: NewCommand) => Promise<Written | null>,
  ) => {
    const order = { ...asking, command, arguments: {} };
    const first = await begin(order);
    if (first !== null) return first;
    const given = newCommand(order);
    const written = await write(given);
    const repeated = written === null ? await firstOf(order) : null;
    if (repeated !== null) return repeated;
    if (written === null) throw notInControl();
    onControl(written.control);
    // The control table is authoritative: a device that misses this message learns the change from the epoch of the next command.
    return send(given, written.stored, written.control.holder).catch(() => written.stored.record);
  };

  const take = (asking: Asking) =>
    change(asking, 'take_control', (given) =>
      database.transaction().execute(async (tx) => {
        if ((await insertCommand(tx, given, false)) === null) return null;
        const { control, former } = await takeControl(tx, given.serial, given.by, given.at);
        return { control, stored: await noteControl(tx, given.id, { ...former, epoch: control.epoch }) };
      }),
    );

  const release = (asking: Asking) =>
    change(asking, 'release_control', (given) =>
      database.transaction().execute(async (tx) => {
        if ((await insertCommand(tx, given, false)) === null) return null;
        const { username: holder, name: holderName } = given.by;
        const control = await releaseControl(tx, given.serial, holder, given.at);
        if (control === null) throw notInControl();
        return { control, stored: await noteControl(tx, given.id, { holder, holderName, epoch: control.epoch }) };
      }),
    );

  const end = async (control: Control, by: { readonly username: string; readonly name: string }) => {
    if (!live.isConnected(control.serial) || !link.isUp()) return;
    const given: NewCommand = {
      id: randomUUID(),
      serial: control.serial,
      command: 'release_control',
      arguments: {},
      by,
      at: now(),
      times,
    };
    const { holder, holderName, epoch } = control;
    // Use the epoch of the expired control: with a newer holder's epoch, the device would release the new holder.
    const stored = await database.transaction().execute(async (tx) => {
      await insertCommand(tx, given, false);
      return noteControl(tx, given.id, { holder, holderName, epoch });
    });
    await send(given, stored, null);
  };

  const tell: CommandSender['tell'] = async ({ serial, command, arguments: words }, name) => {
    if (!live.isConnected(serial) || !link.isUp()) return;
    const given: NewCommand = { id: randomUUID(), serial, command, arguments: words, by: { username: '', name }, at: now(), times };
    const stored = await insertCommand(database, given, false);
    if (stored !== null) await send(given, stored);
  };

  return { give, take, release, end, tell };
}
