import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { complaintsOf, eventually, focused, personOf, signedInPage, testBrowser } from '../support/pages.ts';

const browser = testBrowser();
let page: Page;
beforeEach(async () => {
  page = await signedInPage(browser, personOf('organisation_admin'), '/users?tab=manage_users');
});
afterEach(async () => {
  await browser.closePages();
});

const main = () => page.getByRole('main');
const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const focusedTag = () => page.evaluate(() => document.activeElement?.tagName);
async function fill(email: string) {
  await main().getByLabel('Email').fill(email);
  await main().getByLabel('First name').fill('Nele');
  await main().getByLabel('Family name').fill('Claes');
  await main().getByLabel('User type').selectOption('Organisation User');
  await main().getByLabel('Locale').selectOption({ index: 1 });
  // `Invite` is disabled until the organisations are loaded, and a disabled button ignores keys.
  await main().getByRole('button', { name: 'Invite', disabled: false }).waitFor();
}
const invite = () => main().getByRole('button', { name: 'Invite' });

it('[FOCUS2] an invitation that fails leaves the focus at Invite, one that is sent at its form', async () => {
  await fill(personOf('organisation_admin').email);
  await invite().press('Enter');
  await page.getByRole('dialog', { name: 'User is not invited' }).waitFor();
  await page.keyboard.press('Enter');
  await focused(invite());
  expect(await complaintsOf(browser, 1)).toEqual([expect.stringMatching(/status of 409 /)]);
  await fill(`focus.${Date.now()}@delinde.example`);
  await invite().press('Enter');
  await page.getByText('User Invited').waitFor();
  await focused(main().getByRole('form', { name: 'Invite User' }));
  await page.keyboard.press('Tab');
  await focused(main().getByLabel('Email'));
});

it('[UI7] tabs move by the arrow keys, Home and End, and go round', async () => {
  const tab = (at: number) => main().getByRole('tab').nth(at);
  const names = await main().getByRole('tab').allInnerTexts();
  const last = names.length - 1;
  await main().getByRole('tab', { selected: true }).focus();
  for (const [key, at] of [
    ['Home', 0],
    ['ArrowLeft', last],
    ['ArrowRight', 0],
    ['ArrowRight', 1],
    ['End', last],
  ] as const) {
    await page.keyboard.press(key);
    await focused(tab(at));
    await main()
      .getByRole('tab', { name: names[at] ?? '', selected: true, exact: true })
      .waitFor();
    await main()
      .getByRole('tabpanel', { name: names[at] ?? '', exact: true })
      .waitFor();
  }
});

it('[FOCUS1] a row that is gone leaves the focus at what follows it', async () => {
  const email = `focus.gone.${Date.now()}@delinde.example`;
  await fill(email);
  await invite().press('Enter');
  await page.getByText('User Invited').waitFor();
  await main().getByRole('tab', { name: 'Organisation Users' }).click();
  await main().getByRole('searchbox', { name: 'Filter Email' }).fill(email);
  const revoke = main().getByRole('button', { name: `Revoke the invitation of ${email}` });
  await revoke.press('Enter');
  await page.getByRole('button', { name: 'Yes' }).press('Enter');
  await revoke.waitFor({ state: 'detached' });
  await eventually(focusedTag).not.toBe('BODY');
});

it('[FOCUS1] Try Again leaves the focus in the table', async () => {
  await page.route('**/api/users/license_support_engineers', (route) => route.fulfill({ status: 503, json: { error: 'Closed' } }));
  await main().getByRole('tab', { name: 'License Support Engineers' }).click();
  const again = main().getByRole('button', { name: 'Try Again' });
  await again.waitFor();
  expect(await complaintsOf(browser, 1)).toEqual([expect.stringMatching(/503/)]);
  await page.unroute('**/api/users/license_support_engineers');
  await again.press('Enter');
  await again.waitFor({ state: 'detached' });
  await eventually(focusedTag).not.toBe('BODY');
});

it('[FOCUS3] a link to another screen leads the focus to its heading, also from the drawer of a phone', async () => {
  const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  await link('Dashboard').press('Enter');
  await focused(heading('Dashboard'));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu', exact: true }).press('Enter');
  await link('Users').press('Enter');
  await focused(heading('Users'));
  await page.goBack();
  await focused(heading('Dashboard'));
});

it('[FOCUS3] the first stops of the Tab key skip to the content and to the menu', async () => {
  const first = async (count: number) => {
    await page.goto('/dashboard');
    await heading('Dashboard').waitFor();
    for (let stop = 0; stop < count; stop += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  };
  await page.setViewportSize({ width: 390, height: 844 });
  await first(2);
  await focused(page.getByRole('button', { name: 'Menu', exact: true }));
  await page.setViewportSize({ width: 1440, height: 900 });
  await first(2);
  await focused(page.getByRole('navigation', { name: 'Main' }));
  await first(1);
  await focused(main());
});

it('[PRESS2] a double-click on what goes away presses nothing below it, a press after it does', async () => {
  await page.evaluate(() => {
    const place = 'position: fixed; left: 100px; top: 100px; width: 80px; height: 40px; z-index: 9999';
    const [below, above] = ['below', 'above'].map((name) => {
      const button = document.body.appendChild(document.createElement('button'));
      button.textContent = name;
      button.style.cssText = place;
      return button;
    });
    above?.addEventListener('click', () => above.remove());
    below?.addEventListener('click', () => document.body.setAttribute('data-presses', below.textContent));
  });
  const pressed = () => page.locator('body').getAttribute('data-presses');
  await page.mouse.dblclick(140, 120);
  await page.getByRole('button', { name: 'above' }).waitFor({ state: 'detached' });
  expect(await pressed()).toBeNull();
  await page.mouse.click(140, 120);
  expect(await pressed()).toBe('below');
});
