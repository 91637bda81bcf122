/**
 * Sends a stop: published before any write, on a separate connection, without queue, lock or control check; answered also while the database is unavailable.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Commands, StopRequest } from './commands.ts';
import { messageOf, offline, type CommandDependencies } from './commandDependencies.ts';
import { insertCommand, noteProgress, noteSent, readCommand, type NewCommand, type StoredCommand } from './commandStore.ts';
import type { SpooledStop, StopSpool } from './stopSpool.ts';
import type { CommandTimes } from './commandTimeouts.ts';
import { watchUntil } from './watchCommands.ts';

/** Time after which a stop is answered without being stored, in ms. */
const SLOW_MS = 250;

/** Returns whether a record belongs to this stop, not to another command with the same request id. */
const isOf = ({ serial, by }: NewCommand, { record }: StoredCommand) =>
  record.command === 'stop_immediately' && record.device_serial === serial && record.given_by === by.username;

type StopParts = CommandDependencies & { readonly spool: StopSpool };

/**
 * Stores a stop that was sent, with its end if known, in one transaction, because otherwise a stop that is stored late would expire before its end is written.
 */
async function storeStop(database: StopParts['database'], given: NewCommand, end: SpooledStop['end']): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const stored = (await insertCommand(tx, given, false)) ?? (await readCommand(tx, given.id));
    if (stored === null || !isOf(given, stored)) return;
    await noteSent(tx, given.id, given.at);
    if (end !== null) await noteProgress(tx, given.serial, { id: given.id, ...end });
  });
}

/** Stores the stops that an earlier process answered but could not store. Called at the start, before their audit lines are written. */
export async function storeSpooledStops(
  { database, spool, log }: Pick<StopParts, 'database' | 'spool'> & { readonly log: Pick<Logger, 'error'> },
  times: CommandTimes,
): Promise<void> {
  for (const { end, ...stop } of await spool.readLeftovers()) {
    try {
      await storeStop(database, { ...stop, command: 'stop_immediately', arguments: {}, times }, end);
      await spool.forget(stop);
    } catch (error) {
      // The file is kept, because it is the only evidence of this stop.
      log.error({ err: error }, 'a stop of an earlier start cannot be stored');
    }
  }
}

/** Writes a stop that could not be sent. */
const writeUnsent = ({ database, retries, changes }: StopParts, given: NewCommand) =>
  retries.run(async () => {
    const stored = (await insertCommand(database, given, false)) ?? (await readCommand(database, given.id));
    if (stored === null || !isOf(given, stored)) return;
    await noteProgress(database, given.serial, { id: given.id, status: 'failed', at: given.at, text: 'not sent' });
    changes.notify();
  });

/** Resolves with true if the device stopped, as recorded in the database, since another instance may receive the result. */
async function wasStopped({ database, changes, times }: StopParts, given: NewCommand): Promise<boolean> {
  const end = await watchUntil(
    changes,
    async () => {
      const found = await readCommand(database, given.id).catch(() => null);
      return found === null || !isOf(given, found) || found.record.ended_at === null ? null : found.record.status;
    },
    times.stopMs,
  );
  return end === 'done';
}

/** Publishes a stop. Throws when the stop does not reach the device: only the connection of the device decides that, not the arrival of its reports. */
async function publishStop(parts: StopParts, given: NewCommand): Promise<void> {
  const { live, stopLink } = parts;
  const message = messageOf(given, null);
  try {
    if (live.isConnected(given.serial)) return await stopLink.publish(given.serial, message);
    if (await stopLink.tryPublish(given.serial, message)) return;
  } catch (error) {
    void writeUnsent(parts, given);
    throw error;
  }
  throw offline();
}

/**
 * Stores a stop that was sent, at the first attempt or a later one. `store` resolves when it is stored, or written to a file if the database is slow;
 * the file is removed once the stop is stored.
 */
function writeStop({ database, retries, changes, spool }: StopParts, given: NewCommand, endOf: () => SpooledStop['end']) {
  const { id, serial, at, by } = given;
  const kept: SpooledStop = { id, serial, at, by: { username: by.username, name: by.name }, end: null };
  let isStored = false;
  let isKept = false;
  const forgetOnceStored = () => (isStored && isKept ? void spool.forget(kept) : undefined);
  const written = retries.run(async () => {
    await storeStop(database, given, endOf());
    isStored = true;
    forgetOnceStored();
    changes.notify();
  });
  return {
    store: async () => {
      await Promise.race([written, sleep(SLOW_MS, undefined, { ref: false })]);
      if (isStored) return;
      await spool.store({ ...kept, end: endOf() });
      isKept = true;
      forgetOnceStored();
    },
  };
}

/** Sends a stop; resolves, once the stop is stored, with true if the device reports that it stopped. */
async function runStop(parts: StopParts, { serial, caller, requestId: id }: StopRequest): Promise<boolean> {
  const { results, times, now } = parts;
  const given: NewCommand = { id, serial, command: 'stop_immediately', arguments: {}, by: caller, at: now(), times };
  let end: SpooledStop['end'] = null;
  const ended = results.nextEnd(serial, id, times.stopMs).then((reported) => {
    if (reported !== null) end = { ...reported, at: now() };
    return reported?.status === 'done';
  });
  await publishStop(parts, given);
  const record = writeStop(parts, given, () => end);
  const isDone = await Promise.race([ended, wasStopped(parts, given)]);
  // The device has stopped by now; the outcome in the response is also stored.
  await record.store();
  return isDone;
}

/**
 * Creates the stop function: publishes before any database write, on a separate connection, without control check, queue or rate limit. The record
 * is stored afterwards and retried while the database is unavailable; until then it is in a file. A repeated id returns the result of the first request.
 */
export function createStop(parts: StopParts): Commands['stop'] {
  const running = new Map<string, Promise<boolean>>();
  return (asking) => {
    const key = `${asking.caller.username}\n${asking.serial}\n${asking.requestId}`;
    const known = running.get(key);
    if (known !== undefined) return known;
    const stopping = runStop(parts, asking);
    running.set(key, stopping);
    const forget = () => setTimeout(() => running.delete(key), parts.times.endMs).unref();
    stopping.then(forget, () => running.delete(key));
    return stopping;
  };
}
