import type { RootOperationNode } from 'kysely';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { readLines } from '#server/users/auditLog/readLines';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { seededDatabase } from '../support/testServer.ts';

/** Lines of many people, calls and subjects. */
const LINES = `insert into audit (id, at, who, role, call, params, request_id, status, hash)
  select 1000000 + n, timestamptz '2026-03-05' + n * interval '1 second', 'Person ' || n, 'organisation_admin', 'GET call_' || n,
    jsonb_build_object('serial', 'LF-' || n), 'r', 200, '' from generate_series(1, 40000) as n`;

it.each([
  [{ who: ' person 7 ' }, 'audit_who_lower'],
  [{ call: ' get CALL_7 ' }, 'audit_call_lower'],
  [{ about: ' lf-7 ' }, 'audit_subject'],
])('[AUDIT13] [AUDIT9] $0 finds its line by the index $1, however many lines there are', async (query, index) => {
  const url = await seededDatabase();
  const database = openTestDatabase(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(LINES);
  await client.query('vacuum analyze audit');
  const nodes: RootOperationNode[] = [];
  const noting = database.withPlugin({
    transformQuery: ({ node }) => (nodes.push(node), node),
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const { results } = await readLines(noting, 'all', { page: 0, per_page: 10, ...query });
  expect(results.map(({ who }) => who)).toEqual(['Person 7']);
  expect(nodes.length).toBe(2);
  for (const node of nodes) {
    const { sql, parameters } = database.getExecutor().compileQuery(node, { queryId: 'explained' });
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan on audit');
  }
  await client.end();
  await database.destroy();
});
