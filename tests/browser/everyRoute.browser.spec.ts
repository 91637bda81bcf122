import type { Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { changingAnswers } from '../timeline/changingAnswers.ts';
import { FIRST_ID } from '../support/generate/style.ts';
import { accountMenuOf, eventually, testBrowser, visit } from '../support/pages.ts';
import { documentedPerson } from '../support/stub/people.ts';
import { answerCalls, answeredFeatures, firstOfEach } from '../support/stub/answered.ts';
import { openStub, type Stub } from '../support/stub/openStub.ts';
import { translate } from '../support/translator.ts';
import { until } from '../support/until.ts';

const DAY_SECONDS = 86_400;
/** Times to wait before each moment, in ms: from a few frames to seconds; together longer than most poll intervals. */
const WAITS = [1_040, 70, 900, 1_300, 400, 30, 2_700, 600, 1_000, 500];
/** Longer than the page takes to show a batch of the log, in ms. */
const FRAMES_MS = 40;
const TICK_MS = 1_000;
/** Longer than a screen takes to ask for all it shows, one after the other, in ms. */
const LOADED_MS = 2_000;

// The calls that fail are part of what a screen shows.
const browser = testBrowser({ isExpected: (text) => text.includes('503') });
let stub: Stub;
let page: Page;
let reports = 0;
/** Number of the page's requests, for data and scripts, and those that have not ended. */
let requests = 0;
const pending = new Set<Request>();

beforeAll(async () => {
  const person = { ...documentedPerson, tokenSeconds: DAY_SECONDS };
  stub = await openStub({ person, config: { api_root: '/api', features: answeredFeatures } });
  page = await stub.open(browser);
  await answerCalls(page, changingAnswers());
  page.on('request', (request) => {
    requests += 1;
    pending.add(request);
  });
  page.on('requestfinished', (request) => void pending.delete(request));
  page.on('requestfailed', (request) => void pending.delete(request));
  await stub.logIn(page);
  await accountMenuOf(page).waitFor();
  await page.evaluate(() => localStorage.setItem('orangery.timeline', 'open'));
  // From here on time is what the test says: not of a page that runs, whose timers could be cleared no more.
  await page.goto('about:blank');
  await page.clock.install();
  await page.goto('/profile/account');
  await accountMenuOf(page).waitFor();
  await until('the socket is open', () => stub.sockets.subscribed() > 0);
  const { now } = await read();
  // Ahead of the page's clock, which goes on until it stands, and by less than a request may take.
  await page.clock.pauseAt(now + 10 * TICK_MS);
});
afterEach(async () => {
  // A test that failed in the past leaves the page there: the next ones begin live.
  await page.keyboard.press('l');
});
afterAll(async () => {
  await browser.closePages();
  await stub.close();
});

/** Cheap observations: the page's clock, and the screen as the browser serialises it. */
const read = () =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    // A table without its rows yet is busy, and a chart without its code is a bar, which no tree of a screen reader says.
    const isBusy = main?.querySelector('[aria-busy=true], [data-part=skeleton]') != null;
    return { now: Date.now(), html: main?.innerHTML ?? '', isBusy };
  });

/** The banner that says that the past is shown. */
const PAST = /^( *)- status "Past":\n(?:\1 .*\n)*/m;
/** Matches what differs in the past: disabled controls, and the shown moment, which each link contains. */
const ACTS = / \[disabled\]|[?&]at=[^&"\s]*/g;
/** Buttons that begin an edit are left out in the past. */
const EDIT = /^\s*- button "Edit /;
/** A text is on the line of what it is in, unless something is beside it: as an edit button is. */
const ONLY_TEXT = /:\n +- text: /g;

/** The accessible text of a screen, without the parts that differ in the past. */
const comparable = (tree: string): string =>
  tree
    .replace(PAST, '')
    .split('\n')
    .filter((line) => !EDIT.test(line))
    .map((line) => line.replaceAll(ACTS, ''))
    .join('\n')
    .replaceAll(ONLY_TEXT, ': ');

/** Lets `ms` pass, and waits for the requests made in that time. */
async function pass(ms: number): Promise<void> {
  await page.clock.runFor(ms);
  await until('every request has ended', () => pending.size === 0);
}

/** Lets time pass until no request is made for `ms`; the responses to earlier requests are then shown. */
async function passQuietly(ms: number): Promise<void> {
  for (let before = -1; before !== requests;) {
    before = requests;
    await pass(ms);
  }
}

interface Shown {
  readonly at: number;
  readonly tree: string;
}

/** A part of the screen is still being loaded: in the past that was not known. */
const LOADING = /status "Loading"|is being calculated/;

/** Waits for an instant around which nothing changes: then all events up to it are shown, and none of a later one. */
async function quietMoment(): Promise<Shown> {
  for (;;) {
    await passQuietly(FRAMES_MS);
    const { now, html, isBusy } = await read();
    const tree = comparable(await page.locator('main').ariaSnapshot());
    await pass(FRAMES_MS);
    if ((await read()).html === html && !isBusy && !LOADING.test(tree)) return { at: now, tree };
  }
}

function pushReport(): void {
  reports += 1;
  const state = { current_state: reports % 2 === 0 ? 'treating' : 'error', battery_level: reports % 100, current_node: `n${reports}` };
  const timestamp = new Date(Date.parse('2026-03-04T13:05:10Z') + reports * 1_301).toISOString();
  stub.sockets.push({ type: 'state', serial: FIRST_ID, timestamp, state });
}

/** Moves the slider in one step, as a finger on its track does. */
const seek = (at: number) =>
  page.locator('input[aria-label=Moment]').evaluate((slider, value) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(slider, String(value));
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }, at);
/** The accessible text of the past; empty while the present is shown. */
const pastTree = async () => {
  await page.clock.runFor(FRAMES_MS);
  const tree = await page.locator('main').ariaSnapshot();
  return PAST.test(tree) ? comparable(tree) : '';
};

it.each(routes.map(({ path }) => path))(
  '[PAST16] [PAST18] the accessibility tree of %s is in the past what it was live, at ten moments',
  async (path) => {
    await visit(page, `${path}?${firstOfEach}`);
    // The end of a request that a navigation has cut off is not always announced.
    pending.clear();
    // Parts of a screen are loaded when they are first shown.
    await pass(LOADED_MS);
    const live: Shown[] = [];
    for (const ms of WAITS) {
      pushReport();
      await pass(ms);
      live.push(await quietMoment());
    }
    // The slider ends at the last tick.
    await page.clock.runFor(TICK_MS + FRAMES_MS);
    for (const { at, tree } of live.toReversed()) {
      await seek(at);
      await eventually(pastTree).toBe(tree);
    }
    await page.keyboard.press('l');
    await eventually(pastTree).toBe('');
  },
);

/** Texts of the page that React holds as nodes of their own: a translator replaces them. */
const looseTexts = () =>
  page.evaluate(() => {
    interface Fiber {
      readonly tag: number;
      readonly memoizedProps: unknown;
      readonly child: Fiber | null;
      readonly sibling: Fiber | null;
    }
    const TEXT = 6;
    const root = document.getElementById('root');
    const held = Object.entries(root ?? {}).find(([name]) => name.startsWith('__reactContainer$'))?.[1] as
      | { stateNode: { current: Fiber } }
      | undefined;
    const found: string[] = [];
    const walk = (fiber: Fiber | null): void => {
      for (let next = fiber; next !== null; next = next.sibling) {
        if (next.tag === TEXT && String(next.memoizedProps).trim() !== '') found.push(String(next.memoizedProps));
        walk(next.child);
      }
    };
    if (held !== undefined) walk(held.stateNode.current);
    return found;
  });

it.each(routes.map(({ path }) => path))('[TRANS1] %s changes with the data on a page that is translated', async (path) => {
  await visit(page, `${path}?${firstOfEach}`);
  pending.clear();
  await pass(LOADED_MS);
  await page.evaluate(`globalThis.endTranslation = (${translate.toString()})(document.body)`);
  for (const ms of WAITS) {
    pushReport();
    await pass(ms);
  }
  await passQuietly(FRAMES_MS);
  expect(await page.getByText('Something went wrong').count()).toBe(0);
  expect(await looseTexts()).toEqual([]);
  const shown = await page.locator('main').innerText();
  await page.evaluate('endTranslation()');
  expect(shown.trim()).not.toBe('');
});
