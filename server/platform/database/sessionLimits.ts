/**
 * Limits of a database session, by which PostgreSQL ends it when the machine of its client has vanished (power or network). Until then it keeps the locks of the
 * session, and the defaults of most systems keep it for two hours.
 */

import { type RawBuilder, sql } from 'kysely';
import { type ClientBase, DatabaseError } from 'pg';

/** Without an answer of the client's machine, an idle session is ended after this time, in ms: 5 s, and three checks every 2 s. */
export const SILENT_SESSION_MS = 11_000;

/** A transaction whose client sends nothing for 10 s is rolled back: it may hold rows that other servers need. */
const LIMITS = [
  'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3',
  `set idle_in_transaction_session_timeout = '10s'`,
];
/** Time limit of the answer to a limit, in ms: a connection that stops answering must not stay half open, of a pool without a query timeout either. */
const ANSWER_MS = 5_000;

/** Applies a limit; returns whether the server accepts it. Throws if the connection does not answer. */
export async function isLimitAccepted(client: ClientBase, text: string): Promise<boolean> {
  try {
    const query = { text, query_timeout: ANSWER_MS };
    await client.query(query);
    return true;
  } catch (error) {
    if (error instanceof DatabaseError) return false;
    throw error;
  }
}

/**
 * Limits the session of a connection that has just opened, in one round trip. A server that refuses a limit, such as a proxy before PostgreSQL, is used without
 * it. Throws if the connection does not answer within 5 s. Source: INST5.
 */
export async function limitSession(client: ClientBase): Promise<void> {
  if (await isLimitAccepted(client, LIMITS.join('; '))) return;
  for (const limit of LIMITS) await isLimitAccepted(client, limit);
}

/** Lets a transaction wait for something other than the database for as long as it takes. It must hold no lock that others wait for. */
export const allowPauses: RawBuilder<unknown> = sql`set local idle_in_transaction_session_timeout = 0`;
