import type { Page } from 'playwright-core';
import { beforeAll, it } from 'vitest';
import { eventually, personOf, signedInPage, testBrowser } from '../support/pages.ts';

const browser = testBrowser();
let page: Page;
beforeAll(async () => {
  page = await signedInPage(browser, personOf('system_admin'), '/fleet/actions');
});

it('[FLEET-053] [FLEET-055] [FLEET-056] [GAP-19] [LABEL3] a robot may be asked for all its data without control; one without WiFi not, with the reason', async () => {
  await page.getByLabel('Rows per page').selectOption('25');
  // The demo's seed gives this one no WiFi.
  const off = page.getByRole('row', { name: /LF-0151-23/ }).getByRole('button', { name: 'Upload All' });
  await eventually(() => off.getAttribute('aria-disabled')).toBe('true');
  // Until its state is known, that is the reason.
  await eventually(() => off.getAttribute('aria-description')).toContain('WiFi');
  await eventually(() => page.getByRole('button', { name: 'Upload All', disabled: false }).count()).toBeGreaterThan(0);
});
