import type { Logger } from 'pino';
import { isDatabaseAway } from '../failure/unavailable.ts';

type Write = () => Promise<void>;

/** A queue of writes that must not delay a response: each runs at once, and is retried while the database is unavailable. */
export interface RetryQueue {
  /** Runs a write and queues it if the database is unavailable. Resolves after the first attempt. */
  readonly run: (write: Write) => Promise<void>;
  /** Queues a write for the next retry. */
  readonly enqueue: (write: Write) => void;
  /** Retries all queued writes, in order. */
  readonly retry: () => Promise<void>;
  /** Waits for running writes, then retries once more. */
  readonly close: () => Promise<void>;
}

/** Maximum number of queued writes; further ones are dropped and logged. */
const MAX_WAITING = 10_000;

/** Creates an empty queue. */
export function createRetryQueue(log: Logger): RetryQueue {
  let waiting: Write[] = [];
  const running = new Set<Promise<void>>();
  const enqueue = (write: Write) => {
    if (waiting.length < MAX_WAITING) waiting.push(write);
    else log.error('a write is given up: too many wait for the database');
  };
  const attempt = async (write: Write) => {
    try {
      await write();
    } catch (error) {
      if (isDatabaseAway(error)) enqueue(write);
      else log.error({ err: error }, 'a write is given up');
    }
  };
  const retry = async () => {
    const due = waiting;
    waiting = [];
    // Writes run in order, because a result must be written after its command.
    for (const write of due) await attempt(write);
  };
  return {
    run: (write) => {
      const one = attempt(write).finally(() => running.delete(one));
      running.add(one);
      return one;
    },
    enqueue,
    retry,
    close: async () => {
      await Promise.all(running);
      await retry();
    },
  };
}
