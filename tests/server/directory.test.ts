import { expect, it, onTestFinished } from 'vitest';
import { awsSignature } from '#server/identity/directory/awsSignature';
import { directoryAccounts, type DirectoryBus } from '#server/identity/directory/directoryAccounts';
import { openDirectory } from '#server/identity/directory/openDirectory';
import { createSnapshot } from '#server/identity/directory/snapshot';
import { withChanges } from '#server/platform/audit/changes';
import { inProcessBus } from '#server/platform/bus/bus';
import { conflict } from '#server/platform/failure/failure';
import type { Principal } from '#server/platform/principal';
import { directoryAddressOf } from '#server/platform/settings/directoryAddress';
import { readSettings } from '#server/platform/settings/settings';
import { startTestCognito } from '../support/directories/cognito.ts';
import type { Asked, Fault } from '../support/directories/faults.ts';
import { startTestKeycloak } from '../support/directories/keycloak.ts';
import { places, type Place } from '../support/directories/places.ts';

const NOW = Date.UTC(2026, 2, 4, 13, 5);
const OURS = new Set(['delinde', 'hortus']);

function open(env: Readonly<Record<string, string>>, changes = true, bus: DirectoryBus = inProcessBus()) {
  const settings = readSettings({ OIDC_ISSUER: 'https://sso.example', OIDC_DIRECTORY_CHANGES: String(changes), ...env });
  const directory = openDirectory({ settings, now: () => NOW, pause: async () => undefined, patienceMs: 1_500 });
  if (directory === null) throw new Error('no directory');
  const accounts = directoryAccounts({
    directory,
    changes,
    refuseChange: () => Promise.reject(conflict('elsewhere')),
    groups: async () => OURS,
    isAllowed: async (email) => email.endsWith('@delinde.example'),
    adminLock: (change) => change(),
    bus,
    log: { warn: () => undefined },
  });
  return { directory, ...accounts };
}

async function startPlace(start: () => Promise<Place>, changes?: boolean) {
  const place = await start();
  onTestFinished(() => place.close());
  return { place, ...open(place.env, changes) };
}

async function startTestPlace(): Promise<Place> {
  const place = await places[0].start();
  onTestFinished(() => place.close());
  return place;
}

const els = {
  username: 'els',
  email: 'els@delinde.example',
  name: 'Els',
  family_name: 'Maes',
  locale: 'nl-BE',
  groups: ['user_type:organisation_admin', 'delinde', 'vpn'],
};
const newcomer = {
  email: 'jo@delinde.example',
  name: 'Jo',
  family_name: 'Maes',
  locale: 'nl-BE',
  groups: ['user_type:organisation_user', 'delinde'],
};
/** Whether a request to Cognito is for an operation. */
const is = (headers: Asked['headers'], operation: string) => String(headers['x-amz-target']).endsWith(`.${operation}`);
const admin = { username: 'an', email: 'an@serra.example', name: 'An', groups: ['user_type:system_admin'] };

for (const { name, start } of places) {
  it(`[DIRECTORY15] ${name}: after a change at one server the list of another one has it`, async () => {
    const place = await start();
    onTestFinished(() => place.close());
    const bus: DirectoryBus = inProcessBus();
    const [one, other] = [open(place.env, true, bus), open(place.env, true, bus)];
    place.addGroup('delinde');
    place.add(els);
    const listed = async () => (await other.administration.inGroup('delinde')).map((account) => account.name);
    expect(await listed()).toEqual(['Els']);
    const account = await one.administration.find(els.email);
    if (account === undefined) throw new Error('no account');
    await one.administration.update(account, { ...account, name: 'Elsa' });
    expect(await listed()).toEqual(['Elsa']);
  });

  it(`[DIRECTORY1] ${name}: accounts have their groups, names and state; what is missing is empty, what it does not tell is null`, async () => {
    const { place, administration, accounts } = await startPlace(start);
    place.add(els);
    place.add({ username: 'bare', email: '', groups: ['delinde'], isEnabled: false });
    const shown = { family_name: 'Maes', locale: 'nl-BE', isEnabled: true, hasSecondFactor: null, createdAt: new Date(1_700_000_000_500) };
    expect(await administration.inGroup('delinde')).toMatchObject([
      { username: 'bare', email: '', name: '', family_name: '', locale: '', isEnabled: false },
      // Groups of other systems are not ours to show.
      { username: 'els', email: els.email, name: 'Els', groups: ['delinde', 'user_type:organisation_admin'], ...shown },
    ]);
    const facts = await accounts();
    expect(facts?.map(({ username, isMailAllowed, groups }) => [username, isMailAllowed, groups.toSorted()])).toEqual([
      ['els', true, ['delinde', 'user_type:organisation_admin', 'vpn']],
      ['bare', false, ['delinde']],
    ]);
  });

  it(`[DIRECTORY1] ${name}: thousands are read page by page, in one reading for all who ask`, async () => {
    const { place, administration, accounts } = await startPlace(start);
    for (let at = 0; at < 1_250; at += 1) place.add({ username: `u${at}`, email: `u${at}@delinde.example`, groups: ['delinde'] });
    const [listed, facts] = await Promise.all([administration.inGroup('delinde'), accounts()]);
    expect([listed.length, facts?.length]).toEqual([1_250, 1_250]);
    const requests = place.asked.length;
    await administration.inGroup('delinde');
    expect(place.asked.length).toBe(requests);
  });

  const passing: readonly (readonly [string, Fault, number])[] = [
    ['too many requests, then none', { status: 429, headers: { 'retry-after': '1' } }, 1],
    ['a failing server, then none', { status: 502 }, 2],
    ['a cut connection, then none', 'cut', 1],
  ];
  it.each(passing)(`[DIRECTORY3] ${name}: %s is tried again`, async (_, fault, times) => {
    const { place, administration } = await startPlace(start);
    place.add(els);
    for (let at = 0; at < times; at += 1) place.faults.push({ matches: () => true, fault });
    expect(await administration.inGroup('delinde')).toHaveLength(1);
  });

  const lasting: readonly (readonly [string, Fault, RegExp])[] = [
    ['a busy directory', { status: 429 }, /gets too many requests/],
    ['one that wants to be left alone for an hour', { status: 429, headers: { 'retry-after': '3600' } }, /gets too many requests/],
    ['a failing one', { status: 500, body: 'Internal Server Error' }, /does not answer/],
    ['a silent one', 'silent', /does not answer/],
    ['a cut connection', 'cut', /does not answer/],
    ['one that forbids', { status: 403, body: '{"error":"HTTP 403 Forbidden"}' }, /refuses this server \(403\)/],
    ['a page of a portal', { status: 200, body: '<html>log in</html>' }, /something else than/],
    ['another kind of JSON', { status: 200, body: '{"users":{"0":1}}' }, /something else than/],
  ];
  it.each(lasting)(`[DIRECTORY3] ${name}: %s is one sentence, and not asked again at once`, async (_, fault, text) => {
    const { place, administration, accounts } = await startPlace(start);
    place.add(els);
    for (let at = 0; at < 200; at += 1) place.faults.push({ matches: () => true, fault });
    await expect(administration.inGroup('delinde')).rejects.toMatchObject({ status: 503, message: expect.stringMatching(text) });
    const requests = place.asked.length;
    await expect(accounts()).rejects.toMatchObject({ status: 503 });
    expect(place.asked.length).toBe(requests);
  });

  it(`[DIRECTORY4] [DIRECTORY10] ${name}: an account is changed there, and keeps the groups of other systems`, async () => {
    const { place, administration } = await startPlace(start);
    place.add(els);
    place.add(admin);
    for (const group of ['user_type:organisation_user', 'hortus']) place.addGroup(group);
    const account = await administration.find('ELS@delinde.example'.toLowerCase());
    if (account === undefined) throw new Error('not found');
    expect(account.groups.toSorted()).toEqual(['delinde', 'user_type:organisation_admin']);
    await administration.update(account, {
      name: 'Elsa',
      family_name: 'Maes',
      locale: 'en-GB',
      groups: ['user_type:organisation_user', 'hortus'],
    });
    expect(place.stored(els.email)).toEqual({ groups: ['hortus', 'user_type:organisation_user', 'vpn'], isEnabled: true, name: 'Elsa' });
    await administration.disable(account);
    expect(await administration.inGroup('hortus')).toMatchObject([{ name: 'Elsa', locale: 'en-GB', isEnabled: false }]);
    await administration.enable(account);
    expect(place.stored(els.email)?.isEnabled).toBe(true);
    await administration.mailPasswordLink(account);
    const removals: unknown[] = [];
    await administration.remove(account, async (removeAccount) => {
      removals.push([removeAccount, place.stored(els.email)]);
    });
    // What is kept of the person is removed once the account is deleted.
    expect(removals).toEqual([[null, undefined]]);
    await expect(administration.disable(account)).rejects.toMatchObject({ status: 404 });
  });

  it(`[DIRECTORY4] ${name}: somebody is invited with the groups or not at all, once, and the invitation is sent again or taken back`, async () => {
    const { place, administration } = await startPlace(start);
    place.addGroup('user_type:organisation_user');
    await expect(administration.invite(newcomer)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('no group "delinde"'),
    });
    expect(place.stored(newcomer.email)).toBeUndefined();
    place.addGroup('delinde');
    await administration.invite(newcomer);
    expect(place.stored(newcomer.email)?.groups).toEqual(['delinde', 'user_type:organisation_user']);
    await expect(administration.invite(newcomer)).rejects.toMatchObject({
      status: 409,
      message: 'This email address has an account already.',
    });
    const [invited] = await administration.inGroup('delinde');
    if (invited === undefined) throw new Error('not listed');
    expect(invited.status).toBe('INVITED');
    await administration.resend(invited);
    await administration.revoke(invited);
    expect(place.stored(newcomer.email)).toBeUndefined();
  });

  it.each([
    [
      'reading the new account',
      ({ method, path, headers, query }: Asked) =>
        (method === 'GET' && path.endsWith('/users') && query.has('email')) || is(headers, 'ListUsers'),
    ],
    ['its groups', ({ path, headers }: Asked) => /\/groups\/|role-mappings/.test(path) || is(headers, 'AdminAddUserToGroup')],
  ])(`[DIRECTORY12] ${name}: an invitation that fails at %s leaves no account, and can be repeated`, async (_, fails) => {
    const { place, administration } = await startPlace(start);
    for (const group of newcomer.groups) place.addGroup(group);
    // After the account was created.
    const isCreated = () => place.stored(newcomer.email) !== undefined;
    for (let at = 0; at < 5; at += 1) place.faults.push({ matches: (asked) => isCreated() && fails(asked), fault: { status: 403 } });
    await expect(administration.invite(newcomer)).rejects.toMatchObject({ status: expect.any(Number) });
    expect(place.stored(newcomer.email)).toBeUndefined();
    place.faults.length = 0;
    await administration.invite(newcomer);
    expect(place.stored(newcomer.email)?.groups).toEqual(['delinde', 'user_type:organisation_user']);
  });

  const isCreation = ({ method, path, headers }: Asked) => (method === 'POST' && path.endsWith('/users')) || is(headers, 'AdminCreateUser');
  const away = { status: 503, message: expect.stringContaining('does not answer') };

  it.each(['lost', 'cut'] as const)(
    `[DIRECTORY12] ${name}: an invitation whose answer is %s leaves no account, and can be repeated`,
    async (fault) => {
      const { place, administration } = await startPlace(start);
      for (const group of newcomer.groups) place.addGroup(group);
      place.faults.push({ matches: isCreation, fault });
      await expect(administration.invite(newcomer)).rejects.toMatchObject(away);
      expect(place.stored(newcomer.email)).toBeUndefined();
      await administration.invite(newcomer);
      expect(place.stored(newcomer.email)?.groups).toEqual(['delinde', 'user_type:organisation_user']);
    },
  );

  it(`[DIRECTORY12] ${name}: an account that has the user name already is neither invited nor removed, whatever is answered`, async () => {
    const { place, administration } = await startPlace(start);
    for (const group of newcomer.groups) place.addGroup(group);
    place.add({ username: newcomer.email, email: 'former@delinde.example' });
    place.faults.push({ matches: isCreation, fault: 'cut' });
    await expect(administration.invite(newcomer)).rejects.toMatchObject({ status: 409 });
    expect(place.stored('former@delinde.example')).toBeDefined();
  });

  it(`[DIRECTORY12] ${name}: an account that somebody else creates at that moment stays`, async () => {
    const { place, administration } = await startPlace(start);
    for (const group of newcomer.groups) place.addGroup(group);
    const matches = (asked: Asked) => {
      if (!isCreation(asked)) return false;
      place.add({ ...newcomer, username: newcomer.email });
      return true;
    };
    place.faults.push({ matches, fault: 'cut' });
    await expect(administration.invite(newcomer)).rejects.toMatchObject(away);
    expect(place.stored(newcomer.email)?.groups).toEqual(['delinde', 'user_type:organisation_user']);
  });

  it(`[DIRECTORY4] ${name}: the last system admin stays, and of several accounts with one address none is changed`, async () => {
    const { place, administration } = await startPlace(start);
    place.add(admin);
    place.add({ ...els, username: 'one' });
    place.add({ ...els, username: 'two' });
    const account = await administration.find(admin.email);
    if (account === undefined) throw new Error('not found');
    const last = { status: 409, message: 'There would be no system admin left.' };
    await expect(administration.disable(account)).rejects.toMatchObject(last);
    await expect(administration.remove(account, () => Promise.reject(new Error('removed')))).rejects.toMatchObject(last);
    await expect(administration.update(account, { ...account, groups: ['user_type:organisation_user'] })).rejects.toMatchObject(last);
    await expect(administration.find(els.email)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('Several accounts'),
    });
  });

  it(`[DIRECTORY4] ${name}: a change that it refuses has its reason`, async () => {
    const { place, administration } = await startPlace(start);
    place.add(els);
    const account = await administration.find(els.email);
    if (account === undefined) throw new Error('not found');
    const body = JSON.stringify({ errorMessage: 'User is read only!', __type: 'InvalidParameterException', message: 'User is read only!' });
    place.faults.push({
      matches: ({ method, headers }) => method === 'PUT' || String(headers['x-amz-target']).endsWith('DisableUser'),
      fault: { status: 400, body },
    });
    await expect(administration.disable(account)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('User is read only!'),
    });
    expect(place.stored(els.email)?.isEnabled).toBe(true);
  });

  it(`[DIRECTORY2] ${name}: without OIDC_DIRECTORY_CHANGES accounts are listed and changed nowhere`, async () => {
    const { place, administration } = await startPlace(start, false);
    place.add(els);
    const [account] = await administration.inGroup('delinde');
    if (account === undefined) throw new Error('not listed');
    await expect(administration.disable(account)).rejects.toMatchObject({ message: 'elsewhere' });
    await expect(administration.find(els.email)).rejects.toMatchObject({ message: 'elsewhere' });
    expect(administration.changesAccounts).toBe(false);
    expect(place.stored(els.email)?.isEnabled).toBe(true);
  });
}

it('[DIRECTORY3] Keycloak: an ended token is renewed once; a refused client is one sentence', async () => {
  const keycloak = await startTestKeycloak();
  onTestFinished(() => keycloak.close());
  const { directory } = open(keycloak.env);
  const tokenRequests = () => keycloak.asked.filter(({ path }) => path.endsWith('/token')).length;
  await directory.find('a@b.example');
  keycloak.tokens.clear();
  await directory.find('a@b.example');
  expect(tokenRequests()).toBe(2);
  const refused = open({ ...keycloak.env, OIDC_DIRECTORY_SECRET: 'wrong' });
  await expect(refused.directory.find('a@b.example')).rejects.toMatchObject({
    message: expect.stringMatching(/refuses this server \(401\).*OIDC_DIRECTORY_SECRET/),
  });
});

it('[DIRECTORY1] Keycloak: roles of groups, and groups below groups, count', async () => {
  const keycloak = await startTestKeycloak();
  onTestFinished(() => keycloak.close());
  const { realm } = keycloak;
  realm.groups = [
    { id: 'g1', name: 'growers', below: Array.from({ length: 12 }, (_, at) => ({ id: `s${at}`, name: `sub-${at}`, below: [] })) },
  ];
  realm.roles.set('user_type:organisation_user', { users: [], groups: ['s11'] });
  realm.users = [{ id: '1', username: 'jo', email: 'jo@delinde.example', totp: true }];
  realm.members.set('s11', ['1']);
  const { accounts, directory } = open(keycloak.env);
  const groups = ['sub-11', 'user_type:organisation_user'];
  expect((await accounts())?.map((one) => [one.groups.toSorted(), one.hasSecondFactor])).toEqual([[groups, true]]);
  realm.credentials.set('1', [
    { id: 'c1', type: 'password' },
    { id: 'c2', type: 'webauthn' },
  ]);
  expect((await directory.find('jo@delinde.example')).map((one) => [one.groups.toSorted(), one.hasSecondFactor])).toEqual([[groups, true]]);
});

it('[DIRECTORY4] Keycloak: attributes that this server does not know stay, and who is blocked is signed out', async () => {
  const keycloak = await startTestKeycloak();
  onTestFinished(() => keycloak.close());
  keycloak.realm.users = [
    { id: '1', username: 'jo', email: 'jo@delinde.example', enabled: true, attributes: { badge: ['7'] }, federationLink: 'ldap' },
  ];
  const { administration } = open(keycloak.env);
  const jo = await administration.find('jo@delinde.example');
  if (jo === undefined) throw new Error('not found');
  await administration.update(jo, { name: 'Jo', family_name: 'Maes', locale: 'nl-BE', groups: [] });
  await administration.disable(jo);
  expect(keycloak.realm.users).toMatchObject([
    { firstName: 'Jo', enabled: false, attributes: { badge: ['7'], locale: ['nl-BE'] }, federationLink: 'ldap' },
  ]);
  expect(keycloak.realm.events).toEqual(['logout jo']);
});

it('[DIRECTORY5] the second factor of an address at the sign-in is the one in the directory, or unknown', async () => {
  const cognito = await startTestCognito();
  onTestFinished(() => cognito.close());
  const user = { attributes: { email: 'jo@delinde.example' }, Enabled: true, UserStatus: 'CONFIRMED', groups: [] };
  cognito.pool.users = [{ ...user, Username: 'jo', mfa: ['SOFTWARE_TOKEN_MFA'] }];
  const { hasSecondFactor, accounts } = open(cognito.env);
  expect(await hasSecondFactor('jo@delinde.example')).toBe(true);
  cognito.pool.users = [{ ...user, Username: 'jo', mfa: [] }];
  expect(await hasSecondFactor('jo@delinde.example')).toBe(false);
  expect(await hasSecondFactor('who@delinde.example')).toBeNull();
  // A quotation mark in an address does not end the filter.
  expect(await hasSecondFactor('a" or "b@delinde.example')).toBeNull();
  cognito.faults.push({ matches: () => true, fault: { status: 403 } });
  expect(await hasSecondFactor('jo@delinde.example')).toBeNull();
  cognito.pool.mfa = 'ON';
  expect((await accounts())?.map((one) => one.hasSecondFactor)).toEqual([true]);
});

it('[DIRECTORY3] a reading that takes long is one sentence, goes on, and is there for the next one; a change forgets it', async () => {
  const clock = { now: 0 };
  let finish: (value: number) => void = () => undefined;
  let reads = 0;
  const snapshot = createSnapshot<number>({
    read: () => {
      reads += 1;
      return new Promise((resolve) => (finish = resolve));
    },
    elapsed: () => clock.now,
    // The patience is over at once.
    after: (_, run) => {
      queueMicrotask(run);
      return () => undefined;
    },
    onFailure: () => undefined,
  });
  await expect(snapshot.read()).rejects.toMatchObject({ status: 503, message: expect.stringContaining('still being read') });
  await expect(snapshot.read()).rejects.toMatchObject({ status: 503 });
  expect(reads).toBe(1);
  finish(7);
  await new Promise(setImmediate);
  expect(await snapshot.read()).toBe(7);
  clock.now = 29_999;
  expect(await snapshot.read()).toBe(7);
  snapshot.forget();
  await expect(snapshot.read()).rejects.toMatchObject({ status: 503 });
  expect(reads).toBe(2);
});

it('[DIRECTORY6] a request is signed as the documentation of Amazon Web Services signs its example', () => {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
    host: 'iam.amazonaws.com',
    'x-amz-date': '20150830T123600Z',
  };
  const key = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', region: 'us-east-1', service: 'iam' };
  expect(awsSignature(key, { method: 'GET', path: '/', query: 'Action=ListUsers&Version=2010-05-08', headers, body: '' })).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
  );
});

it.each([
  [
    'keycloak+https://sso.example/admin/realms/fleet',
    { realm: 'https://sso.example/admin/realms/fleet', token: 'https://sso.example/realms/fleet/protocol/openid-connect/token' },
  ],
  [
    'keycloak+https://sso.example/auth/admin/realms/fleet/',
    { token: 'https://sso.example/auth/realms/fleet/protocol/openid-connect/token' },
  ],
  [
    'cognito+https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbCdEf',
    { endpoint: 'https://cognito-idp.eu-west-1.amazonaws.com/', pool: 'eu-west-1_AbCdEf', region: 'eu-west-1' },
  ],
  ['keycloak+http://keycloak:8080/admin/realms/fleet', { realm: 'http://keycloak:8080/admin/realms/fleet' }],
])('[DIRECTORY6] %s is an address of a directory', (text, address) => {
  expect(directoryAddressOf(text)).toMatchObject(address);
});

it.each([
  'https://sso.example/admin/realms/fleet',
  'keycloak+https://sso.example/realms/fleet',
  'keycloak+http://sso.example/admin/realms/fleet',
  'keycloak+https://me:secret@sso.example/admin/realms/fleet',
  'cognito+https://cognito-idp.eu-west-1.amazonaws.com/',
  'ldap://directory.example',
])('[DIRECTORY6] %s is none', (text) => {
  expect(directoryAddressOf(text)).toBeNull();
});

it.each([
  [{}, 'OIDC_DIRECTORY_CLIENT_ID'],
  [{ OIDC_DIRECTORY_CLIENT_ID: 'reader' }, 'OIDC_DIRECTORY_SECRET'],
  [{ OIDC_DIRECTORY_URL: undefined, OIDC_DIRECTORY_CHANGES: 'true' }, 'OIDC_DIRECTORY_CHANGES'],
  [{ OIDC_ISSUER: undefined }, 'OIDC_DIRECTORY_URL'],
  [{ OIDC_DIRECTORY_URL: 'ldap://directory.example' }, 'OIDC_DIRECTORY_URL'],
])('[DIRECTORY6] %j is refused at the start', (change, name) => {
  const env = { OIDC_ISSUER: 'https://sso.example', OIDC_DIRECTORY_URL: 'keycloak+https://sso.example/admin/realms/fleet', ...change };
  expect(() => readSettings(env)).toThrow(`Setting ${name}:`);
});

it.each([
  ['email,preferred_username', ['els@delinde.example', 'bare']],
  ['sub', ['id-els', 'id-bare']],
  ['preferred_username', ['els', 'bare']],
  ['login', ['els', 'bare']],
])('[DIRECTORY17] an account of Keycloak has the name of its tokens by OIDC_USERNAME_CLAIM=%s', async (claims, names) => {
  const place = await startTestPlace();
  const { accounts, administration } = open({ ...place.env, OIDC_USERNAME_CLAIM: claims });
  place.add(els);
  place.add({ username: 'bare', email: '', groups: ['delinde'] });
  expect((await accounts())?.map(({ username }) => username)).toEqual(names);
  expect((await administration.find(els.email))?.username).toBe(names[0]);
});

it.each([
  ['email,username', 'els'],
  ['email', 'els'],
  ['cognito:username,username', 'els'],
])('[DIRECTORY17] an account of Cognito has the name of its tokens by OIDC_USERNAME_CLAIM=%s', async (claims, name) => {
  const place = await places[1].start();
  onTestFinished(() => place.close());
  place.add(els);
  const { administration } = open({ ...place.env, OIDC_USERNAME_CLAIM: claims });
  expect((await administration.find(els.email))?.username).toBe(name);
});

it('[DIRECTORY17] [MFA1] nobody takes away the own second factor, whatever the tokens call the person', async () => {
  const place = await startTestPlace();
  const { updateMfa } = open(place.env);
  place.add({ ...els, groups: ['user_type:organisation_user', 'delinde'] });
  const caller: Principal = {
    username: 'another-name',
    email: els.email.toUpperCase(),
    name: 'Els',
    role: 'system_admin',
    groups: ['user_type:system_admin'],
    secondFactor: true,
    expiresAt: NOW,
    issuedAt: null,
    grant: null,
  };
  await expect(updateMfa(caller, { email: els.email, enable: false })).rejects.toMatchObject({ status: 403 });
  expect(await withChanges(() => updateMfa({ ...caller, email: 'an@serra.example' }, { email: els.email, enable: false }))).toMatchObject({
    answer: { ok: true },
  });
});
