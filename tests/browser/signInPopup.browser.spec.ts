import { z } from '#contract/schema';
import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { ownProduct } from '../support/ownProduct.ts';
import { codeOf } from '../support/personCode.ts';
import { accountMenuOf, complaintsOf, eventually, fillPopup, personOf, popupOf, testBrowser } from '../support/pages.ts';

const WRONG = 'Email, password or code is wrong.';
const WAITING = 'Signing you in in popup window...';
const adminScope = z.object({ oidc: z.object({ admin_scope: z.string() }) });

const browser = testBrowser();
afterEach(async () => {
  await browser.closePages();
});

async function popupFor(page: Page, email: string): Promise<Page> {
  await page.getByLabel('Email').fill(email);
  return popupOf(page);
}

/** Fills the popup with what is wrong, and waits until the provider has shown its page anew: with the complaint. */
async function isRefused(popup: Page, password: string, code: string): Promise<void> {
  await Promise.all([
    popup.waitForEvent('domcontentloaded'),
    popup.waitForResponse((response) => response.request().method() === 'POST' && response.status() === 401),
    fillPopup(popup, password, code),
  ]);
  await popup.getByText(WRONG).waitFor();
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
  const [authorised, popup] = await Promise.all([
    page.context().waitForEvent('request', (request) => new URL(request.url()).pathname === '/idp/auth'),
    popupFor(page, person.email),
  ]);
  const asked = new URL(authorised.url()).searchParams;
  const { oidc } = adminScope.parse(await (await fetch(`${ownProduct().url}/config.json`)).json());
  expect(asked.get('scope')?.split(' ')).toEqual(expect.arrayContaining(['openid', 'email', oidc.admin_scope]));
  expect([asked.get('response_type'), asked.get('code_challenge_method')]).toEqual(['code', 'S256']);

  await isRefused(popup, `${person.password}x`, await codeOf(ownProduct().dataDir, person));
  await page.getByText(WAITING).waitFor();
  await isRefused(popup, person.password, otherCode(await codeOf(ownProduct().dataDir, person)));
  await page.getByText(WAITING).waitFor();
  expect(await complaintsOf(browser, 2)).toEqual(Array.from({ length: 2 }, () => expect.stringMatching(/401 .*\/idp\/interaction/)));

  const code = await codeOf(ownProduct().dataDir, person);
  await Promise.all([popup.waitForEvent('close'), fillPopup(popup, person.password, code)]);
  await page.waitForURL('**/profile/account?from=mail');
  await eventually(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Account');
});

it('[SIGN-026] a code that was used once signs nobody in', async () => {
  const person = personOf('organisation_user');
  const page = await freshPage();
  const first = await popupFor(page, person.email);
  const code = await codeOf(ownProduct().dataDir, person);
  await fillPopup(first, person.password, code);
  await accountMenuOf(page).waitFor();
  const other = await freshPage();
  await isRefused(await popupFor(other, person.email), person.password, code);
  await other.getByText(WAITING).waitFor();
  expect(await complaintsOf(browser, 1)).toEqual([expect.stringMatching(/401 .*\/idp\/interaction/)]);
});
