/** The mail domains of one organisation or of all organisations, and the authentication groups of all organisations. */

import { sql, type QueryExecutorProvider, type Kysely } from 'kysely';
import type { Database } from '../platform/database/tables.ts';

/** Returns the mail domains of one organisation or of all organisations. `identity` decides who may sign in with them. */
export async function readMailDomains(store: QueryExecutorProvider, organisation: string | null = null): Promise<readonly string[]> {
  const { rows } = await sql<{ domain: string }>`
    select distinct unnest(mail_domains) as domain from organisation where mail_domains is not null
    and (${organisation}::text is null or id = ${organisation}) order by domain`.execute(store);
  return rows.map(({ domain }) => domain);
}

/** Returns the names and mail domains of the organisations whose authentication group is among these, sorted by name. */
export async function readDomainsByGroups(
  store: QueryExecutorProvider,
  groups: readonly string[],
): Promise<readonly { readonly name: string; readonly domains: readonly string[] }[]> {
  const { rows } = await sql<{ name: string; domains: readonly string[] }>`
    select name, coalesce(mail_domains, '{}') as domains from organisation where authentication_group = any(${groups}) order by name`.execute(
    store,
  );
  return rows;
}

/** Returns the authentication groups of all organisations. */
export async function readOrganisationGroups(database: Kysely<Database>): Promise<ReadonlySet<string>> {
  const rows = await database
    .selectFrom('organisation')
    .select('authentication_group')
    .where('authentication_group', 'is not', null)
    .execute();
  return new Set(rows.flatMap(({ authentication_group: group }) => (group === null || group === '' ? [] : [group])));
}
