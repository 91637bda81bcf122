import type { Kysely } from 'kysely';
import { invalid } from '../platform/failure.ts';
import type { Database } from '../platform/database/tables.ts';

/** Throws 400 for a language that is not offered. */
export async function checkLocale(database: Kysely<Database>, locale: string): Promise<void> {
  const known = await database.selectFrom('locale').select('id').where('id', '=', locale).executeTakeFirst();
  if (known === undefined) throw invalid('There is no such locale.');
}
