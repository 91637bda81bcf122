import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { axeFaults } from '../support/axeFaults.ts';
import { ownProduct } from '../support/ownProduct.ts';
import { eventually, personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';
import { writeDeeds, writeNight } from '../support/pastNight.ts';

const browser = testBrowser({ isExpected: (complaint) => complaint.includes('history/series') });
afterEach(() => browser.closePages());

/** Four in the afternoon, UTC, four days ago. */
const FAILS_AT = Math.floor(Date.now() / DAY_MS - 4) * DAY_MS + 16 * HOUR_MS;
const SERIAL = 'LF-0140-23';
const CODE = '0x00000011';

beforeAll(async () => {
  await writeNight(ownProduct().dataDir, { serial: SERIAL, failsAt: FAILS_AT, code: CODE });
  await writeDeeds(ownProduct().dataDir, { serial: 'LF-0141-23', failsAt: FAILS_AT - 2 * DAY_MS, code: CODE }, 'in-the-chart');
  await writeNight(ownProduct().dataDir, { serial: 'LF-0141-23', failsAt: FAILED_TODAY, code: CODE });
});

/** Six hours ago, at the begin of a step of the dashboard's chart. */
const FAILED_TODAY = Math.floor(Date.now() / (5 * MINUTE_MS)) * 5 * MINUTE_MS - 6 * HOUR_MS;

const past = (page: Page) => page.getByRole('status', { name: 'Past' });
const charts = (page: Page) => page.getByRole('region', { name: 'Charts', exact: true });
const slider = (page: Page) => charts(page).getByRole('slider', { name: 'Time in the charts' });
const readText = (page: Page) => slider(page).getAttribute('aria-valuetext');
const choose = (page: Page, group: string, name: string) =>
  charts(page).getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click();

/** Opens the page of the device at its failure, an hour wide. */
async function openNight(page: Page) {
  await charts(page).scrollIntoViewIfNeeded();
  await slider(page).waitFor();
  await choose(page, 'Range', '1 h');
  await eventually(() => readText(page)).toContain('Battery 81 %');
}

it('[CHART2] [CHART13] [EDGE2] charts of a night follow the shown moment, are read by pointer and keys, and open a moment; a table says the same', async () => {
  const at = new Date(FAILS_AT - 30_000).toISOString();
  const page = await signedInPage(browser, personOf('system_admin'), `/device/detail?device_serial=${SERIAL}&at=${at}`);
  await past(page).waitFor();
  await openNight(page);
  await eventually(() => readText(page)).toMatch(/Other movement, online$/);
  await eventually(() => charts(page).locator('canvas').count()).toBe(2);
  expect(await axeFaults(page, 'main')).toEqual([]);
  // Keys move what is read, and Enter opens it.
  await slider(page).focus();
  for (let press = 0; press < 6; press += 1) await page.keyboard.press('ArrowRight');
  await eventually(() => readText(page)).toContain(`Error, errors ${CODE}`);
  expect(await charts(page).innerText()).toContain(CODE);
  await page.keyboard.press('Enter');
  await eventually(() => page.getByRole('slider', { name: 'Moment' }).inputValue().then(Number)).toBeGreaterThanOrEqual(FAILS_AT);
  await page.keyboard.press('Home');
  await eventually(() => readText(page)).toMatch(/: no report, offline$/);
  // Forced colours leave the lines of the shown and the read moment.
  await page.emulateMedia({ forcedColors: 'active' });
  const isDrawn = await slider(page).evaluate((element) =>
    [...element.querySelectorAll('*')].flatMap((part) => {
      const { width, backgroundColor } = getComputedStyle(part);
      return ['1px', '2px'].includes(width) ? [backgroundColor === getComputedStyle(document.body).color] : [];
    }),
  );
  expect(isDrawn).toEqual([true, true]);
  await page.emulateMedia({ forcedColors: 'none' });
  // A click on the charts opens the moment at its position, here one before the error.
  const box = await slider(page).boundingBox();
  if (box === null) throw new Error('the charts have no place');
  await slider(page).click({ position: { x: box.width * 0.45, y: 40 } });
  await eventually(() => page.getByRole('slider', { name: 'Moment' }).inputValue().then(Number)).toBeLessThan(FAILS_AT);
  await choose(page, 'View', 'Table');
  const table = charts(page).getByRole('table', { name: 'Charts as a table' });
  await eventually(() => table.innerText()).toMatch(/Other movement[^]*Error\s+0x00000011\s+100 %/);
  expect(await axeFaults(page, 'main')).toEqual([]);
  const first = table.getByRole('row').nth(1).getByRole('button');
  await first.click();
  await eventually(() => page.getByRole('slider', { name: 'Moment' }).inputValue().then(Number)).toBeLessThan(FAILS_AT - 8 * MINUTE_MS);
});

/** Returns for each text whether the page requested something with it in its address. */
const requested = (page: Page, ...texts: readonly string[]) =>
  page.evaluate((wanted) => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name);
    return wanted.map((text) => names.some((name) => name.includes(text)));
  }, texts);

it('[CHART2] [CHART5] a week and a year are shown, an empty hour and a failure say so, at the same height', async () => {
  const page = await signedInPage(browser, personOf('system_admin'), `/device/detail?device_serial=${SERIAL}`);
  await charts(page).waitFor();
  expect(await requested(page, 'history/series', 'DeviceCharts')).toEqual([false, false]);
  await charts(page).scrollIntoViewIfNeeded();
  await slider(page).waitFor();
  await eventually(() => requested(page, 'history/series', 'DeviceCharts')).toEqual([true, true]);
  const heightOf = async () => (await charts(page).boundingBox())?.height;
  const height = await heightOf();
  await choose(page, 'Range', '7 days');
  await eventually(() => charts(page).getByRole('table').innerText()).toContain(CODE);
  await choose(page, 'Range', '1 year');
  await eventually(() => charts(page).innerText()).toContain('Shown for up to 30 days');
  expect(await heightOf()).toBe(height);
  await page.route('**/api/history/series*', (route) => route.fulfill({ status: 500, json: { error: 'out of soil' } }));
  await choose(page, 'Range', '30 days');
  await charts(page).getByText('Loading failed').waitFor();
  expect(await heightOf()).toBe(height);
  await page.unroute('**/api/history/series*');
  await charts(page).getByRole('button', { name: 'Try Again' }).click();
  await eventually(() => charts(page).getByRole('table').innerText()).toContain(CODE);
  const nothing = { at: new Date(FAILS_AT).toISOString(), min: null, max: null, avg: null };
  await page.route('**/api/history/series*', (route) =>
    route.fulfill({ json: { step_seconds: 86_400, battery: [nothing], speed: [nothing] } }),
  );
  await choose(page, 'Range', '1 year');
  await charts(page).getByText('Nothing was reported in this time').waitFor();
  expect(await heightOf()).toBe(height);
  expect(await axeFaults(page, 'main')).toEqual([]);
});

it('[CHART7] the dashboard shows how many devices did what in the last 24 hours, near the visible part, and leads to a moment of it', async () => {
  const page = await signedInPage(browser, personOf('system_admin'), '/fleet/state');
  // So low that the section is not near, whatever has been loaded above it.
  await page.setViewportSize({ width: 1280, height: 200 });
  await visit(page, '/dashboard');
  const day = page.getByRole('region', { name: 'Last 24 hours' });
  await day.getByRole('table', { name: 'Last 24 hours' }).waitFor();
  expect(await requested(page, 'FleetActivity')).toEqual([false]);
  await page.setViewportSize({ width: 1280, height: 900 });
  const time = day.getByRole('slider', { name: 'Time in the chart of the fleet' });
  // Content that loads above it may move it out of view again.
  await eventually(async () => {
    await day.scrollIntoViewIfNeeded();
    return time.count();
  }).toBe(1);
  await time.focus();
  const newest = Number(await time.getAttribute('aria-valuenow'));
  const steps = Math.round((newest - FAILED_TODAY) / (5 * MINUTE_MS));
  for (let press = 0; press < Math.floor(steps / 10); press += 1) await page.keyboard.press('PageDown');
  for (let press = 0; press < steps % 10; press += 1) await page.keyboard.press('ArrowLeft');
  await eventually(() => time.getAttribute('aria-valuetext')).toMatch(/: Error [1-9]\d*, Treating \d+, Other movement \d+, Idle \d+$/);
  const table = day.getByRole('table', { name: 'Most devices at once, by hour' });
  expect(await table.getByRole('row').nth(0).allInnerTexts()).toEqual(['From\tError\tTreating\tOther movement\tIdle']);
  expect(await axeFaults(page, 'main')).toEqual([]);
  await page.keyboard.press('Enter');
  await past(page).waitFor();
  await eventually(() => page.getByRole('slider', { name: 'Moment' }).inputValue().then(Number)).toBeGreaterThanOrEqual(FAILED_TODAY);
});

it('[CHART9] incidents by day and code are a chart, for screen readers a table; keys read a day, and Enter opens it', async () => {
  const page = await signedInPage(browser, personOf('system_admin'), '/incidents/analytics');
  const section = page.getByRole('region', { name: 'Incidents by day' });
  const days = section.getByRole('slider', { name: 'Time in the chart of incidents' });
  await days.waitFor();
  await eventually(() => section.locator('canvas').count()).toBeGreaterThan(1);
  expect(await section.getByRole('table', { name: 'Days with incidents, by error code' }).getByRole('row').count()).toBeGreaterThan(1);
  expect(await axeFaults(page, 'main')).toEqual([]);
  await days.focus();
  await page.keyboard.press('End');
  const last = await days.getAttribute('aria-valuetext');
  expect(last).toMatch(/^\d\d\/\d\d\/\d{4}: 0x/);
  await page.keyboard.press('ArrowLeft');
  await eventually(() => days.getAttribute('aria-valuetext')).not.toBe(last);
  await page.keyboard.press('Enter');
  await past(page).waitFor();
});
