import { getConfig } from '#contract/devices/configuration';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { asked } from '../support/asked.ts';
import { eventually, personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';

/** A device of Van Houte; no other file acts on it. */
const SERIAL = 'LF-0154-24';
const NAME = 'Lumion 08';

const browser = testBrowser();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const open = (page: Page, path: string) => visit(page, `${path}?device_serial=${SERIAL}`);
const parameter = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
/** The rows of the list of commands, newest first: command, user, holder of control, result. */
const commandsOf = async (page: Page) => {
  const lines = await page.getByRole('table', { name: 'Recent commands' }).locator('tbody tr.row').all();
  return Promise.all(lines.map(async (line) => (await line.locator('td').allTextContents()).slice(1, 5)));
};

it('[DEV-013] [DEV-015] [DEV-074] [DEV-090] [DEV-100] [DEV-107] [DEV-131] [DEV-012] [ROLE-026] a whole shift: control, stop, a green parameter, a red one refused, a log, control lost, and all of it on record', async () => {
  const support = await signedInPage(browser, personOf('license_support_engineer'));

  await open(support, '/device/commands');
  await button(support, 'Request Control').click();
  await support.getByText('You are in control').waitFor();
  await button(support, 'Stop Immediately').click();
  await button(support, 'Yes').click();
  await eventually(async () => (await commandsOf(support))[0]?.[3]).toMatch(/^Done/);

  await open(support, '/device/configuration');
  await parameter(support, 'imu/pitch').getByText('Not allowed to edit').waitFor();
  const before = Number((await asked(support, getConfig, { serial: SERIAL })).config['navigation.yaml']?.['docking_retries']?.value);
  await button(support, 'Edit docking_retries').click();
  await parameter(support, 'docking_retries')
    .getByRole('spinbutton')
    .fill(`${before + 1}`);
  await support.keyboard.press('Enter');
  await parameter(support, 'docking_retries')
    .getByText(`${before + 1}`, { exact: true })
    .waitFor();

  await open(support, '/device/logs');
  const logs = support.getByRole('table').locator('tbody tr.row');
  const name = (await logs.first().locator('td').nth(1).textContent()) ?? '';
  expect(name).not.toBe('');
  // The log is found by its name, because a newer one may be listed before it.
  const log = logs.filter({ hasText: name });
  await log.getByRole('button', { name: 'Upload' }).click();
  // One upload of twenty breaks off; either way the device reports it.
  await eventually(() => log.textContent()).toMatch(/Done|Failed/);

  const admin = await signedInPage(browser, personOf('system_admin'));
  await open(admin, '/device/commands');
  await button(admin, 'Request Control').click();
  await admin.getByRole('alertdialog').getByText(`Chloé Lambert is in control of ${NAME}`, { exact: false }).waitFor();
  await button(admin, 'Yes').click();
  await support.getByText('Control was taken over by An Verhoeven').waitFor();
  await eventually(() => log.getByRole('button', { name: 'Upload' }).getAttribute('aria-disabled')).toBe('true');

  await open(support, '/device/configuration');
  await support.getByRole('tab', { name: 'History' }).click();
  const newest = support.getByRole('table', { name: 'Changes' }).locator('tbody tr.row').first().locator('td');
  await eventually(async () => (await newest.allTextContents()).slice(2)).toEqual([
    'docking_retries',
    `${before}`,
    `${before + 1}`,
    'Chloé Lambert',
  ]);
  await open(support, '/device/commands');
  await eventually(async () => (await commandsOf(support)).slice(0, 5)).toEqual([
    ['Request Control', 'An Verhoeven', 'Chloé Lambert', 'Done'],
    [expect.stringMatching(/^Upload/), 'Chloé Lambert', 'Chloé Lambert', expect.stringMatching(/^(Done|Failed)/)],
    [expect.stringContaining('docking_retries'), 'Chloé Lambert', 'Chloé Lambert', expect.stringMatching(/^Done/)],
    ['Stop Immediately', 'Chloé Lambert', 'Chloé Lambert', expect.stringMatching(/^Done/)],
    ['Request Control', 'Chloé Lambert', 'Nobody', 'Done'],
  ]);
  expect(browser.complaints()).toEqual([]);
});
