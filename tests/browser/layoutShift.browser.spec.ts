import type { Locator, Page } from 'playwright-core';
import { z } from '#contract/schema';
import { getAllDevices } from '#contract/devices/device';
import { getGreenhouses } from '#contract/place';
import { getTreatmentAll } from '#contract/fleet/treatment';
import { afterEach, expect, it } from 'vitest';
import { asked } from '../support/asked.ts';
import { complaintsOf, eventually, painted, personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';

const SERIAL = 'LF-0140-23';
const LONG_NAME = 'Lumion of the northern house, behind the second gate on the left';
const WIDTHS = [390, 820, 1180, 1440];

const browser = testBrowser();
afterEach(() => browser.closePages());

const openAt = (path: string) => signedInPage(browser, personOf('system_admin'), path);

/** The states of all devices, as the server sent them. */
const machines = z.object({ result: z.record(z.string(), z.looseObject({})) });

/** Returns left, top, width and height of elements on the page, rounded to pixels. Omits those that were replaced since they were found. */
const places = (elements: Locator): Promise<readonly string[]> =>
  elements.evaluateAll((all) =>
    all
      .filter(({ isConnected }) => isConnected)
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join(' ');
      }),
  );

const atEachWidth = async (page: Page, read: () => Promise<readonly string[]>): Promise<Record<number, readonly string[]>> => {
  const found: Record<number, readonly string[]> = {};
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await painted(page);
    found[width] = await read();
  }
  return found;
};

it('[STILL1] a request that fails, and items that cannot be read, move nothing in the top bar', async () => {
  const page = await openAt('/fleet/metrics');
  const bar = page.locator('header').locator('h1, button');
  const isCurrent = () => eventually(() => page.getByText(/^\d+ m?s old$/).count()).toBe(1);
  await isCurrent();
  const before = await atEachWidth(page, () => places(bar));
  await page.route('**/api/total_metrics', (route) => route.fulfill({ status: 500, json: { error: 'out of soil' } }));
  await visit(page, '/dashboard');
  await eventually(() => page.getByText(/^last failure \d\d:\d\d$/).count()).toBe(1);
  await page.unroute('**/api/total_metrics');
  await page.route('**/api/treatment/all*', (route) => route.fulfill({ json: { result: [{ id: 7 }] } }));
  await visit(page, '/treatments/all');
  await visit(page, '/fleet/metrics');
  await isCurrent();
  expect(await atEachWidth(page, () => places(bar))).toEqual(before);
  await browser.closePages();
  expect((await complaintsOf(browser, 1)).filter((text) => !text.includes('500'))).toEqual([]);
});

it('[STILL2] however many devices go into error or leave it, nothing below moves on the dashboard', async () => {
  let failing = 0;
  const context = await browser.newContext();
  // The states come by polls alone, as the test wants them.
  await context.routeWebSocket(/\/ws$/, () => undefined);
  await context.route('**/api/machines', async (route) => {
    const response = await route.fetch();
    const { result } = machines.parse(await response.json());
    const states = Object.entries(result).map(([serial, report], at) => {
      const state = at < failing ? { current_state: 'error', error_code: '0x03000117' } : { current_state: 'waiting_for_task' };
      return [serial, { ...report, state }] as const;
    });
    await route.fulfill({ response, json: { result: Object.fromEntries(states) } });
  });
  const page = await signedInPage({ newContext: async () => context }, personOf('system_admin'), '/dashboard');
  const band = page.locator('main dl').first();
  const count = band.locator('div').filter({ hasText: 'Devices in Error' }).locator('dd').first();
  await eventually(() => band.locator('[data-part=skeleton]').count()).toBe(0);
  const found: Record<number, unknown> = {};
  for (failing of [0, 1, 2, 3, 4, 12]) {
    await eventually(() => count.innerText()).toBe(String(failing));
    found[failing] = await atEachWidth(page, () => places(band));
  }
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((one) => [one, found[0]])));
  expect(browser.complaints()).toEqual([]);
});

const hasMap = ({ map_id }: { readonly map_id?: string | null | undefined }) => map_id != null && map_id !== '';

/** The address of a screen with a plan. */
async function addressOf(page: Page, path: string): Promise<string> {
  if (path === '/treatments/detail') {
    const [treatment] = (await asked(page, getTreatmentAll)).results.filter(hasMap);
    return `${path}?treatment_id=${treatment?.id}`;
  }
  if (path !== '/maps/locations') return path;
  const [greenhouse] = (await asked(page, getGreenhouses)).results.filter(hasMap);
  return `${path}?location=${greenhouse?.location_id}&greenhouse=${greenhouse?.id}`;
}

it.each([
  ['/incidents/per_map', 'Map View'],
  ['/treatments/detail', 'Map View'],
  ['/maps/map_detail', 'Map'],
  ['/maps/locations', /^Plan of /],
  [`/device/detail?device_serial=${SERIAL}`, 'Current Location'],
] as const)('[STILL3] the plan of %s has its place before it is loaded', async (address, label) => {
  const page = await openAt('/profile/account');
  const path = await addressOf(page, address);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/geojson*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path);
    const plan = page.getByRole('region', { name: label });
    await plan.getByRole('status').first().waitFor();
    const size = async () => (await places(plan)).map((place) => place.split(' ').slice(2).join(' '));
    let loading: readonly string[] = [];
    await eventually(async () => (loading = await size())).toHaveLength(1);
    release();
    await plan.getByRole('group', { name: /arrow keys move/ }).waitFor();
    expect(await size(), String(width)).toEqual(loading);
    await page.unroute('**/geojson*');
  }
  expect(browser.complaints()).toEqual([]);
});

it.each(['detail', 'commands', 'configuration', 'events', 'logs', 'treatments', 'maintenance'])(
  '[STOPWAY17] Stop of /device/%s is the same button, in the same place, before and after the list of devices comes',
  async (screen) => {
    const page = await openAt('/profile/account');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/all_devices', async (route) => {
      await held;
      const response = await route.fetch();
      const { result, ...rest } = getAllDevices.answer.parse(await response.json());
      const named = result.map((device) => (device.serial === SERIAL ? { ...device, name: LONG_NAME } : device));
      await route.fulfill({ response, json: { ...rest, result: named } });
    });
    await page.goto(`/device/${screen}?device_serial=${SERIAL}`);
    const stop = page.getByRole('main').getByRole('button', { name: 'Stop Immediately' });
    await page.getByRole('heading', { name: `Device ${SERIAL}` }).waitFor();
    const first = await stop.elementHandle();
    const awaited = await atEachWidth(page, () => places(stop));
    release();
    await page.getByRole('main').getByText(LONG_NAME).last().waitFor();
    expect(await atEachWidth(page, () => places(stop))).toEqual(awaited);
    expect(await first?.evaluate(({ isConnected }) => isConnected)).toBe(true);
    expect(browser.complaints()).toEqual([]);
  },
);
