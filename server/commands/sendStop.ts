import type { Asking, Commands } from './commands.ts';
import { messageOf, offline, type CommandDependencies } from './commandDependencies.ts';
import { insertCommand, noteProgress, noteSent, readCommand, type NewCommand, type StoredCommand } from './commandStore.ts';
import { watched } from './watchCommands.ts';

/** Whether a record is this stop's, and not one of another command with the same request id. */
const isOf = ({ serial, by }: NewCommand, { record }: StoredCommand) =>
  record.command === 'stop_immediately' && record.device_serial === serial && record.given_by === by.username;

/**
 * The way of a stop: published before anything is written, on a connection of its own, without control, queue or limit. What is written follows
 * behind, and is tried again while the database is away. The same id again is the same stop.
 */
export function createStop(parts: CommandDependencies): Commands['stop'] {
  const { database, live, stopLink, results, changes, retries, times, now } = parts;
  const running = new Map<string, Promise<boolean>>();

  const writeDown = (given: NewCommand, isSent: boolean) =>
    retries.run(async () => {
      const { id, serial, at } = given;
      const stored = (await insertCommand(database, given, false)) ?? (await readCommand(database, id));
      if (stored === null || !isOf(given, stored)) return;
      if (isSent) await noteSent(database, id, at);
      else await noteProgress(database, serial, { id, status: 'failed', at, text: 'not sent' });
      changes.notify();
    });

  /** Another instance may receive the result; then only the database shows it. */
  const wasStopped = async (given: NewCommand) => {
    const end = await watched(
      changes,
      async () => {
        const found = await readCommand(database, given.id).catch(() => null);
        return found === null || !isOf(given, found) || found.record.ended_at === null ? null : found.record.status;
      },
      times.stopMs,
    );
    return end === 'done';
  };

  const run = async ({ serial, caller, requestId: id }: Asking) => {
    if (!live.isConnected(serial)) throw offline();
    const given: NewCommand = { id, serial, command: 'stop_immediately', arguments: {}, by: caller, at: now(), times };
    const ended = results.nextEnd(serial, id, times.stopMs);
    try {
      await stopLink.publish(serial, messageOf(given, null));
    } catch (error) {
      void writeDown(given, false);
      throw error;
    }
    void writeDown(given, true);
    return Promise.race([ended.then((end) => end === 'done'), wasStopped(given)]);
  };

  return (asking) => {
    const key = `${asking.caller.username}\n${asking.serial}\n${asking.requestId}`;
    const known = running.get(key);
    if (known !== undefined) return known;
    const stopping = run(asking);
    running.set(key, stopping);
    const forget = () => setTimeout(() => running.delete(key), times.endMs).unref();
    stopping.then(forget, () => running.delete(key));
    return stopping;
  };
}
