/** A clock that several instances share: if the clock of this machine is wrong, it follows the database's. */

import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../database/tables.ts';
import { logOnce } from '../failure/logOnce.ts';

/** A clock that several instances share. */
export interface DatabaseClock {
  /** Returns the shared time, in ms since epoch. */
  readonly now: () => number;
  /** Returns the lead of the database's clock over this machine's, in ms; 0 within the tolerance. */
  readonly aheadMs: () => number;
  readonly close: () => void;
}

/** Returns the clock of a single server. */
export const localClock = (now: () => number): DatabaseClock => ({ now, aheadMs: () => 0, close: () => undefined });

interface ClockParts {
  readonly database: Kysely<Database>;
  /** The clock of this machine, in ms since epoch. */
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
}

/** Difference below which the clocks count as equal, in ms: clocks that NTP synchronises do not jump. */
const TOLERATED_MS = 1_000;
const COMPARE_MS = 10_000;
/** Response time above which a comparison is repeated, in ms, because its error is up to half of that time; and the maximum number of comparisons. */
const QUICK_MS = 500;
const MOST_COMPARISONS = 5;

/** Compares the clocks once: returns the lead of the database's clock in ms, accurate to half of the response time, and the response time. */
async function compareOnce({ database, now }: ClockParts): Promise<{ readonly aheadMs: number; readonly tookMs: number }> {
  const askedAt = now();
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(database);
  const answeredAt = now();
  return { aheadMs: (rows[0]?.at.getTime() ?? NaN) - (askedAt + answeredAt) / 2, tookMs: answeredAt - askedAt };
}

/**
 * Returns the lead of the database's clock by the quickest comparison, in ms; 0 within the tolerance plus half of its response time. Source: CLOCK20, CLOCK21.
 */
async function compareClocks(parts: ClockParts): Promise<number> {
  let best = await compareOnce(parts);
  for (let count = 1; best.tookMs > QUICK_MS && count < MOST_COMPARISONS; count += 1) {
    const next = await compareOnce(parts);
    if (next.tookMs < best.tookMs) best = next;
  }
  return Math.abs(best.aheadMs) > TOLERATED_MS + best.tookMs / 2 ? Math.round(best.aheadMs) : 0;
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
