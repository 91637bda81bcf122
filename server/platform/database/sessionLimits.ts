/**
 * Limits of a database session: PostgreSQL ends the session, and frees its locks, when the machine of its client has vanished (power or network). By default,
 * most systems keep such a session for two hours.
 */

import { type RawBuilder, sql } from 'kysely';
import { type ClientBase, DatabaseError } from 'pg';

/** Time after which an idle session is ended if the client's machine does not respond, in ms: 5 s, and three checks every 2 s. */
export const SILENT_SESSION_MS = 11_000;

/** A transaction whose client sends nothing for 10 s is rolled back: it may hold rows that other servers need. */
const LIMITS = [
  'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3',
  `set idle_in_transaction_session_timeout = '10s'`,
];
/**
 * Time limit of the response to a statement that sets a limit, in ms: an unresponsive connection must not stay half open, even in a pool without a query
 * timeout.
 */
const ANSWER_MS = 5_000;

/** Applies a limit; returns whether the server accepts the limit. Throws if the connection does not respond. */
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
 * that limit. Throws if the connection does not respond within 5 s. Source: INST5.
 */
export async function limitSession(client: ClientBase): Promise<void> {
  if (await isLimitAccepted(client, LIMITS.join('; '))) return;
  for (const limit of LIMITS) await isLimitAccepted(client, limit);
}

/** SQL that lets a transaction wait for something other than the database without a time limit. The transaction must not hold locks that others wait for. */
export const allowPauses: RawBuilder<unknown> = sql`set local idle_in_transaction_session_timeout = 0`;
