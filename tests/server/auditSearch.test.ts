import { Client } from 'pg';
import { expect, it } from 'vitest';
import { readLines } from '#server/users/auditLog/readLines';
import { explained } from '../support/explained.ts';
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
])('[AUDIT13] [AUDIT9] $0 finds its line by the index $1, however many lines there are', async (asked, index) => {
  const url = await seededDatabase();
  const database = openTestDatabase(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(LINES);
  await client.query('vacuum analyze audit');
  const query = { page: 0, per_page: 10, ...asked };
  expect((await readLines(database, 'all', query)).results.map(({ who }) => who)).toEqual(['Person 7']);
  const plans = await explained(database, (noting) => readLines(noting, 'all', query));
  expect(plans.length).toBe(2);
  for (const plan of plans) {
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan on audit');
  }
  await client.end();
  await database.destroy();
});
