import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { availabilityDefinitions } from '#domain/history/availability';
import { axeFaults } from '../support/axeFaults.ts';
import { HOUR_MS } from '#domain/text/timeUnits';
import { writeMonth } from '../support/history/pastMonth.ts';
import { ownProduct } from '../support/ownProduct.ts';
import { eventually, personOf, signedInPage, testBrowser } from '../support/pages.ts';

const browser = testBrowser();
afterEach(async () => {
  await browser.closePages();
});

const SERIAL = 'LF-0140-23';
/** A year before the first deployment of the demo, which dates its own by the present. */
const YEAR = new Date().getUTCFullYear() - 3;
/** Its March: 743 hours in Belgium. */
const MARCH = { from: Date.UTC(YEAR, 2, 1) - HOUR_MS, to: Date.UTC(YEAR, 3, 1) - 2 * HOUR_MS };
const DE_LINDE = { locationId: 'loc-de-linde', organisation: 'org-de-linde', ...MARCH };

beforeAll(async () => {
  await writeMonth(ownProduct().dataDir, { serial: SERIAL, ...DE_LINDE });
  await writeMonth(ownProduct().dataDir, { serial: 'LF-0141-23', ...DE_LINDE, isSilent: true });
});

const table = (page: Page) => page.getByRole('table', { name: 'Availability', exact: true });
const rowOf = (page: Page, text: string) => table(page).getByRole('row').filter({ hasText: text });
const textOf = async (page: Page, text: string) => (await rowOf(page, text).first().innerText()).replaceAll(/\s+/g, ' ');
const MARCH_ADDRESS = `/history/availability?month=${String(YEAR)}-03`;

it('[AVAIL7] a month has its numbers by device, location and organisation, with their definitions, and those of a month without data are dashes', async () => {
  const page = await signedInPage(browser, personOf('system_admin'), MARCH_ADDRESS);
  await rowOf(page, 'Lumion 01').first().waitFor();
  expect(await textOf(page, 'Lumion 01')).toMatch(/Lumion 01.* 743 h 50 % 25 % 1 15 d 11 h 10 min$/);
  await eventually(() => page.getByRole('main').innerText()).toMatch(
    new RegExp(`Counted from 0?1/0?3/${String(YEAR)}, 00:00 to 0?1/0?4/${String(YEAR)}, 00:00`),
  );
  for (const { name, text } of availabilityDefinitions) {
    const definition = page.getByRole('definition').filter({ hasText: text });
    await definition.waitFor();
    expect(await definition.locator('xpath=preceding-sibling::dt').innerText()).toBe(name);
  }
  expect(await axeFaults(page, 'main')).toEqual([]);
  // The month before holds nothing.
  await page.getByRole('button', { name: 'Previous month' }).click();
  await page
    .getByText(`February ${String(YEAR)}`)
    .first()
    .waitFor();
  await eventually(() => page.getByRole('main').innerText()).toMatch(/Nothing is held of this month/);
  expect(page.url()).toContain(`month=${String(YEAR)}-02`);
  await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('radiogroup', { name: 'By' }).getByText('Organisations', { exact: true }).click();
  await eventually(() => rowOf(page, 'De Linde').count()).toBe(1);
  // Another device was deployed then too, and silent.
  expect(await textOf(page, 'De Linde')).toMatch(/1 486 h 25 % 12.5 % 1 /);
  // A location leads to its devices.
  await page.getByRole('radiogroup', { name: 'By' }).getByText('Locations', { exact: true }).click();
  await rowOf(page, '1 486 h').nth(1).waitFor();
  await page.getByRole('row', { name: /^De Linde / }).press('Enter');
  await rowOf(page, 'Lumion 01').first().waitFor();
  expect(page.url()).toContain('location=loc-de-linde');
  await page.reload();
  await rowOf(page, 'Lumion 01').first().waitFor();
  await page.getByRole('button', { name: /^Show all locations/ }).click();
  await eventually(() => page.url()).not.toContain('location=');
});

it('[AVAIL7] the rows are saved as a spreadsheet, with the definitions below', async () => {
  const page = await signedInPage(browser, personOf('organisation_admin'), MARCH_ADDRESS);
  await rowOf(page, 'Lumion 01').first().waitFor();
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export xlsx' }).click()]);
  expect(saved.suggestedFilename()).toBe(`availability-device-${String(YEAR)}-03.xlsx`);
  const lines = await readSheet(readFileSync(await saved.path()));
  const own = lines.find((line) => line[1] === SERIAL) ?? [];
  expect(own.slice(-6)).toEqual([743, 50, 25, 1, 371.5, 10]);
  expect(lines.map((line) => line[0])).toEqual(expect.arrayContaining(availabilityDefinitions.map(({ name }) => name)));
});
