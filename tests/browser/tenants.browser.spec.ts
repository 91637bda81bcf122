import { getMachines } from '#contract/fleet/machine';
import type { BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { asked, tokenOf } from '../support/asked.ts';
import { ownProduct } from '../support/ownProduct.ts';
import { personOf, showAllDevices, signedInPage, testBrowser, visit } from '../support/pages.ts';
import { openRobot, silentDevices, type Robot } from '../support/robot.ts';
import { ask } from '../support/store.ts';
import { until } from '../support/until.ts';

const WAIT = { timeout: 60_000 };

const browser = testBrowser();
let robot: Robot;
beforeAll(async () => {
  // Works at Hortus Noord: its users see it, those of De Linde must not.
  robot = await openRobot(ownProduct().dataDir, silentDevices.offline);
  await robot.says({ current_state: 'waiting_for_task', battery_level: 55 });
});
afterEach(async () => {
  await browser.closePages();
});
afterAll(async () => {
  await robot.close();
  await browser.closePages();
});

/** The serials of the devices that work for an organisation, or of all, by the database. */
async function serialsOf(organisation: string | null): Promise<readonly string[]> {
  const places = `select device_serial as serial from deployment join location on location.id = location_id
    where closed_date is null and owned_by = $1`;
  const { dataDir } = ownProduct();
  const rows = await (organisation === null ? ask(dataDir, 'select serial from device') : ask(dataDir, places, [organisation]));
  return rows.map(({ serial }) => String(serial));
}

/** Every socket frame of the pages of a context and every answer of the API, as text. */
function overhear(context: BrowserContext) {
  const frames: string[] = [];
  const bodies: string[] = [];
  context.on('page', (page) => page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload)))));
  context.on('response', (response) => {
    if (!response.url().includes('/api/')) return;
    response.text().then(
      (text) => bodies.push(text),
      () => undefined,
    );
  });
  return { frames, bodies };
}

it.each([
  ['[ROLE-005]', 'organisation_user', 'org-hortus-noord'],
  ['[ROLE-004]', 'organisation_admin', 'org-de-linde'],
  ['[ROLE-003]', 'license_support_engineer', null],
  ['[ROLE-002]', 'system_admin', null],
] as const)(
  '[SHELL-001] [ROLE-014] [ROLE-015] %s a %s sees the devices of %s (null: all) and not a word of any other, on screens, in answers and in frames',
  async (_, role, organisation) => {
    const all = await serialsOf(null);
    const own = (await serialsOf(organisation)).toSorted();
    const foreign = all.filter((serial) => !own.includes(serial));
    expect(own.length).toBeGreaterThan(3);
    const context = await browser.newContext();
    const { frames, bodies } = overhear(context);
    const sent: (string | undefined)[] = [];
    context.on('request', (request) => {
      if (request.url().includes('/api/machines')) sent.push(request.headers()['authorization']);
    });
    const page = await signedInPage({ ...browser, newContext: async () => context }, personOf(role));

    await page.getByText(` of ${own.length}`).first().waitFor();
    await visit(page, '/fleet/state');
    await showAllDevices(page);
    const shown = async () => (await page.getByRole('table', { name: 'Devices' }).locator('.serial').allTextContents()).toSorted();
    await expect.poll(shown, WAIT).toEqual(own);
    const menu = page.getByRole('navigation').first();
    for (const name of ['Dashboard', 'Fleet Overviews', 'Device']) await menu.getByText(name, { exact: true }).first().waitFor();

    // A foreign device is not found, whatever the address says; the list holds the user's own ones.
    if (foreign[0] !== undefined) {
      await visit(page, `/device/detail?device_serial=${foreign[0]}`);
      await page.getByText(`Device ${foreign[0]} not found`).waitFor();
    }
    await visit(page, `/device/detail?device_serial=${own[0]}`);
    const dropdown = page.getByRole('combobox', { name: /^Device: / });
    await dropdown.click();
    await expect.poll(() => page.getByRole('option').count(), WAIT).toBe(own.length);
    const chosen = await page.getByRole('option', { selected: true }).textContent();
    expect(own.some((serial) => chosen?.includes(serial))).toBe(true);

    const machines = Object.keys((await asked(page, getMachines)).result);
    await until('frames of these devices', () => machines.filter((serial) => frames.some((frame) => frame.includes(serial))).length > 2);
    const overheard = async () => [...frames, ...bodies, await page.content()].join('\n');
    const offline = `"${silentDevices.offline}"`;
    const isOwn = own.includes(silentDevices.offline);
    // The bodies of answers are read beside the test.
    await until('the answer with the device that is offline', async () => (await overheard()).includes(offline) || !isOwn);
    const text = await overheard();
    expect(foreign.filter((serial) => text.includes(`"${serial}"`) || text.includes(`>${serial}<`))).toEqual([]);
    expect(text.includes(offline)).toBe(isOwn);
    expect(new Set(sent)).toEqual(new Set([`Bearer ${await tokenOf(page)}`]));
  },
);

it('[ROLE-005] [SHELL-043] a direct link to a foreign device shows that it is not found, and asks the server for nothing of it', async () => {
  const page = await signedInPage(browser, personOf('organisation_user'));
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await visit(page, '/device/detail?device_serial=LF-0140-23');
  await page.getByText('Device LF-0140-23 not found').waitFor();
  expect(await page.getByRole('button', { name: /Control|Stop/ }).count()).toBe(0);
  expect(paths.filter((path) => path.includes('LF-0140-23'))).toEqual([]);
  await visit(page, '/fleet/state?filter_device_serial=LF-0140-23');
  await page.getByText('No rows found').waitFor();
  const answer = await fetch(`${ownProduct().url}/api/machine/LF-0140-23/raw_state`, {
    headers: { authorization: `Bearer ${await tokenOf(page)}` },
  });
  expect([answer.status, await answer.json()]).toEqual([404, { error: 'NotFound: no such device' }]);
});
