import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { ownProduct } from '../support/ownProduct.ts';
import { eventually, personOf, signedInPage, testBrowser } from '../support/pages.ts';
import { writeDeeds, writeNight, type PastNight } from '../support/pastNight.ts';

const browser = testBrowser();
afterEach(() => browser.closePages());

/** An hour ago, on the minute: no console was open. */
const FAILS_AT = Math.floor((Date.now() - HOUR_MS) / MINUTE_MS) * MINUTE_MS;
const NIGHT: PastNight = { serial: 'LF-0142-23', failsAt: FAILS_AT, code: '0x03000117', at: { x: 9.2, y: 30 } };
const ID = 'any-night-1';

beforeAll(async () => {
  await writeNight(ownProduct().dataDir, NIGHT);
  await writeDeeds(ownProduct().dataDir, NIGHT, ID);
});

const past = (page: Page) => page.getByRole('status', { name: 'Past' });
const main = (page: Page) => page.getByRole('main');

it('[NIGHT14] an hour after a robot failed unseen, four presses lead from the sign-in over its moment and the room of its incident to "reviewed"', async () => {
  const page = await signedInPage(browser, personOf('system_admin'), '/dashboard');
  const presses: string[] = [];
  const press = async (name: string, part: ReturnType<Page['locator']>) => {
    presses.push(name);
    await part.click();
  };
  await press('Review List', main(page).getByRole('link', { name: 'Review List', exact: true }));
  const row = () =>
    main(page)
      .getByRole('row')
      .filter({ has: page.locator(`a[href*="${ID}"]`) });
  // In the first hour of a month it is in the month before.
  const days = page.getByRole('group', { name: 'Days' });
  await days.waitFor();
  const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'Europe/Brussels' }).format(FAILS_AT);
  if (!(await days.innerText()).includes(month)) await days.getByRole('button', { name: 'Previous month' }).click();
  // Episodes of other tests may fill the first page.
  const find = async () => {
    await page.getByPlaceholder('Serial or location').fill(NIGHT.serial);
    await row().waitFor();
  };
  await find();
  await press('the episode', row().getByRole('cell').first());
  await past(page).waitFor();
  // The state and the place at that time.
  await eventually(() => main(page).innerText()).toMatch(/Error\s+0x03000117/);
  await eventually(() => main(page).getByRole('region', { name: 'Current Location' }).innerText()).toMatch(/9\.20 m\s+30\.00 m/);
  await page.keyboard.press('Escape');
  await find();
  await press('the incident', row().getByRole('link', { name: /^Incident/ }));
  const deeds = page.getByRole('list', { name: 'Events and commands' });
  await eventually(() => deeds.innerText()).toContain(`Obstacle ahead ${ID}`);
  await eventually(() => deeds.innerText()).toMatch(/\+6\.0 s\s+Stop Immediately: An Verhoeven/);
  await page.goBack();
  await find();
  await press('reviewed', row().getByRole('button', { name: 'Reviewed', exact: true }));
  await eventually(() => row().count()).toBe(0);
  expect(presses).toHaveLength(4);
});
