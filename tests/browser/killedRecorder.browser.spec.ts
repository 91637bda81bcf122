import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { chromiumFlags } from '../support/chromium.ts';
import { emptyClipboard } from '../support/clipboard.ts';
import { accountMenuOf, eventually, personOf, signedInPage, testBrowser, type TestBrowser } from '../support/pages.ts';
import { ownProduct } from '../support/ownProduct.ts';
import { signedInStorage } from '../support/signedInStorage.ts';

const browser = testBrowser();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'orangery-profile-'));
});
afterEach(async () => {
  await browser.closePages();
});
afterAll(async () => {
  await browser.closePages();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' });
const moment = (page: Page) => page.getByRole('slider', { name: 'Moment' });
/** The oldest and the newest recorded instant, ms since epoch. */
const spanOf = (page: Page) => moment(page).evaluate((input: HTMLInputElement) => [Number(input.min), Number(input.max)] as const);

/** Waits until `ms` are recorded. */
async function recorded(page: Page, ms: number): Promise<readonly [number, number]> {
  await eventually(async () => {
    const [from, to] = await spanOf(page);
    return to - from;
  }).toBeGreaterThan(ms);
  return spanOf(page);
}

/** Another page of a signed-in context, with the timeline open. */
async function openNext(context: BrowserContext, at = '/fleet/state'): Promise<Page> {
  const page = await context.newPage();
  const { key, value } = await signedInStorage(ownProduct(), personOf('system_admin'));
  await page.goto('/config.json');
  await page.evaluate(
    ([name, text]) => {
      sessionStorage.setItem(name, text);
      localStorage.setItem('orangery.timeline', 'open');
    },
    [key, value] as const,
  );
  await page.goto(at);
  await accountMenuOf(page).waitFor();
  await moment(page).waitFor();
  return page;
}

/** Goes to a moment and reads what is shown then: the block around it decodes. */
async function shownAt(page: Page, at: number): Promise<string> {
  await moment(page).fill(String(at));
  await page.getByText('You are looking at the past').waitFor();
  expect(await page.getByText('is no longer held').count()).toBe(0);
  const rows = await page.getByRole('table', { name: 'Devices' }).innerText();
  await page.keyboard.press('l');
  return rows;
}

it('[RECORDER10] at most the last second of a crashed tab is lost, and the rest is shown', async () => {
  const first = await signedInPage(browser, personOf('system_admin'), '/fleet/state');
  await first.keyboard.press('t');
  const [from, to] = await recorded(first, 4_000);
  // The nearest moment would show another state: robots move every second.
  const before = await shownAt(first, to - 2_000);
  const context = first.context();
  // The tab's process ends at once: no event of the page tells the recorder.
  const crashed = first.waitForEvent('crash');
  const devTools = await context.newCDPSession(first);
  devTools.send('Page.crash').catch(() => undefined);
  await crashed;
  await first.close();
  const next = await openNext(context);
  await eventually(async () => (await spanOf(next))[0]).toBe(from);
  expect(await shownAt(next, to - 2_000)).toBe(before);
});

it('[RECORDER10] a browser that is killed leaves what it recorded, up to the last second', async () => {
  const open = () =>
    chromium.launchPersistentContext(folder, {
      executablePath: inject('chromium'),
      args: chromiumFlags,
      baseURL: ownProduct().url,
      serviceWorkers: 'block',
    });
  const context = await open();
  const first = await openNext(context);
  const [from, to] = await recorded(first, 4_000);
  // The nearest moment would show another state: robots move every second.
  const before = await shownAt(first, to - 2_000);
  const devTools = await context.newCDPSession(first);
  const closed = new Promise((resolve) => context.once('close', resolve));
  // The process dies without closing anything.
  devTools.send('Browser.crash').catch(() => undefined);
  await closed;
  const again = await open();
  const next = await openNext(again);
  await eventually(async () => (await spanOf(next))[0]).toBe(from);
  expect(await shownAt(next, to - 2_000)).toBe(before);
  await again.close();
});

it('[RECORDER11] on a full disk the console works, and the timeline says what is lost', async () => {
  const { origin } = new URL(ownProduct().url);
  const quotaOf = async (context: BrowserContext, quota: { readonly quotaSize?: number }) => {
    const beside = await context.newPage();
    const devTools = await context.newCDPSession(beside);
    await devTools.send('Storage.overrideQuotaForOrigin', { origin, ...quota });
  };
  // Before anything is stored: the browser looks at its quota again only after half a minute.
  const newContext: TestBrowser['newContext'] = async (options) => {
    const context = await browser.newContext(options);
    await quotaOf(context, { quotaSize: 1 });
    return context;
  };
  const page = await signedInPage({ newContext }, personOf('system_admin'), '/fleet/state');
  await page.keyboard.press('t');
  await timeline(page).getByText('The browser does not keep the recording.').waitFor();
  // A recording from before the devices are shown does not contain them.
  await page.getByRole('main').getByText('Lumion').first().waitFor();
  const at = await page.evaluate(() => Date.now());
  await eventually(async () => (await spanOf(page))[1]).toBeGreaterThan(at + 2_000);
  expect(await shownAt(page, at)).toContain('Lumion');
  await quotaOf(page.context(), {});
  await eventually(() => timeline(page).getByText('The browser does not keep the recording.').count()).toBe(0);
});

it('[RECORDER12] [RECORDER13] [RECORDER16] [PAST13] of several tabs one stores the recording, all show it and open links to it; after it is closed the other one stores it, also after a reload', async () => {
  const first = await signedInPage(browser, personOf('system_admin'), '/fleet/state');
  await first.keyboard.press('t');
  const [from] = await recorded(first, 3_000);
  const context = first.context();
  const second = await openNext(context);
  await timeline(second).getByText('Another tab stores the recording').waitFor();
  expect(await timeline(first).getByText('Another tab').count()).toBe(0);
  await eventually(async () => (await spanOf(second))[0]).toBe(from);
  const early = await shownAt(first, from + 2_000);
  expect(await shownAt(second, from + 2_000)).toBe(early);

  await moment(first).fill(String(from + 2_000));
  await first.getByText('You are looking at the past').waitFor();
  const copied = await emptyClipboard(first);
  await timeline(first).getByRole('button', { name: 'Copy link to this moment' }).click();
  await eventually(copied).toMatch(/[?&]at=/);
  const third = await openNext(context, await copied());
  await third.getByText('Verified: the same data as when the link was copied.').waitFor();
  await third.close();

  await first.close();
  await timeline(second).getByText('Another tab').waitFor({ state: 'detached' });
  await eventually(async () => (await spanOf(second))[0]).toBe(from);
  // From now on the second tab stores its recording.
  const [, takenOver] = await spanOf(second);
  await eventually(async () => (await spanOf(second))[1]).toBeGreaterThan(takenOver + 3_000);
  const shown = await shownAt(second, takenOver + 1_000);
  await second.reload();
  await moment(second).waitFor();
  await eventually(async () => (await spanOf(second))[0]).toBe(from);
  expect(await shownAt(second, takenOver + 1_000)).toBe(shown);
});
