import { getCommands } from '#contract/command';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asked } from '../support/asked.ts';
import { ownProduct } from '../support/ownProduct.ts';
import { eventually, personOf, savedBytes, signedInPage, testBrowser, visit } from '../support/pages.ts';
import { silentDevices } from '../support/robot.ts';
import { partsOf } from '../support/startProduct.ts';
import { openDevice, type TestDevice } from '../support/testDevice.ts';

/** Writes down what this file says, and is never live. */
const WRITER = silentDevices.neverSeen;
/** A robot of the simulator that no other file gives commands. */
const ROBOT = 'LF-0160-24';

const browser = testBrowser();
let page: Page;
let device: TestDevice;
beforeAll(async () => {
  const { mqttUrl, brokerSecret } = partsOf(ownProduct().dataDir);
  device = await openDevice(mqttUrl, brokerSecret, WRITER, Date.now);
  page = await signedInPage(browser, personOf('license_support_engineer'));
});
afterAll(async () => {
  await device.close();
  await browser.closePages();
});

const write = (text: object) => device.publish(`devices/${WRITER}/log`, JSON.stringify({ time: new Date().toISOString(), ...text }));
const rows = () => page.getByRole('main').locator('tbody tr.row');
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('[CALL-004] [DEV-113] [DEV-115] [DEV-123] [DEV-124] [DEV-128] an event of a device is shown after a refresh, as text', async () => {
  await visit(page, `/device/events?device_serial=${WRITER}`);
  await page.getByRole('heading', { name: /^Device Events - / }).waitFor();
  await write({
    kind: 'event',
    level: 'fatal',
    message: '<img src=x onerror="document.title=1">',
    data: { error_code: '0x05000001', note: '<b>bold</b>' },
    action: { incident_id: 'i 1' },
  });
  await write({ kind: 'event', level: 'warning', message: 'Battery low' });
  await eventually(async () => {
    await button('Refresh Data').click();
    return rows().count();
  }).toBe(2);
  const fatal = rows().filter({ hasText: '<img src=x onerror="document.title=1">' });
  await eventually(() => fatal.getAttribute('data-tone')).toBe('error');
  expect(await fatal.textContent()).toContain('<b>bold</b>');
  expect(await fatal.getByRole('link', { name: 'To Incident' }).getAttribute('href')).toBe('/incidents/all?incident_id=i%201');
  await fatal.getByRole('button', { name: '0x05000001' }).hover();
  await page.getByRole('tooltip').getByText('map: lane not in site version').waitFor();
});

it('[DEV-122] [GAP-86] a level chosen in the head leaves its events, also after a reload', async () => {
  await page.getByRole('combobox', { name: 'Filter Level' }).selectOption('warning');
  await eventually(() => rows().count()).toBe(1);
  await eventually(() => new URL(page.url()).search).toBe(`?device_serial=${WRITER}&level=warning`);
  await page.reload();
  await rows().filter({ hasText: 'Battery low' }).waitFor();
  await eventually(() => rows().count()).toBe(1);
});

it('[CALL-003] [DEV-135] [DEV-136] [DEV-139] [DEV-140] the logs of an offline device are named in a file', async () => {
  await visit(page, `/device/logs?device_serial=${silentDevices.offline}`);
  await page.getByText('Logs are unavailable, the device is not online').waitFor();
  await visit(page, `/device/logs?device_serial=${WRITER}`);
  await page.getByText('No logs present on this device').waitFor();
  for (const database_id of ['log-1', 'log-2']) await write({ kind: 'file', database_id, timestamp: new Date().toISOString() });
  await eventually(async () => {
    await button('Refresh Data').click();
    return rows().count();
  }).toBe(2);
  const [saved] = await Promise.all([page.waitForEvent('download'), button('Download Log Names').click()]);
  expect(saved.suggestedFilename()).toBe(`device_logs_${WRITER}.txt`);
  expect((await savedBytes(saved)).toString().split('\n').toSorted()).toEqual(['log-1', 'log-2']);
});

it('[DEV-131] [DEV-132] [DEV-133] one log of a robot is uploaded by who is in control, and its row tells', async () => {
  await visit(page, `/device/logs?device_serial=${ROBOT}`);
  const upload = () => rows().first().getByRole('button', { name: 'Upload' });
  await upload().hover();
  await page.getByRole('tooltip').getByText('You are not in control, request it.').waitFor();
  await visit(page, `/device/commands?device_serial=${ROBOT}`);
  await button('Request Control').click();
  await page.getByText('You are in control').waitFor();
  await visit(page, `/device/logs?device_serial=${ROBOT}`);
  await eventually(() => upload().getAttribute('aria-disabled')).toBe('false');
  const incident = (await rows().first().locator('td').nth(1).textContent()) ?? '';
  const row = rows().filter({ hasText: incident });
  await row.getByRole('button', { name: 'Upload' }).click();
  await row.getByText(/^(Delivered|Done|Failed)$/).waitFor();
  const { results } = await asked(page, getCommands, { serial: ROBOT });
  expect(incident).not.toBe('');
  expect(results[0]).toMatchObject({ command: 'upload_data', arguments: { incident } });
});
