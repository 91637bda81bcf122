import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { getAllDevices } from '#contract/devices/device';
import { clippedTexts } from '../support/clippedTexts.ts';
import { painted, personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';
import { settled } from '../support/settled.ts';

const WIDTHS = [320, 820, 1180, 1280, 2560];
const SERIAL = 'LF-0140-23';
/** Without a place where it may break. */
const LONG_NAME = `Lumion${'Kasplantenbelichtingswagen'.repeat(3)} of the far greenhouse`;

const browser = testBrowser();
let page: Page;
beforeAll(async () => {
  page = await signedInPage(browser, personOf('system_admin'));
  await page.route('**/api/all_devices', async (route) => {
    const answer = await route.fetch();
    const { result, ...rest } = getAllDevices.answer.parse(await answer.json());
    const named = result.map((device) => (device.serial === SERIAL ? { ...device, name: LONG_NAME } : device));
    await route.fulfill({ response: answer, json: { ...rest, result: named } });
  });
  await page.reload();
});

it.each([
  '/dashboard',
  '/history/availability',
  '/history/region?map_id=de-linde-2&rectangle=0_0_9_30',
  '/history/accounts',
  '/users?tab=session_accounts',
  '/fleet/state',
  '/fleet/metrics',
  '/fleet/settings',
  '/fleet/actions',
  '/incidents/all',
  '/incidents/analytics',
  '/treatments/all',
  `/device/detail?device_serial=${SERIAL}`,
  `/device/commands?device_serial=${SERIAL}`,
  `/device/events?device_serial=${SERIAL}`,
  '/maps/maps',
  '/maps/locations',
  '/management/overview',
  '/users',
  '/fleet/config',
  '/fleet/compare_moments',
  `/device/logs?device_serial=${SERIAL}`,
  `/device/configuration?device_serial=${SERIAL}`,
  `/device/treatments?device_serial=${SERIAL}`,
  `/device/maintenance?device_serial=${SERIAL}`,
  '/incidents/per_map',
  '/incidents/export',
  '/treatments/event_analysis',
  '/maps/map_detail?map_id=de-linde-1',
  '/maps/greenhouses',
  '/maps/organisations',
  '/maps/org_detail',
  '/maps/authorisation',
  `/management/device_info?device_serial=${SERIAL}`,
  '/management/add',
  '/management/life_cycle_stages',
  '/management/device_types',
  '/management/subscriptions',
  '/management/ssh_credentials',
  '/management/kept_history',
  '/error_codes',
  '/nimbus/cognito',
  '/nimbus/organisations',
  '/profile/account',
  '/profile/notifications',
])('[WIDE1] every text and control of %s can be read or reached at every width', async (address) => {
  await visit(page, address);
  await settled(page);
  const faults: Record<string, readonly string[]> = {};
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await painted(page);
    const found = await clippedTexts(page);
    if (found.length > 0) faults[width] = found;
  }
  expect(faults).toEqual({});
});
