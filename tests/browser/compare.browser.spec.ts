import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFile } from '#app/replay/openedFile';
import { axeFaults } from '../support/axeFaults.ts';
import { ownProduct } from '../support/ownProduct.ts';
import {
  accountMenuOf,
  eventually,
  personOf,
  renderAs,
  savedBytes,
  signedInPage,
  testBrowser,
  type TestBrowser,
} from '../support/pages.ts';
import { apiRequests, otherThanPolls } from '../support/requestCounts.ts';
import { openRobot, silentDevices, type Robot } from '../support/robot.ts';

const NAME = 'Connect 04';
/** The map on which it stands. */
const SITE = { id: 'maasdijk-2', version: '2.6.3' };

const browser = testBrowser();
let robot: Robot;
beforeAll(async () => {
  robot = await openRobot(ownProduct().dataDir, silentDevices.offline);
  await robot.tells('state_data', { has_wifi: true, 'site/site_id': SITE.id, 'site/site_version': SITE.version });
});
afterAll(async () => {
  await robot.close();
  await browser.closePages();
});

const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' });
const comparing = (page: Page) => page.getByRole('status', { name: 'Past' }).getByText('You are comparing two moments');
const instantOf = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

/** It reports a battery level, and a place that depends on it. */
const says = (battery_level: number) =>
  robot.says({
    current_state: 'waiting_for_task',
    battery_level,
    current_pose_x: battery_level / 4,
    current_pose_y: 4,
    current_pose_theta: 0,
  });

/** The battery of the robot at A and at B; empty where it is the same. */
const battery = (page: Page) => () =>
  page
    .getByRole('table', { name: 'Devices' })
    .getByRole('row')
    .filter({ hasText: NAME })
    .filter({ hasText: 'Battery' })
    .getByRole('cell')
    .allTextContents()
    .then((cells) => cells.slice(2));

interface Comparison {
  readonly page: Page;
  readonly drawsMaps: boolean;
  /** What it has asked for since it was loaded. */
  readonly requests: readonly string[];
  /** When the robot had 20 %, in ms since epoch. */
  readonly between: number;
}

/** Opens the comparison as a system admin: the robot had 10 % at A, then 20 %, and has 30 % now. */
async function openComparison(drawsMaps: boolean): Promise<Comparison> {
  await browser.closePages();
  await says(10);
  let requests: readonly string[] = [];
  const newContext: TestBrowser['newContext'] = async (options) => {
    const context = await browser.newContext(options);
    requests = apiRequests(context);
    return context;
  };
  const page = await signedInPage({ newContext }, personOf('system_admin'), '/fleet/state', { drawsMaps });
  await page
    .getByRole('table', { name: 'Devices' })
    .getByRole('row')
    .filter({ hasText: silentDevices.offline })
    .getByText('10 %')
    .waitFor();
  await page.keyboard.press('t');
  await timeline(page).getByRole('button', { name: 'Mark as A' }).click();
  await timeline(page).getByRole('button', { name: 'Compare' }).click();
  const shows = async (level: number) => {
    await says(level);
    await eventually(battery(page)).toEqual(['10 %', `${String(level)} %`]);
    return page.evaluate(() => Date.now());
  };
  const between = await shows(20);
  await shows(30);
  return { page, drawsMaps, requests, between };
}

let opened: Comparison | undefined;

/** The comparison as the test before left it, or a new one: to open one takes longer than most tests. */
async function comparison(drawsMaps = false): Promise<Comparison> {
  if (opened?.drawsMaps !== drawsMaps) opened = await openComparison(drawsMaps);
  return opened;
}

/** Goes into the past, unless it is shown already. */
async function pause(page: Page): Promise<void> {
  if (!(await comparing(page).isVisible())) await timeline(page).getByRole('button', { name: 'Pause' }).click();
  await comparing(page).waitFor();
}

const moveB = (page: Page, at: number) => timeline(page).getByRole('slider', { name: 'Moment' }).fill(String(at));

it('[COMPARE4] [COMPARE6] [COMPARE7] B moves while the page is open and the lists follow, without a request; A stays, and both are swapped', async () => {
  const { page, requests, between } = await comparison();
  const live = [...requests];
  await timeline(page).getByRole('button', { name: 'Pause' }).click();
  await comparing(page).waitFor();
  await eventually(() => page.getByRole('status', { name: 'Past' }).innerText()).toMatch(
    /A is \d+ (s|min) behind, B \d+ s\. Commands are off\./,
  );
  await timeline(page).getByText('B moves', { exact: true }).waitFor();
  // The controls are still in one row.
  const middleOf = (name: string) =>
    timeline(page)
      .getByRole('button', { name, exact: true })
      .evaluate((one) => one.getBoundingClientRect().top + one.getBoundingClientRect().height / 2);
  expect(await middleOf('Close timeline')).toBeCloseTo(await middleOf('Step back'), 0);
  for (const letter of ['A', 'B'])
    expect(
      await timeline(page)
        .getByRole('img', { name: new RegExp(`^${letter}, `) })
        .count(),
    ).toBe(1);
  const [a] = [instantOf(page, 'a')];
  await eventually(() => instantOf(page, 'at')).not.toBeNull();
  const b = instantOf(page, 'at');
  await page.keyboard.press('ArrowLeft');
  await eventually(() => instantOf(page, 'at')).not.toBe(b);
  await moveB(page, between);
  await eventually(battery(page)).toEqual(['10 %', '20 %']);
  expect(instantOf(page, 'a')).toBe(a);
  // A key that reaches the button, and not the timeline.
  await page.getByRole('button', { name: 'Swap A and B' }).press('Enter');
  await eventually(battery(page)).toEqual(['20 %', '10 %']);
  await eventually(() => instantOf(page, 'at')).toBe(a);
  await eventually(() => instantOf(page, 'a')).not.toBe(a);
  // The polls of the live session continue.
  expect(otherThanPolls(requests.slice(live.length), live)).toEqual([]);
  await page.keyboard.press('l');
  await eventually(battery(page)).toEqual(['20 %', '30 %']);
});

it('[COMPARE5] after a reload the address compares the same two moments', async () => {
  const { page } = await comparison();
  await pause(page);
  await eventually(() => instantOf(page, 'at')).not.toBeNull();
  const shown = battery(page);
  await eventually(shown).toContain('30 %');
  const [before, address] = [await shown(), page.url()];
  await page.reload();
  await accountMenuOf(page).waitFor();
  await comparing(page).waitFor();
  await eventually(shown).toEqual(before);
  expect(page.url()).toBe(address);
});

it('[COMPARE4] [COMPARE5] [COMPARE7] [SAVE3] two moments of a recording are compared without a server, and the banner names both', async () => {
  const { page } = await comparison();
  if (await comparing(page).isVisible()) await page.keyboard.press('l');
  await eventually(battery(page)).toContain('30 %');
  const shown = await battery(page)();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    timeline(page).getByRole('button', { name: 'Save recording' }).click(),
  ]);
  await page.getByRole('button', { name: 'Save A to B' }).click();
  const question = page.getByRole('dialog', { name: 'Save A to B' });
  const [span] = await Promise.all([page.waitForEvent('download'), question.getByRole('button', { name: 'Save file' }).click()]);
  expect(span.suggestedFilename()).toMatch(/^report-.*\.orangery$/);
  const saved = await openFile(new Blob([new Uint8Array(await savedBytes(span))]), span.suggestedFilename());
  expect(saved.info.recordedBy.name).not.toBe('');
  expect(saved.to).toBeGreaterThan(saved.from);
  const a = instantOf(page, 'a') ?? '';
  await page.goto('/replay');
  const file = { name: 'shift.orangery', mimeType: 'application/octet-stream', buffer: await savedBytes(download) };
  await page.getByLabel('Recording file').setInputFiles(file);
  await page.getByRole('button', { name: 'Open recording' }).click();
  await page.getByRole('status', { name: 'Replay' }).waitFor();
  // To the end; the timeline is open, as it was left.
  const slider = page.getByRole('slider', { name: 'Moment' });
  await slider.press('End');
  const paths: string[] = [];
  page.on('request', (request) => paths.push(request.url()));
  await page.evaluate((address) => {
    history.pushState({ idx: (Number(history.state?.idx) || 0) + 1, key: address, usr: null }, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, `/replay/fleet/compare_moments?a=${a}`);
  await eventually(battery(page)).toEqual(shown);
  await eventually(() => page.getByRole('status', { name: 'Replay' }).innerText()).toMatch(/, at A .+ and B .+\. Commands are off\./);
  expect(paths).toEqual([]);
  opened = undefined;
});

/** The number of dark pixels of a plan: arrows, ghosts and the numbers of lanes. */
async function darkPixels(page: Page): Promise<number> {
  const picture = await page
    .getByRole('group', { name: /^Plan of / })
    .locator('canvas')
    .screenshot();
  return page.evaluate(async (text) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]));
    const brush = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (brush === null) throw new Error('no canvas');
    brush.drawImage(bitmap, 0, 0);
    const { data } = brush.getImageData(0, 0, bitmap.width, bitmap.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) if (Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) < 120) count += 1;
    return count;
  }, picture.toString('base64'));
}

/** Minimum number of dark pixels that the ghost and its line add. */
const GHOST_PIXELS = 60;

it('[COMPARE3] [COMPARE6] the plan shows the devices of a map at B, and where they were at A', async () => {
  const { page, between } = await comparison(true);
  await page.emulateMedia({ colorScheme: 'light' });
  const map = page.getByLabel('Map', { exact: true });
  await map.selectOption(SITE.id);
  await page.getByText(/^Outlined: where /).waitFor();
  await pause(page);
  await timeline(page).getByRole('button', { name: 'Mark as A' }).click();
  await page.getByText(/^Outlined: where /).waitFor({ state: 'detached' });
  await eventually(() => darkPixels(page)).toBeGreaterThan(GHOST_PIXELS);
  const bare = await darkPixels(page);
  await moveB(page, between);
  await eventually(battery(page)).toEqual(['30 %', '20 %']);
  await page.getByText(/^Outlined: where /).waitFor();
  await eventually(() => darkPixels(page)).toBeGreaterThan(bare + GHOST_PIXELS);
});

it('[COMPARE7] the page has no accessibility fault and fits, light and dark, wide and on a phone', async () => {
  const { page } = await comparison(true);
  await pause(page);
  await page.getByRole('group', { name: /^Plan of / }).waitFor();
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    await renderAs(page, { colorScheme, width, height: 844 });
    expect(await axeFaults(page, 'body')).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await page.getByRole('main').evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth)).toBe(0);
  }
});
