/** Counts the wrong passwords and codes of an account per 15 minutes, those of each way to give them apart. */

import { sql, type Kysely } from 'kysely';
import type { IdentityTables } from '../tables.ts';

/** Maximum wrong passwords and codes per subject in `TRIES_WINDOW_MS`. Further attempts are rejected, right or wrong. */
const TRIES = 10;
/** 15 minutes; older attempts are not counted. */
export const TRIES_WINDOW_MS = 15 * 60_000;

/** Message after too many attempts. */
export const TOO_MANY_ATTEMPTS = 'Too many tries. Wait 15 minutes, then try again.';

/** The sources of passwords and codes, each counted by itself: what a source is counted by. */
interface AttemptSource {
  /** An address that anybody types at the login page. */
  readonly address: string;
  /** A browser that is known to an account: the address and the id of the browser. */
  readonly browser: string;
  /** A sign-in (grant) that sets up its second factor: its wrong codes are not in the way of another one, which may be the owner's. */
  readonly grant: string;
  /** The sign-ins with both factors of an account: together, because whoever has a session can open any number of grants. */
  readonly account: string;
  /** The mailed links of an account: together, because whoever reads its mails can request any number of links. */
  readonly links: string;
  /** The links that change the address of an account: by themselves, because whoever reads a mistyped new address is not its owner. */
  readonly 'address-link': string;
}

/** Returns the subject of a source. Its first word is the source, so that no text that somebody types is the subject of another source. Source: LOGIN10. */
export const attemptSubject = (source: keyof AttemptSource, of: string): string => `${source} ${of}`;

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

const forgetAttempts = (tx: Kysely<IdentityTables>, subject: string) =>
  tx.deleteFrom('identity_try').where('subject', '=', subject).execute();

/** Returns the subject of an address at the login page, for a browser that is known to its account or, null, for all others. */
export function loginSubject(email: string, browser: string | null): string {
  const address = email.trim().toLowerCase();
  return browser === null ? attemptSubject('address', address) : attemptSubject('browser', `${address} ${browser}`);
}

/**
 * Removes the attempts of an address at the login page, in any browser, in the transaction that proves its owner otherwise, such as by a mailed link: whoever guessed there must
 * not keep the owner out with the new password. Source: LOGIN14.
 */
export async function forgetAttemptsAt(tx: Kysely<IdentityTables>, email: string): Promise<void> {
  await forgetAttempts(tx, loginSubject(email, null));
  await tx
    .deleteFrom('identity_try')
    // An address may contain the wildcards of a pattern.
    .where(sql<boolean>`starts_with(subject, ${loginSubject(email, '')})`)
    .execute();
}

/** Removes the attempts at the mailed links of an account. Source: LOGIN14. */
export async function forgetAttemptsAtLinks(tx: Kysely<IdentityTables>, username: string): Promise<void> {
  await forgetAttempts(tx, attemptSubject('links', username));
}
