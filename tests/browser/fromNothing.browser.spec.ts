import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from '#contract/schema';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { writeBag } from '#server/simulator/files/writeBag';
import { rosText } from '#server/simulator/files/rosTypes';
import { totpCode } from '#server/identity/secondFactor/totp';
import { newDataDir } from '../support/newDataDir.ts';
import { filledColumns } from '../support/filledColumns.ts';
import { freePort } from '../support/freePort.ts';
import { mapZip, siteVersion } from '../support/mapZip.ts';
import { linkIn, mailsIn } from '../support/outbox.ts';
import { accountMenuOf, eventually, fillPopup, popupOf, savedBytes, testBrowser, visit } from '../support/pages.ts';
import { settled } from '../support/settled.ts';
import { partsOf, startProduct, type StartedProduct } from '../support/startProduct.ts';
import { connectDevice, type TestDevice } from '../support/testDevice.ts';

/** An installation as a company has it: production, no demo, everything by screens, mails and messages of a device. */
const dataDir = newDataDir();
/** Another machine. */
const spare = newDataDir();
const env = { NODE_ENV: 'production', DEMO: 'false', DATA_DIR: dataDir, ALLOWED_MAIL_DOMAINS: 'bos.example', COMPANY: 'Kwekerij Bos' };
const PASSWORD = 'four words of a garden';
const SERIAL = 'LF-7001-26';
const TOTP_STEP_MS = 30_000;

const browser = testBrowser();
let product: StartedProduct;
let device: TestDevice | undefined;
let token = '';
let port = '';
/** Open pages of the people, and what they sign in with. */
const pages = new Map<string, Page>();
const secrets = new Map<string, string>();
beforeAll(async () => {
  port = String(await freePort());
});
afterAll(async () => {
  await device?.close();
  await browser.closePages();
  await product.stop();
  for (const dir of [dataDir, spare]) rmSync(dir, { recursive: true, force: true });
});

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name, exact: true });

async function choose(page: Page, label: string, text: string) {
  await dialog(page).getByRole('combobox', { name: label }).fill(text);
  await dialog(page).getByRole('option', { name: text }).first().click();
}

const mailTo = (email: string) => mailsIn(dataDir).findLast((mail) => mail.includes(`<${email}>`)) ?? '';

/** Opens an account by its invitation, and signs in with it. Each code counts once, so the sign-in has the next one: neither is over when it arrives a moment later. */
async function openAccount(email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url });
  const welcome = await context.newPage();
  await welcome.goto(linkIn(mailTo(email)));
  const secret = ((await welcome.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await welcome.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await welcome.getByLabel('Password again').fill(PASSWORD);
  await welcome.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, Date.now()));
  await welcome.getByRole('button', { name: 'Open account' }).click();
  await welcome.getByRole('link', { name: 'Log in' }).click();
  secrets.set(email, secret);
  pages.set(email, welcome);
  return signIn(email, welcome);
}

/** Signs in at the sign-in page. */
async function signIn(email: string, page: Page): Promise<Page> {
  await page.getByLabel('Email').fill(email);
  await fillPopup(await popupOf(page), PASSWORD, totpCode(secrets.get(email) ?? '', Date.now() + TOTP_STEP_MS));
  await accountMenuOf(page).waitFor();
  return page;
}

/** Opens the console in a new browser context and signs in. */
async function signInAnew(email: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: product.url })).newPage();
  await page.goto('/');
  return signIn(email, page);
}

const pageOf = (email: string): Page => {
  const page = pages.get(email);
  if (page === undefined) throw new Error(`${email} has no page.`);
  return page;
};

/** A company's place: its names are those of another company, too. */
interface Place {
  readonly organisation: string;
  readonly location: string;
  readonly timezone: string;
  readonly latitude: string;
  readonly longitude: string;
  readonly map: string;
  readonly serial: string;
}
const south: Place = {
  organisation: 'Tomaten Zuid',
  location: 'Zuid',
  timezone: 'Europe/Brussels',
  latitude: '50.9',
  longitude: '4.4',
  map: 'zuid-1',
  serial: SERIAL,
};
const tokyo: Place = {
  organisation: 'Nishi Farm',
  location: 'Nishi',
  timezone: 'Asia/Tokyo',
  latitude: '35.7',
  longitude: '139.7',
  map: 'nishi-1',
  serial: 'LF-7002-26',
};
const GREENHOUSE = 'Kas 1';
const DEVICE = 'Lumion 1';

async function addPlaces(page: Page, { organisation, location, timezone, latitude, longitude }: Place) {
  await visit(page, '/maps/organisations');
  await main(page).getByRole('button', { name: 'Create Organisation' }).first().click();
  await field(page, 'Name').fill(organisation);
  await field(page, 'Client Name').fill(`${organisation} BV`);
  await dialog(page).getByRole('button', { name: 'Create Organisation' }).click();
  await page.getByText('Organisation is created').waitFor();
  await visit(page, '/maps/locations');
  await main(page).getByRole('button', { name: 'Create Location' }).first().click();
  await field(page, 'Name').fill(location);
  await field(page, 'Address').fill('Dorp 1');
  await field(page, 'Latitude').fill(latitude);
  await field(page, 'Longitude').fill(longitude);
  await choose(page, 'Organisation', organisation);
  await choose(page, 'Timezone', timezone);
  await dialog(page).getByRole('button', { name: 'Create Location' }).click();
  await page.getByText('Location is created').waitFor();
  await visit(page, '/maps/greenhouses');
  await main(page).getByRole('button', { name: 'Create Greenhouse' }).first().click();
  await field(page, 'Name').fill(GREENHOUSE);
  await choose(page, 'Location', location);
  await dialog(page).getByRole('button', { name: 'Create Greenhouse' }).click();
  await page.getByText('Greenhouse is created').waitFor();
}

/** Uploads a map and gives it to the greenhouse of the place. */
async function addMap(page: Page, { map, location }: Place) {
  await visit(page, '/maps/maps');
  const form = main(page).getByRole('form', { name: 'Upload Map' });
  await form.getByLabel('Map ID').fill(map);
  await form.getByLabel('What changed').fill('First plan');
  await form.getByLabel('Map file (.zip)').setInputFiles({ name: 'map.zip', mimeType: 'application/zip', buffer: await mapZip('2.1.1') });
  await form.getByText('version 2.1.1, Serre Noël').waitFor();
  await form.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByText('Map is uploaded').waitFor();
  const give = main(page).getByRole('form', { name: 'Give the map to a greenhouse' });
  await give.getByRole('combobox', { name: 'Greenhouse' }).fill(location);
  await give.getByRole('option', { name: `${GREENHOUSE}, ${location}` }).click();
  await give.getByRole('button', { name: 'Give to Greenhouse' }).click();
  await page.getByText('The greenhouse has the map').waitFor();
}

/** Adds a device, deploys it and returns its access token. */
async function addDevice(page: Page, { serial, location }: Place): Promise<string> {
  await visit(page, '/management/add');
  await main(page).getByRole('textbox', { name: 'Serial' }).fill(serial);
  await main(page).getByRole('textbox', { name: 'Name' }).fill(DEVICE);
  await main(page).getByRole('combobox', { name: 'Hardware Revision' }).selectOption('LF-R3');
  await main(page).getByRole('button', { name: 'Add Device' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await main(page)
    .getByRole('link', { name: /details|credentials/i })
    .first()
    .waitFor();
  await visit(page, `/management/device_info?device_serial=${serial}`);
  await main(page).getByLabel('Location').selectOption(location);
  await main(page).getByRole('button', { name: 'Deploy', exact: true }).click();
  await main(page).getByText('Device is deployed').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main(page).getByRole('button', { name: 'Download Access Token', exact: true }).click(),
  ]);
  return z.object({ access_token: z.string() }).parse(JSON.parse((await savedBytes(download)).toString())).access_token;
}

async function invite(page: Page, email: string, type: string, organisationName?: string) {
  await visit(page, '/users?tab=manage_users');
  await main(page).getByLabel('Email').fill(email);
  await main(page).getByLabel('First name').fill('Ann');
  await main(page).getByLabel('Family name').fill('Zuid');
  await main(page).getByLabel('User type').selectOption(type);
  await main(page).getByLabel('Locale').selectOption({ index: 1 });
  if (organisationName !== undefined)
    await main(page).getByLabel('Organisation', { exact: true }).selectOption({ label: organisationName });
  await main(page).getByRole('button', { name: 'Invite' }).click();
  await page.getByText('User Invited').waitFor();
  // The notice may be that of the previous invitation.
  await eventually(() => mailTo(email)).not.toBe('');
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
  await addPlaces(admin, south);
  await addMap(admin, south);
  token = await addDevice(admin, south);
  await invite(admin, 'ann@bos.example', 'Organisation Admin', south.organisation);
  const grower = await openAccount('ann@bos.example');

  device = await connectDevice(partsOf(dataDir).mqttUrl, token, SERIAL, Date.now);
  const received = await device.obey();
  await device.stay({ current_state: 'error', error_code: '0x0a010023', battery_level: 71 });
  await visit(admin, '/dashboard');
  await main(admin).getByText('7 of 8 steps are done').waitFor();
  for (const page of [admin, grower]) {
    await visit(page, '/fleet/state?show=error');
    await main(page).getByText(DEVICE).first().waitFor();
    await main(page).getByText('0x0a010023').first().waitFor();
  }
  await visit(grower, `/device/commands?device_serial=${SERIAL}`);
  await main(grower).getByRole('button', { name: 'Request Control' }).click();
  await main(grower).getByText('You are in control').first().waitFor();
  await main(grower).getByRole('button', { name: 'Stop Immediately' }).click();
  await grower.getByRole('button', { name: 'Yes' }).click();
  await eventually(() => received.some(({ command }) => command === 'stop_immediately')).toBe(true);
  await grower.getByText('Stop done').first().waitFor();
});

/** Reports the configuration of a robot, a value of which it changes by itself. */
async function configure(robot: TestDevice, now: number) {
  const model = { command_name: 'set_max_speed', group: 'Navigation-GREEN', type: 'float', min: 0, max: 1.2, unit: 'm/s' };
  const report = (file_name: string, value: number, minutes: number) =>
    robot.publish(
      deviceTopic(robot.serial, 'configuration'),
      JSON.stringify({
        time: new Date(now + minutes * 60_000).toISOString(),
        revision: '7',
        file_names: ['navigation.yaml', 'docking.yaml'],
        file_name,
        config: { max_speed: { value, model } },
      }),
    );
  await report('navigation.yaml', 0.8, -30);
  await report('docking.yaml', 0.2, -30);
  await report('navigation.yaml', 0.6, -10);
}

/** Everything that a robot reports: where it is, what it treats, what happened, a log file and an incident. */
async function work(robot: TestDevice, { map }: Place, now: number) {
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
  const version = siteVersion('2.1.1');
  const treatment_id = `treatment-${robot.serial}`;
  const jobs = ['101', '102', '103'].map((object_id) => ({
    job_type: 'uv_treatment',
    object_id,
    status: 'COMPLETED',
    error_code: null,
    gutter: 1,
    treatment_time: 300,
    dosage: 12.5,
  }));
  const treatment = {
    treatment_id,
    map_id: map,
    map_version: version,
    mission_id: 'uv-night',
    treatment_type: 'uv',
    creation_time: at(-40),
    start_time: at(-39),
    total_asked: 3,
    version: 3,
    test_mission: false,
    jobs,
  };
  await robot.tell('state_data', { has_wifi: true, 'site/site_id': map, 'site/site_version': version });
  await robot.tell('map_data', { [map]: { version, valid: true, errors: {} } });
  await robot.tell('sw_version', {
    software_version: '4.2.0',
    software_hash: 'a1b2c3',
    software_status: 'True',
    software_manually_started: false,
  });
  await robot.tell('sim_info', {
    customer: 'Bos',
    rate_plan: 'EU',
    status: 'ACTIVE',
    ctd_data_usage: 1_048_576,
    overage_limit_reached: false,
  });
  await robot.tell('metrics', { mileage: 1_200.5, laneswitches: 40, active_time: 7_200, uv_switches: 12, uv_active_time: 3_600 });
  await robot.tell('active_treatment', {
    treatment_id,
    settings: { mission_id: 'uv-night' },
    creation_time: at(-40),
    start_time: at(-39),
    jobs,
  });
  await robot.tell('treatment', {
    ...treatment,
    finish_time: null,
    finish_status: '',
    total_treated: 1,
    total_failed: 0,
    reached_end: false,
  });
  const log = (entry: object) => robot.publish(deviceTopic(robot.serial, 'log'), JSON.stringify({ time: at(0), ...entry }));
  const incident = {
    kind: 'incident',
    incident_id: `incident-${robot.serial}`,
    error_code: '0x0a010023',
    manually_triggered: false,
    map_id: map,
    map_version: version,
    node_id: '102',
    x: 1.6,
    y: 4,
    during_mission: true,
    treatment_id,
  };
  await log({ ...incident, upload_started: at(-19), upload_finished: null });
  await log({
    ...incident,
    incident_id: `${incident.incident_id}-2`,
    manually_triggered: true,
    upload_started: null,
    upload_finished: null,
  });
  await log({
    kind: 'event',
    level: 'error',
    message: 'Lane is blocked',
    data: { lane: '102' },
    action: { incident_id: incident.incident_id },
  });
  await log({ kind: 'event', level: 'warning', message: 'No recovery', data: { no_recovery_reason: 'blocked' }, action: { treatment_id } });
  await log({ kind: 'file', database_id: `log-${robot.serial}`, timestamp: at(-20) });
  await robot.tell('treatment', {
    ...treatment,
    finish_time: at(-1),
    finish_status: 'fully_completed',
    total_treated: 3,
    total_failed: 0,
    reached_end: true,
  });
  await robot.tell('treatment', {
    ...treatment,
    treatment_id: `${treatment_id}-test`,
    test_mission: true,
    finish_time: at(-1),
    finish_status: 'partially_completed',
    total_treated: 2,
    total_failed: 1,
    reached_end: false,
  });
  await robot.tell('active_treatment', null);
  await configure(robot, now);
  const identity = { device_type: 'LUMION_FIX', components: { drive: 'DRV-77' }, software: { robot: '4.2.0' } };
  await robot.publish(deviceTopic(robot.serial, 'identity'), JSON.stringify({ time: at(0), ...identity }));
  return { incident, isUploaded: () => log({ ...incident, upload_started: at(-19), upload_finished: at(-2) }) };
}

/** Puts a file as a robot does, with its serial and access token. */
async function putFile(name: string, body: Buffer) {
  const authorization = `Basic ${Buffer.from(`${SERIAL}:${token}`).toString('base64')}`;
  const { status } = await fetch(`${product.url}/device-files/${name}`, {
    method: 'PUT',
    headers: { authorization },
    body: new Uint8Array(body),
  });
  expect(status).toBe(204);
}

/** The screens of the robot, for each person who may see it. */
const SHOWN = [
  ['/fleet/state', DEVICE],
  ['/treatments/all', DEVICE],
  ['/incidents/all', '0x0a010023'],
  ['/maps/maps', 'Serre Noël'],
  [`/maps/map_detail?map_id=${south.map}`, 'Serre Noël'],
  ['/maps/locations', south.location],
  [`/device/events?device_serial=${SERIAL}`, 'Lane is blocked'],
  [`/device/treatments?device_serial=${SERIAL}`, 'uv-night'],
  [`/device/configuration?device_serial=${SERIAL}`, 'max_speed'],
  [`/device/commands?device_serial=${SERIAL}`, 'Stop Immediately'],
] as const;

it('[JOURNEY3] the robot finishes a treatment and has an incident: people of every role see it on every screen that shows it', async () => {
  const admin = pageOf('eva@bos.example');
  if (device === undefined) throw new Error('The robot is not connected.');
  await device.stay({ current_state: 'executing_task', current_task: 'uv_treatment', battery_level: 64, current_node: '102' });
  const { incident, isUploaded } = await work(device, south, Date.now());
  await visit(admin, '/incidents/all');
  await main(admin).getByRole('table').getByRole('button', { name: '0x0a010023' }).first().waitFor();
  await putFile(
    `${incident.incident_id}.bag.gz`,
    gzipSync(writeBag([{ topic: '/incident', kind: 'text', at: Date.now(), body: rosText('{}') }])),
  );
  await isUploaded();
  await invite(admin, 'lou@bos.example', 'License Support Engineer');
  await invite(admin, 'kim@bos.example', 'Organisation User', south.organisation);
  await openAccount('lou@bos.example');
  await openAccount('kim@bos.example');
  for (const [email, page] of pages) {
    for (const [address, text] of SHOWN) {
      await visit(page, address);
      await main(page).getByText(text).filter({ visible: true }).first().waitFor();
      expect(new URL(page.url()).pathname, `${email} ${address}`).toBe(address.split('?')[0]);
    }
  }
});

it('[JOURNEY4] a second company in another time zone, whose robot and greenhouse have the same names, sees its own alone', async () => {
  const admin = pageOf('eva@bos.example');
  await addPlaces(admin, tokyo);
  await addMap(admin, tokyo);
  const key = await addDevice(admin, tokyo);
  await invite(admin, 'yuki@bos.example', 'Organisation Admin', tokyo.organisation);
  const page = await openAccount('yuki@bos.example');
  const other = await connectDevice(partsOf(dataDir).mqttUrl, key, tokyo.serial, Date.now);
  await other.stay({ current_state: 'waiting_for_task', battery_level: 90 });
  const rows = (label: string | RegExp) => main(page).getByRole('table', { name: label }).getByRole('row');
  for (const [address] of SHOWN.filter(([screen]) => !screen.includes('?'))) {
    await visit(page, address);
    await main(page).getByRole('heading').first().waitFor();
    await settled(page);
    expect(await page.getByText(/Tomaten Zuid|LF-7001|zuid-1|0x0a010023/).count(), address).toBe(0);
  }
  await visit(page, '/fleet/state');
  await main(page).getByText(DEVICE).first().waitFor();
  await visit(page, '/maps/locations');
  await eventually(() => rows('Locations').count()).toBe(2);
  await other.close();
});

it('[JOURNEY5] what else a company keeps is put there by its screens: metadata, keys, SSH, a network, an error code', async () => {
  const admin = pageOf('eva@bos.example');
  const press = (name: string, exact = true) => main(admin).getByRole('button', { name, exact }).click();
  await visit(admin, `/management/device_info?device_serial=${SERIAL}`);
  await press('Edit Metadata');
  await main(admin).getByLabel('Platform WiFi Password').fill('greenhouse-at-night');
  await main(admin).getByLabel('Wheel Type').selectOption('GROUND');
  await press('Save');
  await admin.getByText('The change is saved').waitFor();
  const saved = admin.waitForEvent('download');
  await press('Generate Credentials');
  await admin.getByRole('button', { name: 'Yes' }).click();
  await saved;
  await visit(admin, `/management/ssh_credentials?device_serial=${SERIAL}`);
  const router = main(admin).getByRole('group', { name: 'SSH credentials of router' });
  await router.getByLabel('Username', { exact: true }).fill('root');
  await router.getByLabel('Password', { exact: true }).fill('a key of the router');
  await press('Update SSH Credentials');
  await admin.getByRole('button', { name: 'Yes' }).click();
  await admin.getByText('The credentials are saved').waitFor();
  await visit(admin, '/maps/locations');
  await main(admin).getByRole('row').filter({ hasText: south.organisation }).click();
  await press('Update network information');
  await field(admin, 'wifi_ssid').fill('zuid-kas');
  await field(admin, 'wifi_password').fill('kas-7741');
  await dialog(admin).getByRole('button', { name: 'Update' }).click();
  await admin.getByText('Network information is updated').waitFor();
  await visit(admin, '/error_codes');
  // The empty list offers it, too.
  await main(admin).getByRole('button', { name: 'Add Error Code' }).first().click();
  await admin.getByRole('textbox', { name: 'Code', exact: true }).fill('0x0a010023');
  await admin.getByRole('textbox', { name: 'Development' }).fill('A lane is blocked');
  await dialog(admin).getByRole('button', { name: 'Confirm' }).click();
  await admin.getByText('The error code is added').waitFor();
});

it('[FILLED1] the screens and the messages of a robot fill all parts of the database that the demo fills', async () => {
  const another = await startProduct();
  const demo = await filledColumns(another.dataDir);
  await another.stop();
  const missing = async () => {
    const own = await filledColumns(dataDir);
    return [...demo].filter((column) => !own.has(column));
  };
  // The post-processing of an incident runs after its upload.
  await eventually(missing).toEqual([]);
});

/** Waits until a person sees the robot, its treatment and its incident. */
async function seesEverything(page: Page) {
  for (const [address, text] of SHOWN.slice(0, 4)) {
    await visit(page, address);
    await main(page).getByText(text).filter({ visible: true }).first().waitFor();
  }
}

it('[JOURNEY2] created entities exist after a restart', async () => {
  await browser.closePages();
  await product.stop();
  product = await startProduct({ ...env, PORT: port });
  const page = await signInAnew('eva@bos.example');
  expect(await page.getByRole('navigation', { name: 'External links' }).count()).toBe(0);
  await seesEverything(page);
});

it('[JOURNEY6] created entities exist on another machine, from a backup', async () => {
  const run = (what: string, dir: string) =>
    promisify(execFile)(
      process.execPath,
      ['server/app/backup/run.ts', what, path.join(spare, 'backup'), '--keys', path.join(spare, 'keys')],
      {
        env: { ...process.env, ...env, DATA_DIR: dir, PORT: port },
      },
    );
  await run('backup', dataDir);
  await browser.closePages();
  await product.stop();
  await run('restore', path.join(spare, 'data'));
  product = await startProduct({ ...env, DATA_DIR: path.join(spare, 'data'), PORT: port });
  await seesEverything(await signInAnew('lou@bos.example'));
});
