import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';

/** What a feature adds to its tables: the statements of each migration, by the name of the migration. Never edit one that was released, add the next. */
export type TableHistory = Readonly<Record<string, readonly string[]>>;

const migrationOf = (statements: readonly string[]): Migration => ({
  up: async (database: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(database);
  },
});

/** The migrations of several features; those of one name are one migration, in the order of the features. */
function migrationsOf(histories: readonly TableHistory[]): Record<string, Migration> {
  const names = new Set(histories.flatMap((history) => Object.keys(history)));
  return Object.fromEntries([...names].toSorted().map((name) => [name, migrationOf(histories.flatMap((history) => history[name] ?? []))]));
}

/** Brings the tables to the newest version. Safe when two servers start at once: the migrator holds a lock. */
export async function migrateTables<Tables>(database: Kysely<Tables>, histories: readonly TableHistory[]): Promise<void> {
  const migrations = migrationsOf(histories);
  const migrator = new Migrator({ db: database, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
