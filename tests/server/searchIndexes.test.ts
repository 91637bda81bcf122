import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { locks } from '#server/platform/database/locks';
import type { Database } from '#server/platform/database/tables';
import { buildSearchIndexes, FEW_LINES, indexFewLines, startSearchIndexes } from '#server/platform/audit/searchIndexes';
import { readLines } from '#server/users/auditLog/readLines';
import { explained } from '../support/explained.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { seededDatabase } from '../support/testServer.ts';
import { until } from '../support/until.ts';

const NAMES = ['audit_call_lower', 'audit_who_lower'];

/** Opens a database whose audit record has a number of lines of one person and no indexes of the search, as one of the version before. */
async function openRecord(lines: number) {
  const url = await seededDatabase();
  const database = openTestDatabase(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.destroy();
  });
  await client.query('drop index audit_who_lower, audit_call_lower');
  await client.query(`insert into audit (id, at, who, role, call, params, request_id, status, hash)
    select 1000000 + n, timestamptz '2026-03-05' + n * interval '1 second', 'Els', 'organisation_admin', 'POST call', '{}', 'r', 200, ''
    from generate_series(1, ${lines}) as n`);
  // Servers of the version before have used the record for long.
  await client.query('vacuum analyze audit');
  return { database, client, append: (id: number) => client.query(lineOf(id)) };
}

/** The statement that appends a line. */
const lineOf = (id: number) =>
  `insert into audit (id, at, who, role, call, params, request_id, status, hash)
   values (${5_000_000 + id}, now(), 'Bo', null, 'c', '{}', 'r', 200, '')`;

async function validIndexes(database: Kysely<Database>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = 'audit'::regclass and indisvalid and relname like '%lower' order by 1`.execute(database);
  return rows.map(({ name }) => name);
}

/** Resolves when a build waits for the transactions that were open before it. */
const buildWaits = (database: Kysely<Database>) =>
  until('the build waits', async () => {
    const { rows } = await sql`select from pg_locks join pg_stat_activity using (pid)
      where not granted and query like 'create index%' and datname = current_database()`.execute(database);
    return rows.length > 0;
  });

const quiet = { every: () => () => undefined, log: { warn: () => undefined } };

it('[AUDIT14] after the build a value that most lines have is found by the index at once, without sorting all its lines', async () => {
  const { database } = await openRecord(60_000);
  expect(await validIndexes(database)).toEqual([]);
  expect(await buildSearchIndexes(database)).toBe(true);
  expect(await validIndexes(database)).toEqual(NAMES);
  const plans = await explained(database, (noting) => readLines(noting, 'all', { page: 0, per_page: 10, call: 'post CALL' }));
  expect(plans.length).toBe(2);
  for (const plan of plans) expect(plan).not.toMatch(/Bitmap|Seq Scan on audit/);
});

it('[AUDIT14] lines are appended while the indexes are built', async () => {
  const { database, client, append } = await openRecord(10);
  await client.query('begin');
  await append(1);
  const building = buildSearchIndexes(database);
  await buildWaits(database);
  // Another server: its line would wait behind a build that locks the table.
  await database.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = 1`.execute(tx);
    await sql`${sql.raw(lineOf(2))}`.execute(tx);
  });
  await client.query('commit');
  expect(await building).toBe(true);
  expect(await validIndexes(database)).toEqual(NAMES);
});

it('[AUDIT14] an index that an interrupted build has left is built again, by one server at a time', async () => {
  const { database, client } = await openRecord(10);
  await buildSearchIndexes(database);
  await client.query(`update pg_index set indisvalid = false where indexrelid = 'audit_who_lower'::regclass`);
  await client.query(`select pg_advisory_lock(${locks.auditIndexes})`);
  expect(await buildSearchIndexes(database)).toBe(false);
  expect(await validIndexes(database)).toEqual(['audit_call_lower']);
  await client.query(`select pg_advisory_unlock(${locks.auditIndexes})`);
  expect(await buildSearchIndexes(database)).toBe(true);
  expect(await validIndexes(database)).toEqual(NAMES);
});

it('[AUDIT14] a server that stops ends its build, and the next start builds', async () => {
  const { database, client, append } = await openRecord(10);
  await client.query('begin');
  await append(1);
  const stop = startSearchIndexes({ database, patientDatabase: database, ...quiet });
  await buildWaits(database);
  await stop();
  expect(await validIndexes(database)).toEqual([]);
  await client.query('commit');
  const stopNext = startSearchIndexes({ database, patientDatabase: database, ...quiet });
  await until('the indexes', async () => (await validIndexes(database)).length === 2);
  await stopNext();
});

it.each([
  [10, NAMES],
  [FEW_LINES + 1, []],
])('[AUDIT14] at the start the indexes of %d lines are built: %j', async (lines, names) => {
  const { database } = await openRecord(lines);
  await indexFewLines(database);
  expect(await validIndexes(database)).toEqual(names);
});
