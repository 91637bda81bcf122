import { getMapGeojson } from '#contract/map';
import { fitView, project } from '#map/planView';
import { planGeometry } from '#map/drawing/planShape';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asked } from '../support/asked.ts';
import { ownProduct } from '../support/ownProduct.ts';
import { eventually, personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';
import { openRobot, silentDevices, type Robot } from '../support/robot.ts';
import { until } from '../support/until.ts';

const WAIT = { timeout: 60_000 };
const SERIAL = silentDevices.offline;
const SITE = { id: 'maasdijk-2', version: '2.6.3' };

const browser = testBrowser();
let page: Page;
let robot: Robot;
beforeAll(async () => {
  page = await signedInPage(browser, personOf('license_support_engineer'));
  robot = await openRobot(ownProduct().dataDir, SERIAL);
  await robot.says({ current_state: 'waiting_for_task', battery_level: 81 });
});
afterAll(async () => {
  await robot.close();
  await browser.closePages();
});

const section = (name: string) => page.getByRole('main').getByRole('region', { name, exact: true }).first();
const valueOf = (title: string, label: string) =>
  section(title)
    .locator('dt', { hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd[1]');
const sections = () => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
const LANES = [
  'Current Treatment',
  'Current Location',
  'State',
  'Error States Last 48h',
  'General',
  'Software Version',
  'Sim Information',
  'Maps',
];
/** The section below those of every type, where the server announces a history. */
const CHARTS = 'Charts';

async function show(serial: string, name: string) {
  await visit(page, `/device/detail?device_serial=${serial}`);
  await expect.poll(async () => (await sections())[0], WAIT).toBe(name);
}

it.each([
  ['XC-0040-B', 'Connect 04'],
  ['XC-0038-B', 'Connect 03'],
])('[DEV-020] [DEV-021] [DEV-022] [DEV-023] [MSG-030] %s, a device of lanes, has eight sections and charts', async (serial, name) => {
  await page.route('**/geojson', () => undefined);
  await show(serial, name);
  await expect.poll(async () => new Set(await sections()), WAIT).toEqual(new Set([name, ...LANES, CHARTS]));
  expect((await sections()).at(-1)).toBe(CHARTS);
  await expect.poll(() => valueOf('General', 'Serial number').textContent(), WAIT).toBe(serial);
  await expect.poll(() => valueOf('General', 'Name').textContent(), WAIT).toBe(name);
  await expect.poll(() => valueOf('General', 'Last connection').textContent(), WAIT).toMatch(/^\d\d\/\d\d\/\d{4},? \d\d:\d\d:\d\d$/);
  await page.unroute('**/geojson');
});

it('[DEV-028] [DEV-029] [DEV-030] [DEV-031] the state section follows the robot, with the code of its error and its text', async () => {
  await show(SERIAL, 'Connect 04');
  await valueOf('State', 'State').getByText('Idle', { exact: true }).waitFor();
  await eventually(() => valueOf('State', 'Error code').count()).toBe(0);
  await robot.says({ current_state: 'error', error_code: '0x05000001', battery_level: 19 });
  await valueOf('State', 'State').getByText('Error', { exact: true }).waitFor();
  await expect.poll(() => valueOf('State', 'Battery level').textContent(), WAIT).toBe('19 %');
  await valueOf('State', 'Error code').getByRole('button', { name: '0x05000001' }).focus();
  await valueOf('State', 'Error code').getByRole('button', { name: '0x05000001' }).hover();
  await page.getByRole('tooltip').getByText('map: lane not in site version').waitFor();
  await robot.says({ current_state: 'waiting_for_task', battery_level: 81 });
  await valueOf('State', 'State').getByText('Idle', { exact: true }).waitFor();
});

it('[LIVE-008] [DEV-032] [DEV-033] [DEV-034] [DEV-035] [DEV-036] [DEV-037] [DEV-038] [DEV-040] [RULE-032] the reported software and SIM of the robot are shown', async () => {
  await robot.tells('sw_version', { software_version: '9.8.7', software_status: 'False' });
  await robot.tells('sim_info', {
    customer: 'Kas & Co',
    rate_plan: 'EU Keep Alive',
    status: 'ACTIVATED',
    ctd_data_usage: 12_345_000,
    overage_limit_reached: true,
    overage_limit_override: false,
  });
  await expect.poll(() => valueOf('Software Version', 'Software version').textContent(), WAIT).toBe('9.8.7');
  await expect.poll(() => valueOf('Software Version', 'Status').textContent(), WAIT).toBe('Software on NUC and RPI is different');
  await expect.poll(() => valueOf('Sim Information', 'Customer').textContent(), WAIT).toBe('Kas & Co');
  const labels = ['Rate plan', 'Status', 'Data usage', 'Limit reached', 'Limit override'];
  const shown = () => Promise.all(labels.map((label) => valueOf('Sim Information', label).textContent()));
  await expect.poll(shown, WAIT).toEqual(['Warning: EU Keep Alive', 'ACTIVATED', expect.stringMatching(/^12[.,]3\d? MB$/), 'Yes', 'No']);
});

it('[LIVE-008] [DEV-025] [DEV-026] [DEV-027] maps are valid or not, and say why not', async () => {
  await robot.tells('map_data', {
    [SITE.id]: { version: '2.6.3#2.6.3#1.0.0#2.6.0#2.0.6#1.0.0#1.0.2#1.6.0#1.0.0', valid: true },
    broken: {
      version: '1.0.0#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0',
      valid: false,
      errors: { checksum: 'does <b>not</b> match' },
    },
  });
  const rowOf = (id: string) => section('Maps').getByRole('row').filter({ hasText: id });
  await rowOf('broken').getByText('Invalid').waitFor();
  await rowOf(SITE.id).getByText('Valid', { exact: true }).waitFor();
  await rowOf('broken').getByText('1 error').click();
  await rowOf('broken').getByText('does <b>not</b> match').waitFor();
});

it('[LIVE-008] [DEV-046] [DEV-047] [DEV-048] [MSG-032] [MSG-033] the treatment under way comes and goes', async () => {
  await robot.tells('active_treatment', null);
  await section('Current Treatment').getByText('There is no active treatment').waitFor();
  await robot.tells('active_treatment', {
    treatment_id: 'treatment-of-a-test',
    settings: { mission_id: 'mission 7' },
    start_time: null,
    creation_time: '2026-01-02T03:04:05.000Z',
    jobs: [
      { job_type: 'waiting - 60', object_id: null, status: 'COMPLETED' },
      { job_type: 'uv_treatment', object_id: 'lane_1', status: 'COMPLETED' },
      { job_type: 'uv_treatment', object_id: 'lane_2', status: 'QUEUED' },
    ],
  });
  const treatment = section('Current Treatment');
  await treatment.getByText('mission 7').waitFor();
  await treatment.getByText('estimated').waitFor();
  await expect.poll(() => treatment.locator('time').first().getAttribute('datetime'), WAIT).toBe('2026-01-02T03:05:05.000Z');
});

describe('where maps are drawn', () => {
  let withoutMaps: Page;
  beforeAll(async () => {
    withoutMaps = page;
    page = await signedInPage(browser, personOf('license_support_engineer'), '/', { drawsMaps: true });
  });
  afterAll(() => {
    page = withoutMaps;
  });

  it('[DEV-050] [DEV-049] [LIVE-008] [CONST-034] without a plan its place is a table; with one it stands on the plan where it says it is', async () => {
    // Another test file may have put it on a map.
    await robot.tells('state_data', { has_wifi: true });
    await show(SERIAL, 'Connect 04');
    await robot.says({
      current_state: 'waiting_for_task',
      battery_level: 81,
      current_node: 'n-7',
      current_pose_x: 12,
      current_pose_y: 8.5,
      current_pose_theta: 0.5,
      current_velocity: 0,
    });
    const cells = () => section('Current Location').locator('tbody td').allTextContents();
    await expect.poll(cells, WAIT).toEqual(['n-7', '12.00 m', '8.50 m', '0.50 rad', '0.00 m/s']);
    await expect
      .poll(() => section('Current Location').locator('thead th').allTextContents(), WAIT)
      .toEqual(['Node', 'X', 'Y', 'Theta', 'Velocity']);
    expect(await section('Current Location').locator('canvas').count()).toBe(0);

    await robot.tells('state_data', { has_wifi: true, 'site/site_id': SITE.id, 'site/site_version': SITE.version });
    const canvas = section('Current Location').locator('canvas').first();
    await canvas.waitFor();
    const frame = page.getByRole('group', { name: /^Current Location: / });
    await expect.poll(async () => Math.round((await frame.boundingBox())?.height ?? 0), WAIT).toBe(700);
    const { layers } = await asked(page, getMapGeojson, SITE);
    const surface = await canvas.evaluate((element) => ({ width: element.clientWidth, height: element.clientHeight }));
    const [x, y] = project(fitView(planGeometry(layers).bounds, surface), surface, [12, 8.5]);
    const popup = page.getByRole('main').getByRole('status').filter({ hasText: 'n-7' });
    // Software WebGL may lose the first tap; two quick ones would be a double tap, which zooms the place away.
    const isOpen = () =>
      popup.waitFor({ timeout: 6_000 }).then(
        () => true,
        () => false,
      );
    await until('the popup', async () => {
      if (await popup.isVisible()) return true;
      // A popup that comes at this very moment may lie on the place: then there is nothing more to tap.
      await canvas.click({ position: { x, y }, timeout: 6_000 }).catch(() => undefined);
      return isOpen();
    });
    await expect.poll(() => popup.textContent(), WAIT).toContain('Connect 04');
    // The table stands below the plan for those who do not see it.
    const below = page.getByRole('main').locator('table', { hasText: 'Theta' }).locator('tbody td');
    await expect.poll(() => below.allTextContents(), WAIT).toContain('12.00 m');
  });
});

it('[DEV-051] [DEV-052] [DEV-053] [DEV-054] [DEV-055] [DEV-056] [DEV-057] [DEV-058] [DEV-059] [DEV-060] [DEV-061] [DEV-062] [DEV-063] [DEV-064] [DEV-065] a DIV01 shows its platform, its dock and its implements', async () => {
  await show('DV-0105', 'Divo 05');
  await expect
    .poll(async () => (await sections()).slice(1), WAIT)
    .toEqual(['State', 'Docking', 'Implement one', 'Implement two', 'General', CHARTS]);
  const labels = (title: string) => section(title).locator('dt').allTextContents();
  const shown = ['General state', 'Robot platform', 'Docking implement', 'Error code', 'Battery level'];
  await expect.poll(() => labels('State'), WAIT).toEqual(shown);
  await expect
    .poll(() => labels('Docking'), WAIT)
    .toEqual(['Docking state', 'Implement functional', 'Implement error', 'Implement error code', 'Sideshift serial']);
  for (const title of ['Implement one', 'Implement two']) await expect.poll(() => labels(title), WAIT).toEqual(['Serial', 'Type', 'State']);
  await expect.poll(() => valueOf('State', 'Battery level').textContent(), WAIT).toMatch(/^\d+ %$/);
});

it.each([
  ['UV-0009', 'Panel 01', 'UVP01'],
  ['XA-0007', 'Xenion A6 02', 'XENION_A6'],
])('[DEV-066] [MSG-034] %s is of a type that nobody has drawn yet', async (serial, name, type) => {
  await show(serial, name);
  await page
    .getByText(
      `The state visualisation for this device type (${type}) is not yet implemented. Contact your Orangery manager to implement this.`,
    )
    .waitFor();
  await expect.poll(sections, WAIT).toEqual([name, CHARTS]);
});
