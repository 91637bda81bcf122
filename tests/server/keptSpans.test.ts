import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getKeptSpans } from '#contract/historyPin';
import { createKeptReader, keptPage } from '#server/history/pins/keptSpans';
import type { Principal, Scope } from '#server/platform/principal';
import { ask } from '../support/client.ts';
import { staff } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { idleLeases, seededDatabase, startTestServer, testSettings, type TestServer } from '../support/testServer.ts';
import { until } from '../support/until.ts';

const SERIAL = 'LF-0140-23';
const PAGE = { limit: 10, offset: 20 };
const caller: Principal = {
  username: 'staff',
  email: 'staff@example.org',
  name: 'Staff',
  role: 'system_admin',
  groups: [...staff],
  secondFactor: true,
  expiresAt: 0,
  issuedAt: null,
  grant: null,
};
const who = { caller, scope: 'all' as const };
let database: ReturnType<typeof openTestDatabase>;
let server: TestServer;
beforeAll(async () => {
  const url = await seededDatabase();
  database = openTestDatabase(url);
  server = await startTestServer(url, undefined, { settings: testSettings({ DEVICES: '0' }), leases: idleLeases });
  await sql`insert into incident (incident_id, serial, incident_time, received_at, error_code, manually_triggered)
    select 'many-' || n, ${SERIAL}, now() - n * interval '1 minute', now(), '0x00000011', false from generate_series(1, 6000) n`.execute(
    database,
  );
  await sql`insert into history_bookmark (bookmark_id, username, author, at, text, is_shared, of_staff, organisations, written_at)
    select 'note-' || n, 'somebody', 'Somebody', now() - n * interval '1 minute', 'Belt slips', true, true, '{}', now()
    from generate_series(1, 6000) n`.execute(database);
  for (const table of ['incident', 'history_bookmark']) await sql`analyze ${sql.table(table)}`.execute(database);
});
afterAll(async () => {
  await server.close();
  await database.destroy();
});

it('[PIN8] a page reads incidents and notes by the index of their time, as many as it needs', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze, timing off, summary off) ${keptPage(who, PAGE)}`.execute(database);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index Scan using incident_newest on incident .*actual rows=30(?:\.00)? /);
  expect(plan).toMatch(/using history_bookmark_time on history_bookmark .*actual rows=3\d(?:\.00)? /);
});

it('[PIN8] incidents are counted once within ten seconds for all of the same scope', async () => {
  let at = 0;
  const read = createKeptReader(database, () => at);
  const total = async (scope: Scope) => (await read({ caller, scope }, PAGE)).total;
  const [all, own] = [await total('all'), await total(new Set(['org-de-linde']))];
  await sql`insert into incident (incident_id, serial, organisation, incident_time, received_at, manually_triggered)
    values ('newest', ${SERIAL}, 'org-de-linde', now(), now(), false)`.execute(database);
  at = 9_999;
  expect([await total('all'), await total(new Set(['org-de-linde']))]).toEqual([all, own]);
  at = 10_000;
  expect([await total('all'), await total(new Set(['org-de-linde']))]).toEqual([all + 1, own + 1]);
});

it('[PIN8] a person has four reads at a time, of which two run', async () => {
  const token = server.identity.issue(staff);
  const statuses: number[] = [];
  const held = await database.transaction().execute(async (tx) => {
    await sql`lock table incident in access exclusive mode`.execute(tx);
    const all = Array.from({ length: 5 }, () =>
      ask(server.address, getKeptSpans, { token, query: { page: 0, per_page: 10 } }).then(({ status }) => void statuses.push(status)),
    );
    await until('one is refused or all wait', async () => {
      const { rows } = await sql`select from pg_locks where relation = 'incident'::regclass and not granted`.execute(tx);
      return statuses.length > 0 || rows.length >= 5;
    });
    expect(statuses).toEqual([429]);
    return { all };
  });
  await Promise.all(held.all);
  expect(statuses).toEqual([429, 200, 200, 200, 200]);
});
