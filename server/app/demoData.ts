import type { Kysely } from 'kysely';
import { demoPlaces } from '../locations/seed/places.ts';
import type { Database } from '../platform/database/tables.ts';
import { BadSetting, type Settings } from '../platform/settings/settings.ts';

const ids = demoPlaces(0).organisations.map(({ id }) => id);

/**
 * Throws if an installation other than the demo would run on the demo's data, because the passwords of its accounts were printed. `settings` name the location
 * of the data.
 */
export async function refuseDemoData(
  database: Kysely<Database>,
  settings: Pick<Settings, 'isDemo' | 'DATABASE_URL' | 'DATA_DIR'>,
): Promise<void> {
  if (settings.isDemo) return;
  const found = await database.selectFrom('organisation').select('name').where('id', 'in', ids).orderBy('id').limit(1).executeTakeFirst();
  if (found === undefined) return;
  const where = settings.DATABASE_URL === undefined ? `DATA_DIR: ${settings.DATA_DIR}` : 'DATABASE_URL: the database';
  throw new BadSetting(
    `Setting ${where} holds the demo (${found.name}), with accounts whose passwords were printed; take an empty one, or set DEMO=true`,
  );
}
