import { getAllDevices } from '#contract/devices/device';
import { getMachines } from '#contract/fleet/machine';
import { getLocations } from '#contract/place';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { asked } from '../support/asked.ts';
import { emptyClipboard } from '../support/clipboard.ts';
import { ownProduct } from '../support/ownProduct.ts';
import { personOf, showAllDevices, signedInPage, testBrowser, visit } from '../support/pages.ts';
import { openRobot, silentDevices } from '../support/robot.ts';

const WAIT = { timeout: 60_000 };
const REMEMBERED = ['LF-0140-23', silentDevices.offline];

const browser = testBrowser();
let page: Page;
let table: Locator;
beforeAll(async () => {
  page = await signedInPage(browser, personOf('system_admin'), '/fleet/state');
  table = page.getByRole('table', { name: 'Devices' });
  await showAllDevices(page);
});

const rowOf = (serial: string) => table.getByRole('row').filter({ hasText: serial });
const serials = () => table.locator('.serial').allTextContents();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const pressed = () => Promise.all(['Operational Devices', 'Devices in Error'].map((name) => button(name).getAttribute('aria-pressed')));

async function show(query = '') {
  await visit(page, `/fleet/state${query}`);
  await table.waitFor();
  await expect.poll(() => table.getAttribute('aria-busy'), WAIT).toBe('false');
}

/** Red, green and blue of a ground, 0..255 each, whatever the notation. */
const groundOf = (cell: Locator) =>
  cell.evaluate((element) => {
    const brush = document.createElement('canvas').getContext('2d');
    if (brush === null) throw new Error('no canvas');
    brush.fillStyle = getComputedStyle(element).backgroundColor;
    brush.fillRect(0, 0, 1, 1);
    return [...brush.getImageData(0, 0, 1, 1).data];
  });

it('[FLEET-001] [FLEET-002] [FLEET-004] [FLEET-007] [FLEET-010] [FLEET-011] [FLEET-012] [MSG-015] [MSG-017] [MSG-018] all devices by name, each with its place and two links', async () => {
  await show();
  await expect.poll(() => page.getByRole('heading', { level: 2 }).first().textContent(), WAIT).toBe('Overview All Devices');
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent(), WAIT).toBe('State Overview');
  const heads = await table.getByRole('columnheader').allInnerTexts();
  expect(heads.map((head) => head.trim())).toEqual(['Online', 'Name', 'Location', 'Current Task', 'Battery', 'Info', 'Actions']);
  expect(await table.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');

  const { result: devices } = await asked(page, getAllDevices);
  const { results: locations } = await asked(page, getLocations);
  const sorted = devices.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  await expect.poll(serials, WAIT).toEqual(sorted.map(({ serial }) => serial));
  for (const { serial, name, active_deployment } of sorted) {
    const place = locations.find(({ id }) => id === active_deployment?.location_id)?.name ?? 'Not Deployed';
    const cells = rowOf(serial).getByRole('cell');
    await expect.poll(() => cells.nth(1).locator('strong').textContent(), WAIT).toBe(name);
    await expect.poll(() => cells.nth(2).textContent(), WAIT).toBe(place);
    const links = await rowOf(serial)
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
    expect(links).toEqual([
      [name, `/device/detail?device_serial=${serial}`],
      ['Info', `/device/detail?device_serial=${serial}`],
      ['Actions', `/device/commands?device_serial=${serial}`],
    ]);
  }
});

it('[FLEET-014] [LIVE-007] [CALL-025] a device that was never seen has a light red row until it speaks for the first time', async () => {
  await show();
  const row = rowOf(silentDevices.neverSeen);
  await expect.poll(() => row.getByRole('cell').first().textContent(), WAIT).toBe('Offlinenever seen');
  const [red = 0, green = 0, blue = 0] = await groundOf(row.getByRole('cell').first());
  expect(red).toBeGreaterThan(green);
  expect(red).toBeGreaterThan(blue);
  expect(Math.min(green, blue)).toBeGreaterThan(200);
  const [other = 0, otherGreen = 0] = await groundOf(rowOf(silentDevices.decommissioned).getByRole('cell').first());
  expect(other).toBe(otherGreen);

  const robot = await openRobot(ownProduct().dataDir, silentDevices.neverSeen);
  try {
    await robot.says({ state: 'Idle', battery_level: 71 });
    await row.getByText('Online', { exact: true }).waitFor();
    await expect.poll(() => row.getByRole('cell').nth(3).textContent(), WAIT).toMatch(/^Idle/);
    await expect.poll(async () => (await groundOf(row.getByRole('cell').first()))[1]).not.toBe(green);
  } finally {
    await robot.close();
  }
});

it('[FLEET-008] [FLEET-009] [FLEET-013] [RULE-042] [RULE-010] what a device does, its battery and the time of the last update follow what it reports', async () => {
  await show();
  const meta = page.getByText(/^Last update \d\d:\d\d:\d\d$/);
  const before = await meta.textContent();
  const robot = await openRobot(ownProduct().dataDir, silentDevices.offline);
  try {
    await robot.says({ current_state: 'executing_task', current_task: 'calibration', battery_level: 50 });
    const cells = rowOf(silentDevices.offline).getByRole('cell');
    await cells.nth(3).getByText('In Calibration').waitFor();
    await expect.poll(() => cells.nth(4).textContent(), WAIT).toBe('50 %');
    await expect.poll(() => cells.nth(4).locator('svg').getAttribute('data-band'), WAIT).toBe('amber');
    await expect.poll(() => meta.textContent(), WAIT).not.toBe(before);
  } finally {
    await robot.close();
  }
});

it('[FLEET-005] the online column shows all, only those online, or only those offline', async () => {
  await show();
  const choose = (name: string) => table.getByRole('radiogroup', { name: 'Filter Online' }).getByText(name, { exact: true }).click();
  const words = async () => new Set((await table.locator('tbody tr td:first-child').allTextContents()).map((text) => text.slice(0, 7)));
  const count = async () => (await serials()).length;
  await choose('Online');
  await expect.poll(words, WAIT).toEqual(new Set(['Online']));
  await expect.poll(count, WAIT).toBeGreaterThan(10);
  await choose('Offline');
  await expect.poll(words, WAIT).toEqual(new Set(['Offline']));
  await expect.poll(serials, WAIT).toContain(silentDevices.decommissioned);
  await choose('All');
  await expect.poll(count, WAIT).toBe(24);
});

it('[FLEET-006] the copy button copies the serial of its own row', async () => {
  await show();
  const copied = await emptyClipboard(page);
  // Its mark is there for a moment.
  const mark = rowOf('XC-0031-A').getByTitle('Copied').waitFor();
  await page.getByRole('button', { name: 'Copy serial XC-0031-A' }).click();
  await mark;
  await expect.poll(copied).toBe('XC-0031-A');
  const search = table.getByRole('searchbox', { name: 'Filter Name' }).or(table.getByLabel('Filter Name'));
  await search.first().focus();
  await page.keyboard.press('Control+V');
  await expect.poll(() => search.first().inputValue(), WAIT).toBe('XC-0031-A');
  await expect.poll(serials).toEqual(['XC-0031-A']);
});

it('[FLEET-003] [FLEET-015] [FLEET-016] [FLEET-017] [FLEET-018] [MSG-016] a list of serials, operational devices, devices in error, or none: one at a time', async () => {
  await show(`?filter_device_serial=${REMEMBERED.join(';')}; ;NOBODY`);
  await expect.poll(async () => new Set(await serials()), WAIT).toEqual(new Set(REMEMBERED));
  await expect.poll(pressed, WAIT).toEqual(['false', 'false']);

  const { result: devices } = await asked(page, getAllDevices);
  const operational = devices.filter(({ life_cycle_stage }) => life_cycle_stage === 'OPERATIONAL').map(({ serial }) => serial);
  await button('Operational Devices').click();
  await expect.poll(async () => new Set(await serials()), WAIT).toEqual(new Set(operational));
  await expect.poll(pressed, WAIT).toEqual(['true', 'false']);
  await expect.poll(() => page.url(), WAIT).not.toContain('filter_device_serial');

  const broken = await openRobot(ownProduct().dataDir, silentDevices.neverSeen);
  await broken.says({ state: 'error', error: '0x03000117' });
  await button('Devices in Error').click();
  await expect.poll(pressed, WAIT).toEqual(['false', 'true']);
  const failing = async () => {
    const { result } = await asked(page, getMachines);
    const isFailing = (serial: string) => /^error$/i.test(result[serial]?.state.current_state ?? result[serial]?.state.state ?? '');
    return devices.filter(({ serial }) => isFailing(serial)).map(({ serial }) => serial);
  };
  await expect.poll(async () => [...(await failing())].sort().join() === (await serials()).sort().join(), WAIT).toBe(true);
  await expect.poll(serials, WAIT).toContain(broken.serial);
  await broken.says({ state: 'Idle' });
  await expect.poll(serials, WAIT).not.toContain(broken.serial);
  await broken.close();

  // Without a device in error, the empty table offers it as well.
  await button('Clear Filter').first().click();
  await expect.poll(async () => (await serials()).length, WAIT).toBe(24);
  await expect.poll(() => [...new URL(page.url()).searchParams.keys()], WAIT).toEqual(['fleet-state.rows']);
});

it.each(['<img src=x onerror=alert(1)>', '__proto__;constructor', "' OR 1=1 --", '%00%0d%0a', ';;x;;', '../..;%2e%2e'])(
  '[FLEET-003] [RULE-093] [MSG-012] a filter of "%s" finds nothing, does nothing, and can be cleared',
  async (filter) => {
    await show(`?filter_device_serial=${encodeURIComponent(filter)}`);
    await page.getByText('No rows found').waitFor();
    expect(await serials()).toEqual([]);
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    await page.getByRole('status').getByRole('button', { name: 'Clear Filter' }).click();
    await expect.poll(async () => (await serials()).length, WAIT).toBe(24);
  },
);
