import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDemoFill, offersDemo } from '#server/identity/seed/demoFill';
import { peopleOf } from '#server/identity/seed/seedAccounts';
import { loadKeys } from '#server/identity/keys/signingKeys';
import { readSettings } from '#server/platform/settings/settings';
import { IDENTITY_KEY, startIdentityServer, type IdentityServer } from '../support/identityServer.ts';
import { SignInByHttp } from '../support/signInByHttp.ts';

let server: IdentityServer;
beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.close());

const here = { ip: '127.0.0.1', hostname: 'localhost' };
const fillOf = async (over: object = {}) => {
  const people = peopleOf(await loadKeys(server.tables, IDENTITY_KEY), server.settings.DEVICES);
  const settings = { ...server.settings, ...over };
  return createDemoFill({ settings, database: server.tables, credentialKey: IDENTITY_KEY, people, now: server.now });
};
const valueOf = (page: string, name: string) => new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(page.replaceAll(/\s+/g, ' '))?.[1];

it('[OFFER1] the login page has password and code of now for a demo account, again after a code was used', async () => {
  const { email, password } = await server.person('organisation_admin', true);
  for (const round of [1, 2]) {
    const flow = new SignInByHttp(server);
    const page = await (await flow.start({ login_hint: email, prompt: 'login' })).answer.text();
    expect(valueOf(page, 'password'), `round ${String(round)}`).toBe(password);
    const end = await flow.send({ email, password, code: valueOf(page, 'code') ?? '' });
    expect(end.at, `round ${String(round)}`).toContain('/signed-in?code=');
  }
});

it('[OFFER1] an account that enrols has no code yet', async () => {
  const { email, password } = await server.person('organisation_admin', false);
  expect(await (await fillOf()).signInOf(here, email)).toEqual({ password, code: '' });
});

it.each<[string, object, { ip: string; hostname: string }]>([
  ['with NODE_ENV=production', { NODE_ENV: 'production' }, here],
  ['outside the demo', { isDemo: false }, here],
  ['with an outside provider', { OIDC_ISSUER: 'https://sso.example' }, here],
  ['on an address of the network', { HOST: '0.0.0.0' }, here],
  ['with a public address', { publicUrl: 'https://console.example' }, here],
  ['to another machine', {}, { ip: '10.0.0.7', hostname: 'localhost' }],
  ['to a page that leads here by a name of its own', {}, { ip: '127.0.0.1', hostname: 'evil.example' }],
])('[OFFER1] nothing is offered %s', async (_, over, from) => {
  const { email } = await server.person('organisation_admin', true);
  const demo = await fillOf(over);
  expect([demo.accounts(from), await demo.signInOf(from, email)]).toEqual([[], null]);
});

it('[OFFER1] nobody but a seeded account is filled in: not one that a person made, nor one with the address of a demo account', async () => {
  const demo = await fillOf();
  const { email } = await server.person('organisation_user', true);
  expect(await demo.signInOf(here, 'nobody@delinde.example')).toBeNull();
  await server.tables.updateTable('identity_account').set({ username: 'somebody' }).where('email', '=', email).execute();
  expect(await demo.signInOf(here, email)).toBeNull();
});

it('[OFFER1] the offer has addresses and roles, no password and no code', async () => {
  const accounts = (await fillOf()).accounts(here);
  expect(accounts).toHaveLength(8);
  expect(accounts.map((each) => Object.keys(each))).toEqual(accounts.map(() => ['email', 'role']));
});

it.each([
  [{}, true],
  [{ NODE_ENV: 'production', DEMO: 'true' }, false],
  [{ DEMO: 'false' }, false],
  [{ HOST: '0.0.0.0', DEMO: 'true' }, false],
])('[OFFER1] the settings %j offer the demo: %s', (env, isOffered) => {
  expect(offersDemo(readSettings({ HOST: '127.0.0.1', ...env }))).toBe(isOffered);
});
