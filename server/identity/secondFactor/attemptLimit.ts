import { sql, type Kysely } from 'kysely';
import type { IdentityTables } from '../tables.ts';

/** At most this many wrong passwords and codes per account in `TRIES_WINDOW_MS`. More are refused, right or wrong. */
const TRIES = 10;
/** 15 minutes. */
const TRIES_WINDOW_MS = 15 * 60_000;

/** What people read when there were too many tries. */
export const TOO_MANY_ATTEMPTS = 'Too many tries. Wait 15 minutes, then try again.';

/**
 * Books a try before the secret is looked at, so that parallel guesses are counted too; null when there were too many.
 * `forgive` takes the booking back after a right answer.
 */
export async function countAttempt(
  database: Kysely<IdentityTables>,
  subject: string,
  now: number,
): Promise<{ readonly forgive: () => Promise<void> } | null> {
  const id = await database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 41))`.execute(tx);
    await tx
      .deleteFrom('identity_try')
      .where('tried_at', '<=', new Date(now - TRIES_WINDOW_MS))
      .execute();
    const { tries } = await tx
      .selectFrom('identity_try')
      .where('subject', '=', subject)
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
