import { sql, type Kysely } from 'kysely';

/** A code is there once, in any letter case. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create unique index error_code_once on error_code (lower(code))`.execute(database);
}
