import { postLoginMethod, postSetupMfa } from '#contract/identity';
import type { Locator, Page, Route } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { accountMenuOf, complaintsOf, eventually, fillPopup, focused, personOf, popupOf, signIn, testBrowser } from '../support/pages.ts';
import { ownProduct } from '../support/ownProduct.ts';
import { codeOf, scannedCodeOf } from '../support/personCode.ts';
import type { Person } from '../support/product.ts';
import { ask } from '../support/store.ts';

const browser = testBrowser();
afterEach(async () => {
  await browser.closePages();
});

/** The first exchange at an address, read on its way: the browser keeps no body of an answer that it has used already. */
function received(page: Page, address: string): Promise<{ asked: unknown; answer: string }> {
  return new Promise((resolve, reject) => {
    const listen = async (route: Route) => {
      const response = await route.fetch();
      resolve({ asked: route.request().postDataJSON(), answer: await response.text() });
      await route.fulfill({ response });
    };
    page.route(address, listen, { times: 1 }).catch(reject);
  });
}

/** Signs in somebody without a second factor; the dialog that stands in the way, and the image the server sent for it. */
async function dialogOf(person: Person, prepare: (page: Page) => Promise<void> = async () => undefined) {
  const page = await (await browser.newContext()).newPage();
  const checked = received(page, '**/api/login_method');
  const setUp = received(page, '**/api/users/setup_mfa');
  await prepare(page);
  await page.goto('/');
  await signIn(page, person);
  const dialog = page.getByRole('alertdialog', { name: 'MFA is required' });
  await dialog.waitFor();
  return { page, dialog, checked, setUp };
}

const imageOf = (dialog: Locator) => dialog.getByRole('img').getAttribute('src');
const fieldsOf = (dialog: Locator) => ({ name: dialog.getByLabel('Device name'), code: dialog.getByLabel('TOTP code') });

/** The code the authenticator would show that has just scanned the image. */
const scannedCode = (person: Person) => scannedCodeOf(ownProduct().dataDir, person);

it('[SIGN-034] [SIGN-035] [SIGN-036] [SIGN-037] [SIGN-038] [SIGN-049] [MSG-004] [GAP-36] [GAP-37] [GAP-38] whoever has no second factor sees nothing but the dialog, which stays', async () => {
  const person = personOf('system_admin', false);
  const { page, dialog, checked, setUp } = await dialogOf(person);
  expect(postLoginMethod.answer.parse(JSON.parse((await checked).answer))).toEqual({ mfa_enabled: false });
  const { asked, answer } = await setUp;
  expect(asked).toEqual({ email: person.email });
  const { qr_code } = postSetupMfa.answer.parse(JSON.parse(answer));
  await eventually(() => imageOf(dialog)).toBe(`data:image/png;base64,${qr_code}`);
  const sizes = (image: Element) => (image instanceof HTMLImageElement ? [image.naturalWidth, image.width] : []);
  await eventually(() => dialog.getByRole('img').evaluate(sizes)).toEqual([240, 240]);
  expect(await page.locator('header, aside').count()).toBe(0);

  const { name, code } = fieldsOf(dialog);
  const confirm = dialog.getByRole('button', { name: 'Confirm' });
  expect(await confirm.isDisabled()).toBe(true);
  await code.fill('12a345');
  await name.fill('Phone');
  await eventually(async () => [await code.inputValue(), await confirm.isDisabled()]).toEqual(['12a345', true]);
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  expect(await name.inputValue()).toBe('Phone');
  await page.reload();
  await dialog.waitFor();
  expect(await page.locator('header, aside').count()).toBe(0);
});

it('[SIGN-039] [SIGN-040] [SIGN-041] [SIGN-042] [SIGN-043] [SIGN-044] [SIGN-046] [SIGN-047] [SIGN-048] [MSG-005] [MSG-006] [MSG-007] [MSG-008] [SIGN-026] [ENROL1] a wrong code clears both fields and keeps the key, the right one opens the console', async () => {
  const person = personOf('license_support_engineer', false);
  const { page, dialog } = await dialogOf(person);
  await dialog.getByRole('img').waitFor();
  const before = await imageOf(dialog);
  const right = await scannedCode(person);
  await fieldsOf(dialog).name.fill('Phone of David');
  await fieldsOf(dialog).code.fill(right.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10)));
  const [sent] = await Promise.all([
    page.waitForRequest('**/api/users/associate_code'),
    dialog.getByRole('button', { name: 'Confirm' }).click(),
  ]);
  await dialog.getByText('Error during update of the MFA').waitFor();
  expect(sent.postDataJSON()).toEqual({ device_name: 'Phone of David', code: expect.stringMatching(/^\d{6}$/) });
  await dialog.getByText('Ask your Orangery administrator for help! Error: Code mismatch').waitFor();

  await Promise.all([page.waitForRequest('**/api/users/setup_mfa'), dialog.getByRole('button', { name: 'Retry' }).click()]);
  await eventually(() => imageOf(dialog)).toBe(before);
  const { name, code } = fieldsOf(dialog);
  expect([await name.inputValue(), await code.inputValue()]).toEqual(['', '']);

  await name.fill('Phone of David');
  await name.press('Enter');
  await focused(code);
  await code.fill(await scannedCode(person));
  await code.press('Enter');
  await dialog.getByText('MFA is enabled').waitFor();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/dashboard');
  await accountMenuOf(page).waitFor();
  await dialog.waitFor({ state: 'detached' });
  const rows = await ask(ownProduct().dataDir, 'select device_name from identity_account where email = $1', [person.email]);
  expect(rows).toEqual([{ device_name: 'Phone of David' }]);

  const later = await (await browser.newContext()).newPage();
  await later.goto('/');
  const checked = received(later, '**/api/login_method');
  await later.getByLabel('Email').fill(person.email);
  const popup = await popupOf(later);
  expect(JSON.parse((await checked).answer)).toEqual({ mfa_enabled: true });
  await fillPopup(popup, person.password, await codeOf(ownProduct().dataDir, person));
  await accountMenuOf(later).waitFor();
  expect(await later.getByRole('alertdialog').count()).toBe(0);
});

it('[SIGN-045] [SIGN-046] [GAP-37] an association that is not ok and says no more is an unknown failure; so a set-up that fails is retried', async () => {
  const person = personOf('organisation_user', false);
  let isBroken = true;
  const { dialog } = await dialogOf(person, async (page) => {
    await page.route('**/api/users/setup_mfa', (route) =>
      isBroken ? route.fulfill({ status: 503, json: { error: 'Closed' } }) : route.continue(),
    );
    await page.route('**/api/users/associate_code', (route) => route.fulfill({ json: { ok: false } }));
  });
  await dialog.getByText('Ask your Orangery administrator for help! Error: Closed').waitFor();
  expect(await complaintsOf(browser, 1)).toEqual([expect.stringMatching(/503 .*setup_mfa/)]);
  isBroken = false;
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await dialog.getByRole('img').waitFor();
  await fieldsOf(dialog).name.fill('Phone');
  await fieldsOf(dialog).code.fill('123456');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByText('Ask your Orangery administrator for help! Error: unknown failure').waitFor();
  await dialog.getByRole('button', { name: 'Retry' }).waitFor();
});
