/** The job that ends control while its holder is absent. */

import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/tables.ts';
import { logOnce } from '../../platform/failure/logOnce.ts';
import { expireControl, readControls, type Control } from './control.ts';
import type { Presence } from './consolePresence.ts';

/** Time from the holder's last activity to the end of control, in ms. Source: design 12.2. */
const ABSENT_MS = 60_000;
/** Overlap with the previous read in ms: another instance's clock may be behind. */
const LOOK_BACK_MS = 60_000;

interface UpkeepParts {
  readonly database: Kysely<Database>;
  readonly presence: Pick<Presence, 'flush'>;
  /** Interval between two rounds. */
  readonly beatMs: number;
  readonly now: () => number;
  readonly log: Logger;
  /** Called with a change that was read from the table; it may already be cached. */
  readonly onRead: (control: Control) => void;
  /** Called with the control that ended because its holder was absent. */
  readonly onExpired: (control: Control) => void;
}

/** Periodic check of presence and control. */
export interface ControlExpiry {
  /** Runs one round: writes presence, reads changes, expires control. */
  readonly runOnce: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts the timer. No control expires until this instance has written presence for a minute: before that, consoles may not have reached a server. */
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
      for (const control of await readControls(database, Math.min(lastRead, begun) - LOOK_BACK_MS)) onRead(control);
      lastRead = begun;
      // After a late or slow round, presence since the last round is unknown.
      if (Math.abs(now() - lastWell) > ABSENT_MS || wellSince > now()) wellSince = now();
      lastWell = now();
      // One interval is added, because another instance may have seen the holder without having written it yet.
      const before = now() - ABSENT_MS - beatMs;
      if (wellSince < before) for (const control of await expireControl(database, before, now())) onExpired(control);
      outcome.worked();
    } catch (error) {
      wellSince = now();
      outcome.failed(error);
    }
  };
  const runOnce = () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
  const timer = setInterval(() => void runOnce(), beatMs);
  return {
    runOnce,
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
