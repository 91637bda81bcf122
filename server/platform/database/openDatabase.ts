import { Kysely, PostgresDialect } from 'kysely';
import { Pool, TypeOverrides } from 'pg';
import type { Database } from './tables.ts';

const INT8 = 20;
/** A database that does not answer must not hold a request: a new connection or a query waits this long at most, in ms. */
const CONNECT_TIMEOUT_MS = 2_000;
const QUERY_TIMEOUT_MS = 5_000;

interface Opened {
  readonly onIdleError?: (error: Error) => void;
  /** Waits for its queries however long they take: for what changes tables. */
  readonly isPatient?: boolean;
}

/** A pool on PostgreSQL 15 or newer. Nothing is connected before the first query; a broken connection is replaced by the next one. */
export function openDatabase(url: string, { onIdleError = () => undefined, isPatient = false }: Opened = {}): Kysely<Database> {
  const types = new TypeOverrides();
  // Counts fit in a double; pg gives int8 as text by default.
  types.setTypeParser(INT8, Number);
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(isPatient ? {} : { query_timeout: QUERY_TIMEOUT_MS }),
    // A connection whose other end vanished without a word is found out, or at the latest replaced after its lifetime.
    keepAlive: true,
    maxLifetimeSeconds: 60,
    types,
  });
  // Without a listener an idle connection that breaks would end the process.
  pool.on('error', onIdleError);
  // The same for one that breaks during a query; the query itself fails too, so its caller knows.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
