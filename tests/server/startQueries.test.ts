import type { Kysely, RootOperationNode } from 'kysely';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { readFormerHolders } from '#server/commands/control/control';
import { recordStops } from '#server/commands/unrecordedStops';
import type { Database } from '#server/platform/database/tables';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { seededDatabase } from '../support/testServer.ts';

const NOW = Date.UTC(2026, 2, 5);
/** Commands of several years, few of which are stops or took control. */
const COMMANDS = `insert into command (id, device_serial, command, arguments, status, given_at, given_by, given_by_name, expires_at, ends_by)
  select 'many ' || n, (select min(serial) from device), (array['take_control', 'stop_immediately'])[n % 1000 + 1], '{}'::jsonb, 'done', at, 'an', 'An', at, at
  from generate_series(0, 40000) as n, lateral (select timestamptz '2026-03-05' - n * interval '1 hour' as at) as times where n % 1000 < 2
  union all select 'other ' || n, (select min(serial) from device), 'config', '{}'::jsonb, 'done', at, 'an', 'An', at, at
  from generate_series(0, 40000) as n, lateral (select timestamptz '2026-03-05' - n * interval '1 hour' as at) as times`;
const audit = { append: () => Promise.resolve() };

it.each([
  { what: 'the people who ever had control', index: 'command_control', run: readFormerHolders },
  { what: 'the stops of the last day', index: 'command_stop', run: (database: Kysely<Database>) => recordStops(database, audit, NOW) },
])('[START20] the start reads $what by an index, however many commands there are', async ({ index, run }) => {
  const url = await seededDatabase();
  const database = openTestDatabase(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(COMMANDS);
  await client.query('vacuum analyze command');
  const nodes: RootOperationNode[] = [];
  const noting = database.withPlugin({
    transformQuery: ({ node }) => (nodes.push(node), node),
    transformResult: ({ result }) => Promise.resolve(result),
  });
  await run(noting);
  const plans: string[] = [];
  for (const node of nodes) {
    const { sql, parameters } = database.getExecutor().compileQuery(node, { queryId: 'explained' });
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters]);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  expect(plans.length).toBe(1);
  expect(plans[0]).toContain(index);
  expect(plans[0]).not.toContain('Seq Scan on command');
  await client.end();
  await database.destroy();
});
