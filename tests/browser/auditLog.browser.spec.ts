import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { eventually, personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';

/** Nothing else is done to it. */
const SERIAL = 'XC-0040-B';

const browser = testBrowser();
let page: Page;
beforeAll(async () => {
  page = await signedInPage(browser, personOf('system_admin'));
});

const lines = () => page.getByRole('main').getByRole('row').filter({ hasText: SERIAL });

it('[AUDIT11] [GAP-16] who reads the SSH credentials of a device is found in its audit log, which the menu opens too', async () => {
  await visit(page, `/management/ssh_credentials?device_serial=${SERIAL}`);
  await page.getByRole('button', { name: 'Load the credentials of pi' }).click();
  await page.getByRole('button', { name: 'Hide the credentials of pi' }).waitFor();
  await page.getByRole('link', { name: `Audit Log of ${SERIAL}` }).click();
  await eventually(() => lines().count()).toBe(1);
  expect(await lines().textContent()).toMatch(/System Admin.*Read SSH credentials.*Computer: pi.*Done/);
  await page.getByRole('combobox', { name: 'Filter Outcome' }).selectOption({ label: 'Not done' });
  await eventually(() => lines().count()).toBe(0);
  await page.getByRole('link', { name: 'Audit Log', exact: true }).click();
  await eventually(() =>
    page
      .getByRole('main')
      .getByRole('row')
      .filter({ hasText: /System Admin.*Signed in/ })
      .count(),
  ).toBeGreaterThan(0);
});
