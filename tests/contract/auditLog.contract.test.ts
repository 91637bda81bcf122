import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { type AuditLine, getAuditLines } from '#contract/audit';
import { getReleaseControl, getTakeControl } from '#contract/command';
import { postCreateUser } from '#contract/user';
import type { postUpdateOrganisation } from '#contract/organisation';
import { answerOf, ask, type Asking } from '../support/client.ts';
import { adminOf, staff, support, userOf, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';

const server = withServer();
let own: ReturnType<typeof openTestDatabase> | undefined;
const database = () => (own ??= openTestDatabase(server.it().databaseUrl));
afterAll(() => own?.destroy());

type Asked = Asking['query'];
const as = (groups: readonly string[], username: string) => server.it().identity.issue(groups, { username });
const linesFor = (groups: readonly string[], query: Asked = {}) =>
  answerOf(server.it().address, getAuditLines, { token: as(groups, 'reader'), query: { per_page: 100, ...query } });
const whoIn = (results: readonly AuditLine[]) => [...new Set(results.map(({ who }) => who))].toSorted();
const take = (groups: readonly string[], username: string, serial: string) =>
  ask(server.it().address, getTakeControl, { token: as(groups, username), params: { serial } });

it('[AUDIT10] a system_admin reads all lines, an organisation_admin those of the own people at that time, nobody else any', async () => {
  await take(staff, 'of-staff', 'LF-0140-23');
  await take(userOf('de-linde'), 'of-linde', 'LF-0140-23');
  await take(userOf('hortus-noord'), 'of-hortus', 'LF-0140-23');
  await take([...userOf('de-linde'), 'organisation:hortus-noord'], 'of-both', 'LF-0140-23');
  await take(['user_type:organisation_user'], 'of-none', 'LF-0140-23');
  // Somebody who left De Linde for Hortus Noord: each reads what was done in its time.
  await take(userOf('de-linde'), 'moved', 'LF-0140-23');
  await take(userOf('hortus-noord'), 'moved', 'DV-0105');
  const all = ['moved', 'of-both', 'of-hortus', 'of-linde', 'of-none', 'of-staff'];
  expect(whoIn((await linesFor(staff)).results)).toEqual(all);
  const linde = (await linesFor(adminOf('de-linde'))).results;
  expect(whoIn(linde)).toEqual(['moved', 'of-linde']);
  expect(linde.filter(({ who }) => who === 'moved').map(({ params }) => params)).toEqual([{ serial: 'LF-0140-23' }]);
  expect(whoIn((await linesFor(adminOf('hortus-noord'))).results)).toEqual(['moved', 'of-hortus']);
  const both = await linesFor([...adminOf('de-linde'), 'organisation:hortus-noord']);
  expect(whoIn(both.results)).toEqual(['moved', 'of-both', 'of-hortus', 'of-linde']);
  expect(both.total).toBe(both.results.length);
  expect((await linesFor(['user_type:organisation_admin'])).results).toEqual([]);
  for (const groups of [support, userOf('de-linde'), ['user_type:owner', 'organisation:de-linde']]) {
    expect(await ask(server.it().address, getAuditLines, { token: as(groups, 'reader') })).toMatchObject({ status: 403 });
  }
});

it('[AUDIT9] lines are filtered by time, person, call, subject and outcome, and come newest first', async () => {
  const { address } = server.it();
  const token = as(adminOf('maasdijk'), 'filtering');
  const person = { name: 'Jo', family_name: 'Maes', locale: 'nl-BE', user_type: 'organisation_user', organisation_id: 'org-de-linde' };
  await ask(address, postCreateUser, { token, body: { ...person, email: 'Jo.Maes@delinde.example' } });
  await ask(address, getReleaseControl, { token, params: { serial: 'LF-0140-23' } });
  const start = (await linesFor(staff, { who: 'filtering' })).results;
  expect(start.map(({ call }) => call)).toEqual([getReleaseControl.name, postCreateUser.name]);
  const [released, created] = start;
  expect(created).toMatchObject({ role: 'organisation_admin', params: { email: 'Jo.Maes@delinde.example' }, status: 404 });
  const found = async (query: Asked) => (await linesFor(staff, { who: 'filtering', ...query })).results.map(({ id }) => id);
  expect(await found({ call: postCreateUser.name })).toEqual([created?.id]);
  expect(await found({ about: ' jo.maes@DELINDE.example ' })).toEqual([created?.id]);
  expect(await found({ about: 'lf-0140-23' })).toEqual([released?.id]);
  expect(await found({ outcome: 'done' })).toEqual([]);
  expect(await found({ outcome: 'failed' })).toEqual([released?.id, created?.id]);
  expect(await found({ from: released?.at, to: new Date(Date.parse(released?.at ?? '') + 1).toISOString() })).toContain(released?.id);
  expect(await found({ to: created?.at })).toEqual([]);
  const second = await linesFor(staff, { who: 'filtering', page: 1, per_page: 1 });
  expect([second.total, second.results.map(({ id }) => id), second.searched_from]).toEqual([2, [created?.id], null]);
});

it('[AUDIT13] person, call and subject are found in any case and with outer blanks', async () => {
  await take(userOf('de-linde'), 'Els.Peeters', 'LF-0140-23');
  for (const query of [
    { who: ' els.PEETERS ' },
    { call: ` ${getTakeControl.name.toLowerCase()} `, who: 'Els.Peeters' },
    { who: 'els.peeters', about: ' lf-0140-23' },
  ]) {
    expect(whoIn((await linesFor(staff, query)).results)).toEqual(['Els.Peeters']);
    expect(whoIn((await linesFor(adminOf('de-linde'), query)).results)).toEqual(['Els.Peeters']);
  }
});

it('[AUDIT9] of many lines the newest 20,000 are looked through, by index, and the answer says how far back', async () => {
  const call: (typeof postUpdateOrganisation)['name'] = 'POST locations/{id}/update_organisation';
  await sql`insert into audit (id, at, who, role, call, params, request_id, status, hash, organisations)
    select 1000000 + n, '2020-01-01T00:00:00Z'::timestamptz + n * interval '1 second', 'many', 'organisation_admin', ${call}, '{"id":"org-many"}', 'r', 200, '',
      array['org-de-linde'] from generate_series(1, 20100) as n`.execute(database());
  await sql`analyze audit`.execute(database());
  const newest = '2020-01-01T05:35:00.000Z';
  const oldest = '2020-01-01T00:01:41.000Z';
  for (const query of [{ who: 'many' }, { call, to: '2021-01-01T00:00:00Z' }, { about: 'org-many' }, { to: '2021-01-01T00:00:00Z' }]) {
    const answer = await linesFor(staff, query);
    expect([answer.total, answer.results.length, answer.results[0]?.at, answer.searched_from]).toEqual([20_000, 100, newest, oldest]);
  }
  const linde = await linesFor(adminOf('de-linde'), { to: '2021-01-01T00:00:00Z', outcome: 'failed' });
  expect([linde.total, linde.searched_from]).toEqual([0, oldest]);
  const before = await linesFor(staff, { who: 'many', to: oldest });
  expect([before.total, before.searched_from]).toEqual([100, null]);
});
