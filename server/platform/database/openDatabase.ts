import { Kysely, PostgresDialect } from 'kysely';
import { Pool, TypeOverrides } from 'pg';
import { limitSession } from './sessionLimits.ts';
import type { Database } from './tables.ts';

const INT8 = 20;
/**
 * Timeout of a connection attempt and of a query, in ms: an unresponsive database must not block a request, and a busy machine must not make a request fail.
 */
const TIMEOUT_MS = 5_000;

/** Timeout in ms of a query that writes a large file, such as a map of 200 MiB. */
export const SLOW_QUERY_MS = 120_000;

/** A check that throws once this server has lost the right to use the database. */
export type Admission = () => void;

interface Opened {
  readonly onIdleError?: (error: Error) => void;
  /** Whether the query timeout is disabled, for migrations and backups. */
  readonly isPatient?: boolean;
  /** Timeout of a query, in ms. Default: 5 s. */
  readonly queryMs?: number;
  /** Maximum number of connections. */
  readonly connections?: number;
  /** The check before each use of a connection. Default: every query is admitted. */
  readonly admission?: Admission | undefined;
}

/** Returns a pool whose connections are not used once the right to use the database is lost. */
const admitted = (pool: Pool, admission: Admission) => ({
  options: pool.options,
  end: () => pool.end(),
  connect: async () => {
    admission();
    return pool.connect();
  },
});

/**
 * Creates a connection pool to PostgreSQL 15 or newer. `isPatient` disables the query timeout, for migrations and backups. Connects lazily and replaces broken
 * connections; PostgreSQL ends the connections of a machine that has vanished. Source: INST5, INST6, INST7.
 */
export function openDatabase(
  url: string,
  { onIdleError = () => undefined, isPatient = false, queryMs = TIMEOUT_MS, connections = 10, admission }: Opened = {},
): Kysely<Database> {
  const types = new TypeOverrides();
  // Counts fit in a double; by default, pg returns int8 as text.
  types.setTypeParser(INT8, Number);
  const options = {
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: TIMEOUT_MS,
    ...(isPatient ? {} : { query_timeout: queryMs }),
    // A half-open connection is detected by keep-alive, or replaced after its lifetime.
    keepAlive: true,
    maxLifetimeSeconds: 60,
    // The pool waits for the returned promise, although the type of the option does not state this. `verify` would keep the connection for good if the caller
    // gives up meanwhile.
    onConnect: limitSession,
    types,
  };
  const pool = new Pool(options);
  // Without a listener, an error of an idle connection would crash the process.
  pool.on('error', onIdleError);
  // An error during a query would crash the process in the same way; the query itself also rejects.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: admission === undefined ? pool : admitted(pool, admission) }) });
}
