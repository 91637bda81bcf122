/**
 * Limits of a database session, by which PostgreSQL ends it when the machine of its client has vanished (power or network). Until then it keeps the locks of the
 * session, and the defaults of most systems keep it for two hours.
 */

import { type RawBuilder, sql } from 'kysely';
import type { ClientBase } from 'pg';

/** Without an answer of the client's machine, an idle session is ended after this time, in ms: 5 s, and three checks every 2 s. */
export const SILENT_SESSION_MS = 11_000;

const KEEP_ALIVE = 'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3';
/** A transaction whose client sends nothing for this long is rolled back: it may hold rows that other servers need. */
const IDLE_TRANSACTION = `set idle_in_transaction_session_timeout = '10s'`;

const attempt = (client: ClientBase, statement: string) => client.query(statement).catch(() => undefined);

/** Limits the session of a connection that has just opened. A server that refuses a limit, such as a proxy before PostgreSQL, is used without it. Source: INST5. */
export async function limitSession(client: ClientBase): Promise<void> {
  await attempt(client, KEEP_ALIVE);
  await attempt(client, IDLE_TRANSACTION);
}

/** Lets a transaction wait for something other than the database for as long as it takes. It must hold no lock that others wait for. */
export const allowPauses: RawBuilder<unknown> = sql`set local idle_in_transaction_session_timeout = 0`;
