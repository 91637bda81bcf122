import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deployOtherRobots, otherRobots } from '../otherRobots/deploy.ts';
import { type SwitchedOn, switchOn } from '../otherRobots/foreignRobot.ts';
import { MAP, SHARED } from '../otherRobots/places.ts';
import { tokenOf } from '../support/asked.ts';
import { emptyClipboard } from '../support/clipboard.ts';
import { accountMenuOf, eventually, savedBytes, testBrowser, visit } from '../support/pages.ts';
import { peopleIn } from '../support/product.ts';
import { signedInStorage } from '../support/signedInStorage.ts';
import { partsOf, startProduct, type StartedProduct } from '../support/startProduct.ts';

let product: StartedProduct;
const browser = testBrowser({ isExpected: (one) => /404.*\/geojson/.test(one) });
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
  // A simulated robot goes into error when it will: here only those of the test do.
  product = await startProduct({ DEVICES: '0' });
  page = await signedIn();
  const tokens = await deployOtherRobots({ url: product.url, token: await tokenOf(page) });
  const { mqttUrl } = partsOf(product.dataDir);
  for (const robot of otherRobots) robots.push(await switchOn(robot, { url: mqttUrl, token: tokens.get(robot.serial) ?? '' }));
  // It was opened before they were there.
  await page.reload();
});
// A plan of a version that was never uploaded here is answered 404, which the browser reports.
afterAll(async () => {
  for (const robot of robots) await robot.off();
  await browser.closePages();
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
  await eventually(async () => (await totals.allInnerTexts()).slice(1)).toEqual([expect.stringMatching(/^1.200$/), '-', '-', '-', '-']);
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

/** The robot that is switched on under a serial. */
const robotOf = (serial: string) => {
  const robot = robots[otherRobots.findIndex((one) => one.serial === serial)];
  if (robot === undefined) throw new Error(`no robot ${serial}`);
  return robot;
};
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const pastBanner = () => page.getByText('You are looking at the past');
const whyPanel = () => page.getByRole('complementary', { name: 'Why' });

it('[MAKER13] a shift: what is wrong, since when, stopped from the list, and all of it on record', async () => {
  await shows('/dashboard', /^1 device in error\./, /^It is KMP\.0007 Süd at Süd, since (?:\d\d\/\d\d\/\d{4}, )?\d\d:\d\d\.$/);
  const row = main().getByRole('listitem').filter({ hasText: 'KMP.0007 Süd' });
  await row.getByRole('button', { name: /^Stop/ }).click();
  await button('Yes').click();
  await eventually(() => robotOf('KMP.0007').commands).toContain('stop_immediately');
  await row.getByText('Done').waitFor();
  await shows('/device/commands?device_serial=KMP.0007', 'KMP.0007 Süd');
  const newest = page.getByRole('table', { name: 'Recent commands' }).locator('tbody tr.row').first();
  await eventually(() => newest.innerText()).toMatch(/Stop Immediately[^]*An Verhoeven[^]*Nobody[^]*Done/);
});

it('[MAKER13] a shift: control is taken from somebody at the robot, who is named beforehand, and given back', async () => {
  await shows('/device/commands?device_serial=DV-9001', /in control now: Somebody at the robot \(joystick\)/);
  await button('Request Control').click();
  await page.getByRole('alertdialog').getByText('Somebody at the robot (joystick)', { exact: false }).waitFor();
  await button('Yes').click();
  const robot = robotOf('DV-9001');
  await eventually(() => robot.commands).toContain('take_control');
  // It hands over when it is ready to, and until then says who drives it.
  expect(await main().getByText('You are in control').count()).toBe(0);
  await robot.report({ state: 'Docking', controller: 'an.verhoeven' });
  await page.getByText('You are in control').waitFor();
  await button('Release Control').click();
  await eventually(() => robot.commands).toContain('release_control');
  await robot.report({ state: 'Docking', controller: 'joystick' });
  await page.getByText(/in control now: Somebody at the robot \(joystick\)/).waitFor();
});

it('[MAKER13] a shift: what it was before, why, and what has changed since', async () => {
  await shows('/fleet/state', 'SCOUT_A Süd', 'CHARGING / docking');
  const scout = main().getByRole('row').filter({ hasText: 'SCOUT_A Süd' });
  await robotOf('SCOUT_A').report({ current_state: 'Patrouille', current_task: 'count', battery_voltage: 24.6 });
  await scout.getByText('Patrouille / count').waitFor();
  await scout.locator('[data-shows=task]').click({ button: 'right' });
  await whyPanel().getByText('The event that set it').waitFor();
  await whyPanel().getByText('CHARGING', { exact: false }).first().waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  const step = page.getByRole('slider', { name: 'Moment' });
  await step.waitFor();
  await step.press('ArrowLeft');
  await pastBanner().waitFor();
  // The time alone: how far it is behind changes by itself.
  const shownTime = async () => /\d\d:\d\d:\d\d/.exec(await page.getByRole('status', { name: 'Past' }).innerText())?.[0];
  const stepsBackTo = (read: () => Promise<string>, text: string) =>
    eventually(async () => {
      const last = await shownTime();
      await step.press('ArrowLeft');
      // A busy page shows the earlier moment later: a step more would leave it.
      await eventually(shownTime).not.toBe(last);
      return read();
    }).toContain(text);
  await stepsBackTo(() => scout.innerText(), 'CHARGING / docking');
  // A list shows the reports up to the last tick, the screen of a device all of them: at this moment, the last one may be on that screen alone.
  await shows('/device/detail?device_serial=SCOUT_A', 'Also reported');
  await stepsBackTo(() => main().innerText(), '25.1');
  await page.keyboard.press('l');
  await eventually(() => pastBanner().count()).toBe(0);
  await main().getByText('24.6').waitFor();
});

const moment = () => page.getByRole('slider', { name: 'Moment' });
/** A state in which the sprayer is in error, by its faults alone: no code, no battery, no pose. */
const CLOGGED = {
  current_state: 'Error',
  current_task: 'spray_treatment',
  faults: [{ type: 'Düse 3', level: 'ERROR', description: 'verstopft' }],
  tank_level: 12.5,
};
const SPRAYING = { current_state: 'executing_task', current_task: 'spray_treatment', tank_level: 410 };
const FAULT = 'Düse 3, ERROR: verstopft';
const NEVEL = 'nevel_2-0012 Süd';

const sprayerRow = (on: Page) => on.getByRole('main').getByRole('row').filter({ hasText: NEVEL }).first();

/** Shows the moment of the last error on State Overview; returns when it began, to the second. */
async function atTheError(): Promise<string> {
  await shows('/fleet/state', NEVEL);
  await robotOf('nevel_2-0012').report(SPRAYING);
  await sprayerRow(page).getByText('spray_treatment').waitFor();
  await robotOf('nevel_2-0012').report(CLOGGED);
  await sprayerRow(page).getByText('Düse 3').waitFor();
  if ((await moment().count()) === 0) await page.keyboard.press('t');
  await button('Previous error').click();
  const flag = page.getByRole('status', { name: 'Error', exact: true });
  await eventually(() => flag.innerText()).toContain(`${NEVEL} in error: ${FAULT}`);
  return (await flag.innerText()).slice(0, 8);
}

it('[MAKER14] a shift handed over: the file of a report shows the colleague the robots, the note and the error as they were', async () => {
  const began = await atTheError();
  await page.keyboard.press('b');
  await page.getByRole('textbox', { name: 'Note' }).fill('Düse 3 von Hand gereinigt');
  await button('Save note').click();
  await button('Report this moment').click();
  await page.getByRole('dialog').getByLabel('Note').fill('Spritze steht in Reihe 2, bitte übernehmen');
  const [saved] = await Promise.all([page.waitForEvent('download'), button('Save report').click()]);
  const file = { name: saved.suggestedFilename(), mimeType: 'application/octet-stream', buffer: await savedBytes(saved) };

  const colleague = await (await browser.newContext({ baseURL: product.url })).newPage();
  await colleague.goto('/replay');
  await colleague.getByLabel('Recording file').setInputFiles(file);
  const card = colleague.getByRole('region', { name: file.name });
  await card.getByText('bitte übernehmen', { exact: false }).waitFor();
  await eventually(() => card.innerText()).toMatch(/An Verhoeven[^]*\n[1-9]\d* errors?, /);
  await card.getByRole('button', { name: 'Open recording' }).click();
  const shown = colleague.getByRole('main');
  const row = (name: string) => shown.getByRole('row').filter({ hasText: name });
  await sprayerRow(colleague).getByText('Düse 3').waitFor();
  await row('KMP.0007 Süd').getByText('E-117').waitFor();
  await row('DV-9001 Süd').getByText('Docking').waitFor();
  const flag = colleague.getByRole('status', { name: 'Error', exact: true });
  await eventually(() => flag.innerText()).toBe(`${began} ${NEVEL} in error: ${FAULT}`);
  await flag.getByRole('link', { name: NEVEL }).click();
  await shown.getByText('12.5').first().waitFor();
  await shown.getByText('verstopft').first().waitFor();
  await colleague.getByRole('button', { name: 'Notes' }).click();
  await colleague.getByRole('region', { name: 'Notes' }).getByText('Düse 3 von Hand gereinigt').waitFor();
  await colleague.getByRole('button', { name: 'Account of this session' }).click();
  const account = colleague.getByRole('dialog', { name: 'Account of this session' });
  await account
    .getByRole('row')
    .filter({ hasText: `${NEVEL} in error: ${FAULT}` })
    .filter({ hasText: began })
    .waitFor();
  await colleague.context().close();
  await button('Live').click();
});

it('[MAKER14] "what happened at 02:40": a typed time, the previous error of the device, and a link to the moment', async () => {
  const began = await atTheError();
  await robotOf('nevel_2-0012').report(SPRAYING);
  await button('Live').click();
  await shows('/device/detail?device_serial=nevel_2-0012', '410');
  const goTo = page.getByRole('textbox', { name: 'Go to time' });
  await goTo.click();
  await page.keyboard.insertText(began);
  await goTo.press('Enter');
  await pastBanner().waitFor();
  await eventually(() => page.getByRole('status', { name: 'Past' }).innerText()).toContain(began);
  await button('Next error of nevel_2-0012 Süd').click();
  await main().getByText('12.5').first().waitFor();
  await main().getByText('verstopft').first().waitFor();
  const copied = await emptyClipboard(page);
  await button('Copy link to this moment').click();
  await eventually(copied).toMatch(/\/device\/detail\?device_serial=nevel_2-0012&at=[^&]+&proof=/);
  await page.goto(await copied());
  await page.getByText('Verified').waitFor();
  await main().getByText('12.5').first().waitFor();
  await page.keyboard.press('l');
  await main().getByText('410').first().waitFor();
});

it('[MAKER13] a shift: one that is switched off is shown as it was last, as not online, with what stops it then', async () => {
  await shows('/device/detail?device_serial=LX-1', 'LX-1 Süd', 'Online');
  await robotOf('LX-1').off();
  await main().getByText('Device is not online', { exact: false }).first().waitFor();
  await main()
    .getByText(/stop button on the robot/)
    .first()
    .waitFor();
  await main().getByText('81 %').first().waitFor();
});
