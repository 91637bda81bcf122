import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { complaintsOf, eventually, personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';

/** A device on which no other test acts, and a device type that no demo device has. */
const SERIAL = 'LF-0161-24';
const TYPE = 'BUG01';

const browser = testBrowser();
let page: Page;
beforeAll(async () => {
  page = await signedInPage(browser, personOf('license_support_engineer'));
});

const main = () => page.getByRole('main');
const row = (name: string) => main().getByRole('row').filter({ hasText: name });

async function nameType(name: string) {
  await main()
    .getByRole('button', { name: `Update Device Type ${TYPE}` })
    .click();
  await page.getByRole('textbox', { name: `Name of ${TYPE}` }).fill(name);
  await page.keyboard.press('Enter');
  await row(TYPE).getByText(name, { exact: true }).waitFor();
}

it('[MGMT-069] [MGMT-011] [MGMT-015] a type that gets another name has it everywhere, and the actions say who did it', async () => {
  await visit(page, '/management/device_types');
  await nameType('Buggy of tomorrow');
  await visit(page, '/management/overview?tab=actions&action_type=update');
  const line = row('Buggy of tomorrow').filter({ hasText: 'Chloé Lambert' });
  await line.first().waitFor();
  expect(await line.first().textContent()).toContain(`Device type: ${TYPE}`);
  await visit(page, '/management/device_types');
  await nameType('Buggy');
});

it('[MGMT-002] [MGMT-009] [MGMT-010] the overview holds every device, the decommissioned one red, each with a way to its details', async () => {
  await visit(page, '/management/overview');
  await main().getByRole('searchbox', { name: 'Filter Serial' }).fill('XA-000');
  await eventually(() => main().getByRole('link', { name: 'To Details' }).count()).toBe(2);
  const [gone, there] = [row('XA-0006'), row('XA-0007')];
  await eventually(async () => [await gone.getAttribute('data-tone'), await there.getAttribute('data-tone')]).toEqual(['error', null]);
  expect(await gone.getByRole('link', { name: 'To Details' }).getAttribute('href')).toBe('/management/device_info?device_serial=XA-0006');
});

it('[MGMT-061] [OPEN-91] adding a serial that exists is confirmed, refused, and reported', async () => {
  await visit(page, '/management/add');
  await main().getByRole('textbox', { name: 'Serial' }).fill(SERIAL.toLowerCase());
  await main().getByRole('textbox', { name: 'Name' }).fill('Twice');
  await main().getByRole('combobox', { name: 'Hardware Revision' }).selectOption('LF-R3');
  await main().getByRole('button', { name: 'Add Device' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('A device with this serial exists already.').waitFor();
  expect(await main().getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Twice');
  // The browser itself notes every refused call.
  expect(await complaintsOf(browser, 1)).toEqual([expect.stringMatching(/status of 409 /)]);
  // What is typed is asked about before the page is left.
  for (const name of ['Serial', 'Name']) await main().getByRole('textbox', { name }).fill('');
});

it('[MGMT-073] [MGMT-075] a password that is changed is stored, and leaves the page with the person', async () => {
  await visit(page, `/management/ssh_credentials?device_serial=${SERIAL}`);
  const router = main().getByRole('group', { name: 'SSH credentials of router' });
  const field = (name: string) => router.getByLabel(name, { exact: true });
  await router.getByRole('button', { name: 'Load the credentials of router' }).click();
  await router.getByRole('timer').waitFor();
  const changed = `${await field('Password').inputValue()}+`;
  await field('Password').fill(changed);
  await main().getByRole('button', { name: 'Update SSH Credentials' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await page.getByText('The credentials are saved').waitFor();
  await eventually(() => field('Password').inputValue()).toBe('');
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, location.href]));
  expect(kept).not.toContain(changed);
  await router.getByRole('button', { name: 'Load the credentials of router' }).click();
  await eventually(() => field('Password').inputValue()).toBe(changed);
});
