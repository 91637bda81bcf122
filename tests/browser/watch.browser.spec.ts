import { it } from 'vitest';
import { eventually, personOf, signedInPage, testBrowser } from '../support/pages.ts';

const browser = testBrowser();

it('[SIGN-027] [DASH-001] after the sign-in comes the dashboard', async () => {
  const page = await signedInPage(browser, personOf('system_admin'));
  await page.waitForURL('**/dashboard');
  await eventually(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Dashboard');
});
