import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { accountMenuOf, fillPopup, popupOf, testBrowser } from '../support/pages.ts';
import { startFragileProduct, type FragileProduct } from '../support/fragileProduct.ts';
import { codeOf } from '../support/personCode.ts';
import { peopleIn } from '../support/product.ts';
import { until } from '../support/until.ts';

const WAIT = { timeout: 60_000 };

const browser = testBrowser();
let product: FragileProduct;
let page: Page;
beforeAll(async () => {
  product = await startFragileProduct();
  const person = peopleIn(product.printed()).find(({ role, enrolled }) => role === 'system_admin' && enrolled);
  if (person === undefined) throw new Error('no demo account');
  page = await (await browser.newContext({ baseURL: product.url })).newPage();
  await page.goto(`/?login_hint=${person.email}`);
  await fillPopup(await popupOf(page), person.password, await codeOf(product.dataDir, person));
  await accountMenuOf(page).waitFor();
  await page.waitForURL('**/dashboard');
  // A page that was loaded anew would not know it.
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
});
afterEach(async () => {
  expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true);
});
afterAll(async () => {
  await browser.closePages();
  await product.close();
});

const failureCount = () => page.getByText(/^last failure \d\d:\d\d$/).count();
const warning = () => page.getByText('Loading failed, retrying').first();
const totals = () => page.locator('dl > div').last().locator('dd').first().innerText();
const online = () => page.locator('dl > div').nth(2).locator('dd').first().innerText();

/** Returns the data age shown in the corner, in seconds. */
async function ageSeconds(): Promise<number> {
  const text = await page
    .getByRole('button', { name: /^Data age/ })
    .locator('span')
    .filter({ hasText: / old$/ })
    .innerText();
  const [, amount, unit] = /^(\d+) (s|min)/.exec(text) ?? [];
  return Number(amount) * (unit === 'min' ? 60 : 1);
}

it('[LIVE-001] [CALL-027] while the database is gone the dashboard keeps what it knew and says that loading fails; then it heals by itself', async () => {
  await expect.poll(totals, WAIT).toMatch(/^\d[\d ]+$/);
  await expect.poll(online, WAIT).toMatch(/^2\d of \d+$/);
  const numberOf = (text: string) => Number(text.replaceAll(' ', ''));
  const before = numberOf(await totals());
  product.databaseCable.cut();
  await warning().waitFor(WAIT);
  await expect.poll(failureCount, WAIT).toBe(1);
  // An answer may have been under way when the cable was cut.
  expect(numberOf(await totals())).toBeGreaterThanOrEqual(before);
  await expect.poll(online, WAIT).toMatch(/^[12]\d of \d+$/);
  product.databaseCable.heal();
  await expect.poll(() => warning().count(), WAIT).toBe(0);
  await expect.poll(online, WAIT).toMatch(/^2\d of \d+$/);
  const complaints = browser.complaints();
  expect(complaints.length).toBeGreaterThan(0);
  for (const complaint of complaints) expect(complaint).toMatch(/status of 50[03] .*\/api\/|WebSocket connection .* failed/);
});

it('[DEV-010] [LIVE-006] while the broker is gone a device is shown as it was last, with its age, as not online; then it is online again', async () => {
  await page.getByRole('navigation').first().getByText('Device', { exact: true }).click();
  await page.getByRole('link', { name: 'State', exact: true }).click();
  await page.waitForURL('**/device/detail*');
  await page.getByRole('search').getByLabel('Device name').fill('Divo 02');
  await page.getByRole('search').getByLabel('Device name').press('Enter');
  const title = page.getByRole('main').getByRole('heading', { level: 2 }).first();
  await expect.poll(() => title.textContent(), WAIT).toBe('Divo 02');
  const state = page.getByRole('region', { name: 'State', exact: true });
  await page
    .getByRole('status')
    .filter({ hasText: /^Online$/ })
    .waitFor(WAIT);
  product.brokerCable.cut();
  const offline = page.getByRole('status').filter({ hasText: 'Device is not online' });
  await offline.waitFor(WAIT);
  await expect.poll(() => state.textContent(), WAIT).toMatch(/\d+ s old/);
  await expect.poll(() => state.getByText(/ %$/).count(), WAIT).toBe(1);
  product.brokerCable.heal();
  await offline.waitFor({ state: 'detached', ...WAIT });
  await page
    .getByRole('status')
    .filter({ hasText: /^Online$/ })
    .waitFor(WAIT);
});

it('[LIVE-006] while the whole server is gone the page stays, tells how old its data is, and goes on when the server is back', async () => {
  await product.stop();
  await until('the data to grow old', async () => (await ageSeconds()) > 10);
  await expect.poll(failureCount, WAIT).toBe(1);
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).first().textContent()).toBe('Divo 02');
  await product.start();
  await expect.poll(ageSeconds, WAIT).toBeLessThan(5);
  await page
    .getByRole('status')
    .filter({ hasText: /^Online$/ })
    .waitFor(WAIT);
  const complaints = browser.complaints();
  expect(complaints.length).toBeGreaterThan(0);
  for (const complaint of complaints) {
    expect(complaint).toMatch(
      /net::ERR_(CONNECTION_\w+|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH)|WebSocket connection|status of 50[03]/,
    );
  }
});
