import { getNotificationSettings } from '#contract/notification';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { asked } from '../support/asked.ts';
import { eventually, openTestBrowser, personOf, signedInPage, type TestBrowser } from '../support/pages.ts';

const SETTINGS = '**/api/notifications/settings';

let browser: TestBrowser;
let page: Page;
beforeAll(async () => {
  browser = await openTestBrowser();
  page = await signedInPage(browser, personOf('organisation_user'), '/profile/notifications');
});
afterEach(() => expect(browser.complaints()).toEqual([]));
afterAll(() => browser.close());

const box = (serial: string): Locator => page.getByRole('checkbox', { name: new RegExp(`${serial}$`) });
const rows = () => page.locator('tbody tr.row');
const isOn = (serials: readonly string[]) => Promise.all(serials.map((serial) => box(serial).isChecked()));

it('[PROF-006] [PROF-012] [PROF-020] [MSG-092] what repeats the row above is blank, and who has no telephone is informed', async () => {
  await eventually(() => rows().count()).toBe(4);
  await eventually(() => rows().allInnerTexts()).toEqual([
    expect.stringMatching(/^Hortus Noord\s+Divo 02\s+DV-0102/),
    expect.stringMatching(/^\s*Divo 05\s+DV-0105/),
    expect.stringMatching(/^Maasdijk Paprika\s+Lumion 12\s+LF-0170-24/),
    expect.stringMatching(/^\s*Lumion 13\s+LF-0171-24/),
  ]);
  const note = 'No subscriptions found, are the notifications enabled in your Serra Robotics Application?';
  await page.getByText(note).waitFor();
});

it('[PROF-015] [CALL-029] quick clicks while the first is being saved are all kept, also after a reload', async () => {
  let free: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (free = resolve));
  await page.route(SETTINGS, async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  const clicked = ['DV-0102', 'DV-0105', 'LF-0171-24'];
  for (const serial of clicked) await box(serial).click();
  await eventually(() => isOn(clicked)).toEqual([true, true, true]);
  free();
  await eventually(async () => {
    const { settings } = await asked(page, getNotificationSettings);
    return clicked.map((serial) => settings[serial]?.mobile_push);
  }).toEqual([true, true, true]);
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await page.getByText('3 selected').waitFor();
  await eventually(() => isOn(clicked)).toEqual([true, true, true]);
  await eventually(() => box('LF-0170-24').isChecked()).toBe(false);
});
