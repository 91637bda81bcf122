/** Receives the results of commands that devices report (`delivered`, `done`, `failed`) and writes them to the rows of the commands. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Command } from '#contract/command';
import type { ResultMessage } from '#contract/messages/deviceMessage';
import type { Database } from '../platform/database/tables.ts';
import type { Gauges } from '../platform/gauges.ts';
import type { RetryQueue } from '../platform/database/retryQueue.ts';
import { noteConfirmed, noteProgress, readCommand } from './commandStore.ts';
import type { CommandChanges } from './watchCommands.ts';

/** Number of retries for the result of an unknown command: a device may report the result of a stop before that stop is stored. */
const TRIES = 3;
/** Time after which a result is acknowledged without being stored, in ms. */
const SLOW_MS = 250;

/** The end of a command, as its device reported it. */
export interface ReportedEnd {
  readonly status: Extract<ResultMessage['status'], 'done' | 'failed'>;
  readonly text: string | null;
}

/** Receiver of command results from devices. */
export interface ResultInbox {
  /**
   * Stores a result of one of the device's own commands and calls `done` when it is stored, or when the database is slow: a device that waits for the
   * acknowledgement would not report that it stopped. An invalid result is counted and ignored; `refuse` is called with the reason, but not for a repeated
   * result.
   */
  readonly receive: (serial: string, message: ResultMessage, done: () => void, refuse?: Refuse) => void;
  /** Wakes the calls of this instance that wait for the end of a command whose result another instance has stored. */
  readonly show: (serial: string, message: ResultMessage) => void;
  /** Resolves with the end of a command when this instance receives it, before it is stored; null after `withinMs`. */
  readonly nextEnd: (serial: string, id: string, withinMs: number) => Promise<ReportedEnd | null>;
  /** Resolves when the first attempt to write every result received so far has ended. */
  readonly idle: () => Promise<void>;
}

type Refuse = (why: string) => void;

interface ResultParts {
  readonly database: Kysely<Database>;
  readonly gauges: Pick<Gauges, 'refused'>;
  readonly changes: CommandChanges;
  readonly retries: RetryQueue;
  readonly now: () => number;
}

/** Returns whether a result with this status is still expected. */
const isAwaited = ({ ended_at, delivered_at }: Command, status: ResultMessage['status']) =>
  ended_at === null && (status !== 'delivered' || delivered_at === null);

/** Returns whether a result repeats a known one, for example after a resend. */
const isRepeated = ({ status, delivered_at }: Command, again: ResultMessage['status']) =>
  status === again || (again === 'delivered' && delivered_at !== null);

/** Creates the receiver. */
export function createResults({ database, gauges, changes, retries, now }: ResultParts): ResultInbox {
  const waiters = new Map<string, (end: ReportedEnd) => void>();
  let last: Promise<void> = Promise.resolve();

  const store = async (
    serial: string,
    progress: Parameters<typeof noteProgress>[2],
    refuse: Refuse | undefined,
    triesLeft: number,
  ): Promise<void> => {
    if ((await noteProgress(database, serial, progress)) !== null) return changes.notify();
    const known = await readCommand(database, progress.id);
    // The command was stored between update and read: retry at once.
    if (known?.record.device_serial === serial && isAwaited(known.record, progress.status))
      return store(serial, progress, refuse, triesLeft);
    if (known?.record.device_serial === serial) {
      // The device applied the change even though the command ended otherwise.
      if (progress.status === 'done') await noteConfirmed(database, serial, progress.id, progress.at);
      if (!isRepeated(known.record, progress.status)) refuse?.(`the command has ended before: ${known.record.status}`);
      return gauges.refused.inc({ reason: 'final' });
    }
    if (known !== null || triesLeft === 0) {
      refuse?.('this device has no such command');
      return gauges.refused.inc({ reason: 'command' });
    }
    return retries.enqueue(() => store(serial, progress, refuse, triesLeft - 1));
  };

  const show = (serial: string, { command_id: id, status, text }: ResultMessage) => {
    if (status !== 'delivered') waiters.get(`${serial}/${id}`)?.({ status, text: text ?? null });
  };
  return {
    show,
    receive: (serial, message, done, refuse) => {
      show(serial, message);
      const { command_id: id, status, text } = message;
      // The time is by the server's clock, since a device's clock may be wrong.
      const progress = { id, status, at: now(), text: text ?? null };
      // The results are stored in sequence: `delivered` and the end of a command may arrive at the same time.
      last = last.then(() => retries.run(() => store(serial, progress, refuse, TRIES)));
      void Promise.race([last, sleep(SLOW_MS, undefined, { ref: false })]).then(done);
    },
    nextEnd: (serial, id, withinMs) =>
      new Promise((resolve) => {
        const key = `${serial}/${id}`;
        const settle = (end: ReportedEnd | null) => {
          clearTimeout(timer);
          waiters.delete(key);
          resolve(end);
        };
        const timer = setTimeout(() => settle(null), withinMs);
        waiters.set(key, settle);
      }),
    idle: () => last,
  };
}
