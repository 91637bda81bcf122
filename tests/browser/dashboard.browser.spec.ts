import { getAllDevices } from '#contract/devices/device';
import { getMachines } from '#contract/fleet/machine';
import { getTotalMetrics } from '#contract/fleet/metrics';
import { getLocations } from '#contract/place';
import { getTreatmentsLastDay, type Treatment } from '#contract/fleet/treatment';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { asked } from '../support/asked.ts';
import { ownProduct } from '../support/ownProduct.ts';
import { eventually, personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';
import { openRobot, silentDevices, type Robot } from '../support/robot.ts';
import { until } from '../support/until.ts';

const TREATING = new Set(['waiting', 'recovering', 'finishing_current', 'starting', 'uv_treatment']);
const WORKING_TYPES = new Set(['LUMION_FIX', 'XENION_CONNECT', 'XENION_A6']);

const browser = testBrowser();
let page: Page;
let totals: ReturnType<typeof getTotalMetrics.answer.parse> | null = null;
/** Fails and stays so, whatever becomes of the others. */
let broken: Robot;
beforeAll(async () => {
  broken = await openRobot(ownProduct().dataDir, silentDevices.offline);
  await broken.says({ current_state: 'error', error_code: '0x03000117' });
  page = await signedInPage(browser, personOf('system_admin'));
  page.on('response', (response) => {
    if (!response.url().endsWith('/api/total_metrics') || !response.ok()) return;
    response.json().then(
      (json) => {
        totals = getTotalMetrics.answer.parse(json);
      },
      () => undefined, // the browser had let go of this answer's text; the next one comes with the next poll
    );
  });
});
beforeEach(async () => {
  if (new URL(page.url()).pathname !== '/dashboard') await visit(page, '/dashboard');
});
afterAll(async () => {
  await broken.says({ current_state: 'waiting_for_task' });
  await broken.close();
  await browser.closePages();
});

const card = (label: string) => page.locator('dl > div').filter({ has: page.locator('dt', { hasText: label }) });
const numberOf = async (label: string) => Number.parseFloat((await card(label).locator('dd').first().innerText()).replaceAll(' ', ''));
const linkOf = (label: string) => card(label).getByRole('link', { name: `${label}: show them` });

/** The expected numbers, counted from the server's own answers. */
async function counted() {
  const { result: devices } = await asked(page, getAllDevices);
  const { result: machines } = await asked(page, getMachines);
  const of = (kind: (state: { state: string; task: string }, device_type: string) => boolean) =>
    devices.flatMap(({ serial, device_type }) => {
      const text = machines[serial]?.state;
      if (text === undefined) return [];
      const state = (device_type === 'DIV01' ? text.state : text.current_state) ?? '';
      return kind({ state: state.toLowerCase(), task: (text.current_task ?? '').toLowerCase() }, device_type) ? [serial] : [];
    });
  return {
    all: devices.length,
    online: Object.keys(machines).length,
    inError: of(({ state }, type) => (WORKING_TYPES.has(type) || type === 'DIV01') && state === 'error'),
    treating: of(({ state, task }, type) =>
      type === 'DIV01'
        ? !['', 'idle', 'error'].includes(state)
        : WORKING_TYPES.has(type) && state === 'executing_task' && TREATING.has(task),
    ),
  };
}

it('[DASH-001] [DASH-002] [DASH-003] [DASH-004] [DASH-005] [DASH-006] [MSG-024] the cards count what the server says, and lead to the devices counted', async () => {
  await eventually(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Dashboard');
  await eventually(() => page.locator('dl > div > dt').allInnerTexts()).toEqual([
    'Devices in Error',
    'Devices in Treatment',
    'Online Devices',
    'Mileage (km)',
    'Lane Switches',
  ]);
  await until('the screen and the server to agree on devices of each kind', async () => {
    const { all, online, inError, treating } = await counted();
    const shown = {
      online: await card('Online Devices').locator('dd').first().innerText(),
      numbers: [await numberOf('Devices in Error'), await numberOf('Devices in Treatment')],
    };
    const wanted = {
      online: `${online} of ${all}`,
      numbers: [inError.length, treating.length],
    };
    // Robots begin and end their treatments: at an instant none may be under way.
    return JSON.stringify(shown) === JSON.stringify(wanted) && wanted.numbers.every((some) => some > 0) ? wanted : null;
  });
  expect(await linkOf('Devices in Error').getAttribute('href')).toBe('/fleet/state?show=error');
  expect(await linkOf('Devices in Treatment').getAttribute('href')).toBe('/fleet/state?show=treating');
});

it('[DASH-003] [SHOW1] the card of the devices in error opens the overview of just these', async () => {
  await linkOf('Devices in Error').click();
  await page.waitForURL('**/fleet/state?show=error');
  const table = page.getByRole('table', { name: 'Devices' });
  const shown = async () => (await table.locator('.serial').allTextContents()).toSorted();
  await expect
    .poll(async () => JSON.stringify(await shown()) === JSON.stringify((await counted()).inError.toSorted()), { timeout: 30_000 })
    .toBe(true);
  expect(await shown()).toContain(broken.serial);
  await page.goBack();
  await page.waitForURL('**/dashboard');
});

it('[DASH-007] [DASH-008] [CALL-027] [RULE-051] [RULE-052] [RULE-057] mileage in km and lane switches, as the server totals them', async () => {
  const grouped = (value: number) => String(Math.round(value * 100) / 100).replaceAll(/\B(?=(\d{3})+(?!\d))/g, ' ');
  await until('the totals', async () => {
    const shown = await Promise.all(['Mileage (km)', 'Lane Switches'].map((label) => card(label).locator('dd').first().innerText()));
    if (totals === null) return false;
    const [whole = '', decimals] = String(Math.round(totals.total_mileage / 10) / 100).split('.');
    const mileage = decimals === undefined ? grouped(Number(whole)) : `${grouped(Number(whole))}.${decimals}`;
    return shown.join() === [mileage, grouped(totals.total_laneswitches)].join();
  });
  expect(totals?.total_mileage).toBeGreaterThan(1_000_000);
});

const REACHED = (reached: boolean | null | undefined) => (reached == null ? '-' : reached ? 'Yes' : 'No');
const percent = (ratio: number | null | undefined) => (ratio == null ? '-' : `${Math.round(ratio * 10_000) / 100} %`);

function expectedCells({ device_serials, finish_status, stats }: Treatment, place: string) {
  const isSuccess = finish_status === 'fully_completed' || (finish_status === 'partially_completed' && stats?.reached_end === true);
  const tone = isSuccess ? 'success' : finish_status === 'failed' ? 'danger' : 'warning';
  const lanes = `${stats?.total_treated ?? '-'}/${stats?.total_asked ?? '-'}`;
  return [place, device_serials.join(', '), tone, lanes, percent(stats?.coverage), REACHED(stats?.reached_end)];
}

it('[DASH-009] [DASH-010] [DASH-011] [DASH-012] [DASH-013] [DASH-014] [DASH-015] [DASH-016] [DASH-017] [MSG-025] [CALL-085] [RULE-058] [RULE-083] the treatments of the last day, the newest first', async () => {
  await page.getByRole('heading', { name: 'Treatment overview of the last day' }).waitFor();
  const table = page.getByRole('table', { name: 'Treatments' });
  const heads = async () => (await table.getByRole('columnheader').allInnerTexts()).map((head) => head.trim());
  await expect
    .poll(heads, { timeout: 30_000 })
    .toEqual(['Location', 'Device serial', 'Start time', 'Finish status', 'Lanes treated/asked', 'Coverage', 'Reached end', 'To Details']);
  const { result: devices } = await asked(page, getAllDevices);
  const { results: locations } = await asked(page, getLocations);
  const { result: treatments } = await asked(page, getTreatmentsLastDay);
  const ended = new Map(
    treatments.filter(({ finish_status }) => finish_status != null && finish_status !== '').map((one) => [one.id, one]),
  );
  const placeOf = (serial: string) => {
    const id = devices.find((device) => device.serial === serial)?.active_deployment?.location_id;
    return locations.find((location) => location.id === id)?.name ?? 'Not Deployed';
  };
  const rows = table.locator('tbody tr.row');
  await expect.poll(() => rows.count(), { timeout: 30_000 }).toBe(10);
  await page.getByRole('navigation', { name: 'Pages of Treatments' }).getByLabel('Rows per page').selectOption('100');
  await expect.poll(() => rows.count(), { timeout: 30_000 }).toBeGreaterThan(10);
  const read = () =>
    rows.evaluateAll((all) =>
      all.map((row) => ({
        link: row.querySelector('a[href^="/treatments"]')?.getAttribute('href') ?? '',
        start: row.querySelector('time')?.getAttribute('datetime') ?? '',
        tone: row.querySelector('[data-tone]')?.getAttribute('data-tone') ?? '',
        cells: [...row.querySelectorAll('td')].map((cell) => cell.textContent),
      })),
    );
  const treatmentOf = (link: string) => ended.get(new URL(link, page.url()).searchParams.get('treatment_id') ?? '');
  // The place of a device is known a moment after its treatment.
  await eventually(async () =>
    (await read()).flatMap(({ link, cells }) => {
      const serial = treatmentOf(link)?.device_serials[0];
      return serial === undefined || cells[0] === placeOf(serial) ? [] : [[link, cells[0]]];
    }),
  ).toEqual([]);
  const shown = await read();
  expect(shown.map(({ start }) => start)).toEqual(
    shown
      .map(({ start }) => start)
      .toSorted()
      .toReversed(),
  );
  let compared = 0;
  for (const { link, cells, tone, start } of shown) {
    const treatment = treatmentOf(link);
    expect(link).toMatch(/^\/treatments\/detail\?treatment_id=[^&]+$/);
    if (treatment === undefined) continue;
    compared += 1;
    const [place, serial, , , lanes, coverage, reached] = cells;
    expect([place, serial, tone, lanes, coverage, reached]).toEqual(expectedCells(treatment, placeOf(treatment.device_serials[0] ?? '')));
    expect(Date.parse(start)).toBe(Date.parse(treatment.start_time ?? ''));
  }
  expect(compared).toBeGreaterThan(5);
});
