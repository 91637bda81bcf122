import { sql, type QueryExecutorProvider } from 'kysely';

/** Returns the mail domains of an organisation, or of all. Whose people may sign in with them is decided by `identity`. */
export async function readMailDomains(store: QueryExecutorProvider, organisation: string | null = null): Promise<readonly string[]> {
  const { rows } = await sql<{ domain: string }>`
    select distinct unnest(mail_domains) as domain from organisation where mail_domains is not null
    and (${organisation}::text is null or id = ${organisation}) order by domain`.execute(store);
  return rows.map(({ domain }) => domain);
}
