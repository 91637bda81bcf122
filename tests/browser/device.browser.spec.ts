import { getAllDevices } from '#contract/devices/device';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { asked } from '../support/asked.ts';
import { complaintsOf, eventually, painted, personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';
import { silentDevices } from '../support/robot.ts';
import { countRequests, type RequestCounts } from '../support/requestCounts.ts';

const REMEMBERED = 'orangery.device_serial';
const WAIT = { timeout: 60_000 };

const browser = testBrowser();
let page: Page;
let requests: RequestCounts;
let devices: readonly { readonly serial: string; readonly name: string }[];
beforeAll(async () => {
  page = await signedInPage(browser, personOf('system_admin'));
  requests = countRequests(page);
  // No plan comes in: drawing one without a graphics card takes seconds, and nothing here is about plans.
  await page.route('**/geojson', () => undefined);
  const { result } = await asked(page, getAllDevices);
  devices = result.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
});

const title = () => page.getByRole('main').getByRole('heading', { level: 2 }).first();
const inAddress = () => new URL(page.url()).searchParams.get('device_serial');
const dropdown = () => page.getByRole('combobox', { name: /^Device: / });
const choose = (name: string) => page.getByRole('option', { name: new RegExp(`^\\W*(Reporting|Not reporting)?\\s*${name}`) }).click();

const nameOf = (serial: string) => devices.find((device) => device.serial === serial)?.name ?? '';
const besideOf = (serial: string, by: number) => {
  const at = devices.findIndex((device) => device.serial === serial);
  return devices.at((at + by + devices.length) % devices.length)?.serial ?? '';
};

async function show(query: string) {
  await visit(page, `/device/detail${query}`);
  await title().waitFor();
}

/** The device on the screen, by title and by bar. */
async function isShown(serial: string) {
  await expect.poll(() => title().textContent(), WAIT).toBe(nameOf(serial));
  await page.getByRole('combobox', { name: `Device: ${nameOf(serial)}`, exact: true }).waitFor();
}

it('[SHELL-043] [SHELL-044] [SHELL-045] [DEV-018] [DEV-019] the address chooses the device; the choice is remembered and comes back without one', async () => {
  await show('');
  await isShown(devices[0]?.serial ?? '');
  await show('?device_serial=XC-0031-A');
  await isShown('XC-0031-A');
  await eventually(() => page.getByRole('heading', { level: 1 }).textContent()).toMatch(/^[^,]+, State$/);
  await eventually(() => page.evaluate((key) => localStorage.getItem(key), REMEMBERED)).toBe('XC-0031-A');
  await show('');
  await isShown('XC-0031-A');
});

it('[DEV-001] [DEV-006] [DEV-007] [DEV-018] previous and next lead around all devices by name', async () => {
  const first = devices[0]?.serial ?? '';
  const last = devices.at(-1)?.serial ?? '';
  await show(`?device_serial=${first}`);
  await isShown(first);
  await page.getByRole('button', { name: 'Previous device' }).click();
  await isShown(last);
  expect(inAddress()).toBe(last);
  await page.getByRole('button', { name: 'Next device' }).click();
  await isShown(first);
  await page.getByRole('button', { name: 'Next device' }).click();
  await isShown(besideOf(first, 1));
  expect(inAddress()).toBe(besideOf(first, 1));
  await page.goBack();
  await isShown(first);
});

it('[DEV-008] the arrow keys step through the devices, but not while somebody types', async () => {
  await show('?device_serial=UV-0009');
  await isShown('UV-0009');
  await painted(page);
  await page.keyboard.press('ArrowRight');
  await isShown(besideOf('UV-0009', 1));
  await painted(page);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await isShown(besideOf('UV-0009', -1));
  const there = inAddress();
  const search = page.getByRole('search').getByLabel('Device name');
  await search.fill('Divo');
  for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowRight']) await search.press(key);
  expect(inAddress()).toBe(there);
  await page.keyboard.press('Control+ArrowRight');
  expect(inAddress()).toBe(there);
});

it('[DEV-002] [DEV-003] [DEV-004] [DEV-005] the search narrows the list; a green dot reports, a red one does not', async () => {
  await show('?device_serial=UV-0009');
  await dropdown().click();
  await expect.poll(() => page.getByRole('option').count(), WAIT).toBe(devices.length);
  const dotOf = (name: string) => page.getByRole('option').filter({ hasText: name }).locator('svg').first().getAttribute('data-dot');
  await expect.poll(() => dotOf('Lumion 01'), WAIT).toBe('green');
  await expect.poll(() => dotOf(nameOf(silentDevices.decommissioned)), WAIT).toBe('red');
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await page.getByRole('search').getByLabel('Device name').fill('divo 0');
  await dropdown().click();
  const divos = devices.filter(({ name }) => name.startsWith('Divo 0'));
  await expect.poll(() => page.getByRole('option').count(), WAIT).toBe(divos.length);
  await choose('Divo 05');
  await isShown('DV-0105');
  expect(inAddress()).toBe('DV-0105');
  const search = page.getByRole('search').getByLabel('Device name');
  await search.fill('sprayer');
  await search.press('Enter');
  await isShown('SP-0003');
});

it('[DEV-009] [DEV-010] [DEV-011] [DEV-012] [MSG-026] [MSG-027] [MSG-028] the banners say whether it is online and who controls it', async () => {
  await show('?device_serial=LF-0140-23');
  await isShown('LF-0140-23');
  await page
    .getByRole('status')
    .filter({ hasText: /^Online$/ })
    .waitFor();
  await page.getByText('You are not in control, in control now: Nobody').waitFor();
  const [answered] = await Promise.all([
    page.waitForResponse(`**/api/machine/${silentDevices.decommissioned}/raw_state`),
    show(`?device_serial=${silentDevices.decommissioned}`),
  ]);
  await isShown(silentDevices.decommissioned);
  await page.getByRole('status').filter({ hasText: 'Device is not online' }).waitFor();
  expect(
    await page
      .getByRole('status')
      .filter({ hasText: /^Online$/ })
      .count(),
  ).toBe(0);
  // It never reported a state: that is asked once, and the browser tells of the answer.
  expect(answered.status()).toBe(404);
  expect(await complaintsOf(browser, 1)).toEqual([expect.stringMatching(/status of 404 .*\/raw_state/)]);
});

it.each(['X/stop_immediately?', '../x', '%2e%2e', '<script>document.title=1</script>', '__proto__', ' '])(
  '[SHELL-043] [GAP-96] a device_serial of "%s" is not found: it asks the server for nothing, and nothing acts',
  async (hostile) => {
    await show('?device_serial=DV-0105');
    await isShown('DV-0105');
    // Left first: the device that was shown is asked for every second.
    await visit(page, '/profile/account');
    requests.clear();
    await visit(page, `/device/detail?device_serial=${hostile.includes('%') ? hostile : encodeURIComponent(hostile)}`);
    await page.getByText(/^Device .* not found$/).waitFor();
    expect(await page.getByRole('button', { name: /Control/ }).count()).toBe(0);
    expect(requests.paths().filter((path) => path.startsWith('machine/'))).toEqual([]);
    expect(requests.paths().filter((path) => path.includes('stop') || path.includes('..') || path.includes('%2'))).toEqual([]);
    expect(await page.title()).not.toBe('1');
  },
);

it.each([390, 320])(
  '[LIST4] [DEV-002] [GAP-79] at %i px the open list has the search, one line high enough for a finger',
  async (width) => {
    await page.setViewportSize({ width, height: 844 });
    await show('?device_serial=UV-0009');
    await dropdown().click();
    const search = page.getByRole('search').getByLabel('Device name');
    const box = await page.getByRole('search').boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await search.fill('divo 0');
    const divos = devices.filter(({ name }) => name.startsWith('Divo 0'));
    await expect.poll(() => page.getByRole('option').count(), WAIT).toBe(divos.length);
    await search.fill('sprayer');
    await search.press('Enter');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await isShown('SP-0003');
    await page.setViewportSize({ width: 1440, height: 900 });
  },
);
