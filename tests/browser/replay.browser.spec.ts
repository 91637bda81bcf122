import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { dateTimeText } from '#domain/text/dates';
import { encodeSession } from '#session/encodeSession';
import { openRecordedSession } from '#session/openSession';
import type { FleetEvent } from '#streams/event';
import { axeFaults } from '../support/axeFaults.ts';
import { accountMenuOf, eventually, painted, personOf, renderAs, signedInPage, testBrowser } from '../support/pages.ts';
import { openStaticHost } from '../support/stub/staticHost.ts';

const browser = testBrowser();
let host: Awaited<ReturnType<typeof openStaticHost>> | undefined;
let folder: string;
let recording: string;

const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' });
const banner = (page: Page) => page.getByRole('status', { name: 'Replay' });

/** Records some seconds of the live console, and saves them as a file. */
async function recordedFile(): Promise<string> {
  const page = await signedInPage(browser, personOf('system_admin'), '/fleet/state');
  await page.keyboard.press('t');
  await page.waitForFunction(() => {
    const moment = document.querySelector<HTMLInputElement>('input[aria-label=Moment]');
    return moment !== null && Number(moment.max) - Number(moment.min) > 4_000;
  });
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save recording' }).click()]);
  expect(download.suggestedFilename()).toMatch(/^\d{4}-\d\d-\d\d-\d{6}\.orangery$/);
  const file = path.join(folder, 'shift.orangery');
  await download.saveAs(file);
  return file;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'orangery-replay-'));
  recording = await recordedFile();
  // A plain web server: it answers every path with the page, also that of the settings.
  host = await openStaticHost(() => null);
  await browser.closePages();
});
afterEach(async () => {
  await browser.closePages();
});
afterAll(async () => {
  await browser.closePages();
  await host?.close();
  await rm(folder, { recursive: true, force: true });
});

async function replayPage(at = '/replay', drawsMaps = false): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: host?.origin ?? '', drawsMaps })).newPage();
  await page.goto(at);
  await page.getByText('Drop a recording here').waitFor();
  return page;
}

async function openedReplay(at = '/replay', drawsMaps = false): Promise<Page> {
  const page = await replayPage(at, drawsMaps);
  await page.getByLabel('Recording file').setInputFiles(recording);
  await page.getByRole('button', { name: 'Open recording' }).click();
  await banner(page).waitFor();
  return page;
}

it('[REPLAY1] [REPLAY9] [SAVE1] a recording that was saved is opened without sign-in and server, after the page showed what is in it', async () => {
  const page = await replayPage();
  await page.getByLabel('Recording file').setInputFiles(recording);
  const card = page.getByRole('region', { name: 'shift.orangery' });
  await card.getByText('Whole').waitFor();
  expect(await card.innerText()).toMatch(/Recorded by\n.+\nsystem admin\n/);
  expect(await card.innerText()).toMatch(/Devices\n2\d\n/);
  await card.getByRole('button', { name: 'Open recording' }).click();
  await banner(page).waitFor();
  expect(await banner(page).innerText()).toMatch(/shift\.orangery, recorded by .+, at .+\. Commands are off\./);
  await eventually(() => new URL(page.url()).pathname).toBe('/replay/fleet/state');
  await page.getByRole('button', { name: 'Close recording' }).click();
  await page.getByText('Drop a recording here').waitFor();
  await eventually(() => new URL(page.url()).pathname).toBe('/replay');
});

/** Waits until the workers of maps, which start with a replay, have their code. */
const mapWorkerOf = (page: Page) =>
  eventually(() => page.workers().map((worker) => new URL(worker.url()).pathname)).toContainEqual(
    expect.stringContaining('maplibre-gl-worker'),
  );

/** Shows a route of a recording without a request for the page. */
async function showRoute(page: Page, route: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ idx: 1, key: to, usr: null }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, `/replay${route}`);
}

it('[REPLAY2] [REPLAY7] [CHART5] every screen works over it, and no request leaves the page after it was opened', async () => {
  const page = await openedReplay();
  await mapWorkerOf(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  for (const { path: route, title } of routes) {
    await showRoute(page, route);
    await page.getByRole('heading', { level: 1, name: new RegExp(`(?:^|, )${title}$`) }).waitFor();
    await banner(page).waitFor();
    await painted(page);
    expect(await page.getByText('Something went wrong').count()).toBe(0);
    expect(await page.getByRole('region', { name: 'Charts' }).count()).toBe(0);
  }
  expect(requests).toEqual([]);
  await accountMenuOf(page).click();
  await page.getByRole('menuitem', { name: 'Close recording' }).click();
  await page.getByText('Drop a recording here').waitFor();
});

const SENTINEL = 'ZZSENTINEL';
/** Free texts of responses that screens show. */
const FREE = new Set([
  'name',
  'title',
  'text',
  'description',
  'location_name',
  'organisation_name',
  'current_node',
  'current_task',
  'display_name',
]);

/** A value in which every free text is the sentinel. */
const marked = (value: unknown): FleetEvent =>
  JSON.parse(JSON.stringify(value, (key, part: unknown) => (FREE.has(key) && typeof part === 'string' ? SENTINEL : part)));

/** The recording, then a minute later everything that it learned once more, with the sentinel in each free text. */
async function sentinelFile(): Promise<{ readonly file: string; readonly before: number }> {
  const session = await openRecordedSession(await readFile(recording));
  const events: FleetEvent[] = [];
  for (const placed of session.blocks) {
    const block = await session.block(placed);
    for (let index = 0; index < block.count; index += 1) events.push(block.eventAt(index));
  }
  const last = events.at(-1);
  if (last === undefined) throw new Error('nothing was recorded');
  const learned = events.filter(({ kind }) => kind === 'request.succeeded' || kind === 'device.stateReported');
  const later = learned.map((event, index) => ({ ...marked(event), seq: last.seq + 1 + index, at: last.at + 60_000 }));
  const tick: FleetEvent = { kind: 'clock.ticked', seq: last.seq + 1 + later.length, at: last.at + 60_000, source: 'log' };
  const file = path.join(folder, 'sentinel.orangery');
  await writeFile(file, await encodeSession(session.info, [[...events, ...later, tick]]));
  return { file, before: last.at };
}

it('[PAST15] nothing that happened after the shown moment is on any screen', async () => {
  const { file, before } = await sentinelFile();
  const page = await replayPage(`/replay/dashboard?at=${new Date(before).toISOString()}`);
  await page.getByLabel('Recording file').setInputFiles(file);
  await page.getByRole('button', { name: 'Open recording' }).click();
  await banner(page).waitFor();
  const isShown = async (route: string, title: string, at: number): Promise<boolean> => {
    await showRoute(page, `${route}?at=${new Date(at).toISOString()}`);
    await page.getByRole('heading', { level: 1, name: new RegExp(`(?:^|, )${title}$`) }).waitFor();
    await painted(page);
    return (await page.content()).includes(SENTINEL);
  };
  for (const { path: route, title } of routes) expect(await isShown(route, title, before), route).toBe(false);
  await page.getByRole('slider', { name: 'Moment' }).focus();
  await page.keyboard.press('End');
  await eventually(() => page.getByRole('status', { name: 'Replay' }).innerText()).toContain(dateTimeText(before + 60_000));
  // Otherwise, no screen would show a text with the sentinel.
  const shown: string[] = [];
  for (const { path: route, title } of routes) {
    if (shown.length < 4 && (await isShown(route, title, before + 60_000))) shown.push(route);
  }
  expect(shown).toHaveLength(4);
});

it('[REPLAY3] the timeline moves through the recording from its begin to its end, and the address shows the moment', async () => {
  const page = await openedReplay();
  const moment = timeline(page).getByRole('slider', { name: 'Moment' });
  // The moment that was reported is the end.
  await eventually(() => timeline(page).innerText()).toMatch(/(\d+ s) of \1/);
  expect(await timeline(page).getByRole('button', { name: 'Live' }).count()).toBe(0);
  await eventually(() => new URL(page.url()).searchParams.get('at')).not.toBeNull();
  const end = new URL(page.url()).searchParams.get('at');
  await moment.focus();
  await page.keyboard.press('Home');
  await eventually(() => timeline(page).innerText()).toMatch(/0 s of \d+ s/);
  await eventually(() => new URL(page.url()).searchParams.get('at')).not.toBe(end);
  const at = new URL(page.url()).searchParams.get('at');
  await page.keyboard.press('l');
  await page.getByLabel('Speed').selectOption('100x');
  await page.getByRole('button', { name: 'Play' }).click();
  // At the end it stops and stays in the recording.
  await page.getByRole('button', { name: 'Play' }).waitFor();
  await eventually(() => timeline(page).innerText()).toMatch(/(\d+ s) of \1/);
  const again = await openedReplay(`/replay/device/detail?at=${at ?? ''}`);
  await eventually(() => new URL(again.url()).searchParams.get('at')).toBe(at);
  expect(new URL(again.url()).pathname).toBe('/replay/device/detail');
});

it('[SAVE2] a report holds the minutes before the shown moment and its note; a report of a replay too', async () => {
  const page = await openedReplay();
  await page.getByRole('button', { name: 'Report this moment' }).click();
  await page.getByLabel('Note').fill('the arm stood still');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save report' }).click()]);
  expect(download.suggestedFilename()).toMatch(/^report-\d{4}-\d\d-\d\d-\d{6}\.orangery$/);
  const report = path.join(folder, 'report.orangery');
  await download.saveAs(report);
  const other = await replayPage();
  await other.getByLabel('Recording file').setInputFiles(report);
  const card = other.getByRole('region', { name: 'report.orangery' });
  await card.getByText('the arm stood still').waitFor();
  expect(await card.innerText()).toMatch(/Events\n[1-9]/);
});

it.each<[string, (file: Buffer) => Uint8Array, RegExp]>([
  ['a picture', () => Buffer.from('\u0089PNG, and what a picture has'), /^This file is no recording\.$/],
  ['a newer version', (file) => file.with(8, 9), /newer version of the console/],
  ['half a header', (file) => file.subarray(0, 40), /cut off in its header/],
])('[REPLAY4] %s is refused with one line, and the page goes on', async (_, change, line) => {
  const page = await replayPage();
  const bad = path.join(folder, 'bad.orangery');
  await writeFile(bad, change(await readFile(recording)));
  await page.getByLabel('Recording file').setInputFiles(bad);
  await eventually(() => page.getByRole('alert').innerText()).toMatch(line);
  await page.getByLabel('Recording file').setInputFiles(recording);
  await page.getByRole('button', { name: 'Open recording' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

it('[REPLAY4] a file without its end is opened as far as it is whole, and says so', async () => {
  const page = await replayPage();
  const cut = path.join(folder, 'cut.orangery');
  const whole = await readFile(recording);
  await writeFile(cut, whole.subarray(0, whole.length - 20));
  await page.getByLabel('Recording file').setInputFiles(cut);
  await page.getByText('The end of the recording is missing or damaged; it shows what could be read.').waitFor();
  await page.getByRole('button', { name: 'Open recording' }).click();
  await banner(page).getByText('The end of the recording is missing or damaged; it shows what could be read.').waitFor();
});

it('[REPLAY2] a map requests nothing: the code of its workers came when the recording was opened', async () => {
  const page = await openedReplay('/replay', true);
  await mapWorkerOf(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await showRoute(page, '/maps/locations');
  await page.locator('canvas.maplibregl-canvas').waitFor();
  await painted(page);
  expect(requests.filter((url) => !url.startsWith('blob:'))).toEqual([]);
});

it('[REPLAY8] a page of a replay that is loaded anew says that the recording must be opened again', async () => {
  const page = await openedReplay();
  await showRoute(page, '/fleet/state');
  await banner(page).waitFor();
  await page.reload();
  await page.getByText('The page was loaded anew: open the recording again.').waitFor();
});

it('[REPLAY5] a dropped file is read as a chosen one', async () => {
  const page = await replayPage();
  const text = (await readFile(recording)).toString('base64');
  const dropped = await page.evaluateHandle((base64) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], 'dropped.orangery'));
    return data;
  }, text);
  await page.getByRole('region', { name: 'Recording', exact: true }).dispatchEvent('drop', { dataTransfer: dropped });
  await page.getByRole('region', { name: 'dropped.orangery' }).getByText('Whole').waitFor();
});

it('[REPLAY6] the page and the replay have no accessibility fault, light and dark, wide and on a phone', async () => {
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 390],
  ] as const) {
    const page = await replayPage();
    await renderAs(page, { colorScheme, width, height: 844 });
    await page.getByLabel('Recording file').setInputFiles(recording);
    await page.getByRole('button', { name: 'Open recording' }).waitFor();
    expect(await axeFaults(page, 'body')).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.getByRole('button', { name: 'Open recording' }).click();
    await banner(page).waitFor();
    await painted(page);
    expect(await axeFaults(page, 'body')).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});
