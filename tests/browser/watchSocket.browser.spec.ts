import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from '#contract/schema';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { frameReader } from '#streams/columnFrame/frameReader';
import { tokenOf } from '../support/asked.ts';
import { ownProduct } from '../support/ownProduct.ts';
import { eventually, personOf, showAllDevices, signedInPage, testBrowser } from '../support/pages.ts';
import { openRobot, silentDevices, type Robot } from '../support/robot.ts';
import { tapSockets, type TappedSocket } from '../support/socketTap.ts';
import { until } from '../support/until.ts';

const SERIAL = silentDevices.offline;
const config = z.object({ websocket_address: z.string() });

const browser = testBrowser();
let page: Page;
let robot: Robot;
let sockets: readonly TappedSocket[];
beforeAll(async () => {
  const context = await browser.newContext();
  sockets = await tapSockets(context);
  // One load of the console: a second one would open a second socket while the first test reads what the first one sent.
  page = await signedInPage({ ...browser, newContext: async () => context }, personOf('system_admin'), '/fleet/state');
  robot = await openRobot(ownProduct().dataDir, SERIAL);
  await showAllDevices(page);
});
afterAll(async () => {
  await robot.close();
  await browser.closePages();
});

const row = () => page.getByRole('table', { name: 'Devices' }).getByRole('row').filter({ hasText: SERIAL });
const task = () => row().getByRole('cell').nth(3);
const battery = () => row().getByRole('cell').nth(4);

function newest(): TappedSocket {
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error('no socket');
  return socket;
}

/** Leaves the polls of the fleet without an answer, so that states arrive by the socket alone. */
const holdPolls = () => page.route('**/api/machines', () => undefined);
const freePolls = () => page.unroute('**/api/machines');

const push = (serial: string, state: unknown, timestamp = new Date().toISOString()) =>
  JSON.stringify({ type: 'state', serial, timestamp, state });

it('[LIVE-002] [LIVE-003] [LIVE-004] [LIVE-005] [CALL-112] [CONST-061] the socket stands at the configured address, says who it is, then asks for everything', async () => {
  const { websocket_address } = config.parse(await (await fetch(`${ownProduct().url}/config.json`)).json());
  await until('the greeting', () => (sockets.at(-1)?.sent.length ?? 0) >= 2);
  expect(newest().url).toBe(`${websocket_address}/ws`);
  expect(newest().sent.map((text): unknown => JSON.parse(text))).toEqual([
    { type: 'authentication', access_token: await tokenOf(page) },
    { type: 'subscribe', subscription_type: 'UPDATE', device_serials: [] },
  ]);
  expect(sockets.every(({ url }) => !/token|[?#]/.test(url))).toBe(true);
});

it('[WIRE5] reports come as column frames, which the console reads', async () => {
  await holdPolls();
  // A socket does not wait long for the code that reads them: the first one of the page may have opened without.
  const files = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  await eventually(files).toContainEqual(expect.stringContaining('/frameReader-'));
  const known = sockets.length;
  await newest().cut(1001);
  await until('the greeting of the next socket', () => sockets.length > known && newest().sent.length >= 2);
  await robot.says({ current_state: 'executing_task', current_task: 'uv_treatment', battery_level: 71 });
  await eventually(() => battery().textContent()).toContain('71');
  const read = frameReader(recordingCodec);
  const reported = newest().received.flatMap((frame) => (typeof frame === 'string' ? [] : read(frame).reports));
  expect(reported).toContainEqual(expect.objectContaining({ serial: SERIAL, state: expect.objectContaining({ battery_level: 71 }) }));
  await freePolls();
});

it('[LIVE-001] [LIVE-007] [RULE-001] [RULE-002] [DEV-031] [FLEET-008] reports of a robot reach the screen by the socket alone: idle, then in error with its code and text', async () => {
  await holdPolls();
  await robot.says({ current_state: 'waiting_for_task', battery_level: 88 });
  await task().getByText('Idle', { exact: true }).waitFor();
  await eventually(() => row().getByRole('cell').first().textContent()).toBe('Online');
  await robot.says({ current_state: 'error', error_code: '0x03000117', battery_level: 88 });
  await task().getByText('Error', { exact: true }).waitFor();
  const code = task().getByRole('button', { name: '0x03000117' });
  await code.hover();
  const tooltip = page.getByText('drive: wheel slip on rail, no progress for 20 s');
  await tooltip.waitFor();
  const [red = 0, green = 0, blue = 0] = await code.evaluate((element) => {
    const brush = document.createElement('canvas').getContext('2d');
    if (brush === null) throw new Error('no canvas');
    brush.fillStyle = getComputedStyle(element).color;
    brush.fillRect(0, 0, 1, 1);
    return [...brush.getImageData(0, 0, 1, 1).data];
  });
  expect(red).toBeGreaterThan(green + blue);
  await page.mouse.move(0, 0);
  await tooltip.waitFor({ state: 'hidden' });
  await freePolls();
});

it.each([
  ['[RULE-037]', -1, '-', null],
  ['[RULE-039]', 20, '20 %', 'red'],
  ['[RULE-040]', 20.5, '20 %', 'amber'],
  ['[RULE-042]', 59.9, '59 %', 'amber'],
  ['[RULE-043]', 60, '60 %', 'green'],
  ['[RULE-045]', 100, '100 %', 'green'],
] as const)('%s a battery of %d reads "%s" in %s', async (_, battery_level, text, band) => {
  await robot.says({ current_state: 'waiting_for_task', battery_level });
  await expect.poll(() => battery().textContent(), { timeout: 60_000 }).toBe(text);
  const icon = battery().locator('svg');
  await expect.poll(async () => ((await icon.count()) === 0 ? null : icon.getAttribute('data-band')), { timeout: 60_000 }).toBe(band);
});

it('[LIVE-006] a socket that is closed from outside comes back, says again who it is, and brings what happened meanwhile', async () => {
  await holdPolls();
  await robot.says({ current_state: 'waiting_for_task', battery_level: 70 });
  await battery().getByText('70 %').waitFor();
  const before = sockets.length;
  for (const code of [1011, 1001, 4408]) {
    const known = sockets.length;
    await newest().cut(code);
    await robot.says({ current_state: 'executing_task', current_task: 'drive_manually', battery_level: known + 30 });
    await until('a new socket', () => sockets.length > known);
    await battery()
      .getByText(`${known + 30} %`)
      .waitFor();
    await until('the greeting', () => (sockets.at(-1)?.sent.length ?? 0) >= 2);
    expect(JSON.parse(newest().sent[0] ?? '')).toEqual({ type: 'authentication', access_token: await tokenOf(page) });
  }
  expect(sockets.length).toBe(before + 3);
  await eventually(() => task().textContent()).toContain('Manual Driving');
  await freePolls();
});

it('[SOCK7] [LIVE-007] a worker holds the socket, and what a robot says reaches the screen through it', async () => {
  const context = await browser.newContext();
  const other = await signedInPage({ ...browser, newContext: async () => context }, personOf('system_admin'), '/fleet/state');
  await showAllDevices(other);
  await other.route('**/api/machines', () => undefined);
  const there = other.getByRole('table', { name: 'Devices' }).getByRole('row').filter({ hasText: SERIAL }).getByRole('cell');
  await robot.says({ current_state: 'waiting_for_task', battery_level: 31 });
  await there.nth(4).getByText('31 %').waitFor();
  await robot.says({ current_state: 'waiting_for_task', battery_level: 32 });
  await there.nth(4).getByText('32 %').waitFor();
  expect(other.workers().map((worker) => new URL(worker.url()).pathname)).toContainEqual(
    expect.stringMatching(/^\/assets\/socketWorker-[\w-]+\.js$/),
  );
  await context.close();
});

it('[FRAME3] [LIVE-007] a long frame is read, and what follows it stays in order', async () => {
  // The list of all devices lacks this one: a poll would remove it again.
  await holdPolls();
  const serial = silentDevices.neverSeen;
  const charge = (battery_level: number, of: string = serial) => ({
    type: 'state',
    serial: of,
    timestamp: new Date().toISOString(),
    state: { current_state: 'waiting_for_task', battery_level },
  });
  const many = Array.from({ length: 400 }, (_, index) => charge(7, `nobody-${index}`));
  const shown = page.getByRole('table', { name: 'Devices' }).getByRole('row').filter({ hasText: serial }).getByRole('cell').nth(4);
  newest().give(JSON.stringify([...many, { type: 'unknown' }, charge(41)]));
  await shown.getByText('41 %').waitFor();
  newest().give(`[${'['.repeat(20_000)}${']'.repeat(20_000)}]`);
  newest().give(JSON.stringify([...many, charge(42)]));
  newest().give(JSON.stringify(charge(43)));
  await shown.getByText('43 %').waitFor();
  await freePolls();
});

it('[LIVE-007] frames that are broken, huge, unknown or hostile change nothing, and the page lives on', async () => {
  await robot.says({ current_state: 'waiting_for_task', battery_level: 64 });
  await battery().getByText('64 %').waitFor();
  const known = await page.getByRole('row').count();
  const frames = [
    '',
    '{',
    'null',
    '[[[[]]]]',
    '{"type":"state"}',
    '{"type":"haiku","serial":"x"}',
    push(SERIAL, 'no object'),
    push(SERIAL, { battery_level: 'full' }),
    push('__proto__', { current_state: 'error', polluted: true }),
    push('constructor', { current_state: 'error' }),
    '{"__proto__":{"polluted":true},"type":"state","serial":"hasOwnProperty","timestamp":"x","state":{}}',
    '{"type":"data","serial":"__proto__","data_group":"__proto__","data":{"polluted":true}}',
    push('<img src=x onerror=document.title=1>', { current_state: 'error' }),
    push(SERIAL, { current_state: 'error' }, '1999-01-01T00:00:00.000Z'),
    `[${Array.from({ length: 200 }, () => '{"type":"state"}').join()}]`,
    JSON.stringify({ type: 'state', filler: 'x'.repeat(4_000_000) }),
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    JSON.stringify({ serial: 'type', type: ['state'], state: { shape: 'docks' } }),
  ];
  for (const frame of frames) newest().give(frame);
  const open = sockets.length;
  await robot.says({ current_state: 'waiting_for_task', battery_level: 63 });
  await battery().getByText('63 %').waitFor();
  await eventually(() => task().textContent()).toContain('Idle');
  expect(await page.getByRole('row').count()).toBe(known);
  expect(
    await page.evaluate(() => [document.title === '1', Reflect.has({}, 'polluted'), document.querySelectorAll('img[src="x"]').length]),
  ).toEqual([false, false, 0]);
  expect(sockets.length).toBe(open);
});

it('[RULE-015] words of a robot are shown as words, whatever they look like', async () => {
  const text = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
  await robot.says({ current_state: 'executing_task', current_task: text, battery_level: 62 });
  await task().getByText(`Executing Unknown Action (${text})`).waitFor();
  expect(await page.title()).not.toBe('1');
  expect(await page.locator('img[src="x"]').count()).toBe(0);
});
