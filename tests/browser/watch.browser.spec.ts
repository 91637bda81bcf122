import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { eventually, openTestBrowser, personOf, signedInPage, type TestBrowser } from '../support/pages.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openTestBrowser();
});
afterEach(() => expect(browser.complaints()).toEqual([]));
afterAll(() => browser.close());

it('[SIGN-027] [DASH-001] after the sign-in comes the dashboard', async () => {
  const page = await signedInPage(browser, personOf('system_admin'));
  await page.waitForURL('**/dashboard');
  await eventually(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Dashboard');
});
