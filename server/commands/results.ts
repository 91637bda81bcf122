import type { Kysely } from 'kysely';
import type { Command } from '#contract/command';
import type { ResultMessage } from '#contract/deviceMessage';
import type { Database } from '../platform/database/tables.ts';
import type { Gauges } from '../platform/gauges.ts';
import type { RetryQueue } from '../platform/database/retryQueue.ts';
import { noteConfirmed, noteProgress, readCommand } from './store.ts';
import type { Changes } from './watch.ts';

/** A command given without the database is written a moment after the device has it; its result waits so many beats for it. */
const TRIES = 3;

type End = Extract<ResultMessage['status'], 'done' | 'failed'>;

/** What devices say of their commands. */
export interface Results {
  /** Takes in what a device says of one of its own commands. Whatever is wrong with it is counted and changes nothing. */
  readonly take: (serial: string, message: ResultMessage) => void;
  /** The device's own end of a command, heard by this instance before it is written down; null when it keeps silent. */
  readonly heard: (serial: string, id: string, withinMs: number) => Promise<End | null>;
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

/** Whether such a word of the device is still news. */
const isAwaited = ({ ended_at, delivered_at }: Command, status: ResultMessage['status']) =>
  ended_at === null && (status !== 'delivered' || delivered_at === null);

/** Nothing was said yet. */
export function createResults({ database, gauges, changes, retries, now }: ResultParts): Results {
  const ears = new Map<string, (end: End) => void>();
  let last: Promise<void> = Promise.resolve();

  const store = async (serial: string, said: Parameters<typeof noteProgress>[2], triesLeft: number): Promise<void> => {
    if ((await noteProgress(database, serial, said)) !== null) return changes.tell();
    const known = await readCommand(database, said.id);
    // Written down between the two looks: only now it can be told.
    if (known?.said.device_serial === serial && isAwaited(known.said, said.status)) return store(serial, said, triesLeft);
    if (known?.said.device_serial === serial) {
      // The value lies on the device, whatever the person was told.
      if (said.status === 'done') await noteConfirmed(database, serial, said.id, said.at);
      return gauges.refused.inc({ reason: 'final' });
    }
    if (known !== null || triesLeft === 0) return gauges.refused.inc({ reason: 'command' });
    return retries.enqueue(() => store(serial, said, triesLeft - 1));
  };

  return {
    take: (serial, { command_id: id, status, text }) => {
      if (status !== 'delivered') ears.get(`${serial}/${id}`)?.(status);
      // Our clock: a device's may be wrong.
      const said = { id, status, at: now(), text: text ?? null };
      // One after the other: that it has a command and how that ended may come at the same moment.
      last = last.then(() => retries.run(() => store(serial, said, TRIES)));
    },
    heard: (serial, id, withinMs) =>
      new Promise((resolve) => {
        const key = `${serial}/${id}`;
        const settle = (end: End | null) => {
          clearTimeout(timer);
          ears.delete(key);
          resolve(end);
        };
        const timer = setTimeout(() => settle(null), withinMs);
        ears.set(key, settle);
      }),
    idle: () => last,
  };
}
