import type { Command } from '#contract/command';
import { ownIdOf } from '../fleet/ingest/wireIds.ts';
import { conflict } from '../platform/failure/failure.ts';
import { brokerAway } from './brokerConnection.ts';
import { messageOf, offline, type CommandDependencies } from './commandDependencies.ts';
import type { CommandRequest } from './commands.ts';
import { noteProgress, noteSent, readCommand, type NewCommand, type StoredCommand } from './commandStore.ts';

/** 409: the caller is not in control of the device. */
export const notInControl = () => conflict('you are not in control of this device');

/** Returns whether a device can receive a command now. */
export const isReachable = ({ live, link }: Pick<CommandDependencies, 'live' | 'link'>, serial: string): boolean =>
  live.isConnected(serial) && link.isUp();

/** A request without the fields that are only checked. */
type GivenCommand = Omit<CommandRequest, 'needsControl' | 'scope'>;

/** Returns the command for a request, with the current time. */
export const commandOf = (
  { now, times }: Pick<CommandDependencies, 'now' | 'times'>,
  { serial, command, arguments: words, caller, requestId: id }: GivenCommand,
): NewCommand => ({ id, serial, command, arguments: words, by: caller, at: now(), times });

/** Returns the record of an earlier request with the same id; null if there is none. Throws 409 if that request was for another command. */
export async function firstOf(
  { database }: Pick<CommandDependencies, 'database'>,
  { serial, command, caller, requestId }: GivenCommand,
): Promise<Command | null> {
  const record = (await readCommand(database, requestId))?.record;
  if (record === undefined) return null;
  const isSame = record.device_serial === serial && record.command === command && record.given_by === caller.username;
  if (!isSame) throw conflict('this request id belongs to another command');
  return record;
}

/** Returns null when the device can be reached; otherwise returns the first record of a repeated request, or throws. */
export async function beginCommand(parts: CommandDependencies, order: GivenCommand): Promise<Command | null> {
  const isThere = parts.live.isConnected(order.serial);
  if (isThere && parts.link.isUp()) return null;
  const first = await firstOf(parts, order);
  if (first === null) throw isThere ? brokerAway() : offline();
  return first;
}

/** Returns the arguments of a command, with the device's own ids of its incidents. */
function deviceArguments({ command, serial, arguments: words }: NewCommand): NewCommand['arguments'] {
  const { incident } = words;
  return command === 'upload_data' && typeof incident === 'string' ? { ...words, incident: ownIdOf(serial, incident) } : words;
}

/**
 * Sends a stored command and returns its record. All senders share it, together with the checks for offline devices, missing control and repeated requests. If
 * the command cannot be sent, its record states that. `controller` is for changes of control.
 */
export async function deliverCommand(
  { database, live, link, changes, now }: CommandDependencies,
  given: NewCommand,
  { record, epoch }: StoredCommand,
  controller?: string | null,
): Promise<Command> {
  try {
    const clockOffsetMs = live.clockOffsetMs(given.serial) ?? 0;
    const more = controller === undefined ? { clockOffsetMs } : { controller, clockOffsetMs };
    await link.publish(given.serial, messageOf({ ...given, arguments: deviceArguments(given) }, epoch, more));
  } catch (error) {
    await noteProgress(database, given.serial, { id: given.id, status: 'failed', at: now(), text: 'not sent' });
    throw error;
  } finally {
    changes.notify();
  }
  return (await noteSent(database, given.id, now()))?.record ?? record;
}
