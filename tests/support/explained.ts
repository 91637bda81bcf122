import { CompiledQuery, type Kysely, type RootOperationNode } from 'kysely';
import type { Database } from '#server/platform/database/tables';

/** Runs queries and returns the plan of each, as PostgreSQL explains it. */
export async function explained(
  database: Kysely<Database>,
  run: (noting: Kysely<Database>) => Promise<unknown>,
): Promise<readonly string[]> {
  const nodes: RootOperationNode[] = [];
  await run(
    database.withPlugin({
      transformQuery: ({ node }) => (nodes.push(node), node),
      transformResult: ({ result }) => Promise.resolve(result),
    }),
  );
  const plans: string[] = [];
  for (const node of nodes) {
    const { sql, parameters } = database.getExecutor().compileQuery(node, { queryId: 'explained' });
    const { rows } = await database.executeQuery<{ 'QUERY PLAN': string }>(CompiledQuery.raw(`explain ${sql}`, [...parameters]));
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  return plans;
}
