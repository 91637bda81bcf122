/** Counts the wrong passwords and codes of an account per 15 minutes. */

import { sql, type Kysely } from 'kysely';
import type { IdentityTables } from '../tables.ts';

/** Maximum wrong passwords and codes per account in `TRIES_WINDOW_MS`. Further attempts are rejected, right or wrong. */
const TRIES = 10;
/** 15 minutes; older attempts are not counted. */
export const TRIES_WINDOW_MS = 15 * 60_000;

/** Message after too many attempts. */
export const TOO_MANY_ATTEMPTS = 'Too many tries. Wait 15 minutes, then try again.';

/**
 * Counts an attempt before the secret is checked, so that parallel guesses are also counted; returns null if there were too many. `forgive` removes the attempt
 * from the count if it was correct.
 */
export async function countAttempt(
  database: Kysely<IdentityTables>,
  subject: string,
  now: number,
): Promise<{ readonly forgive: () => Promise<void> } | null> {
  const id = await database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 41))`.execute(tx);
    const { tries } = await tx
      .selectFrom('identity_try')
      .where('subject', '=', subject)
      .where('tried_at', '>', new Date(now - TRIES_WINDOW_MS))
      // An attempt in the future was counted while the clock was wrong.
      .where('tried_at', '<=', new Date(now + TRIES_WINDOW_MS))
      .select((of) => of.fn.countAll<number>().as('tries'))
      .executeTakeFirstOrThrow();
    if (tries >= TRIES) return null;
    const booked = await tx
      .insertInto('identity_try')
      .values({ subject, tried_at: new Date(now) })
      .returning('id')
      .executeTakeFirstOrThrow();
    return booked.id;
  });
  if (id === null) return null;
  return {
    forgive: async () => {
      await database.deleteFrom('identity_try').where('id', '=', id).execute();
    },
  };
}
