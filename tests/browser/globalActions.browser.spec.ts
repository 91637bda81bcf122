import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openTestBrowser, personOf, signedInPage, type TestBrowser } from '../support/pages.ts';

let browser: TestBrowser;
let page: Page;
beforeAll(async () => {
  browser = await openTestBrowser();
  page = await signedInPage(browser, personOf('system_admin'), '/fleet/actions');
});
afterEach(() => expect(browser.complaints()).toEqual([]));
afterAll(() => browser.close());

it('[FLEET-053] [FLEET-055] [FLEET-056] [GAP-19] a robot is asked for all its data without control, and says that it has no WiFi', async () => {
  await page.getByLabel('Rows per page').selectOption('25');
  // The demo's seed gives this one no WiFi; it does nothing but say so.
  const row = page.getByRole('row', { name: /LF-0151-23/ });
  await row.getByRole('button', { name: 'Upload All' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await page.getByText('The command is sent to the device').first().waitFor();
  await row.getByText('Failed').waitFor();
  await row.getByText('no WiFi').waitFor();
});
