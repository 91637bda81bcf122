import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { deployOtherRobots, otherRobots } from '../otherRobots/deploy.ts';
import { type SwitchedOn, switchOn } from '../otherRobots/foreignRobot.ts';
import { MAP, SHARED } from '../otherRobots/places.ts';
import { tokenOf } from '../support/asked.ts';
import { accountMenuOf, openTestBrowser, type TestBrowser, visit } from '../support/pages.ts';
import { peopleIn } from '../support/product.ts';
import { signedInStorage } from '../support/signedInStorage.ts';
import { partsOf, startProduct, type StartedProduct } from '../support/startProduct.ts';

let product: StartedProduct;
let browser: TestBrowser;
let page: Page;
const robots: SwitchedOn[] = [];

/** Signs the first system admin of the product in. */
async function signedIn(): Promise<Page> {
  const { url, dataDir, printed } = product;
  const people = peopleIn(printed());
  const person = people.find(({ role, enrolled }) => role === 'system_admin' && enrolled);
  if (person === undefined) throw new Error('no demo account');
  const context = await browser.newContext({ baseURL: url });
  const opened = await context.newPage();
  const { key, value } = await signedInStorage({ url, dataDir, people }, person);
  await opened.goto('/config.json');
  await opened.evaluate(([name, text]) => sessionStorage.setItem(name, text), [key, value] as const);
  await opened.goto('/');
  await accountMenuOf(opened).waitFor();
  return opened;
}

beforeAll(async () => {
  browser = await openTestBrowser();
  product = await startProduct({ DEVICES: '2' });
  page = await signedIn();
  const tokens = await deployOtherRobots({ url: product.url, token: await tokenOf(page) });
  const { mqttUrl } = partsOf(product.dataDir);
  for (const robot of otherRobots) robots.push(await switchOn(robot, { url: mqttUrl, token: tokens.get(robot.serial) ?? '' }));
  // It was opened before they were there.
  await page.reload();
});
// A plan of a version that was never uploaded here is answered 404, which the browser reports.
afterEach(() => expect(browser.complaints().filter((one) => !/404.*\/geojson/.test(one))).toEqual([]));
afterAll(async () => {
  for (const robot of robots) await robot.off();
  await browser.close();
  await product.stop();
});

const main = () => page.getByRole('main');

/** Waits until the screen at an address holds all of these texts. */
const shows = async (address: string, ...texts: readonly (string | RegExp)[]) => {
  await visit(page, address);
  for (const text of texts) await main().getByText(text).filter({ visible: true }).first().waitFor();
};

const SCREENS = ['detail', 'logs', 'events', 'commands', 'configuration', 'treatments', 'maintenance'];

it.each(otherRobots.map(({ serial, type }) => ({ serial, type })))(
  '[MAKER10] $serial, a $type, is on each of its screens, each of which says what it is and lets it be stopped',
  async ({ serial }) => {
    for (const screen of SCREENS) {
      await shows(`/device/${screen}?device_serial=${serial}`, `${serial} Süd`);
      await main().getByRole('button', { name: 'Stop Immediately' }).first().waitFor();
      expect([screen, await main().innerText()]).not.toEqual([
        screen,
        expect.stringMatching(/Something went wrong|not found|Not Deployed/),
      ]);
    }
    await shows(`/management/device_info?device_serial=${serial}`, 'Device is deployed');
  },
);

it('[MAKER10] the lists count and name them, and what a robot has none of is a dash', async () => {
  await shows('/dashboard', 'KMP.0007 Süd', 'finished with warnings', 'aborted');
  expect(await main().innerText()).not.toMatch(/No device is in error/);
  await shows('/fleet/state', 'KMP.0007 Süd', 'Executing Unknown Action (spray_treatment)');
  await shows('/fleet/metrics', /^KMP\.0007/);
  const totals = main().getByRole('row').filter({ hasText: 'KMP.0007' }).getByRole('cell');
  expect((await totals.allInnerTexts()).slice(1)).toEqual([expect.stringMatching(/^1.200$/), '-', '-', '-', '-']);
  await shows('/fleet/settings', 'KMP.0007 Süd', '2024-11');
  expect(await main().innerText()).not.toMatch(/could not be read/);
  await shows('/management/overview', 'NEVEL 2');
  await shows('/device/commands?device_serial=DV-9001', /in control now: Somebody at the robot \(joystick\)/);
});

it('[MAKER10] treatments and incidents open by their ids, and keep the words of the robot', async () => {
  await shows(`/treatments/detail?treatment_id=${encodeURIComponent('Spritzung Süd/12 #3')}`, 'Süd, Reihen 1-4', '1/3', 'skipped');
  await shows(`/treatments/detail?treatment_id=${encodeURIComponent('UV Nacht 7')}`, 'finished with warnings', '117');
  await shows(`/treatments/detail?treatment_id=${encodeURIComponent(SHARED)}`, 'Zählung', '2/2');
  expect(await main().innerText()).not.toMatch(/illegal map version/);
  await shows(`/treatments/event_analysis?treatment_id=${encodeURIComponent('Spritzung Süd/12 #3')}`, /Düse 3 verstopft/);
  for (const id of ['Störung 7/Mäher', 'scout 28/ü', 'lx 5'])
    await shows(`/incidents/all?incident_id=${encodeURIComponent(id)}`, `Incident ${id}`, 'Unknown Error Code');
  await shows(`/incidents/per_map?map_id=${MAP}`, 'Incidents per lane');
});
