import type { Logger } from 'pino';
import { isDatabaseAway } from './unavailable.ts';

type Write = () => Promise<void>;

/** Writes that must happen but must not delay a response: tried at once, and again while the database is away. */
export interface RetryQueue {
  /** Tries a write now and queues it while the database is away. Settles after the first try. */
  readonly run: (write: Write) => Promise<void>;
  /** Queues a write for the next retry. */
  readonly enqueue: (write: Write) => void;
  /** Tries all queued writes again, in order. */
  readonly retry: () => Promise<void>;
  /** Retries once more, after the writes that run. */
  readonly close: () => Promise<void>;
}

/** Writes that are queued while the database is away; beyond it they are lost, and logged. */
const MAX_WAITING = 10_000;

/** An empty queue. */
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
    // In order: a result is written after the command it belongs to.
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
