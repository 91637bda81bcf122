import type { Logger } from 'pino';
import { isDatabaseAway } from './unavailable.ts';

type Write = () => Promise<void>;

/** What must not hold anybody up but must be written: tried at once, and again while the database is away. */
export interface Later {
  /** Settles after the first try. */
  readonly soon: (write: Write) => Promise<void>;
  /** Waits for the next beat. */
  readonly atBeat: (write: Write) => void;
  readonly beat: () => Promise<void>;
  /** Tries what waits once more. */
  readonly close: () => Promise<void>;
}

/** So many writes wait for a database that is away; beyond it they are lost, and logged. */
const MAX_WAITING = 10_000;
/** Nothing waits. */
export function createLater(log: Logger): Later {
  let waiting: Write[] = [];
  const running = new Set<Promise<void>>();
  const atBeat = (write: Write) => {
    if (waiting.length < MAX_WAITING) waiting.push(write);
    else log.error('a write is given up: too many wait for the database');
  };
  const attempt = async (write: Write) => {
    try {
      await write();
    } catch (error) {
      if (isDatabaseAway(error)) atBeat(write);
      else log.error({ err: error }, 'a write is given up');
    }
  };
  const beat = async () => {
    const due = waiting;
    waiting = [];
    // In order: a result is written after the command it belongs to.
    for (const write of due) await attempt(write);
  };
  return {
    soon: (write) => {
      const one = attempt(write).finally(() => running.delete(one));
      running.add(one);
      return one;
    },
    atBeat,
    beat,
    close: async () => {
      await Promise.all(running);
      await beat();
    },
  };
}
