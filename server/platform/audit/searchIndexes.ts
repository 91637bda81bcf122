/** Builds the indexes by which the audit record is searched, without blocking the servers that append to it. */

import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import { holdLockIfFree, locks } from '../database/locks.ts';
import type { Database } from '../database/tables.ts';
import { logOnce } from '../failure/logOnce.ts';
import type { SetInterval } from '../timers.ts';

/** The indexes by name. A search ignores case; servers of the previous version still use `audit_who` and `audit_call`. */
const INDEXES = {
  audit_who_lower: sql`(lower(who), at desc, id desc)`,
  audit_call_lower: sql`(lower(call), at desc, id desc)`,
} as const;
type IndexName = keyof typeof INDEXES;
const NAMES = ['audit_who_lower', 'audit_call_lower'] as const satisfies readonly IndexName[];

/** Maximum number of lines for which the indexes are built at the start: the build takes milliseconds, in which nothing can be appended. */
export const FEW_LINES = 20_000;
/** Interval at which a build that failed is tried again, in ms. */
const AGAIN_MS = 3_600_000;

/** Returns the indexes that are missing, or were left invalid by a build that was interrupted. */
async function missingIndexes(database: Kysely<Database>): Promise<readonly IndexName[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = 'audit'::regclass and indisvalid`.execute(database);
  const built = new Set(rows.map(({ name }) => name));
  return NAMES.filter((name) => !built.has(name));
}

async function hasFewLines(database: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{
    lines: number;
  }>`select count(*)::integer as lines from (select id from audit limit ${FEW_LINES + 1}) as newest`.execute(database);
  return (rows[0]?.lines ?? 0) <= FEW_LINES;
}

/** Builds the indexes of a record with few lines, such as that of a new installation; `startSearchIndexes` builds the others. */
export async function indexFewLines(database: Kysely<Database>): Promise<void> {
  if ((await missingIndexes(database)).length === 0 || !(await hasFewLines(database))) return;
  await database.transaction().execute(async (tx) => {
    if (!(await holdLockIfFree(tx, locks.auditIndexes))) return;
    for (const name of NAMES) await sql`create index if not exists ${sql.id(name)} on audit ${INDEXES[name]}`.execute(tx);
  });
}

/**
 * Builds the missing indexes while lines are appended, one server at a time, and lets PostgreSQL analyze the record: without statistics on an expression, it
 * would read all lines of a frequent value. `started` receives the process id of the connection. Returns whether all indexes exist.
 */
export async function buildSearchIndexes(database: Kysely<Database>, started: (pid: number) => void = () => undefined): Promise<boolean> {
  if ((await missingIndexes(database)).length === 0) return true;
  return database.connection().execute(async (connection) => {
    const { rows } = await sql<{ isFree: boolean; pid: number }>`select pg_try_advisory_lock(${locks.auditIndexes}) as "isFree",
      pg_backend_pid() as pid`.execute(connection);
    const [own] = rows;
    if (own?.isFree !== true) return false;
    started(own.pid);
    try {
      for (const name of await missingIndexes(connection)) {
        await sql`drop index concurrently if exists ${sql.id(name)}`.execute(connection);
        await sql`create index concurrently ${sql.id(name)} on audit ${INDEXES[name]}`.execute(connection);
        await sql`analyze audit`.execute(connection);
      }
      return true;
    } finally {
      // A connection that was lost has freed the lock.
      await sql`select pg_advisory_unlock(${locks.auditIndexes})`.execute(connection).catch(() => undefined);
    }
  });
}

interface SearchIndexParts {
  readonly database: Kysely<Database>;
  /** Connections without a query timeout: indexing many lines takes minutes. */
  readonly patientDatabase: Kysely<Database>;
  readonly every: SetInterval;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Builds the missing indexes in the background, and retries every hour until they exist. Returns the stop function, which interrupts a build. Source: AUDIT14.
 */
export function startSearchIndexes({ database, patientDatabase, every, log }: SearchIndexParts): () => Promise<void> {
  const outcome = logOnce(log, {
    lost: 'the indexes of the audit log cannot be built: it is searched without them, and they are tried again',
    back: 'the indexes of the audit log are built',
  });
  let pid: number | null = null;
  let isStopped = false;
  const build = async () => {
    const isBuilt = await buildSearchIndexes(patientDatabase, (own) => {
      pid = own;
    });
    if (isBuilt) outcome.worked();
  };
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= build()
      .catch((error: unknown) => {
        if (!isStopped) outcome.failed(error);
      })
      .finally(() => {
        [running, pid] = [null, null];
      });
  };
  const cancel = every(AGAIN_MS, run);
  run();
  return async () => {
    isStopped = true;
    cancel();
    // The connection is ended, since a query that is about to be sent cannot be cancelled.
    if (pid !== null) await sql`select pg_terminate_backend(${pid})`.execute(database).catch(() => undefined);
    await running;
  };
}
