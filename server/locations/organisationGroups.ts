import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/tables.ts';

/** Returns the authentication groups of all organisations. */
export async function readOrganisationGroups(database: Kysely<Database>): Promise<ReadonlySet<string>> {
  const rows = await database
    .selectFrom('organisation')
    .select('authentication_group')
    .where('authentication_group', 'is not', null)
    .execute();
  return new Set(rows.flatMap(({ authentication_group: group }) => (group === null || group === '' ? [] : [group])));
}
