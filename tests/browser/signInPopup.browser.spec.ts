import { z } from '#contract/schema';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { accountMenuOf, codeOf, fillPopup, openTestBrowser, personOf, type TestBrowser } from '../support/pages.ts';

const WRONG = 'Email, password or code is wrong.';
const WAITING = 'Signing you in in popup window...';
const adminScope = z.object({ oidc: z.object({ admin_scope: z.string() }) });

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openTestBrowser();
});
afterEach(async () => {
  expect(browser.complaints()).toEqual([]);
  await browser.closePages();
});
afterAll(() => browser.close());

async function popupOf(page: Page, email: string): Promise<Page> {
  await page.getByLabel('Email').fill(email);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Log in' }).click();
  const popup = await opened;
  await popup.getByLabel('Password').waitFor();
  return popup;
}

const freshPage = async (at = '/') => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(at);
  return page;
};

const otherCode = (code: string) => code.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10));

it('[SIGN-021] [SIGN-022] [SIGN-023] [SIGN-024] [SIGN-026] [SIGN-027] [SIGN-028] [SIGN-030] [CONST-059] [CONST-060] a wrong password and a wrong code leave the page waiting; the right ones lead to what was asked for', async () => {
  const person = personOf('organisation_admin');
  const page = await freshPage('/profile/account?from=mail');
  await page.waitForURL((url) => url.pathname === '/');
  const authorised = page.context().waitForEvent('request', (request) => new URL(request.url()).pathname === '/idp/auth');
  const popup = await popupOf(page, person.email);
  const asked = new URL((await authorised).url()).searchParams;
  const { oidc } = adminScope.parse(await (await fetch(`${inject('product').url}/config.json`)).json());
  expect(asked.get('scope')?.split(' ')).toEqual(expect.arrayContaining(['openid', 'email', oidc.admin_scope]));
  expect([asked.get('response_type'), asked.get('code_challenge_method')]).toEqual(['code', 'S256']);

  await fillPopup(popup, `${person.password}x`, await codeOf(person));
  await popup.getByText(WRONG).waitFor();
  expect(await page.getByText(WAITING).isVisible()).toBe(true);
  const code = await codeOf(person);
  await fillPopup(popup, person.password, otherCode(code));
  await popup.getByText(WRONG).waitFor();
  expect(await page.getByText(WAITING).isVisible()).toBe(true);
  expect(browser.complaints()).toEqual(Array.from({ length: 2 }, () => expect.stringMatching(/401 .*\/idp\/interaction/)));

  const closed = popup.waitForEvent('close');
  await fillPopup(popup, person.password, await codeOf(person));
  await closed;
  await page.waitForURL('**/profile/account?from=mail');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Account');
});

it('[SIGN-026] a code that was used once signs nobody in', async () => {
  const person = personOf('organisation_user');
  const page = await freshPage();
  const code = await codeOf(person);
  await fillPopup(await popupOf(page, person.email), person.password, code);
  await accountMenuOf(page).waitFor();
  const other = await freshPage();
  const popup = await popupOf(other, person.email);
  await fillPopup(popup, person.password, code);
  await popup.getByText(WRONG).waitFor();
  expect(await other.getByText(WAITING).isVisible()).toBe(true);
  expect(browser.complaints()).toEqual([expect.stringMatching(/401 .*\/idp\/interaction/)]);
});
