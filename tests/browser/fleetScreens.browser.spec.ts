import { getAllDevices } from '#contract/devices/device';
import { getMapData } from '#contract/fleet/dataGroup';
import { getMetrics } from '#contract/fleet/metrics';
import { mapsValid } from '#domain/places/mapsValid';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { asked } from '../support/asked.ts';
import { emptyClipboard } from '../support/clipboard.ts';
import { eventually, personOf, savedBytes, signedInPage, testBrowser, visit } from '../support/pages.ts';
import { silentDevices } from '../support/robot.ts';
import { until } from '../support/until.ts';

const browser = testBrowser();
let page: Page;
beforeAll(async () => {
  page = await signedInPage(browser, personOf('license_support_engineer'));
});

const rows = () => page.locator('tbody tr.row');
const column = (at: number) => page.locator(`tbody tr.row td:nth-child(${at})`).allTextContents();
const head = (name: string) => page.getByRole('columnheader', { name });
const number = (text: string) => Number(text.replaceAll(' ', ''));

/** The whole fleet on one page of an overview. */
async function show(path: string, name: string): Promise<void> {
  await visit(page, path);
  await page
    .getByRole('navigation', { name: `Pages of ${name}` })
    .getByLabel('Rows per page')
    .selectOption('25');
  await eventually(() => rows().count()).toBe(24);
}

it('[FLEET-019] [FLEET-026] [FLEET-027] [FLEET-028] [GAP-43] the metrics are those of the server, in the order of their values, with their totals', async () => {
  await show('/fleet/metrics', 'Metrics');
  await eventually(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Metrics Overview');
  const counted = async () => {
    const { result } = await asked(page, getMetrics);
    return { devices: result.length, total: result.reduce((sum, { laneswitches }) => sum + (laneswitches?.value ?? 0), 0) };
  };
  // The robots go on meanwhile: the shown value lies between those of the server before and after.
  const readTotal = async () => number((await page.locator('tfoot td:nth-child(3)').textContent()) ?? '');
  const before = await counted();
  await eventually(readTotal).toBeGreaterThanOrEqual(before.total);
  const shown = await readTotal();
  expect(shown).toBeLessThanOrEqual((await counted()).total);
  await head('Lane Switches').getByRole('button').click();
  await eventually(() => head('Lane Switches').getAttribute('aria-sort')).toBe('ascending');
  await eventually(async () => (await column(3)).at(-1)).toBe('-');
  const up = await until('a value of every device that has one', async () => {
    const { devices } = await counted();
    const values = (await column(3)).filter((text) => text !== '-').map(number);
    return values.length === devices ? values : null;
  });
  expect(up).toEqual(up.toSorted((a, b) => a - b));
  await head('Lane Switches').getByRole('button').click();
  await eventually(async () => (await column(3))[0]).toBe('-');
  await eventually(async () => (await column(3)).lastIndexOf('-') + 1 + (await counted()).devices).toBe(24);
});

it('[FLEET-029] [FLEET-030] [GAP-42] a device out of use is grey and italic', async () => {
  await show('/fleet/metrics', 'Metrics');
  await page.getByLabel('Filter Name').fill(silentDevices.decommissioned);
  await eventually(() => rows().count()).toBe(1);
  const variant = (what: string) =>
    rows()
      .locator(what)
      .evaluate((element) => [getComputedStyle(element).fontStyle, getComputedStyle(element).color]);
  const [style, color] = await variant('td:nth-child(2)');
  expect(style).toBe('italic');
  expect(await variant('td:nth-child(1) a')).toEqual([style, color]);
  await page.getByLabel('Filter Name').fill('LF-0140-23');
  await eventually(async () => (await variant('td:nth-child(2)'))[0]).toBe('normal');
  await eventually(async () => (await variant('td:nth-child(2)'))[1]).not.toBe(color);
});

it('[FLEET-045] [OPEN-113] [LIVE-023] the settings of every device come by themselves, and the filter finds the invalid maps of all pages', async () => {
  await visit(page, '/fleet/settings');
  const { result: devices } = await asked(page, getAllDevices);
  const invalidNow = async () => {
    const answers = await Promise.all(devices.map(({ serial }) => asked(page, getMapData, { serial })));
    return devices.filter((_, at) => mapsValid(answers[at]?.available_maps) === 'invalid').map(({ serial }) => serial);
  };
  await page.getByLabel('Filter Maps Valid?').selectOption('invalid');
  await until('the screen and the server to agree', async () => {
    const [invalid, shown] = [await invalidNow(), await column(4)];
    return shown.length > 0 && shown.toSorted().join() === invalid.toSorted().join();
  });
});

it('[FLEET-035] [FLEET-038] [GAP-85] a group of columns goes and is remembered; the name stays in sight of a wide table', async () => {
  await show('/fleet/settings', 'Settings');
  const scroll = page.getByRole('region', { name: 'Settings' });
  const name = () => rows().first().getByRole('link').boundingBox();
  const before = await name();
  await scroll.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  await page.getByRole('columnheader', { name: 'Limit Override' }).waitFor();
  await eventually(async () => (await name())?.x).toBeLessThan(before?.x ?? 0);
  const after = await name();
  const frame = await scroll.boundingBox();
  expect(after?.x).toBeGreaterThanOrEqual(frame?.x ?? Infinity);
  await page.getByLabel('Show SIM Info').uncheck();
  await eventually(() => page.getByRole('columnheader').count()).toBe(8);
  await page.reload();
  await eventually(() => page.getByRole('columnheader').count()).toBe(8);
  expect(await page.getByLabel('Show Map Info').isChecked()).toBe(true);
  await page.getByLabel('Show SIM Info').check();
  await eventually(() => page.getByRole('columnheader').count()).toBe(12);
});

it('[UI8] [FILE3] the rows are saved as CSV and copied, filtered and in order, of all pages', async () => {
  await visit(page, '/fleet/settings');
  await page.getByLabel('Rows per page').selectOption('5');
  await page.getByLabel('Filter Serial').fill('lf-');
  await eventually(() =>
    page
      .getByRole('navigation', { name: /^Pages of/ })
      .locator('> span')
      .textContent(),
  ).toMatch(/^1-5 of 1\d$/);
  const { result: devices } = await asked(page, getAllDevices);
  const wanted = devices
    .filter(({ serial }) => serial.startsWith('LF-'))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
    .map(({ serial }) => serial);
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Copy or save Settings' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const [download] = await Promise.all([page.waitForEvent('download'), choose('CSV')]);
  expect(download.suggestedFilename()).toMatch(/^fleet-settings-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await savedBytes(download)).toString().split('\r\n');
  expect(lines[0]?.split(';').slice(0, 4)).toEqual(['\uFEFFOnline', 'Name', 'Last Sent', 'Serial']);
  const serialIn = (line: string) => /LF-\d+-\d+/.exec(line)?.[0];
  expect(lines.slice(1, -1).map(serialIn)).toEqual(wanted);
  const copied = await emptyClipboard(page);
  await choose('Copy');
  await eventually(copied).not.toBe('');
  expect((await copied()).split('\n').slice(1).map(serialIn)).toEqual(wanted);
});
