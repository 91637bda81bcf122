/** Runs the pending migrations of all features in one transaction: SQL statements by migration name. */

import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';

/** The migrations of a feature: SQL statements by migration name. Never edit a released migration, add a new one. */
export type TableHistory = Readonly<Record<string, readonly string[]>>;

/**
 * Time for which a migration waits for a table that others use, in ms. While it waits, all later users of the table also wait; in a deadlock with a
 * transaction of a running server, the migration gives up first, since PostgreSQL detects deadlocks after 1 s.
 */
const LOCK_MS = 800;
/**
 * The pause after a failed attempt, in which others can continue, and the number of attempts: about ten minutes in total, since a backup may read the tables
 * for that long.
 */
const PAUSE_MS = 1_200;
const TRIES = 300;

const migrationOf = (statements: readonly string[]): Migration => ({
  up: async (database: Kysely<unknown>) => {
    await sql.raw(`set local lock_timeout = ${LOCK_MS}`).execute(database);
    for (const statement of statements) await sql.raw(statement).execute(database);
  },
});

/** Merges the migrations of several features by name; the statements of one name run in the order of the features. */
function migrationsOf(histories: readonly TableHistory[]): Record<string, Migration> {
  const names = new Set(histories.flatMap((history) => Object.keys(history)));
  return Object.fromEntries([...names].toSorted().map((name) => [name, migrationOf(histories.flatMap((history) => history[name] ?? []))]));
}

/** Names of migrations that remove or change structures which older servers use, such as `030_contract_names`; all others only add structures. */
const CONTRACT = /^\d+_contract_/;

const namesOf = async <Tables>(database: Kysely<Tables>): Promise<readonly string[]> =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database)).rows.map(({ name }) => name);

/**
 * Returns the migrations that a newer server has run, without statements: their additions do not affect this server. Throws if one of them removes something,
 * or if a migration of this server is also missing, since the tables are then those of another product.
 */
async function laterMigrations<Tables>(database: Kysely<Tables>, own: readonly string[]): Promise<Record<string, Migration>> {
  const run = await namesOf(database);
  const later = run.filter((name) => !own.includes(name));
  const contract = later.find((name) => CONTRACT.test(name));
  if (contract !== undefined) throw new Error(`a newer server has changed it (${contract}): start that version`);
  if (later.length > 0 && own.some((name) => !run.includes(name)))
    throw new Error(`it has tables of another product (${later.join(', ')})`);
  return Object.fromEntries(later.map((name) => [name, migrationOf([])]));
}

/** Returns whether a migration failed because others use its tables: lock timeout, or a deadlock. */
const isHeldUp = (error: unknown) => error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01');

/**
 * Runs the pending migrations, in one transaction. Of several servers that start together, one runs them, under the migrator's lock, and the others
 * wait. Running servers continue: if they use a table for long, the migration is retried. An older server accepts the additions of newer ones.
 */
export async function migrateTables<Tables>(database: Kysely<Tables>, histories: readonly TableHistory[]): Promise<void> {
  const own = migrationsOf(histories);
  // The migrator calls this function while it holds its lock, once its tables exist.
  const getMigrations = async () => ({ ...own, ...(await laterMigrations(database, Object.keys(own))) });
  for (let tries = 1; ; tries += 1) {
    // Migrations that only add may run after ones with greater numbers, because several are written at a time and merged in another order.
    const migrator = new Migrator({ db: database, provider: { getMigrations }, allowUnorderedMigrations: true });
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    if (!isHeldUp(error) || tries === TRIES) throw error;
    await sleep(PAUSE_MS);
  }
}
