import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { MINUTE_MS } from '#domain/text/timeUnits';
import { accountMenuOf, eventually, testBrowser, type TestBrowser, visit } from '../support/pages.ts';
import { cognitoPerson, documentedPerson, plainPerson } from '../support/stub/people.ts';
import { openStub, type Stub, type StubOptions } from '../support/stub/openStub.ts';

const browser = testBrowser();
let opened: Stub[] = [];
afterEach(async () => {
  await browser.closePages();
  await Promise.all(opened.map((stub) => stub.close()));
  opened = [];
});

async function opens(options?: StubOptions): Promise<Stub> {
  const stub = await openStub(options);
  opened.push(stub);
  return stub;
}

/** The content of each screen for the smallest answers that the documents allow. */
const screens = [
  ['/dashboard', 'Devices in Error'],
  ['/fleet/state', 'Robot One'],
  ['/fleet/metrics', 'Robot One'],
  ['/fleet/settings', 'Lumion Fix'],
  ['/device/detail?device_serial=LU-0001', 'Error States Last 48h'],
  ['/device/configuration?device_serial=LU-0001', 'max_speed'],
  ['/device/commands?device_serial=LU-0001', 'Stop Immediately'],
  ['/device/logs?device_serial=LU-0001', 'log-1'],
  ['/device/treatments?device_serial=LU-0001', 'Running'],
  ['/incidents/all', 'incident-1'],
  ['/treatments/all', 'LU-0001'],
  ['/maps/maps', 'Map One'],
  ['/management/overview', 'Robot One'],
  ['/management/life_cycle_stages', 'OPERATIONAL'],
  ['/error_codes', '0x0000001a'],
  ['/nimbus/cognito', 'n-1'],
  ['/profile/account', 'an@serrarobotics.example'],
] as const;

it.each(['missing', 'null'] as const)(
  '[ANY1] [ANY4] [FEAT1] [SIGN-014] [SIGN-021] [OPEN-18] on a plain host, beside a server that speaks only the documents, the console signs in and shows a screen of each kind; optional fields %s',
  async (emptiness) => {
    const stub = await opens({ emptiness });
    const page = await stub.signIn(browser);
    for (const [path, text] of screens) {
      await visit(page, path);
      await page.getByRole('main').getByText(text).filter({ visible: true }).first().waitFor();
    }
    expect(stub.undocumented()).toEqual([]);
    await eventually(() => stub.sockets.subscribed()).toBeGreaterThanOrEqual(1);
  },
);

const dialogOf = (page: Page) => page.getByRole('alertdialog', { name: 'MFA is required' });

it('[SIGN-034] [SIGN-042] [GAP-36] [GAP-37] whoever has no second factor finds the dialog at every address, whatever the configuration says, until it is set up', async () => {
  const stub = await opens();
  stub.answer('POST login_method', { mfa_enabled: false });
  const page = await stub.open(browser, '/fleet/state');
  await stub.logIn(page);
  await dialogOf(page).getByRole('img').waitFor();
  for (const path of ['/fleet/state', '/', '/?login_hint=els@serrarobotics.example', '/profile/account', '/signed-in']) {
    await page.goto(path);
    await dialogOf(page).getByRole('img').waitFor();
    expect(await page.locator('header, aside').count()).toBe(0);
  }
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await dialogOf(other).waitFor();
  expect(stub.requests('GET machines')).toEqual([]);
  expect(stub.sockets.frames).toEqual([]);
  expect(JSON.parse(stub.requests('POST users/setup_mfa')[0]?.body ?? '')).toEqual({ email: 'an@serrarobotics.example' });

  await dialogOf(page).getByLabel('Device name').fill('Phone');
  await dialogOf(page).getByLabel('TOTP code').fill('123456');
  await dialogOf(page).getByRole('button', { name: 'Confirm' }).click();
  await dialogOf(page).getByText('MFA is enabled').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Continue' }).click();
  await accountMenuOf(page).waitFor();
  await accountMenuOf(other).waitFor();
  await page.reload();
  await accountMenuOf(page).waitFor();
  expect(await dialogOf(page).count()).toBe(0);
});

it("[OIDC2] [OIDC4] [OIDC5] [SIGN-022] [SIGN-023] [SIGN-024] signs in at a provider whose endpoints are elsewhere, with a nonce, for the documents' scopes", async () => {
  const stub = await opens({ person: cognitoPerson });
  const page = await stub.signIn(browser, '/profile/account');
  await page.getByText('an@serrarobotics.example').waitFor();
  const [asked] = stub.provider.authorizations;
  expect(asked?.['scope']).toBe('openid email admin');
  expect(asked?.['nonce']).toMatch(/^[\w-]{36}$/);
});

it('[OIDC4] an answer with another nonce signs nobody in', async () => {
  const stub = await opens({ person: { ...documentedPerson, nonce: 'of another sign-in' } });
  const page = await stub.open(browser);
  await stub.logIn(page);
  await page.getByText('Signing in failed. Try again.').waitFor();
  expect(await accountMenuOf(page).count()).toBe(0);
});

it('[OIDC1] [OIDC5] [OPEN-123] reads other claims by the mapping of the configuration: who it is, what they may, and what they control', async () => {
  const claims = { username: 'preferred_username', groups: 'groups', first_name: 'given_name' };
  const stub = await opens({ person: plainPerson, oidc: { claims, scope: 'openid email offline_access' } });
  stub.answer('GET machines', () => ({
    result: { 'LU-0001': { timestamp: new Date().toISOString(), is_live: true, state: { controller: 'an' } } },
  }));
  const page = await stub.signIn(browser, '/profile/account');
  for (const text of ['An', 'Verhoeven', 'System Admin']) await page.getByRole('main').getByText(text, { exact: true }).waitFor();
  await visit(page, '/device/commands?device_serial=LU-0001');
  await page.getByRole('button', { name: 'Release Control' }).waitFor();
  expect(stub.provider.authorizations[0]?.['scope']).toBe('openid email offline_access');
});

it('[OIDC12] reads who it is from the userinfo endpoint of a provider whose ID token has the subject alone', async () => {
  const { idToken } = documentedPerson;
  const stub = await opens({ person: { ...documentedPerson, idToken: { sub: 'u-1' }, userInfo: { ...idToken, name: 'Änne' } } });
  const page = await stub.signIn(browser, '/profile/account');
  for (const text of ['Änne', 'Verhoeven', 'System Admin']) await page.getByRole('main').getByText(text, { exact: true }).waitFor();
});

/** A browser whose pages have a clock that the test advances, so that a token's life is not that of a slow machine. */
const withClock = (): TestBrowser => ({
  ...browser,
  newContext: async (options) => {
    const context = await browser.newContext(options);
    await context.clock.install();
    return context;
  },
});

it('[OIDC7] a sign-in that its provider does not renew lasts as long as its token, and the root says why it ended', async () => {
  const stub = await opens({ person: { ...documentedPerson, refreshTokens: false, tokenSeconds: 1_800 } });
  const page = await stub.signIn(withClock());
  await page.clock.fastForward(30 * MINUTE_MS);
  await page.getByText('Your sign-in has ended. Log in again.').waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe('an@serrarobotics.example');
  expect(stub.provider.tokenRequests.map((asked) => asked['grant_type'])).toEqual(['authorization_code']);
});

it('[OIDC6] a token of five minutes is renewed in time', async () => {
  const stub = await opens({ person: { ...documentedPerson, tokenSeconds: 300 } });
  const page = await stub.signIn(withClock());
  // After five sixths of its life, before its end.
  await page.clock.fastForward(4.5 * MINUTE_MS);
  await eventually(() => stub.provider.tokenRequests.map((asked) => asked['grant_type'])).toEqual(['authorization_code', 'refresh_token']);
  await accountMenuOf(page).waitFor();
});
