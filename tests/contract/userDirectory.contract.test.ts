import { afterAll, beforeEach, expect, it } from 'vitest';
import { consoleConfig } from '#contract/config';
import { getMe, postUpdateMfa } from '#contract/identity';
import { postDeleteLocale } from '#contract/language';
import {
  getOrganisationUsers,
  getSystemAdmins,
  postChangeAddress,
  postCreateUser,
  postDeleteUser,
  postDisableUser,
  postUpdateUser,
} from '#contract/user';
import { getValidate, getValidationResults } from '#contract/validation';
import { directoryAccounts } from '#server/identity/directory/directoryAccounts';
import { openDirectory } from '#server/identity/directory/openDirectory';
import { conflict } from '#server/platform/failure/failure';
import { readSettings } from '#server/platform/settings/settings';
import { sql } from 'kysely';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, withServer } from '../support/contractServer.ts';
import { places } from '../support/directories/places.ts';
import { fakeIdentity } from '../support/fakeIdentity.ts';
import { until } from '../support/until.ts';

const place = await places[0].start();
afterAll(() => place.close());
const groups = ['organisation:de-linde', 'organisation:hortus-noord'];
const directory = openDirectory({
  settings: readSettings({ OIDC_ISSUER: 'https://sso.example', ...place.env }),
  now: () => Date.now(),
  pause: async () => undefined,
});
if (directory === null) throw new Error('no directory');
const clock = { now: 0 };
const accounts = directoryAccounts({
  directory,
  changes: true,
  refuseChange: () => Promise.reject(conflict('elsewhere')),
  groups: async () => new Set(groups),
  isAllowed: async () => true,
  adminLock: (change) => change(),
  log: { warn: () => undefined },
  elapsed: () => clock.now,
});
const identity = {
  ...fakeIdentity(() => Date.now()),
  administration: accounts.administration,
  accounts: accounts.accounts,
  updateMfa: accounts.updateMfa,
};
const server = withServer(undefined, { identity });
const admin = () => identity.issue(staff);
const validation = async (x: string) => {
  const { address } = server.it();
  const { validation_id } = await answerOf(address, getValidate, { params: { x }, token: admin() });
  const { results } = await answerOf(address, getValidationResults, {
    params: { x },
    query: { validation_id, per_page: 100 },
    token: admin(),
  });
  return results.map(({ severity, error_message, resource_name }) => `${severity}: ${error_message} (${resource_name})`);
};

const els = { username: 'els', email: 'els@delinde.example', name: 'Els', family_name: 'Maes', locale: 'nl-BE' };
place.add({ ...els, groups: ['user_type:organisation_admin', 'organisation:de-linde', 'vpn'] });
place.add({
  username: 'an',
  email: 'an@serra.example',
  name: 'An',
  family_name: 'Verhoeven',
  locale: 'nl-BE',
  groups: ['user_type:system_admin'],
});
// A screen that is opened a minute later.
beforeEach(() => void (clock.now += 60_000));

it('[DIRECTORY1] [CALL-063] [CALL-065] the lists of users are those of the directory, to whom they are visible', async () => {
  const { address } = server.it();
  const admins = await answerOf(address, getSystemAdmins, { token: admin() });
  expect(admins.result).toMatchObject([
    { email: 'an@serra.example', user_type: 'system_admin', mfa_enabled: null, created: '2023-11-14T22:13:20.500Z' },
  ]);
  const users = await answerOf(address, getOrganisationUsers, {
    params: { organisation: 'org-de-linde' },
    token: identity.issue(adminOf('de-linde')),
  });
  expect(users.result).toMatchObject([
    { email: els.email, user_type: 'organisation_admin', enabled: true, organisation_id: 'org-de-linde' },
  ]);
  const foreign = await ask(address, getOrganisationUsers, {
    params: { organisation: 'org-de-linde' },
    token: identity.issue(adminOf('hortus-noord')),
  });
  expect(foreign).toMatchObject({ status: 404 });
});

it('[DIRECTORY4] [PEOPLE1] [CALL-066] what administrators may change is changed there; nobody blocks the own account, by whichever name', async () => {
  const { address } = server.it();
  place.addGroup('user_type:organisation_user');
  const token = identity.issue(adminOf('de-linde'), { username: 'sub-of-jo', email: 'jo@delinde.example' });
  const jo = { email: 'jo@delinde.example', name: 'Jo', family_name: 'Peeters', locale: 'nl-BE' };
  const body = { ...jo, user_type: 'organisation_user', organisation_id: 'org-de-linde' };
  expect(await ask(address, postCreateUser, { body, token })).toMatchObject({ ok: true });
  expect(place.stored(jo.email)?.groups).toEqual(['organisation:de-linde', 'user_type:organisation_user']);
  expect(await ask(address, postDisableUser, { body: { email: jo.email }, token })).toMatchObject({ status: 403 });
  expect(await ask(address, postDisableUser, { body: { email: jo.email }, token: identity.issue(adminOf('hortus-noord')) })).toMatchObject({
    status: 404,
  });
  expect(await ask(address, postUpdateUser, { body: { ...body, name: 'Joke' }, token: admin() })).toMatchObject({ ok: true });
  expect(await ask(address, postDisableUser, { body: { email: jo.email }, token: admin() })).toMatchObject({ ok: true });
  expect(place.stored(jo.email)).toMatchObject({ name: 'Joke', isEnabled: false });
  expect(await ask(address, postUpdateMfa, { body: { email: jo.email, enable: false }, token: admin() })).toMatchObject({ ok: true });
});

it('[NEWMAIL7] addresses of accounts there are changed there', async () => {
  const { address } = server.it();
  place.add({ ...els, username: 'ada', email: 'ada@delinde.example' });
  const body = { email: 'ada@delinde.example', new_email: 'eda@delinde.example' };
  for (const new_email of [body.new_email, null])
    expect(await ask(address, postChangeAddress, { body: { ...body, new_email }, token: admin() })).toMatchObject({
      status: 409,
      error: 'Conflict: The identity provider keeps the addresses of accounts: its administrator changes them there.',
    });
  expect(place.stored(body.email)).toBeDefined();
});

it('[DIRECTORY16] a person who is deleted there is no longer among those who signed in', async () => {
  const { address, databaseUrl } = server.it();
  const gone = { ...els, username: 'ko', email: 'ko@delinde.example', groups: ['user_type:organisation_user', 'organisation:de-linde'] };
  place.add(gone);
  const token = identity.issue(gone.groups, { username: 'ko', email: gone.email });
  await answerOf(address, getMe, { token });
  const database = openTestDatabase(databaseUrl);
  const seen = async () => (await database.selectFrom('seen_person').select('username').where('username', '=', 'ko').execute()).length;
  await until('the sign-in is stored', async () => (await seen()) === 1);
  expect(await ask(address, postDeleteUser, { body: { email: gone.email }, token: admin() })).toMatchObject({ ok: true });
  expect(await seen()).toBe(0);
  await database.destroy();
});

it('[DIRECTORY10] what is kept of a person who is deleted there goes afterwards, also when the database was away at that moment', async () => {
  const { address, databaseUrl } = server.it();
  const gone = { ...els, username: 'bo', email: 'bo@delinde.example', groups: ['user_type:organisation_user', 'organisation:de-linde'] };
  place.add(gone);
  const database = openTestDatabase(databaseUrl);
  await database.insertInto('push_setting').values({ username: 'bo', serial: 'LF-0140-23', mobile_push: true }).execute();
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full' using errcode = '53100'; end $$`.execute(database);
  await sql`create trigger refuse before delete on push_setting for each row execute function refuse()`.execute(database);
  expect(await ask(address, postDeleteUser, { body: { email: gone.email }, token: admin() })).toMatchObject({ status: 503 });
  expect(place.stored(gone.email)).toBeUndefined();
  const kept = async () => (await database.selectFrom('push_setting').select('serial').where('username', '=', 'bo').execute()).length;
  expect(await kept()).toBe(1);
  await sql`drop function refuse cascade`.execute(database);
  await until('what was kept is gone', async () => (await kept()) === 0);
  await database.destroy();
});

it('[LANG3] a language that accounts of the directory have says which, and stays', async () => {
  expect(await ask(server.it().address, postDeleteLocale, { params: { id: 'nl-BE' }, body: {}, token: admin() })).toMatchObject({
    status: 409,
    error: expect.stringMatching(/^Conflict: nl-BE is the language of \d accounts: .*els@delinde\.example/),
  });
});

it('[DIRECTORY2] [NEWMAIL7] [FEAT1] what is changed there is announced, and that accounts are kept elsewhere', async () => {
  const { features, accounts_elsewhere } = consoleConfig.parse(await (await fetch(`${server.it().address}/config.json`)).json());
  expect(features).toEqual(expect.arrayContaining(['directory', 'invitations']));
  expect(features).not.toContain('accounts');
  expect(features).not.toContain('account_address');
  expect(accounts_elsewhere).toEqual({ admin_url: null });
});

it('[DIRECTORY1] [VALID92] [VAL2] [VAL3] [VAL4] [VAL5] a validation compares the directory with the organisations, languages and user types', async () => {
  place.add({ username: 'odd', email: 'odd@else.example', groups: ['user_type:owner', 'organisation:gone'], locale: 'xx' });
  place.add({ ...els, username: 'none', email: 'none@delinde.example', name: 'Nobody', groups: ['organisation:de-linde'] });
  const two = ['user_type:organisation_user', 'user_type:system_admin', 'organisation:de-linde'];
  place.add({ ...els, username: 'two', email: 'two@delinde.example', name: 'Two', locale: '', groups: two });
  const found = await validation('cognito');
  expect(found).toEqual(
    expect.arrayContaining([
      'error: The user type "owner" is not known. (odd@else.example)',
      'warning: The first name is missing. (odd@else.example)',
      'warning: The locale "xx" is not known. (odd@else.example)',
      // The provider serves other systems too.
      'info: The group "organisation:gone" belongs to no organisation. (odd@else.example)',
      'info: The group "vpn" belongs to no organisation. (Els Maes)',
      'info: The account is disabled. (Joke Peeters)',
      'error: The account has no user type. (Nobody Maes)',
      'error: The account has more than one user type: organisation_user, system_admin. The first one counts. (Two Maes)',
      'warning: The locale is missing. (Two Maes)',
    ]),
  );
  expect(await validation('organisations')).toEqual(
    expect.arrayContaining(['warning: Nobody belongs to the authentication group "organisation:hortus-noord". (Hortus Noord)']),
  );
});

it('[VALID91] a validation compares who signed in with the directory', async () => {
  const { address } = server.it();
  const today = () => new Date().toISOString().slice(0, 10);
  const began = today();
  const gone = { username: 'gone', email: 'gone@delinde.example' };
  await answerOf(address, getMe, { token: identity.issue(adminOf('de-linde'), gone) });
  // The token is older than the change of the groups at the provider.
  await answerOf(address, getMe, { token: identity.issue(adminOf('hortus-noord'), { username: 'els', email: els.email }) });
  await answerOf(address, getMe, { token: identity.issue([...staff, 'wiki'], { username: 'an', email: 'an@serra.example' }) });
  await until('three sign-ins', async () => (await validation('cognito')).some((one) => /sign-ins 3/.test(one)));
  // Of each sign-in, which may be before and after midnight.
  const day = new RegExp(`(on|of) (?:${began}|${today()})`);
  const found = (await validation('cognito')).map((one) => one.replace(day, '$1 DAY'));
  expect(found.filter((one) => /sign-in|Signed in/.test(one))).toEqual([
    `warning: At the sign-in of DAY the groups were "organisation:hortus-noord", "user_type:organisation_admin"; in the directory they are "organisation:de-linde", "user_type:organisation_admin". (els@delinde.example)`,
    `warning: Signed in on DAY and is not in the directory. (gone@delinde.example)`,
    expect.stringMatching(/^info: Compared: accounts \d+, organisations \d+, sign-ins 3/),
  ]);
});

it('[DIRECTORY3] [CALL-109] a directory that is away is a finding with its reason, not a failed validation', async () => {
  for (let at = 0; at < 12; at += 1) place.faults.push({ matches: () => true, fault: 'cut' });
  expect(await validation('cognito')).toEqual([
    'warning: The directory of the identity provider does not answer. Nothing was compared. (Identity provider)',
  ]);
  const failed = await ask(server.it().address, getSystemAdmins, { token: admin() });
  expect(failed).toMatchObject({ status: 503, error: 'Unavailable: The directory of the identity provider does not answer.' });
});
