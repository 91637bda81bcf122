import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';

/** The migrations of a feature: SQL statements by migration name. Never edit a released migration, add a new one. */
export type TableHistory = Readonly<Record<string, readonly string[]>>;

const migrationOf = (statements: readonly string[]): Migration => ({
  up: async (database: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(database);
  },
});

/** Merges the migrations of several features by name; the statements of one name run in the order of the features. */
function migrationsOf(histories: readonly TableHistory[]): Record<string, Migration> {
  const names = new Set(histories.flatMap((history) => Object.keys(history)));
  return Object.fromEntries([...names].toSorted().map((name) => [name, migrationOf(histories.flatMap((history) => history[name] ?? []))]));
}

/** Runs the pending migrations. Safe when two servers start at once: the migrator holds a lock. */
export async function migrateTables<Tables>(database: Kysely<Tables>, histories: readonly TableHistory[]): Promise<void> {
  const migrations = migrationsOf(histories);
  const migrator = new Migrator({ db: database, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
