import type { Download, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { eventually, personOf, savedBytes, signedInPage, testBrowser, visit } from '../support/pages.ts';

/** Nobody else acts on it; it works for nobody. */
const SERIAL = 'XA-0006';

const browser = testBrowser();
let page: Page;
beforeAll(async () => {
  page = await signedInPage(browser, personOf('system_admin'));
});

const main = () => page.getByRole('main');
const press = (name: string) => main().getByRole('button', { name, exact: true }).click();
const yes = () => page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
/** Chooses another stage on the screen, up to the question where there is one. */
async function setStage(stage: string): Promise<void> {
  await press('Edit Life Cycle Stage');
  await main().getByRole('combobox', { name: 'Life Cycle Stage' }).selectOption(stage);
  await press('Confirm');
}

async function saved(act: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return download;
}

it('[MGMT-018] [ENDS1] [ENDS2] [MGMT-040] [MGMT-042] [MGMT-045] [MGMT-046] [MGMT-048] [MGMT-050] the details of a device: its metadata, its secrets and files, its deployment', async () => {
  await visit(page, '/management/overview');
  await main().getByRole('searchbox', { name: 'Filter Serial' }).fill(SERIAL);
  await main().getByRole('link', { name: 'To Details of Xenion A6 01' }).click();
  await main().getByRole('heading', { name: 'Xenion A6 01' }).waitFor();
  await press('Show Secrets');
  await main().getByText('This device has no credentials.').waitFor();
  const password = main().getByRole('group', { name: 'Platform WiFi Password' });
  await eventually(() => password.textContent()).not.toContain('***');

  await press('Edit Metadata');
  await main().getByLabel('Platform WiFi Password').fill('greenhouse-at-night');
  await press('Save');
  await page.getByText('The change is saved').waitFor();
  await eventually(() => password.textContent()).toContain('***');

  const key = await saved(async () => {
    await press('Generate Credentials');
    await yes();
  });
  await page.getByText('The credentials are generated and saved in a file').waitFor();
  expect(key.suggestedFilename()).toBe(`${SERIAL}_private_key.pem`);
  expect((await savedBytes(key)).toString()).toMatch(/^-----BEGIN PRIVATE KEY-----/);
  // A decommissioned device gets no token: the page says what the way back is.
  const cutOff = main().getByText('Xenion A6 01 is decommissioned: it cannot connect.', { exact: false });
  await cutOff.waitFor();
  await setStage('SERVICE');
  await cutOff.waitFor({ state: 'detached' });
  const token = await saved(() => press('Download Access Token'));
  await setStage('DECOMMISSIONED');
  await page.getByRole('alertdialog').getByText('Xenion A6 01 is disconnected at once', { exact: false }).waitFor();
  await yes();
  await cutOff.waitFor();
  expect(token.suggestedFilename()).toBe(`${SERIAL}_access_token.json`);
  const picture = await saved(() => press('Download QR Code'));
  expect([picture.suggestedFilename(), (await savedBytes(picture)).subarray(1, 4).toString()]).toEqual([`${SERIAL}_qr_code.png`, 'PNG']);

  await press('Show Secrets');
  await eventually(() => password.textContent()).toContain('greenhouse-at-night');
  await press('Delete Credentials');
  await yes();
  await page.getByText('The credentials are deleted').waitFor();
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, location.href]));
  expect(kept).not.toContain('greenhouse-at-night');

  await main().getByLabel('Location').selectOption('De Linde');
  await press('Deploy');
  await main().getByText('Device is deployed').waitFor();
  await press('Close Deployment');
  await yes();
  await main().getByText('Not Deployed').waitFor();
});

it('[CONN2] [CONN6] [CONN7] how a device connects: in numbers, its newest messages as they came, and its last day', async () => {
  await visit(page, '/management/device_info?device_serial=LF-0140-23&tab=connection');
  await main()
    .getByText(/^Last 24 h: /)
    .waitFor();
  await main().getByRole('link', { name: 'How robots connect' }).waitFor();
  const message = main().getByRole('listitem').filter({ hasText: 'acknowledged after' }).first();
  await message.waitFor();
  // It reports each second: the checked value has to stand still.
  await press('Pause');
  await message.locator('summary').click();
  await eventually(() => message.getByRole('group', { name: 'The payload as it came' }).textContent()).toContain('"time"');
  const file = await saved(() => press('Download'));
  expect(file.suggestedFilename()).toBe('LF-0140-23_messages.json');
  expect((await savedBytes(file)).toString()).toContain('"acknowledged_ms"');
});
