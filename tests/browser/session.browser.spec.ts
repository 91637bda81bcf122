import { z } from '#contract/schema';
import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { ownProduct } from '../support/ownProduct.ts';
import { accountMenuOf, complaintsOf, eventually, personOf, signedInPage, signIn, testBrowser } from '../support/pages.ts';

const browser = testBrowser();
afterEach(async () => {
  await browser.closePages();
});

const stored = z.object({ access_token: z.string(), refresh_token: z.string() });

/** The tokens this tab holds. */
async function tokensOf(page: Page) {
  const text = await page.evaluate(() => Object.entries<string>(sessionStorage).find(([key]) => key.startsWith('oidc.user:'))?.[1]);
  return stored.parse(JSON.parse(text ?? '{}'));
}

const statusWith = async (token: string) =>
  (await fetch(`${ownProduct().url}/api/locales`, { headers: { authorization: `Bearer ${token}` } })).status;

it('[ADDRESS2] a link with two slashes leads to its page, after a sign-in and for a signed-in person', async () => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${ownProduct().url}//dashboard`);
  await signIn(page, personOf('system_admin'));
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/dashboard');
  await page.goto(`${ownProduct().url}//profile/account`);
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
  await page.goto(`${ownProduct().url}//`);
  await page.waitForURL('**/dashboard');
});

it('[SIGN-029] [SHELL-006] [SHELL-007] [SHELL-028] [ROLE-015] a sign-in survives a reload, is shared with a second tab, and ends in both by Log Out', async () => {
  const context = await browser.newContext();
  const addresses: string[] = [];
  context.on('request', (request) => addresses.push(request.url()));
  const page = await context.newPage();
  await page.goto('/');
  await signIn(page, personOf('system_admin'));
  await accountMenuOf(page).waitFor();
  const tokens = await tokensOf(page);
  const [asked] = await Promise.all([page.waitForRequest('**/api/locales'), page.goto('/profile/account')]);
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
  expect(await asked.headerValue('authorization')).toBe(`Bearer ${tokens.access_token}`);
  expect(await statusWith(tokens.access_token)).toBe(200);
  await page.goto('/');
  await page.waitForURL('**/dashboard');

  const second = await context.newPage();
  await second.goto('/');
  await second.waitForURL('**/dashboard');
  await eventually(() => tokensOf(second)).toEqual(tokens);
  expect(context.pages()).toEqual([page, second]);

  await accountMenuOf(page).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  for (const tab of [page, second]) {
    await tab.getByLabel('Email').waitFor();
    await eventually(() => new URL(tab.url()).pathname).toBe('/');
    await eventually(() => tab.getByRole('link', { name: 'Dashboard' }).count()).toBe(0);
    await eventually(() => tab.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]))).not.toMatch(
      /oidc\.user|_token/,
    );
  }
  await eventually(() => statusWith(tokens.access_token)).toBe(401);
  expect(addresses.filter((address) => address.includes(tokens.access_token) || address.includes(tokens.refresh_token))).toEqual([]);
  // The tab may be on its own way to the root still, which would interrupt ours.
  await eventually(() =>
    page.goto('/profile/account').then(
      () => true,
      () => false,
    ),
  ).toBe(true);
  await page.getByLabel('Email').waitFor();
});

it('[SIGN-031] [SIGN-032] [SIGN-030] [RULE-106] a refused call ends at the root, which shows the text of the server', async () => {
  const text = 'Your sign-in was ended by an administrator';
  const page = await signedInPage(browser, personOf('license_support_engineer'));
  const kept = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  expect(kept).not.toContain((await tokensOf(page)).access_token);
  await page.route('**/api/locales', (route) => route.fulfill({ status: 401, json: { error: text } }));
  await accountMenuOf(page).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await page.getByText(text).waitFor();
  await eventually(() => new URL(page.url()).pathname).toBe('/');
  await eventually(() => page.getByRole('button', { name: 'Log in' }).isEnabled()).toBe(true);
  // The read is sent once more after a renewal.
  const refused: unknown = expect.stringMatching(/401 .*\/api\/locales/);
  expect(await complaintsOf(browser, 2)).toEqual([refused, refused]);
});
