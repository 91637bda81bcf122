import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { totpCode } from '#server/identity/secondFactor/totp';
import { axeFaults } from '../support/axeFaults.ts';
import { linkIn, mailsIn } from '../support/outbox.ts';
import { ownProduct } from '../support/ownProduct.ts';
import { complaintsOf, eventually, openTestBrowser, personOf, signedInPage, signIn, type TestBrowser, visit } from '../support/pages.ts';

const PASSWORD = 'four words of a garden';

let browser: TestBrowser;
let page: Page;
beforeAll(async () => {
  browser = await openTestBrowser();
  page = await signedInPage(browser, personOf('organisation_admin'));
});
afterEach(() => expect(browser.complaints()).toEqual([]));
afterAll(() => browser.close());

const main = () => page.getByRole('main');

async function fillInvite(email: string, type = 'Organisation User') {
  await page.goto('/users?tab=manage_users');
  await main().getByLabel('Email').fill(email);
  await main().getByLabel('First name').fill('Nele');
  await main().getByLabel('Family name').fill("O'Brien <b>");
  await main().getByLabel('User type').selectOption(type);
  await main().getByLabel('Locale').selectOption({ index: 1 });
}
const newMails = (email: string) => mailsIn(ownProduct().dataDir).filter((mail) => mail.includes(`<${email}>`));
async function openTab(name: string) {
  await visit(page, '/users');
  await main().getByRole('tab', { name }).click();
}

it('[USER-018] [USER-019] [USER-020] [INVITE3] a person is invited, opens the account by the mail, and signs in with password and code', async () => {
  const email = `nele.${Date.now()}@delinde.example`;
  await fillInvite(email);
  await main().getByRole('button', { name: 'Invite' }).dblclick();
  await page.getByText('User Invited').waitFor();
  expect(newMails(email)).toHaveLength(1);
  await openTab('Organisation Users');
  await main().getByRole('searchbox', { name: 'Filter Email' }).fill(email);
  await eventually(() => main().getByRole('row').filter({ hasText: email }).textContent()).toContain('Invited');

  const context = await browser.newContext();
  const welcome = await context.newPage();
  await welcome.goto(linkIn(newMails(email)[0] ?? ''));
  await welcome.getByRole('heading', { name: 'Welcome' }).waitFor();
  expect(await welcome.getByRole('img', { name: 'QR code of the second factor' }).locator('svg').boundingBox()).toMatchObject({
    width: 208,
  });
  for (const colorScheme of ['light', 'dark'] as const) {
    await welcome.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await axeFaults(welcome, 'html')).toEqual([]);
  }
  await welcome.setViewportSize({ width: 390, height: 844 });
  expect(await welcome.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const secret = ((await welcome.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await welcome.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await welcome.getByLabel('Password again').fill(PASSWORD);
  await welcome.getByLabel('Code of your authenticator app').fill(totpCode(secret, Date.now()));
  await welcome.getByRole('button', { name: 'Open account' }).click();
  await welcome.getByRole('link', { name: 'Log in' }).click();
  await signIn(welcome, { email, password: PASSWORD, role: 'organisation_user', enrolled: true });
  await welcome.getByRole('button', { name: /Account menu/ }).waitFor();
  await context.close();
  await openTab('Organisation Users');
  await main().getByRole('searchbox', { name: 'Filter Email' }).fill(email);
  await eventually(() => main().getByRole('row').filter({ hasText: email }).textContent()).toContain('Active');
});

it('[USER-021] [USER-022] [USER-023] an address that has an account is not invited again, and the dialog says so', async () => {
  await fillInvite(personOf('organisation_admin').email);
  await main().getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'User is not invited' });
  await dialog.getByText('Ask your Orangery administrator for help! Error: This email address has an account already.').waitFor();
  // The browser itself notes every refused call.
  expect(await complaintsOf(browser, 1)).toEqual([expect.stringMatching(/status of 409 /)]);
});

it('[INVITE2] [INVITE4] an invitation is sent again, then revoked: neither link opens an account', async () => {
  const email = `again.${Date.now()}@delinde.example`;
  await fillInvite(email);
  await main().getByRole('button', { name: 'Invite' }).click();
  await page.getByText('User Invited').waitFor();
  await openTab('Organisation Users');
  await main()
    .getByRole('button', { name: `Send the invitation of ${email} again` })
    .click();
  await page.getByText('The invitation is sent again').waitFor();
  await main()
    .getByRole('button', { name: `Revoke the invitation of ${email}` })
    .click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('The invitation is revoked').waitFor();
  const links = newMails(email).map(linkIn);
  expect(links).toHaveLength(2);
  const answers = await Promise.all(links.map(async (link) => (await fetch(link)).text()));
  expect(answers.toSorted()).toEqual([expect.stringContaining('newer invitation'), expect.stringContaining('was taken back')]);
});
