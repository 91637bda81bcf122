import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { totpCode } from '#server/identity/secondFactor/totp';
import { axeFaults } from '../support/axeFaults.ts';
import { linkIn, mailsIn } from '../support/outbox.ts';
import { ownProduct } from '../support/ownProduct.ts';
import { accountMenuOf, complaintsOf, eventually, focused, personOf, signedInPage, signIn, testBrowser, visit } from '../support/pages.ts';
import { codeOf } from '../support/personCode.ts';

const PASSWORD = 'four words of a garden';
const NEW_PASSWORD = 'five other words of a garden';

const browser = testBrowser();
let page: Page;
beforeAll(async () => {
  page = await signedInPage(browser, personOf('organisation_admin'));
});

const main = () => page.getByRole('main');

async function fillInvite(email: string, type = 'Organisation User') {
  await page.goto('/users?tab=manage_users');
  await main().getByLabel('Email').fill(email);
  await main().getByLabel('First name').fill('Nele');
  await main().getByLabel('Family name').fill("O'Brien <b>");
  await main().getByLabel('User type').selectOption(type);
  await main().getByLabel('Locale').selectOption({ index: 1 });
}
/** Opens the account of the mailed invitation, up to the page that signs in. */
async function openedInvitation(email: string, look: (page: Page) => Promise<void> = async () => undefined) {
  const context = await browser.newContext();
  const welcome = await context.newPage();
  await welcome.goto(linkIn(newMails(email)[0] ?? ''));
  await welcome.getByRole('heading', { name: 'Welcome' }).waitFor();
  await look(welcome);
  const secret = ((await welcome.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await welcome.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await welcome.getByLabel('Password again').fill(PASSWORD);
  await welcome.getByLabel('Code of your authenticator app').fill(totpCode(secret, Date.now()));
  await welcome.getByRole('button', { name: 'Open account' }).click();
  await welcome.getByRole('link', { name: 'Log in' }).click();
  return { welcome, context };
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

  const { welcome, context } = await openedInvitation(email, async (opened) => {
    expect(await opened.getByRole('img', { name: 'QR code of the second factor' }).locator('svg').boundingBox()).toMatchObject({
      width: 208,
    });
    for (const colorScheme of ['light', 'dark'] as const) {
      await opened.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await axeFaults(opened, 'html')).toEqual([]);
    }
    await opened.setViewportSize({ width: 390, height: 844 });
    expect(await opened.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
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

/** Chooses an act for the account in the list, and confirms the question where there is one. */
async function act(email: string, label: string, done: string, question?: string) {
  await main()
    .getByRole('button', { name: `Actions for ${email}` })
    .click();
  await page.getByRole('menuitem', { name: label, exact: true }).click();
  if (question !== undefined) {
    const asked = page.getByRole('alertdialog', { name: 'Are you sure?' });
    await asked.getByText(question).waitFor();
    await asked.getByRole('button', { name: 'Yes' }).click();
  }
  await page.getByText(done, { exact: true }).waitFor();
}
const rowOf = (email: string) => main().getByRole('row').filter({ hasText: email });

it('[PEOPLE2] [PEOPLE3] [PEOPLE7] [PEOPLE8] an open console is signed out by a block; unblocked, a mailed link gives a new password; deleted, the row is gone', async () => {
  const email = `leaving.${Date.now()}@delinde.example`;
  const name = "Nele O'Brien <b>";
  const person = { email, password: PASSWORD, role: 'organisation_user', enrolled: true } as const;
  await fillInvite(email);
  await main().getByRole('button', { name: 'Invite' }).click();
  await page.getByText('User Invited').waitFor();
  const { welcome, context } = await openedInvitation(email);
  await signIn(welcome, person);
  await accountMenuOf(welcome).waitFor();

  await openTab('Organisation Users');
  await main().getByRole('searchbox', { name: 'Filter Email' }).fill(email);
  await eventually(() => rowOf(email).textContent()).toContain('Active');
  await act(email, 'Block', `${name} is blocked`, `${name} is signed out everywhere at once and cannot sign in until unblocked.`);
  await focused(main().getByRole('button', { name: `Actions for ${email}` }));
  await eventually(() => rowOf(email).textContent()).toContain('Blocked');
  await welcome.getByRole('button', { name: 'Log in' }).waitFor();

  await act(email, 'Unblock', `${name} is unblocked`);
  await eventually(() => rowOf(email).textContent()).toContain('Active');
  await act(email, 'Mail a link for a new password', `${name} is mailed a link for a new password`);
  const link = linkIn(newMails(email).findLast((mail) => mail.includes('/idp/password/')) ?? '');
  await welcome.goto(link);
  await welcome.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await welcome.getByLabel('New password again').fill(NEW_PASSWORD);
  await welcome.getByLabel('Code of your authenticator app').fill(await codeOf(ownProduct().dataDir, person));
  await welcome.getByRole('button', { name: 'Change the password' }).click();
  // Leaving the page before would abort the request.
  await welcome.getByRole('heading', { name: 'The password is changed' }).waitFor();
  await welcome.goto('/');
  await signIn(welcome, { ...person, password: NEW_PASSWORD });
  await accountMenuOf(welcome).waitFor();

  await act(email, 'Delete', `${name} is deleted`, `${name} is signed out everywhere at once, and the account ends for good.`);
  await rowOf(email).waitFor({ state: 'detached' });
  await welcome.getByRole('button', { name: 'Log in' }).waitFor();
  await context.close();
  // The browser itself notes every call of the ended sign-ins that was refused.
  const noted = browser.complaints();
  expect(noted.filter((text) => !/status of 401|WebSocket|status of 400/.test(text))).toEqual([]);
});

it('[NEWMAIL2] [NEWMAIL3] [NEWMAIL6] [NEWMAIL8] an account gets another address by the link in the mail to it, and signs in with that', async () => {
  const [email, newEmail] = [`wrong.${Date.now()}@delinde.example`, `right.and.${'rather.long.'.repeat(3)}${Date.now()}@delinde.example`];
  const person = { email, password: PASSWORD, role: 'organisation_user', enrolled: true } as const;
  await fillInvite(email);
  await main().getByRole('button', { name: 'Invite' }).click();
  await page.getByText('User Invited').waitFor();
  const { welcome, context } = await openedInvitation(email);
  await signIn(welcome, person);
  await accountMenuOf(welcome).waitFor();

  await openTab('Organisation Users');
  await main()
    .getByRole('button', { name: `Actions for ${email}` })
    .click();
  await page.getByRole('menuitem', { name: 'Change the email address' }).click();
  const form = page.getByRole('dialog', { name: `Change the address of ${email}` });
  await form.getByLabel('New email address').fill(newEmail);
  await form.getByRole('button', { name: 'Mail the link' }).click();
  await page.getByText('The link is mailed to the new address').waitFor();
  await rowOf(email).getByText('Not confirmed yet').waitFor();

  const [mail = ''] = newMails(newEmail);
  await welcome.goto(linkIn(mail));
  const size = welcome.viewportSize();
  await welcome.setViewportSize({ width: 390, height: 844 });
  expect(await welcome.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  if (size !== null) await welcome.setViewportSize(size);
  for (const colorScheme of ['light', 'dark'] as const) {
    await welcome.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await axeFaults(welcome, 'html')).toEqual([]);
  }
  await welcome.getByLabel('Password of now').fill(PASSWORD);
  await welcome.getByLabel('Code of your authenticator app').fill('000000');
  await welcome.getByRole('button', { name: 'Change the address' }).click();
  await welcome.getByText(/^The password or the code is wrong/).waitFor();
  // A refusal names the domain of an address, which may be as long.
  await welcome.setViewportSize({ width: 390, height: 844 });
  await welcome.getByRole('alert').evaluate((alert, long) => alert.append(` ${long}`), 'x'.repeat(200));
  expect(await welcome.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  if (size !== null) await welcome.setViewportSize(size);
  await welcome.getByLabel('Password of now').fill(PASSWORD);
  await welcome.getByLabel('Code of your authenticator app').fill(await codeOf(ownProduct().dataDir, person));
  await welcome.getByRole('button', { name: 'Change the address' }).click();
  await welcome.getByRole('heading', { name: 'The address is changed' }).waitFor();
  await welcome.goto('/');
  await signIn(welcome, { ...person, email: newEmail });
  await accountMenuOf(welcome).waitFor();
  await openTab('Organisation Users');
  await main().getByRole('searchbox', { name: 'Filter Email' }).fill(newEmail);
  await eventually(() => rowOf(newEmail).textContent()).not.toContain('Not confirmed yet');
  await context.close();
  // The browser itself notes every call of the ended sign-ins that was refused, and the refused form.
  const noted = browser.complaints();
  expect(noted.filter((text) => !/status of 401|WebSocket|status of 400/.test(text))).toEqual([]);
});

it('[PEOPLE4] [PEOPLE6] [PEOPLE9] [PEOPLE10] [REC15] a person changes the own password and moves the second factor; the next sign-in takes both', async () => {
  const email = `moving.${Date.now()}@delinde.example`;
  const person = { email, password: PASSWORD, role: 'organisation_user', enrolled: true } as const;
  await fillInvite(email);
  await main().getByRole('button', { name: 'Invite' }).click();
  await page.getByText('User Invited').waitFor();
  const { welcome, context } = await openedInvitation(email);
  await signIn(welcome, person);
  await accountMenuOf(welcome).waitFor();
  await visit(welcome, '/profile/account');

  await welcome.getByRole('button', { name: 'Change password' }).click();
  const form = welcome.getByRole('dialog', { name: 'Change password' });
  await form.getByLabel('Present password').fill('a guess of somebody');
  await form.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await form.getByLabel('New password again').fill(NEW_PASSWORD);
  await form.getByRole('button', { name: 'Change password' }).click();
  await form.getByText('The password of now is wrong.').waitFor();
  await form.getByLabel('Present password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Change password' }).click();
  await welcome.getByText('Your password is changed').waitFor();
  await focused(welcome.getByRole('button', { name: 'Change password' }));

  await welcome.getByRole('button', { name: 'Move to a new phone' }).click();
  const move = welcome.getByRole('dialog', { name: 'Move the second factor' });
  await move.getByRole('img', { name: 'QR code of the second factor' }).waitFor();
  const newSecret = ((await move.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await move.getByLabel('Code of the new phone').fill(totpCode(newSecret, Date.now()));
  await move.getByLabel('Name of the new phone').fill('Pixel');
  await move.getByLabel('Code of the old phone').fill('000000');
  expect(await axeFaults(welcome, 'body')).toEqual([]);
  await move.getByRole('button', { name: 'Move' }).click();
  await move.getByText(/^The code of the phone of now is wrong/).waitFor();
  await move.getByLabel('Code of the old phone').fill(await codeOf(ownProduct().dataDir, person));
  await move.getByLabel('Code of the new phone').fill(totpCode(newSecret, Date.now()));
  await move.getByRole('button', { name: 'Move' }).click();
  await welcome.getByText('Your second factor is on the new phone').waitFor();
  const stored = await welcome.evaluate(() =>
    [...Object.values<unknown>(sessionStorage), ...Object.values<unknown>(localStorage), location.href].join(' '),
  );
  for (const secret of [PASSWORD, NEW_PASSWORD, newSecret]) expect(stored).not.toContain(secret);

  const later = await browser.newContext();
  const again = await later.newPage();
  await again.goto('/');
  await signIn(again, { ...person, password: NEW_PASSWORD });
  await accountMenuOf(again).waitFor();
  await Promise.all([context.close(), later.close()]);
});

it('[LANG1] [LANG3] [LANG4] a language is added, offered to who is invited, kept while accounts have it, and removed', async () => {
  const engineer = await signedInPage(browser, personOf('license_support_engineer'), '/users?tab=languages');
  const its = engineer.getByRole('main');
  await its.getByRole('button', { name: 'Add Language' }).click();
  await engineer.getByRole('textbox', { name: 'Tag' }).fill('PL');
  expect(await axeFaults(engineer, '[role=dialog]')).toEqual([]);
  await engineer.getByRole('button', { name: 'Add', exact: true }).click();
  await engineer.getByText('The language is added').waitFor();
  await its.getByRole('row').filter({ hasText: 'Polski' }).getByText('Polish').waitFor();
  expect(await axeFaults(engineer, 'main')).toEqual([]);
  await its.getByRole('tab', { name: 'Manage Users' }).click();
  await its.getByLabel('Locale').locator('option').filter({ hasText: 'Polski' }).waitFor({ state: 'attached' });
  await visit(engineer, '/users?tab=languages');
  await its.getByRole('button', { name: 'Change nl-BE' }).click();
  await engineer.getByRole('button', { name: 'Remove nl-BE' }).click();
  await engineer.getByRole('button', { name: 'Yes' }).click();
  await engineer.getByText(/^nl-BE is the language of \d+ accounts: /).waitFor();
  // The browser itself notes every refused call.
  expect(await complaintsOf(browser, 1)).toEqual([expect.stringMatching(/status of 409 /)]);
  await engineer.getByRole('dialog').getByRole('link', { name: 'System Admins' }).click();
  await eventually(() => its.getByRole('row').filter({ hasText: 'nl-BE' }).count()).toBeGreaterThan(0);
  await visit(engineer, '/users?tab=languages');
  await its.getByRole('button', { name: 'Change pl' }).click();
  await engineer.getByRole('button', { name: 'Remove pl' }).click();
  await engineer.getByRole('button', { name: 'Yes' }).click();
  await its.getByRole('row').filter({ hasText: 'Polski' }).waitFor({ state: 'detached' });
  await engineer.context().close();
});
