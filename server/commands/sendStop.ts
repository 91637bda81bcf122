import { setTimeout as sleep } from 'node:timers/promises';
import type { Asking, Commands } from './commands.ts';
import { messageOf, offline, type CommandDependencies } from './commandDependencies.ts';
import { insertCommand, noteProgress, noteSent, readCommand, type NewCommand, type StoredCommand } from './commandStore.ts';
import { watched } from './watchCommands.ts';

/** Time after which a stop is answered although it is not stored, in ms. */
const SLOW_MS = 250;

/** Returns whether a record belongs to this stop, not to another command with the same request id. */
const isOf = ({ serial, by }: NewCommand, { record }: StoredCommand) =>
  record.command === 'stop_immediately' && record.device_serial === serial && record.given_by === by.username;

/**
 * Creates the stop function: publishes before any database write, on a separate connection, without control check, queue or rate limit. The record
 * is stored afterwards and retried while the database is unavailable. A repeated id returns the result of the first request.
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

  /** Watches the database, since another instance may receive the result. */
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
    const given: NewCommand = { id, serial, command: 'stop_immediately', arguments: {}, by: caller, at: now(), times };
    const ended = results.nextEnd(serial, id, times.stopMs);
    const message = messageOf(given, null);
    const isReporting = live.isConnected(serial);
    // What is connected to this instance can be stopped while nothing that it reports arrives.
    if (!isReporting && !(await stopLink.publishHere(serial, message))) throw offline();
    try {
      if (isReporting) await stopLink.publish(serial, message);
    } catch (error) {
      void writeDown(given, false);
      throw error;
    }
    const written = writeDown(given, true);
    const isDone = await Promise.race([ended.then((end) => end === 'done'), wasStopped(given)]);
    // The device has stopped by now: what is answered is also stored, unless the database is slow.
    await Promise.race([written, sleep(SLOW_MS, undefined, { ref: false })]);
    return isDone;
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
