/** Counts the sign-ins of a network per minute, across all servers. */

import { sql, type Kysely } from 'kysely';
import { createRateLimit } from '../../platform/limits/rateLimit.ts';
import type { Rate } from '../../platform/limits/tokenBucket.ts';
import type { IdentityTables } from '../tables.ts';

/** A function that counts a sign-in of a network; it resolves to false, without counting, if there were too many. */
export type SignInRate = (network: string) => Promise<boolean>;

/**
 * Creates the limit of sign-ins per network, which all instances on the database share. Each instance first counts its own sign-ins, so a flood queries the
 * database no more often than the limit allows. `now` is ms since epoch; the shared count uses the clock of the database, because the clocks of instances
 * differ.
 */
export function createSignInRate(database: Kysely<IdentityTables>, rate: Rate, now: () => number): SignInRate {
  const own = createRateLimit(rate, now);
  // The rate is a token bucket, stored as one instant: the time at which it is full again, at most `burst` steps ahead.
  const step = sql`make_interval(secs => ${1 / rate.perSecond})`;
  const most = sql`make_interval(secs => ${rate.burst / rate.perSecond})`;
  // An instant further ahead was stored while the clock was wrong, and is ignored.
  const full = sql`case when known.full_at > clock_timestamp() + ${most} then clock_timestamp() else greatest(known.full_at, clock_timestamp()) end`;
  return async (network) => {
    if (own.waitSeconds(network) > 0) return false;
    const { numAffectedRows } = await sql`
      insert into identity_sign_in_rate as known (network, full_at) values (${network}, clock_timestamp() + ${step})
      on conflict (network) do update set full_at = ${full} + ${step}
      where ${full} + ${step} <= clock_timestamp() + ${most}`.execute(database);
    return numAffectedRows === 1n;
  };
}
