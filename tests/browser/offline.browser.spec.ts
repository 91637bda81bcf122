import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { ownProduct } from '../support/ownProduct.ts';
import { accountMenuOf, eventually, painted, personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';

// Each test says which complaints belong to its lost connection.
const browser = testBrowser({ isExpected: () => true });
afterEach(() => browser.closePages());

const messageOf = (page: Page) => page.getByText('No internet connection found. App is running in offline mode.');
const title = (page: Page, name: string) => page.getByRole('banner').getByRole('heading', { name, level: 1, exact: true });
const link = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

/** The worker has its copies and answers for the page. */
const workerReigns = (page: Page) =>
  eventually(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(`${new URL(page.url()).origin}/sw.js`);

const withWorker = () => browser.newContext({ serviceWorkers: 'allow' });
const signedIn = (context: BrowserContext) => signedInPage({ ...browser, newContext: async () => context }, personOf('system_admin'));

/** The screens with a Stop, and after them the menus, are downloaded: the last of what the console downloads ahead. */
const stopAndMenusAreLoaded = (page: Page) =>
  eventually(() =>
    page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /\/OpenMenu-[^/]*\.js$/.test(name))),
  ).toBe(true);

// Messages of the browser itself about calls and the socket while there is no network.
const FAILED_CALL = /^Failed to load resource: net::ERR_INTERNET_DISCONNECTED \(http:\/\/localhost:\d+\/api\/.*\)$/;
const FAILED_SOCKET = /^WebSocket connection to 'ws:\/\/localhost:\d+\/ws' failed: .*net::ERR_INTERNET_DISCONNECTED/;
const FAILED_FILE = /^Failed to load resource: net::ERR_INTERNET_DISCONNECTED \(http:\/\/localhost:\d+\/(assets\/.*)?\)$/;
const isExpected = (complaint: string) => [FAILED_CALL, FAILED_SOCKET, FAILED_FILE].some((pattern) => pattern.test(complaint));
const unexpected = () => browser.complaints().filter((complaint) => !isExpected(complaint));

/** The paths that the worker asked the network for in vain, in order. */
function missedByWorker(context: BrowserContext): readonly string[] {
  const missed: string[] = [];
  context.on('requestfailed', (request) => {
    if (request.serviceWorker() !== null) missed.push(new URL(request.url()).pathname);
  });
  return missed;
}

it('[SHELL-046] the worker is asked for anew at every load', async () => {
  const { headers } = await fetch(`${ownProduct().url}/sw.js`);
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(headers.get('content-type')).toMatch(/javascript/);
});

it('[SHELL-046] [MSG-014] without a connection the console says so, starts from its copies and goes on by itself afterwards', async () => {
  const context = await withWorker();
  const page = await signedIn(context);
  await workerReigns(page);
  await eventually(() => messageOf(page).count()).toBe(0);
  expect(browser.complaints()).toEqual([]);

  const missed = missedByWorker(context);
  await context.setOffline(true);
  await messageOf(page).waitFor();
  await page.reload();
  await messageOf(page).waitFor();
  await accountMenuOf(page).waitFor();
  await eventually(() => new URL(page.url()).pathname).toBe('/dashboard');
  // A screen that was never opened before.
  await page.getByRole('button', { name: 'Fleet Overviews', exact: true }).click();
  await link(page, 'State Overview').click();
  await title(page, 'State Overview').waitFor();
  await messageOf(page).waitFor();
  await eventually(() => missed).toEqual(['/dashboard', '/config.json']);
  const complaints: string[] = [];
  await eventually(() => {
    complaints.push(...browser.complaints());
    return complaints;
  }).toContainEqual(expect.stringMatching(/\/api\/machines/));
  expect(complaints.filter((complaint) => !isExpected(complaint))).toEqual([]);

  await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/api/machines') && response.ok()),
    context.setOffline(false),
  ]);
  await messageOf(page).waitFor({ state: 'detached' });
  await page.getByRole('row').nth(1).waitFor();
  expect(unexpected()).toEqual([]);
});

it('[SHELL-046] [MSG-014] the way in says it too', async () => {
  const context = await withWorker();
  const page = await context.newPage();
  await page.goto('/');
  await workerReigns(page);
  await context.setOffline(true);
  await messageOf(page).waitFor();
  await page.reload();
  await page.getByLabel('Email').waitFor();
  await messageOf(page).waitFor();
  await context.setOffline(false);
  await messageOf(page).waitFor({ state: 'detached' });
  expect(browser.complaints()).toEqual([]);
});

it('[LAZY1] [LAZY4] [LAZY5] [LAZY7] at a first visit without a connection a screen that is not loaded says so and comes by itself, while frame, keys, menus and Stop stay', async () => {
  const context = await browser.newContext();
  const page = await signedIn(context);
  await stopAndMenusAreLoaded(page);
  await context.setOffline(true);
  const waiting = page.getByText('No connection: this part of the page is not loaded yet. It is loaded once there is one.');
  await page.mouse.move(300, 300);
  await page.keyboard.press('t');
  await page.keyboard.press('b');
  await waiting.first().waitFor();
  await page.getByRole('button', { name: 'Fleet Overviews', exact: true }).click();
  await link(page, 'Metrics Overview').click();
  await page
    .getByRole('main')
    .getByText(/^No connection: this part/)
    .waitFor();
  await page.getByRole('button', { name: 'Device', exact: true }).click();
  await link(page, 'Commands').click();
  await page.getByRole('button', { name: /^Stop/ }).first().waitFor();
  await accountMenuOf(page).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).waitFor();
  await page.getByRole('button', { name: 'Fleet Overviews', exact: true }).click();
  await link(page, 'Metrics Overview').click();
  await context.setOffline(false);
  await waiting.first().waitFor({ state: 'detached' });
  await page.getByRole('row').nth(1).waitFor();
  expect(unexpected()).toEqual([]);
});

it.each(['detail', 'commands'])(
  '[STILL4] on the %s page of a device Stop stays where it is when the connection goes and when it is back',
  async (name) => {
    const context = await browser.newContext();
    const page = await signedIn(context);
    await visit(page, `/device/${name}?device_serial=LF-0140-23`);
    const stop = page.getByRole('button', { name: 'Stop Immediately', exact: true });
    const tops = async () => {
      const found: Record<number, number | undefined> = {};
      for (const width of [390, 820, 1180, 1440, 2560]) {
        await page.setViewportSize({ width, height: 900 });
        await painted(page);
        found[width] = (await stop.boundingBox())?.y;
      }
      return found;
    };
    const notice = page.getByRole('region', { name: 'Stop', exact: true }).getByText('Not known whether the device is online');
    await page.getByText('in control now: Nobody').waitFor();
    await page.getByRole('status').getByText('Online', { exact: true }).waitFor();
    const before = await tops();
    await context.setOffline(true);
    await messageOf(page).waitFor();
    await notice.waitFor();
    expect(await tops()).toEqual(before);
    await context.setOffline(false);
    await messageOf(page).waitFor({ state: 'detached' });
    await notice.waitFor({ state: 'detached' });
    expect(await tops()).toEqual(before);
    expect(unexpected()).toEqual([]);
  },
);

it.each(['detail', 'commands', 'events', 'logs'])(
  "[STILL4] on the %s page of a device neither another one's failed stop nor failing requests move Stop or what is around it",
  async (name) => {
    const context = await browser.newContext();
    const page = await signedIn(context);
    const stop = page.getByRole('button', { name: 'Stop Immediately', exact: true });
    const boxes = async () => {
      const found: Record<number, unknown> = {};
      for (const [width, height] of [
        [390, 844],
        [1440, 900],
        [320, 256],
      ] as const) {
        await page.setViewportSize({ width, height });
        await painted(page);
        const heading = await page.getByRole('main').getByRole('heading').first().boundingBox();
        found[width] = [await stop.boundingBox(), heading?.y];
      }
      return found;
    };
    await visit(page, '/device/commands?device_serial=LF-0141-23');
    await eventually(() => stop.getAttribute('aria-disabled')).not.toBe('true');
    await context.setOffline(true);
    await messageOf(page).waitFor();
    await stop.click();
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await page.getByText('NOT stopped: no connection.').waitFor();
    await context.setOffline(false);
    await messageOf(page).waitFor({ state: 'detached' });
    await visit(page, `/device/${name}?device_serial=LF-0140-23`);
    await page.getByText('in control now: Nobody').waitFor();
    await eventually(() => stop.getAttribute('aria-disabled')).not.toBe('true');
    const close = page.getByRole('button', { name: /^Close the notice about / });
    await close.waitFor();
    const before = await boxes();
    await page.setViewportSize({ width: 1440, height: 900 });
    await close.click();
    await close.waitFor({ state: 'detached' });
    expect(await boxes()).toEqual(before);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.route('**/api/**', (route) => route.fulfill({ status: 500, json: { error: 'out of soil' } }));
    await page.getByText(/^last failure \d\d:\d\d$/).waitFor();
    expect(await boxes()).toEqual(before);
    expect(browser.complaints().filter((complaint) => !isExpected(complaint) && !complaint.includes('500'))).toEqual([]);
  },
);

it('[STILL4] at 320 by 256 px the message of the lost connection is one line, and whole once it is pressed', async () => {
  const context = await browser.newContext();
  const page = await signedIn(context);
  await page.setViewportSize({ width: 320, height: 256 });
  await context.setOffline(true);
  const line = page.getByRole('button', { name: 'No internet connection found. App is running in offline mode.' });
  await line.waitFor();
  const height = async () => (await page.getByRole('status').filter({ has: line }).boundingBox())?.height;
  expect(await height()).toBeLessThanOrEqual(40);
  // By key: its surroundings may still move below a finger.
  await line.press('Enter');
  await eventually(height).toBeGreaterThan(50);
  expect(unexpected()).toEqual([]);
});
