import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/tables.ts';
import { logOnce } from '../platform/logOnce.ts';
import { expireControl, readControls, type Control } from './control.ts';
import type { Presence } from './consolePresence.ts';

/** Control ends so many ms after its holder's last console is gone. Source: design 12.2. */
const ABSENT_MS = 60_000;
/** How much earlier than the last reading changes are looked for: another instance's clock may be behind. */
const LOOK_BACK_MS = 60_000;

interface UpkeepParts {
  readonly database: Kysely<Database>;
  readonly presence: Pick<Presence, 'flush'>;
  /** Between two rounds. */
  readonly beatMs: number;
  readonly now: () => number;
  readonly log: Logger;
  /** A change read from the table; it may be known. */
  readonly onRead: (control: Control) => void;
  /** Control that ended because nobody was there. */
  readonly onExpired: (control: Control) => void;
}

/** The regular check of presence and control. */
export interface ControlExpiry {
  /** One round: who is here, what changed, whose control ends. */
  readonly round: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts the beat. Nobody loses control before this instance has written presence for a whole minute: consoles may have found no server meanwhile. */
export function startControlExpiry({ database, presence, beatMs, now, log, onRead, onExpired }: UpkeepParts): ControlExpiry {
  let wellSince = now();
  let lastRead = now();
  let lastWell = now();
  const outcome = logOnce(log, {
    lost: 'who is here cannot be written; nobody loses control meanwhile',
    back: 'who is here is written again',
  });
  let running: Promise<void> | null = null;
  const work = async () => {
    try {
      await presence.flush();
      const begun = now();
      for (const control of await readControls(database, lastRead - LOOK_BACK_MS)) onRead(control);
      lastRead = begun;
      // After a round that hung or came late, presence of the time between is unknown.
      if (now() - lastWell > ABSENT_MS) wellSince = now();
      lastWell = now();
      // One beat more than the minute: another instance may have seen the holder and not yet written it.
      const before = now() - ABSENT_MS - beatMs;
      if (wellSince < before) for (const control of await expireControl(database, before, now())) onExpired(control);
      outcome.worked();
    } catch (error) {
      wellSince = now();
      outcome.failed(error);
    }
  };
  const round = () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
  const timer = setInterval(() => void round(), beatMs);
  return {
    round,
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
