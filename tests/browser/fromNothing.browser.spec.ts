import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from '#contract/schema';
import { totpCode } from '#server/identity/secondFactor/totp';
import { newDataDir } from '../support/newDataDir.ts';
import { freePort } from '../support/freePort.ts';
import { linkIn, mailsIn } from '../support/outbox.ts';
import { accountMenuOf, eventually, fillPopup, openTestBrowser, popupOf, savedBytes, type TestBrowser } from '../support/pages.ts';
import { partsOf, startProduct, type StartedProduct } from '../support/startProduct.ts';
import { connectDevice, type TestDevice } from '../support/testDevice.ts';

/** An installation as a company has it: production, no demo, everything by screens, mails and messages of a device. */
const dataDir = newDataDir();
const env = { NODE_ENV: 'production', DEMO: 'false', DATA_DIR: dataDir, ALLOWED_MAIL_DOMAINS: 'bos.example', COMPANY: 'Kwekerij Bos' };
const PASSWORD = 'four words of a garden';
const SERIAL = 'LF-7001-26';
const TOTP_STEP_MS = 30_000;

let browser: TestBrowser;
let product: StartedProduct;
let device: TestDevice | undefined;
let port = '';
beforeAll(async () => {
  browser = await openTestBrowser();
  port = String(await freePort());
});
afterEach(async () => {
  expect(browser.complaints()).toEqual([]);
  await browser.closePages();
});
afterAll(async () => {
  await device?.close();
  await browser.close();
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name, exact: true });

async function choose(page: Page, label: string, text: string) {
  await dialog(page).getByRole('combobox', { name: label }).fill(text);
  await dialog(page).getByRole('option', { name: text }).first().click();
}

const mailTo = (email: string) => mailsIn(dataDir).findLast((mail) => mail.includes(`<${email}>`)) ?? '';

/** Opens an account by its invitation, and signs in with it. Each code counts once, so the sign-in has the next one. */
async function openAccount(email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url });
  const welcome = await context.newPage();
  await welcome.goto(linkIn(mailTo(email)));
  const secret = ((await welcome.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await welcome.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await welcome.getByLabel('Password again').fill(PASSWORD);
  await welcome.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, Date.now() - TOTP_STEP_MS));
  await welcome.getByRole('button', { name: 'Open account' }).click();
  await welcome.getByRole('link', { name: 'Log in' }).click();
  await welcome.getByLabel('Email').fill(email);
  const popup = await popupOf(welcome);
  await fillPopup(popup, PASSWORD, totpCode(secret, Date.now()));
  await accountMenuOf(welcome).waitFor();
  return welcome;
}

async function addPlaces(page: Page) {
  await page.goto('/maps/organisations');
  await main(page).getByRole('button', { name: 'Create Organisation' }).click();
  await field(page, 'Name').fill('Tomaten Zuid');
  await dialog(page).getByRole('button', { name: 'Create Organisation' }).click();
  await page.getByText('Organisation is created').waitFor();
  await page.goto('/maps/locations');
  await main(page).getByRole('button', { name: 'Create Location' }).click();
  await field(page, 'Name').fill('Zuid');
  await choose(page, 'Organisation', 'Tomaten Zuid');
  await choose(page, 'Timezone', 'Europe/Brussels');
  await dialog(page).getByRole('button', { name: 'Create Location' }).click();
  await page.getByText('Location is created').waitFor();
  await page.goto('/maps/greenhouses');
  await main(page).getByRole('button', { name: 'Create Greenhouse' }).click();
  await field(page, 'Name').fill('Kas 1');
  await choose(page, 'Location', 'Zuid');
  await dialog(page).getByRole('button', { name: 'Create Greenhouse' }).click();
  await page.getByText('Greenhouse is created').waitFor();
}

/** Adds a device, deploys it and returns its access token. */
async function addDevice(page: Page): Promise<string> {
  await page.goto('/management/add');
  await main(page).getByRole('textbox', { name: 'Serial' }).fill(SERIAL);
  await main(page).getByRole('textbox', { name: 'Name' }).fill('Lumion Zuid');
  await main(page).getByRole('combobox', { name: 'Hardware Revision' }).selectOption('LF-R3');
  await main(page).getByRole('button', { name: 'Add Device' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await main(page)
    .getByRole('link', { name: /details|credentials/i })
    .first()
    .waitFor();
  await page.goto(`/management/device_info?device_serial=${SERIAL}`);
  await main(page).getByLabel('Location').selectOption('Zuid');
  await main(page).getByRole('button', { name: 'Deploy', exact: true }).click();
  await main(page).getByText('Device is deployed').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main(page).getByRole('button', { name: 'Download Access Token', exact: true }).click(),
  ]);
  return z.object({ access_token: z.string() }).parse(JSON.parse((await savedBytes(download)).toString())).access_token;
}

async function invite(page: Page, email: string, type: string) {
  await page.goto('/users?tab=manage_users');
  await main(page).getByLabel('Email').fill(email);
  await main(page).getByLabel('First name').fill('Ann');
  await main(page).getByLabel('Family name').fill('Zuid');
  await main(page).getByLabel('User type').selectOption(type);
  await main(page).getByLabel('Locale').selectOption({ index: 1 });
  const organisation = main(page).getByLabel('Organisation', { exact: true });
  if (await organisation.isVisible()) await organisation.selectOption({ label: 'Tomaten Zuid' });
  await main(page).getByRole('button', { name: 'Invite' }).click();
  await page.getByText('User Invited').waitFor();
}

it('[JOURNEY1] a company begins with an empty production installation: by screens, mails and a device’s messages alone, a robot works and is stopped', async () => {
  const given = [
    '--organisation',
    'Kwekerij Bos',
    '--group',
    'organisation:bos',
    '--email',
    'eva@bos.example',
    '--name',
    'Eva',
    '--family-name',
    'Bos',
  ];
  await promisify(execFile)(process.execPath, ['server/setup.ts', ...given], { env: { ...process.env, ...env, PORT: port } });
  product = await startProduct({ ...env, PORT: port });
  expect(product.printed()).not.toMatch(/serra/i);
  const admin = await openAccount('eva@bos.example');
  await admin.getByText('Kwekerij Bos').first().waitFor();
  await main(admin).getByText('1 of 8 steps are done').waitFor();
  await main(admin).getByRole('link', { name: 'Locations' }).click();
  await addPlaces(admin);
  const token = await addDevice(admin);
  await invite(admin, 'ann@bos.example', 'Organisation Admin');
  const grower = await openAccount('ann@bos.example');

  device = await connectDevice(partsOf(dataDir).mqttUrl, token, SERIAL, Date.now);
  const received = await device.obey();
  await device.stay({ current_state: 'error', error_code: '0x0a010023', battery_level: 71 });
  await admin.goto('/dashboard');
  await main(admin).getByText('6 of 8 steps are done').waitFor();
  for (const page of [admin, grower]) {
    await page.goto('/fleet/state?show=error');
    await main(page).getByText('Lumion Zuid').first().waitFor();
    await main(page).getByText('0x0a010023').first().waitFor();
  }
  await grower.goto(`/device/commands?device_serial=${SERIAL}`);
  await main(grower).getByRole('button', { name: 'Stop Immediately' }).click();
  await grower.getByRole('button', { name: 'Yes' }).click();
  await eventually(() => received.some(({ command }) => command === 'stop_immediately')).toBe(true);
  await grower.getByText('Stop done').first().waitFor();
});

it('[JOURNEY2] what was made is there after a restart', async () => {
  await product.stop();
  product = await startProduct({ ...env, PORT: port });
  const page = await (await browser.newContext({ baseURL: product.url })).newPage();
  await page.goto('/');
  await page.getByText('Kwekerij Bos').first().waitFor();
  expect(await page.getByRole('navigation', { name: 'External links' }).count()).toBe(0);
});
