import type { Kysely } from 'kysely';
import type { Command } from '#contract/command';
import type { ResultMessage } from '#contract/deviceMessage';
import type { Database } from '../platform/database/tables.ts';
import type { Gauges } from '../platform/gauges.ts';
import type { RetryQueue } from '../platform/database/retryQueue.ts';
import { noteConfirmed, noteProgress, readCommand } from './commandStore.ts';
import type { Changes } from './watchCommands.ts';

/** A command given without the database is written a moment after the device has it; its result waits so many beats for it. */
const TRIES = 3;

type End = Extract<ResultMessage['status'], 'done' | 'failed'>;

/** Results of commands, as devices report them. */
export interface CommandInbox {
  /** Takes a result of one of the device's own commands. A wrong one is counted and changes nothing. */
  readonly take: (serial: string, message: ResultMessage) => void;
  /** The end of a command as this instance receives it, before it is written; null when none comes in time. */
  readonly nextEnd: (serial: string, id: string, withinMs: number) => Promise<End | null>;
  /** Settles when all that was taken in so far was tried to be written. */
  readonly idle: () => Promise<void>;
}

interface ResultParts {
  readonly database: Kysely<Database>;
  readonly gauges: Pick<Gauges, 'refused'>;
  readonly changes: Changes;
  readonly retries: RetryQueue;
  readonly now: () => number;
}

/** Whether such a result is still expected. */
const isAwaited = ({ ended_at, delivered_at }: Command, status: ResultMessage['status']) =>
  ended_at === null && (status !== 'delivered' || delivered_at === null);

/** No results yet. */
export function createResults({ database, gauges, changes, retries, now }: ResultParts): CommandInbox {
  const waiters = new Map<string, (end: End) => void>();
  let last: Promise<void> = Promise.resolve();

  const store = async (serial: string, progress: Parameters<typeof noteProgress>[2], triesLeft: number): Promise<void> => {
    if ((await noteProgress(database, serial, progress)) !== null) return changes.notify();
    const known = await readCommand(database, progress.id);
    // Written between the two reads: only now the result can be stored.
    if (known?.record.device_serial === serial && isAwaited(known.record, progress.status)) return store(serial, progress, triesLeft);
    if (known?.record.device_serial === serial) {
      // The value is on the device, whatever the response was.
      if (progress.status === 'done') await noteConfirmed(database, serial, progress.id, progress.at);
      return gauges.refused.inc({ reason: 'final' });
    }
    if (known !== null || triesLeft === 0) return gauges.refused.inc({ reason: 'command' });
    return retries.enqueue(() => store(serial, progress, triesLeft - 1));
  };

  return {
    take: (serial, { command_id: id, status, text }) => {
      if (status !== 'delivered') waiters.get(`${serial}/${id}`)?.(status);
      // Our clock: a device's may be wrong.
      const progress = { id, status, at: now(), text: text ?? null };
      // One after the other: that it has a command and how that ended may come at the same moment.
      last = last.then(() => retries.run(() => store(serial, progress, TRIES)));
    },
    nextEnd: (serial, id, withinMs) =>
      new Promise((resolve) => {
        const key = `${serial}/${id}`;
        const settle = (end: End | null) => {
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
