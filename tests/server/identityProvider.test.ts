import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getStopImmediately } from '#contract/command';
import { getLocales, postMe, postSetupMfa } from '#contract/identity';
import { openExternalProvider } from '#server/identity/outside/externalProvider';
import { openProofs } from '#server/identity/outside/secondFactorProofs';
import { withIdentityTables } from '#server/identity/tables';
import { openDatabase } from '#server/platform/database/openDatabase';
import { readSettings } from '#server/platform/settings/settings';
import { ask } from '../support/client.ts';
import { type OutsideProvider, startOutsideProvider } from '../support/outsideProvider.ts';
import { seededDatabase, startTestServer, type TestServer } from '../support/testServer.ts';
import { until } from '../support/until.ts';

const SERIAL = 'LF-0140-23';
const clock = { aheadMs: 0 };
const now = () => Date.now() + clock.aheadMs;
const seconds = () => Math.floor(now() / 1000);
const logged: string[] = [];
const log = pino({ level: 'warn' }, { write: (line) => logged.push(line) });

let provider: OutsideProvider;
let server: TestServer;
let database: ReturnType<typeof openDatabase>;

const open = (env: Readonly<Record<string, string>> = {}) => {
  const settings = readSettings({ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'console', ...env });
  const proofs = openProofs(withIdentityTables(database), now);
  return openExternalProvider({ settings, issuer: provider.issuer, proofs, now, log });
};

beforeAll(async () => {
  provider = await startOutsideProvider();
  const url = await seededDatabase();
  database = openDatabase(url);
  server = await startTestServer(url, undefined, { identity: await open(), now });
});
afterAll(async () => {
  await server.close();
  await database.destroy();
  await provider.close();
});

const claims = (change: object = {}) => ({
  iss: provider.issuer,
  sub: '1',
  iat: seconds(),
  exp: seconds() + 3_600,
  client_id: 'console',
  'cognito:username': 'an',
  'cognito:groups': ['user_type:system_admin'],
  amr: ['otp'],
  ...change,
});
const token = (change: object = {}) => provider.sign(claims(change));
const stop = (given: string) => ask(server.address, getStopImmediately, { token: given, params: { serial: SERIAL } });

it('[IDP1] [STOP1] while the provider is away its keys count, however old: a stop and every other call are answered', async () => {
  const device = await server.device(SERIAL);
  await device.obey();
  const given = await token();
  expect(await ask(server.address, getLocales, { token: given })).toMatchObject({ status: 200 });
  provider.state.isAway = true;
  const requests = provider.requests.length;
  for (const minutes of [11, 22, 50]) {
    clock.aheadMs = minutes * 60_000;
    expect(await ask(server.address, getLocales, { token: given })).toMatchObject({ status: 200 });
    await until('the provider was asked again', () => provider.requests.length > requests);
    expect(await stop(given)).toMatchObject({ answer: { success: true } });
  }
  expect(logged.join()).toContain('the keys of the identity provider cannot be read');
  provider.state.isAway = false;
  clock.aheadMs = 0;
});

it('[IDP1] [IDP2] a new key is read when it is first seen; while the provider is away that is 503, which ends no session', async () => {
  clock.aheadMs = 60_000;
  await provider.rotate();
  provider.state.isAway = true;
  expect(await stop(await token())).toMatchObject({ status: 503 });
  const console = new WebSocket(`${server.address.replace('http', 'ws')}/ws`);
  console.addEventListener(
    'open',
    () => void token().then((access_token) => console.send(JSON.stringify({ type: 'authentication', access_token }))),
  );
  const closed = new Promise<number>((resolve) => console.addEventListener('close', ({ code }) => resolve(code)));
  expect(await closed).toBe(1013);
  provider.state.isAway = false;
  clock.aheadMs = 120_000;
  expect(await ask(server.address, getLocales, { token: await token() })).toMatchObject({ status: 200 });
  clock.aheadMs = 0;
});

it('[IDP1] unknown keys make the server ask the provider once in 30 s', async () => {
  clock.aheadMs = 300_000;
  const identity = await open();
  await identity.verify(await token());
  const known = provider.requests.length;
  const published = await token();
  const forged = published.replace(/^[^.]+/, Buffer.from('{"alg":"RS256","kid":"unknown"}').toString('base64url'));
  for (let round = 0; round < 20; round += 1) await expect(identity.verify(forged)).rejects.toMatchObject({ status: 401 });
  expect(provider.requests.length).toBe(known);
  clock.aheadMs = 0;
});

it.each([
  ['amr of the access token', { amr: ['pwd', 'mfa'] }, true],
  ['amr as one text', { amr: 'pwd otp' }, true],
  ['acr of the access token', { amr: undefined, acr: 'mfa' }, true],
  ['neither', { amr: ['pwd'], acr: '1' }, false],
])('[IDP3] a second factor by %s', async (_, change, isProved) => {
  expect((await (await open()).verify(await token(change))).secondFactor).toBe(isProved);
});

it('[IDP3] the ID token proves the second factor of its sign-in, for every server and also for the socket; one of another sign-in does not', async () => {
  const half = await token({ amr: undefined, sid: 's1' });
  const idToken = (change: object = {}) => provider.sign({ ...claims(), aud: 'console', sid: 's1', acr: 'mfa', amr: undefined, ...change });
  const me = async (id_token: string) => ask(server.address, postMe, { token: half, body: { id_token } });
  expect(await ask(server.address, getLocales, { token: half })).toMatchObject({ status: 403 });
  const wrong = [
    { aud: 'another' },
    { sub: '2' },
    { sid: 's2' },
    { acr: '1' },
    { exp: seconds() - 60, sid: undefined },
    { iss: 'https://evil.example' },
  ];
  for (const change of wrong) expect(await me(await idToken(change))).toMatchObject({ answer: { second_factor: false } });
  expect(await me(half)).toMatchObject({ answer: { second_factor: false } });
  expect(await ask(server.address, getLocales, { token: half })).toMatchObject({ status: 403 });
  expect(await me(await idToken())).toMatchObject({ answer: { second_factor: true } });
  expect(await ask(server.address, getLocales, { token: half })).toMatchObject({ status: 200 });
  expect((await (await open()).verify(half)).secondFactor).toBe(true);
  const stored = await withIdentityTables(database).selectFrom('identity_proof').select('token_hash').execute();
  expect(stored.some(({ token_hash }) => half.includes(token_hash))).toBe(false);
});

it.each<readonly [string, object, { readonly exp?: number; readonly [claim: string]: unknown }, boolean]>([
  ['the session', { sid: 's1' }, {}, true],
  ['the time of the authentication', { auth_time: 1_000 }, {}, true],
  ['both', { sid: 's1', auth_time: 1_000 }, {}, true],
  ['neither', {}, {}, false],
  ['another session', { sid: 's1' }, { sid: 's2' }, false],
  ['the session, and another authentication', { sid: 's1', auth_time: 1_000 }, { auth_time: 2_000 }, false],
  ['the session, of another person', { sid: 's1' }, { sub: '2' }, false],
  ['the session, and no second factor', { sid: 's1' }, { acr: '1' }, false],
  ['the session, for another client', { sid: 's1' }, { aud: 'another' }, false],
  ['the session, and ended 13 hours ago', { sid: 's1' }, { exp: -46_800 }, false],
])('[IDP8] after a renewal without ID token the earlier one counts by %s: %j %j', async (_, link, change, isProved) => {
  const identity = await open();
  const { exp = -60, ...more } = change;
  const ended = { iat: seconds() + exp - 300, exp: seconds() + exp };
  const idToken = await provider.sign({ ...claims({ amr: undefined, ...link }), ...ended, aud: 'console', acr: 'mfa', ...more });
  const renewed = await identity.verify(await token({ amr: undefined, ...link }));
  expect(await identity.proveSecondFactor(renewed, idToken)).toBe(isProved);
});

it('[IDP3] without one, the enrolment says which setting decides, and the claims of the token', async () => {
  const half = await token({ amr: ['pwd'] });
  const answer = await ask(server.address, postSetupMfa, { token: half, body: { email: 'an@delinde.example' } });
  expect(answer).toMatchObject({ status: 403 });
  expect(JSON.stringify(answer)).toContain('OIDC_SECOND_FACTOR');
  expect(JSON.stringify(answer)).toMatch(/amr \[.*pwd.*\], acr missing/);
});

const withSecret = { OIDC_INTROSPECTION_SECRET: 'only in tests' };

it('[IDP4] an opaque token counts by introspection, with the same checks as a JWT', async () => {
  const identity = await open({ ...withSecret, OIDC_AUDIENCE: 'urn:api' });
  const introspects = (text: string, change: object = {}) =>
    provider.state.introspected.set(text, { ...claims(), active: true, aud: ['urn:api'], ...change });
  introspects('good');
  introspects('of-another-api', { aud: 'urn:other' });
  introspects('of-another-issuer', { iss: 'https://evil.example' });
  introspects('over', { exp: seconds() - 60 });
  introspects('ended', { active: false });
  expect(await identity.verify('good')).toMatchObject({ username: 'an', secondFactor: true });
  expect(await identity.verifyForStop('good')).toMatchObject({ username: 'an' });
  expect(provider.requests.at(-1)).toBe(`/introspect Basic ${Buffer.from('console:only%20in%20tests').toString('base64')}`);
  for (const wrong of ['of-another-api', 'of-another-issuer', 'over', 'ended', 'unknown'])
    await expect(identity.verify(wrong), wrong).rejects.toMatchObject({ status: 401 });
});

it('[IDP4] [IDP6] whom the provider blocks is out within 30 s, also with a JWT; while it is away, its last word counts', async () => {
  const identity = await open(withSecret);
  const jwt = await token();
  for (const text of ['opaque', jwt]) provider.state.introspected.set(text, { ...claims(), active: true });
  for (const text of ['opaque', jwt]) expect(await identity.verify(text)).toMatchObject({ username: 'an' });
  provider.state.isAway = true;
  clock.aheadMs = 31_000;
  for (const text of ['opaque', jwt]) {
    expect(await identity.verify(text)).toMatchObject({ username: 'an' });
    expect(await identity.verifyForStop(text)).toMatchObject({ username: 'an' });
  }
  await expect(identity.verify('never-seen')).rejects.toMatchObject({ status: 503 });
  provider.state.isAway = false;
  provider.state.introspected.clear();
  clock.aheadMs = 62_000;
  for (const text of ['opaque', jwt]) await expect(identity.verify(text)).rejects.toMatchObject({ status: 401 });
  provider.state.isAway = true;
  for (const text of ['opaque', jwt]) await expect(identity.verifyForStop(text)).rejects.toMatchObject({ status: 401 });
  provider.state.isAway = false;
  clock.aheadMs = 0;
});

it('[IDP5] a refusal names its cause to whoever asks and, once a minute, in the log', async () => {
  const identity = await open({ OIDC_AUDIENCE: 'urn:api', OIDC_CLOCK_TOLERANCE: '10' });
  const anyClient = await open();
  logged.length = 0;
  const refused: readonly (readonly [typeof identity, string, string])[] = [
    [identity, await token({ aud: 'urn:other' }), 'another audience: "urn:other" instead of "urn:api" (OIDC_AUDIENCE)'],
    [identity, await token(), 'another audience: none'],
    [identity, await token({ aud: 'urn:api', iss: 'https://sso.example/' }), 'another issuer: "https://sso.example/"'],
    [
      identity,
      await token({ aud: 'urn:api', iat: seconds() + 90 }),
      'clocks of identity provider and server differ by more than OIDC_CLOCK_TOLERANCE',
    ],
    [identity, await token({ aud: 'urn:api', nbf: seconds() + 90 }), 'OIDC_CLOCK_TOLERANCE'],
    [identity, await token({ aud: 'urn:api', exp: seconds() - 90 }), 's ago by the server'],
    [identity, 'mF_9.B5f-4.1JqM-x', 'The access token is not valid'],
    [identity, 'mF_9B5f41JqM', 'opaque, not a JWT'],
    [anyClient, await token({ client_id: 'another' }), 'OIDC_CLIENT_ID'],
  ];
  for (const [by, given, cause] of [...refused, ...refused]) {
    await expect(by.verify(given)).rejects.toThrow(cause);
    await expect(by.verify(given)).rejects.toMatchObject({ status: 401 });
  }
  for (const [, given, cause] of refused) {
    const lines = logged.map((line) => String(JSON.parse(line).cause));
    expect(lines.filter((line) => line.includes(cause)).length, cause).toBeGreaterThanOrEqual(1);
    expect(logged.join()).not.toContain(given);
  }
  expect(logged.length).toBeLessThanOrEqual(refused.length);
  const answer = await ask(server.address, getLocales, { token: 'mF_9B5f41JqM' });
  expect(JSON.stringify(answer)).toContain('Unauthorized: The access token is opaque');
});

it('[IDP5] resource, isolated popup and clock tolerance are settings', async () => {
  const { oidc } = await open({ OIDC_RESOURCE: 'urn:api', OIDC_POPUP_ISOLATED: 'true' });
  expect(oidc).toMatchObject({ resource: 'urn:api', popup_isolated: true });
  expect((await open()).oidc).toMatchObject({ popup_isolated: false });
  const late = await token({ exp: seconds() - 40 });
  expect(await (await open({ OIDC_CLOCK_TOLERANCE: '60' })).verify(late)).toMatchObject({ username: 'an' });
  await expect((await open()).verify(late)).rejects.toMatchObject({ status: 401 });
});
