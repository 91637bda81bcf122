import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';
import { countRequests, type RequestCounts } from '../support/requestCounts.ts';
import { until } from '../support/until.ts';

// The page lives in a time of its own that stands still: an answer takes none of it, so that every pause can be reported to the second.

const SERIAL = 'LF-0140-23';
const STEP_MS = 1_000;
/** So short that all initial requests of a screen are sent at about the same time, however slowly its parts are loaded. */
const MOMENT_MS = 20;

const browser = testBrowser();
let page: Page;
let requests: RequestCounts;

beforeAll(async () => {
  const context = await browser.newContext();
  await context.clock.install();
  page = await signedInPage({ ...browser, newContext: async () => context }, personOf('license_support_engineer'));
  requests = countRequests(page);
  // Ahead of the page's clock, which goes on until it stands, and by less than a request may take.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10 * STEP_MS);
});

/** Until every question has its answer and the page has made of it what it makes of answers. */
async function settled(): Promise<void> {
  await until('an answer to every question', () => requests.open() === 0);
  await page.evaluate(async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', resolve);
        port1.start();
        port2.postMessage(null);
      });
    }
  });
  if (requests.open() > 0) await settled();
}

async function pass(ms: number): Promise<void> {
  await page.clock.runFor(ms);
  await settled();
}

/** Shows a screen, lets time pass until it has asked its first question, and then some seconds more; returns the requests of each second. */
async function secondsOf(path: string, first: string, seconds: number): Promise<readonly (readonly string[])[]> {
  requests.clear();
  await visit(page, path);
  await until(`${first} is asked`, async () => {
    await pass(MOMENT_MS);
    return requests.count(first) > 0;
  });
  const asked: (readonly string[])[] = [];
  for (let second = 0; second < seconds; second += 1) {
    requests.clear();
    await pass(STEP_MS);
    asked.push(requests.paths());
  }
  return asked;
}

/** The seconds between one question and the next of the same. */
function pausesOf(asked: readonly (readonly string[])[], path: string): readonly number[] {
  const seconds = asked.flatMap((paths, second) => paths.filter((one) => one === path).map(() => second));
  return seconds.slice(1).map((second, at) => second - (seconds[at] ?? 0));
}

const every = (seconds: number, within: number) => Array.from({ length: Math.floor(within / seconds) - 1 }, () => seconds);

it('[LIVE-018] [CONST-029] [CALL-025] [CALL-027] [CALL-085] [LIVE-001] the dashboard asks every 3 s, once for all who look', async () => {
  const asked = await secondsOf('/dashboard', 'total_metrics', 12);
  for (const path of ['machines', 'total_metrics', 'treatment/last_day']) {
    expect(pausesOf(asked, path), path).toEqual(every(3, 12));
  }
  expect(asked.flat().filter((path) => path.endsWith('raw_state'))).toEqual([]);
});

it('[LIVE-013] [CONST-019] [LIVE-009] the state overview asks for the state of all devices every 5 s, and for none by itself', async () => {
  const asked = await secondsOf('/fleet/state', 'machines', 15);
  expect(pausesOf(asked, 'machines')).toEqual(every(5, 15));
  expect(asked.flat().filter((path) => path.startsWith('machine/'))).toEqual([]);
  expect(asked.flat()).not.toContain('total_metrics');
});

it('[LIVE-012] [LIVE-014] [CONST-018] [CONST-020] [CALL-007] [CALL-009] [CALL-010] [CALL-011] [CALL-012] [CALL-013] a device page asks for its own device alone: its state every second, its sections every 5 s', async () => {
  const asked = await secondsOf(`/device/detail?device_serial=${SERIAL}`, `machine/${SERIAL}/sw_version`, 10);
  expect(pausesOf(asked, `machine/${SERIAL}/raw_state`)).toEqual(every(1, 10));
  for (const call of ['sw_version', 'active_treatment', 'state_data', 'sim_info', 'map_data', 'error_overview/48']) {
    expect(pausesOf(asked, `machine/${SERIAL}/${call}`), call).toEqual(every(5, 10));
  }
  const others = asked.flat().filter((path) => path.startsWith('machine/') && !path.startsWith(`machine/${SERIAL}/`));
  expect(others).toEqual([]);
});

it('[LIVE-015] [LIVE-016] [CONST-022] [CALL-036] what rarely changes is asked every 50 s, the error codes with it', async () => {
  const rare = ['all_devices', 'all_device_types', 'all_life_cycle_stages', 'xenion/error_codes/all'];
  // Each counts from its own answer, which came while the page was loaded.
  const asked = await secondsOf('/fleet/state', 'machines', 100);
  for (const path of rare) expect(pausesOf(asked, path), path).toEqual([50]);
});
