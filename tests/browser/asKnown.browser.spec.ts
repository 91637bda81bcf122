import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { axeFaults } from '../support/axeFaults.ts';
import { ownProduct } from '../support/ownProduct.ts';
import { eventually, personOf, signedInPage, testBrowser } from '../support/pages.ts';
import { writeReports } from '../support/pastNight.ts';

const browser = testBrowser();
afterEach(async () => {
  await browser.closePages();
});

/** Twenty to three in the afternoon, UTC, of a day that no other test looks at: an index that is kept of it would lack these reports. */
const AT = Math.floor(Date.now() / DAY_MS - 7) * DAY_MS + 14 * HOUR_MS + 40 * MINUTE_MS;
const SERIAL = 'LF-0140-23';

/** A minute of reports of a robot, which it kept for three hours if `delayMs` is that. */
const minute = (from: number, task: string, delayMs?: number) =>
  Array.from({ length: 60 }, (_, second) => {
    const receivedAt = from + second * 1_000;
    const late = delayMs === undefined ? {} : { arrivedAt: receivedAt + delayMs };
    return {
      serial: SERIAL,
      receivedAt,
      ...late,
      deviceTime: receivedAt,
      sequence: second,
      state: { current_state: 'executing_task', current_task: task, battery_level: 50 },
    };
  });

beforeAll(() => writeReports(ownProduct().dataDir, [...minute(AT - MINUTE_MS, 'ZZLIVE'), ...minute(AT, 'ZZLATE', 3 * HOUR_MS)]));

const banner = (page: Page) => page.getByRole('status', { name: 'Past' });
const choice = (page: Page) => page.getByRole('combobox', { name: 'Past shown' });
const main = (page: Page) => page.getByRole('main');
const address = `/device/detail?device_serial=${SERIAL}&at=${new Date(AT + 30_000).toISOString()}`;

it('[KNOWN6] [KNOWN7] what a robot sent three hours later is shown as it was, and not as it was known; a link carries the view', async () => {
  const page = await signedInPage(browser, personOf('system_admin'), address);
  await banner(page).waitFor();
  await main(page).getByText('ZZLATE').first().waitFor();
  await main(page)
    .getByText(/Received 3 h 0 min later/)
    .waitFor();
  await choice(page).selectOption('known');
  await eventually(() => banner(page).innerText()).toContain('As known then');
  await eventually(() => main(page).innerText()).toContain('ZZLIVE');
  expect(await main(page).innerText()).not.toMatch(/ZZLATE|Received/);
  expect(new URL(page.url()).searchParams.get('as')).toBe('known');
  expect(await axeFaults(page, '[aria-label="Timeline"]')).toEqual([]);
  await page.reload();
  await main(page).getByText('ZZLIVE').first().waitFor();
  await eventually(() => choice(page).inputValue()).toBe('known');
  await choice(page).selectOption('was');
  await main(page).getByText('ZZLATE').first().waitFor();
});
