import { getConfig, getConfigCompare } from '#contract/devices/configuration';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { asked, tokenOf } from '../support/asked.ts';
import { complaintsOf, eventually, personOf, savedBytes, signedInPage, testBrowser, visit } from '../support/pages.ts';

/** A device of Maasdijk, whose configuration no other file changes. The other one is only read. */
const SERIAL = 'LF-0171-24';
const OTHER = 'LF-0170-24';
const FILE = 'navigation.yaml';

const browser = testBrowser();
let support: Page;
let admin: Page;
beforeAll(async () => {
  [support, admin] = await Promise.all([
    signedInPage(browser, personOf('license_support_engineer'), `/device/configuration?device_serial=${SERIAL}`),
    signedInPage(browser, personOf('system_admin'), `/device/configuration?device_serial=${SERIAL}`),
  ]);
});

const row = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const valueNow = async (name: string) => (await asked(support, getConfig, { serial: SERIAL })).config[FILE]?.[name]?.value;
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

async function type(page: Page, name: string, text: string) {
  await row(page, name)
    .getByRole('button', { name: `Edit ${name}` })
    .click();
  await row(page, name).getByRole('spinbutton').fill(text);
}

it('[DEV-086] [DEV-088] [DEV-090] [DEV-095] [DEV-100] [DEV-103] [MSG-048] a support engineer changes a green parameter, is refused a red one, and history tells of it', async () => {
  await row(support, 'imu/pitch').getByText('Not allowed to edit').waitFor();
  const before = Number(await valueNow('docking_retries'));
  await type(support, 'docking_retries', `${before + 1}`);
  await support.keyboard.press('Enter');
  await row(support, 'docking_retries')
    .getByText(`${before + 1}`, { exact: true })
    .waitFor();
  await eventually(() => valueNow('docking_retries')).toBe(before + 1);
  await tab(support, 'History');
  const newest = support.getByRole('table', { name: 'Changes' }).locator('tbody tr.row').first().locator('td');
  await newest.filter({ hasText: 'docking_retries' }).waitFor();
  await eventually(async () => (await newest.allTextContents()).slice(2)).toEqual([
    'docking_retries',
    `${before}`,
    `${before + 1}`,
    'Chloé Lambert',
  ]);
});

it('[EDIT5] the form of a parameter at the lower edge of the sheet is brought into view with what confirms it', async () => {
  await tab(support, 'Configuration');
  await row(support, 'docking_retries').evaluate((line) => line.scrollIntoView({ block: 'end' }));
  await row(support, 'docking_retries').getByRole('button', { name: 'Edit docking_retries' }).click();
  const confirm = row(support, 'docking_retries').getByRole('button', { name: 'Confirm' });
  await confirm.waitFor();
  const isInside = (button: Element) =>
    button.getBoundingClientRect().bottom <= (button.closest('main')?.getBoundingClientRect().bottom ?? 0);
  expect(await confirm.evaluate(isInside)).toBe(true);
  await support.keyboard.press('Escape');
});

it('[EDIT3] the second of two people who change one parameter is informed, keeps the draft, and decides', async () => {
  const before = Number(await valueNow('max_speed'));
  const [first, second] = [before === 0.4 ? 0.3 : 0.4, before === 0.6 ? 0.7 : 0.6];
  await tab(support, 'Configuration');
  await type(admin, 'max_speed', `${second}`);
  await type(support, 'max_speed', `${first}`);
  await support.keyboard.press('Enter');
  await row(support, 'max_speed').getByText(`${first} m/s`).waitFor();
  await admin.keyboard.press('Enter');
  await row(admin, 'max_speed')
    .getByText(new RegExp(`^max_speed was changed to ${first} by Chloé Lambert at `))
    .waitFor();
  await row(admin, 'max_speed').getByText(`The device has now: ${first}`).waitFor();
  expect(await row(admin, 'max_speed').getByRole('spinbutton').inputValue()).toBe(`${second}`);
  await eventually(() => valueNow('max_speed')).toBe(first);
  await row(admin, 'max_speed').getByRole('button', { name: 'Confirm' }).click();
  await row(admin, 'max_speed').getByText(`${second} m/s`).waitFor();
  await eventually(() => valueNow('max_speed')).toBe(second);
  // The browser itself tells of the refused request.
  expect(await complaintsOf(browser, 1)).toEqual([expect.stringMatching(/status of 409 .*\/config/)]);
});

it('[DEV-110] [DEV-111] the files as of a time come as a zip that the browser saves', async () => {
  await tab(support, 'Download');
  await support.getByRole('button', { name: 'Time: 5 minutes earlier' }).click();
  const [file] = await Promise.all([support.waitForEvent('download'), support.getByRole('button', { name: 'Download' }).click()]);
  expect(file.suggestedFilename()).toBe(`config_${SERIAL}.zip`);
  expect((await savedBytes(file)).subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
});

it('[FLEET-058] [FLEET-061] [FLEET-062] [FLEET-063] two devices are chosen and compared; the link of it compares again only when asked', async () => {
  await visit(support, '/fleet/config');
  for (const [label, serial, name] of [
    ['First device', SERIAL, 'Lumion 13'],
    ['Second device', OTHER, 'Lumion 12'],
  ] as const) {
    const half = support.getByRole('group', { name: label });
    await half.getByRole('searchbox').fill(serial);
    await half.getByRole('searchbox').press('Enter');
    await half.getByRole('combobox', { name: `Device: ${name}`, exact: true }).waitFor();
  }
  const [question] = await Promise.all([
    support.waitForRequest('**/api/config/compare?**'),
    support.getByRole('button', { name: 'Compare' }).click(),
  ]);
  // The browser keeps no body of an answer that the page has used: the server is asked the same once more.
  const answer = await fetch(question.url(), { headers: { authorization: `Bearer ${await tokenOf(support)}` } });
  const { differences } = getConfigCompare.answer.parse(await answer.json()).result;
  expect(differences.length).toBeGreaterThan(1);
  await support.getByRole('heading', { name: `${differences.length} differences` }).waitFor();
  await eventually(async () => (await support.getByRole('columnheader').allTextContents()).slice(1, 3)).toEqual([
    expect.stringMatching(/^Lumion 13, /),
    expect.stringMatching(/^Lumion 12, /),
  ]);
  await support.reload();
  await eventually(() => support.getByRole('button', { name: 'Compare' }).isEnabled()).toBe(true);
  expect(await support.getByRole('table').count()).toBe(0);
});
