/** Counts wrong passwords and codes per 15 minutes, separately for each of their sources. */

import { sql, type Kysely } from 'kysely';
import type { IdentityTables } from '../tables.ts';

/** Maximum number of wrong passwords and codes per subject in `TRIES_WINDOW_MS`. Further attempts are rejected, right or wrong. */
const TRIES = 10;
/** Period in which attempts are counted, in ms: 15 minutes. */
export const TRIES_WINDOW_MS = 15 * 60_000;

/** Message after too many attempts. */
export const TOO_MANY_ATTEMPTS = 'Too many tries. Wait 15 minutes, then try again.';

/** The sources of passwords and codes, each with a separate count, and the keys by which they are counted. */
interface AttemptSource {
  /** An address that is typed at the login page. */
  readonly address: string;
  /** A browser that is known to an account: the address and the id of the browser. */
  readonly browser: string;
  /** A sign-in (grant) that sets up its second factor: its wrong codes do not block another sign-in, which may be the owner's. */
  readonly grant: string;
  /** All sign-ins of an account with both factors, counted together: a person with a session can open any number of grants. */
  readonly account: string;
  /** All mailed links of an account, counted together: a person with access to its mailbox can request any number of links. */
  readonly links: string;
  /** The links that change the address of an account, counted separately: a mistyped new address belongs to another person. */
  readonly 'address-link': string;
}

/** Returns the subject of a source. Its first word is the source, so that no typed text is the subject of another source. Source: LOGIN10. */
export const attemptSubject = (source: keyof AttemptSource, of: string): string => `${source} ${of}`;

/**
 * Counts an attempt before the secret is checked, so that parallel guesses are also counted; returns null if there were too many. `forgive` removes the attempt
 * from the count and is called if the secret was correct.
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
      // An attempt in the future was counted while the clock was wrong, and is ignored.
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

/** Returns the subject of an address at the login page: for a browser that is known to its account, or for all others (null). */
export function loginSubject(email: string, browser: string | null): string {
  const address = email.trim().toLowerCase();
  return browser === null ? attemptSubject('address', address) : attemptSubject('browser', `${address} ${browser}`);
}

/**
 * Removes the attempts of an address at the login page, in any browser, in the transaction of another proof of its owner, such as a mailed link: earlier
 * guesses must not keep the owner out with the new password. Source: LOGIN14.
 */
export async function forgetAttemptsAt(tx: Kysely<IdentityTables>, email: string): Promise<void> {
  await forgetAttempts(tx, loginSubject(email, null));
  await tx
    .deleteFrom('identity_try')
    // `starts_with` is used, because an address may contain the wildcards of a pattern.
    .where(sql<boolean>`starts_with(subject, ${loginSubject(email, '')})`)
    .execute();
}

/** Removes the attempts at the mailed links of an account. Source: LOGIN14. */
export async function forgetAttemptsAtLinks(tx: Kysely<IdentityTables>, username: string): Promise<void> {
  await forgetAttempts(tx, attemptSubject('links', username));
}
