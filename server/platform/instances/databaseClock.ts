/** A clock that several instances share: if the clock of this machine is wrong, it follows the database's. */

import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../database/tables.ts';
import { logOnce } from '../failure/logOnce.ts';

/** A clock that several instances share. */
export interface DatabaseClock {
  /** In ms since epoch. */
  readonly now: () => number;
  /** Returns the time, in ms, by which the database's clock is ahead of this machine's; 0 within the tolerance. */
  readonly aheadMs: () => number;
  readonly close: () => void;
}

/** The clock for a single server. */
export const localClock = (now: () => number): DatabaseClock => ({ now, aheadMs: () => 0, close: () => undefined });

interface ClockParts {
  readonly database: Kysely<Database>;
  /** The clock of this machine, in ms since epoch. */
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
}

/** Smaller differences are ignored, in ms, because clocks that NTP synchronises do not jump. */
const TOLERATED_MS = 1_000;
const COMPARE_MS = 10_000;

/** Returns how far the database's clock is ahead, in ms; 0 within the tolerance plus half of the response time. */
async function compareClocks({ database, now }: ClockParts): Promise<number> {
  const askedAt = now();
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(database);
  const answeredAt = now();
  const difference = (rows[0]?.at.getTime() ?? NaN) - (askedAt + answeredAt) / 2;
  return Math.abs(difference) > TOLERATED_MS + (answeredAt - askedAt) / 2 ? Math.round(difference) : 0;
}

/**
 * Opens a clock that follows the database's if this machine's is wrong, so that all instances date reports alike and consider the same devices connected. The
 * clocks are compared every ten seconds; while the database is unavailable, the last difference is kept.
 */
export async function openDatabaseClock(parts: ClockParts): Promise<DatabaseClock> {
  const outcome = logOnce(parts.log, { lost: 'the clock cannot be compared with the database', back: 'the clock is compared again' });
  let ahead = 0;
  const compare = async () => {
    const former = ahead;
    ahead = await compareClocks(parts);
    if (former === 0 && ahead !== 0) parts.log.warn({ aheadMs: ahead }, 'the clock of this machine is wrong: that of the database is used');
  };
  await compare();
  const timer = setInterval(() => void compare().then(outcome.worked, outcome.failed), COMPARE_MS);
  return { now: () => parts.now() + ahead, aheadMs: () => ahead, close: () => clearInterval(timer) };
}
