import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { axeFaults } from '../support/axeFaults.ts';
import { ownProduct } from '../support/ownProduct.ts';
import { eventually, personOf, signedInPage, testBrowser } from '../support/pages.ts';
import { writeNight, type PastNight } from '../support/pastNight.ts';

const browser = testBrowser({ isExpected: (complaint) => complaint.includes('nowhere') });
afterEach(() => browser.closePages());

/**
 * Half past two in the morning, UTC, nine days ago: it drives up its lane for ten minutes, and stands in it for ten. No other file opens that day, of which the
 * server keeps the index for seconds.
 */
const FAILS_AT = Math.floor(Date.now() / DAY_MS - 9) * DAY_MS + 2.5 * HOUR_MS;
const NIGHT: PastNight = { serial: 'LF-0140-23', failsAt: FAILS_AT, code: '0x03000117', at: { x: 9.2, y: 30 } };
const iso = (at: number) => new Date(at).toISOString();
const SEARCH = `/history/region?map_id=de-linde-2&from=${iso(FAILS_AT - 20 * MINUTE_MS)}&to=${iso(FAILS_AT + 20 * MINUTE_MS)}`;

beforeAll(() => writeNight(ownProduct().dataDir, NIGHT));

const rows = (page: Page) => page.getByRole('table', { name: 'Hits' }).getByRole('row').filter({ hasText: 'Lumion 01' });
const surface = (page: Page) => page.locator('[data-draws]');
const draw = async (page: Page) => {
  await page.getByRole('button', { name: 'Draw Rectangle' }).click();
  await surface(page).scrollIntoViewIfNeeded();
  const box = await surface(page).boundingBox();
  if (box === null) throw new Error('there is nothing to draw on');
  return { at: (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const };
};
const main = (page: Page) => page.getByRole('main');

it('[REGION7] [REGION9] a rectangle that is drawn on the plan finds who was in it; a row opens its moment, Back and Escape lead back', async () => {
  const page = await signedInPage(browser, personOf('system_admin'), SEARCH, { drawsMaps: true });
  const { at } = await draw(page);
  await page.mouse.move(...at(0.02, 0.02));
  await page.mouse.down();
  await page.mouse.move(...at(0.5, 0.5));
  await page.mouse.move(...at(0.98, 0.98));
  await page.mouse.up();
  // It was drawn, so the plan can be moved again.
  await eventually(() => surface(page).count()).toBe(0);
  await rows(page).nth(1).waitFor();
  const texts = (await rows(page).allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
  expect(texts[0]).toMatch(/Standstill at 9\.2, 30\.0 m, end not seen 9 min/);
  expect(texts[1]).toMatch(/In the region/);
  const address = page.url();
  expect(address).toMatch(/rectangle=-?[\d.]+_-?[\d.]+_[\d.]+_[\d.]+/);
  expect(await axeFaults(page, 'main')).toEqual([]);
  await rows(page).first().getByRole('cell').last().click();
  await page.getByRole('status', { name: 'Past' }).waitFor();
  await eventually(() => main(page).innerText()).toMatch(/Error\s+0x03000117/);
  // Back leads to now, then to the search.
  await page.goBack();
  await eventually(() => page.getByRole('status', { name: 'Past' }).count()).toBe(0);
  await page.goBack();
  await eventually(() => page.url()).toBe(address);
  await rows(page).nth(1).waitFor();
  await rows(page).first().getByRole('cell').last().click();
  await page.getByRole('status', { name: 'Past' }).waitFor();
  await page.keyboard.press('Escape');
  await eventually(() => page.url()).toBe(address);
  // The address says it all.
  const shared = await signedInPage(browser, personOf('system_admin'), address.slice(new URL(address).origin.length));
  await rows(shared).nth(1).waitFor();
});

it('[REGION9] on a phone a finger draws the rectangle, and scrolls the page again afterwards', async () => {
  const page = await signedInPage(browser, personOf('system_admin'), SEARCH, {
    drawsMaps: true,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const { at } = await draw(page);
  const touch = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', place?: readonly [number, number]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: place === undefined ? [] : [{ x: place[0], y: place[1] }] });
  await send('touchStart', at(0.1, 0.1));
  await send('touchMove', at(0.5, 0.3));
  await send('touchMove', at(0.8, 0.5));
  await send('touchEnd');
  await eventually(() => page.url()).toMatch(/rectangle=/);
  await eventually(() => surface(page).count()).toBe(0);
});

it('[REGION7] a rectangle beside the plan finds nobody, and one of others is not known', async () => {
  const page = await signedInPage(browser, personOf('system_admin'), `${SEARCH}&rectangle=900_900_910_910`);
  await main(page).getByText('No device was in this rectangle').waitFor();
  const other = await signedInPage(browser, personOf('system_admin'), `${SEARCH.replace('de-linde-2', 'nowhere')}&rectangle=0_0_4_4`);
  await main(other).getByText('This map is not known.').waitFor();
});

it('[REGION8] the detail of a map leads to the search of that map', async () => {
  const page = await signedInPage(browser, personOf('system_admin'), '/maps/map_detail?map_id=de-linde-2');
  await page.getByRole('link', { name: 'Who was here?' }).click();
  await eventually(() => page.url()).toContain('/history/region?map_id=de-linde-2');
  await page.getByRole('form', { name: 'Edges of the rectangle' }).waitFor();
});
