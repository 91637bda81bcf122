import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { getValidate, getValidationResults, validationType } from '#contract/validation';
import type { AccountFacts } from '#domain/people/accountFindings';
import { createValidate } from '#server/identity/validation/runValidation';
import { answerOf, ask, type Asking } from '../support/client.ts';
import { adminOf, staff, support, userOf, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { until } from '../support/until.ts';

const server = withServer();
const admin = () => server.it().identity.issue(staff);
const cognito = { params: { x: 'cognito' } };
const organisations = { params: { x: 'organisations' } };
const validate = (asking: Asking = cognito, token = admin()) => ask(server.it().address, getValidate, { ...asking, token });
const results = (asking: Asking = cognito, token = admin()) => ask(server.it().address, getValidationResults, { ...asking, token });
const idOf = async (asking: Asking = cognito) =>
  (await answerOf(server.it().address, getValidate, { ...asking, token: admin() })).validation_id;
const listOf = (asking: Asking = cognito) => answerOf(server.it().address, getValidationResults, { ...asking, token: admin() });

const els: AccountFacts = {
  username: 'els.peeters',
  email: 'els.peeters@delinde.example',
  name: 'Els',
  family_name: 'Peeters',
  locale: 'nl-BE',
  groups: ['user_type:organisation_admin', 'organisation:de-linde'],
  isMailAllowed: true,
  isEnabled: true,
  hasSecondFactor: true,
};
const an: AccountFacts = { ...els, username: 'an.verhoeven', name: 'An', family_name: 'Verhoeven', groups: staff };

let client: Client;
beforeEach(async () => {
  server.it().identity.kept.accounts = [an, els];
  client = new Client({ connectionString: server.it().databaseUrl });
  await client.connect();
});
afterEach(() => client.end());
const rowsOf = async (text: string): Promise<unknown[]> => (await client.query(text)).rows;

it('[OPEN-108] before the first validation there is nothing', async () => {
  expect(await listOf()).toEqual({ total: 0, results: [] });
});

it('[CALL-109] [OPEN-107] [CALL-110] [OPEN-108] [VAL1] a validation answers when it is done, and its results are there, the gravest first', async () => {
  server.it().identity.kept.accounts = [an, { ...els, locale: '', groups: ['user_type:owner', 'organisation:x'] }];
  const validation_id = await idOf();
  const { total, results: found } = await listOf({ ...cognito, query: { validation_id } });
  expect(found.map(({ severity, error_message, resource_name, nimbus_id }) => [severity, error_message, resource_name, nimbus_id])).toEqual(
    [
      ['error', 'The user type "owner" is not known.', 'Els Peeters', 'els.peeters'],
      ['error', 'The group "organisation:x" belongs to no organisation.', 'Els Peeters', 'els.peeters'],
      ['warning', 'The locale is missing.', 'Els Peeters', 'els.peeters'],
      ['info', 'Compared: accounts 2, organisations 5.', 'All data', 'cognito'],
    ],
  );
  expect(total).toBe(4);
  expect(new Set(found.map(({ validation_time }) => validation_time)).size).toBe(1);
  expect(await listOf()).toEqual({ total, results: found });
});

it('[CALL-109] [VAL7] [VAL10] [VALID2] the organisations of the demo have their small faults; looking changes nothing', async () => {
  const company = `select (select json_agg(o order by id) from organisation o) as a, (select json_agg(d order by id) from deployment d) as b,
    (select json_agg(v order by serial) from device v) as c, (select json_agg(l order by id) from location l) as d`;
  const before = await rowsOf(company);
  await idOf(organisations);
  expect(await rowsOf(company)).toEqual(before);
  const { results: found } = await listOf({ ...organisations, query: { per_page: 100 } });
  const nobody = ['van-houte', 'fenland', 'hortus-noord', 'serra'].map(
    (slug) => `Nobody belongs to the authentication group "organisation:${slug}".`,
  );
  expect(new Set(found.map(({ error_message }) => error_message))).toEqual(
    new Set([...nobody, 'The organisation owns no location.', 'Compared: organisations 5, locations 6, greenhouses 10, devices 24.']),
  );
});

it('[VAL10] [VAL7] what goes wrong is found by the next validation, and not by the last one', async () => {
  const first = await idOf(organisations);
  await client.query(`update organisation set authentication_group = null where id = 'org-fenland'`);
  await client.query(`update device set life_cycle_stage = 'DECOMMISSIONED' where serial = 'UV-0009'`);
  await idOf(organisations);
  const errorsOf = async (query: Asking['query'] = {}) =>
    (await listOf({ ...organisations, query: { per_page: 100, ...query } })).results
      .filter(({ severity }) => severity === 'error')
      .map(({ nimbus_id }) => nimbus_id);
  expect(await errorsOf()).toEqual(['org-fenland', 'UV-0009']);
  expect(await errorsOf({ validation_id: first })).toEqual([]);
});

it('[CALL-110] [GAP-32] pages count from 0; one beyond the last is empty', async () => {
  server.it().identity.kept.accounts = [an, ...Array.from({ length: 12 }, (_, at) => ({ ...els, username: `u-${at}`, locale: 'xx' }))];
  await idOf();
  const page = async (query: Readonly<Record<string, unknown>>) => {
    const { total, results: found } = await listOf({ ...cognito, query });
    return [total, found.length, found[0]?.nimbus_id];
  };
  expect(await page({ page: 0, per_page: 5 })).toEqual([13, 5, 'u-0']);
  expect(await page({ page: 1, per_page: 5 })).toEqual([13, 5, 'u-5']);
  expect(await page({})).toEqual([13, 10, 'u-0']);
  expect(await page({ page: 2_000_000_000, per_page: 100 })).toEqual([13, 0, undefined]);
});

it.each([
  ['no page', { page: -1 }],
  ['half a page', { page: 0.5 }],
  ['a huge page', { per_page: 101 }],
  ['no rows', { per_page: 0 }],
  ['a word', { page: 'first' }],
  ['a long id', { validation_id: 'x'.repeat(65) }],
  ['an id with a NUL', { validation_id: 'a\0b' }],
])('[CALL-110] [HTTP1] %s is a 400', async (_, query) => {
  expect(await results({ ...cognito, query })).toMatchObject({ ok: false, status: 400 });
});

it('[OPEN-108] an id that nobody knows is not found, nor one of the other type', async () => {
  const ofOther = await idOf(organisations);
  for (const validation_id of ['none', ofOther, "' or 1=1--"]) {
    expect(await results({ ...cognito, query: { validation_id } })).toMatchObject({ status: 404, error: 'NotFound: no such validation' });
  }
});

it.each([
  ['a license_support_engineer', support],
  ['an organisation_admin', adminOf('de-linde')],
  ['an organisation_user', userOf('de-linde')],
  ['somebody without a role', []],
] as const)('[GAP-51] [ROLE-013] [OPEN-107] %s is refused, whatever is asked for', async (_, groups) => {
  for (const x of [...validationType.options, 'nothing']) {
    const token = server.it().identity.issue(groups);
    expect(await validate({ params: { x } }, token)).toMatchObject({ ok: false, status: 403 });
    expect(await results({ params: { x } }, token)).toMatchObject({ ok: false, status: 403 });
  }
});

it.each(['nothing', 'Cognito', '__proto__', 'cognito '])('[CALL-109] there is no validation of %j', async (x) => {
  expect(await validate({ params: { x } })).toMatchObject({ ok: false, status: 404 });
  expect(await results({ params: { x } })).toMatchObject({ ok: false, status: 404 });
});

it('[AUDIT1] a validation is written down, a refused one too; reading the results is not', async () => {
  const { identity } = server.it();
  await validate(cognito, identity.issue(staff, { username: 'auditor' }));
  await validate(organisations, identity.issue(support, { username: 'auditor' }));
  await results(cognito, identity.issue(staff, { username: 'auditor' }));
  expect(await rowsOf(`select call, params, status from audit where who = 'auditor' order by id`)).toEqual([
    { call: getValidate.name, params: { x: 'cognito' }, status: 200 },
    { call: getValidate.name, params: { x: 'organisations' }, status: 403 },
  ]);
});

it('[VALID1] the same request id again is the same validation; one of another act is refused', async () => {
  const token = admin();
  const headers = { 'x-request-id': 'once-and-again' };
  const [first, again] = [await validate({ ...cognito, headers }, token), await validate({ ...cognito, headers }, token)];
  expect([first, again]).toMatchObject([{ answer: { validation_id: 'once-and-again' } }, { answer: { validation_id: 'once-and-again' } }]);
  expect(await rowsOf(`select count(*)::int from validation where id = 'once-and-again'`)).toEqual([{ count: 1 }]);
  expect(await validate({ ...organisations, headers }, token)).toMatchObject({ status: 409 });
  expect(await validate({ ...cognito, headers }, admin())).toMatchObject({ status: 409 });
});

it('[VALID1] who asks while one runs, here or at another instance, gets that one', async () => {
  const { databaseUrl, identity, now } = server.it();
  const instances = [openTestDatabase(databaseUrl), openTestDatabase(databaseUrl)] as const;
  const [here, there] = instances.map((database) => createValidate({ database, identity, now }));
  if (here === undefined || there === undefined) throw new Error('two instances');
  const asked = (requestId: string) => ({ type: 'cognito', requestId, by: 'anna' }) as const;
  // Nobody runs while the test holds the lock, so that all wait for one.
  await client.query('select pg_advisory_lock(7012, 0)');
  const all = [here(asked('one')), here(asked('two')), there(asked('three'))];
  await until('both instances wait', async () => {
    const waiting = `select count(*)::int from pg_locks where locktype = 'advisory' and classid = 7012 and not granted`;
    return JSON.stringify(await rowsOf(waiting)) === '[{"count":2}]';
  });
  await client.query('select pg_advisory_unlock(7012, 0)');
  const ids = await Promise.all(all);
  expect(new Set(ids).size).toBe(1);
  expect(['one', 'three']).toContain(ids[0]);
  expect(await rowsOf(`select id from validation where id in ('one', 'two', 'three')`)).toEqual([{ id: ids[0] }]);
  await Promise.all(instances.map((database) => database.destroy()));
});

it('[VALID2] the newest twenty are kept; one that failed leaves nothing', async () => {
  const { databaseUrl, identity, now } = server.it();
  const database = openTestDatabase(databaseUrl);
  const run = createValidate({ database, identity, now });
  const broken = createValidate({ database, now, identity: { ...identity, accounts: () => Promise.reject(new Error('gone')) } });
  for (let count = 0; count < 22; count += 1) await run({ type: 'organisations', requestId: `kept-${count}`, by: 'anna' });
  await expect(broken({ type: 'organisations', requestId: 'kept-failed', by: 'anna' })).rejects.toThrow('gone');
  const kept = await rowsOf(`select id from validation where type = 'organisations' order by number`);
  expect(kept).toEqual(Array.from({ length: 20 }, (_, at) => ({ id: `kept-${at + 2}` })));
  expect(await rowsOf('select count(*)::int from validation_result where validation not in (select number from validation)')).toEqual([
    { count: 0 },
  ]);
  await database.destroy();
});

it('[VALID3] accounts of a provider elsewhere are not compared, and that is one warning; the rest is', async () => {
  server.it().identity.kept.accounts = null;
  await idOf();
  const found = await listOf();
  expect(found.total).toBe(1);
  expect(found.results[0]).toMatchObject({
    severity: 'warning',
    error_message: 'The identity provider keeps its accounts elsewhere: they cannot be read here. Nothing was compared.',
    resource_name: 'Identity provider',
    nimbus_id: server.it().identity.oidc.authority,
  });
  await idOf(organisations);
  const { results: rest } = await listOf({ ...organisations, query: { per_page: 100 } });
  expect(rest.filter(({ severity }) => severity === 'warning').map(({ resource_name }) => resource_name)).toEqual(['Identity provider']);
  expect(rest.map(({ error_message }) => error_message)).toContain('The organisation owns no location.');
});

it('[VALID92] [VAL9] a greenhouse whose map is gone is found', async () => {
  await client.query(`update greenhouse set map_id = 'gone' where id = (select min(id) from greenhouse)`);
  await idOf(organisations);
  const { results: found } = await listOf({ ...organisations, query: { per_page: 100 } });
  expect(found.map(({ severity, error_message }) => `${severity}: ${error_message}`)).toContain('error: The map "gone" does not exist.');
});

it.each([
  ['a location of nobody', `update location set owned_by = 'nobody'`],
  ['a greenhouse nowhere', `update greenhouse set location_id = 'nowhere'`],
  ['a device deployed nowhere', `update deployment set location_id = 'nowhere'`],
  ['an organisation that owns a location and is removed', `delete from organisation where id = (select min(owned_by) from location)`],
])('[VALID92] [VAL8] [VAL9] [VAL10] the database keeps %s out, so that no validation has to find it', async (_, change) => {
  // Source: PostgreSQL, error codes: foreign_key_violation.
  await expect(client.query(change)).rejects.toMatchObject({ code: '23503' });
});
