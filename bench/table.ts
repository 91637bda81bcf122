import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import type { ServerFeature } from '#contract/config';
import { CONSOLE_DIR, ensureConsole } from '#server/platform/embedded/console';
import { chromiumPath, openMeasuredChromium } from '../tests/support/chromium.ts';
import { benchFleet } from './benchFleet.ts';
import { numberText } from '#domain/text/numbers';
import { budgets } from './budgets.ts';
import { frameOf, openConsoleServer, type ConsoleServer } from './consoleServer.ts';
import { openControlPage } from './controlPage.ts';
import { openConsole } from './openConsole.ts';
import { measured, median, type Result } from './result.ts';

const DEVICES = 10_000;
const FEW = 24;
const WARM_UP_MS = 8_000;
const MEASURE_MS = 15_000;
const FRAMES_MS = 5_000;
const PARSE_ROUNDS = 15;
const LATE_PERCENTILE = 0.95;

interface Spent {
  /** Main thread CPU time, in percent of one thread. */
  readonly thread: number;
  readonly script: number;
  readonly layout: number;
  /** Reports sent to the page per second. */
  readonly rate: number;
  readonly longTasks: number;
}

const metricsOf = async (cdp: CDPSession) => {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
};

/** Measures the main thread's CPU time while the page only receives reports. */
async function spent(page: Page, sent: () => number): Promise<Spent> {
  const cdp = await page.context().newCDPSession(page);
  // CPU time, not wall time: time spent waiting for a processor does not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const long = await page.evaluateHandle(() => {
    const seen = { count: 0 };
    new PerformanceObserver((list) => (seen.count += list.getEntries().length)).observe({ type: 'longtask' });
    return seen;
  });
  const [before, sentBefore, from] = [await metricsOf(cdp), sent(), performance.now()];
  await pause(MEASURE_MS);
  const [after, sentAfter, to] = [await metricsOf(cdp), sent(), performance.now()];
  const share = (name: string) => ((after.get(name) ?? NaN) - (before.get(name) ?? NaN)) / ((to - from) / 100_000);
  const longTasks = await long.evaluate(({ count }) => count);
  return {
    thread: share('TaskDuration'),
    script: share('ScriptDuration'),
    layout: share('RecalcStyleDuration') + share('LayoutDuration'),
    rate: ((sentAfter - sentBefore) * 1_000) / (to - from),
    longTasks,
  };
}

/** Measures the 95th percentile of the interval between animation frames, in ms. */
const lateFrame = (page: Page) =>
  page.evaluate(
    ([forMs, part]) =>
      new Promise<number>((resolve) => {
        const at: number[] = [];
        const step = (now: number) => {
          at.push(now);
          if (now - (at[0] ?? now) < forMs) return requestAnimationFrame(step);
          const gaps = at.slice(1).map((time, index) => time - (at[index] ?? time));
          return resolve(gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length * part)] ?? NaN);
        };
        requestAnimationFrame(step);
      }),
    [FRAMES_MS, LATE_PERCENTILE] as const,
  );

/** Measures `JSON.parse` of one second's frames in the same browser, in percent of one thread. */
const parseShare = (page: Page, frames: readonly string[]) =>
  page.evaluate(
    ([texts, rounds]) => {
      const times = Array.from({ length: rounds }, () => {
        const startedAt = performance.now();
        for (const text of texts) JSON.parse(text);
        return performance.now() - startedAt;
      });
      return Math.min(...times) / 10;
    },
    [frames, PARSE_ROUNDS] as const,
  );

/** Number of rows per page. */
const ROWS = 25;
/** Maximum number of rows that may not be online. */
const LOST_AT_MOST = 5;

/** Fails unless the table shows the row count, and shows nearly all rows of the page as online. */
async function mustFollow(page: Page, count: number): Promise<void> {
  await page
    .getByText(`of ${numberText(count)}`, { exact: false })
    .first()
    .waitFor();
  const rows = await page.getByRole('row').filter({ hasText: 'Online' }).count();
  if (rows < Math.min(count, ROWS) - LOST_AT_MOST) throw new Error(`only ${String(rows)} rows are online: the figures would mean nothing`);
}

/** Number of times that the timeline is opened and closed. */
const TURNS = 5;

/**
 * Measures the main thread's CPU time with the timeline alternately closed and open; returns the cost of the open timeline, in percent of one thread. Uses the
 * median of each: a full garbage collection, about one per minute, costs five times as much as the timeline, and falls into a closed or an open turn by chance.
 */
async function timelineShare(page: Page, sent: () => number): Promise<number> {
  const toggle = page.getByRole('button', { name: 'Timeline', exact: true });
  const closed: number[] = [];
  const open: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    closed.push((await spent(page, sent)).thread);
    await toggle.click();
    await page.getByRole('slider', { name: 'Moment' }).waitFor();
    await pause(WARM_UP_MS / 2);
    open.push((await spent(page, sent)).thread);
    await toggle.click();
  }
  return median(open) - median(closed);
}

/** Measures the page that only receives what the console receives. */
async function measureControl(browser: Browser, server: ConsoleServer): Promise<Spent> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  try {
    const page = await openControlPage(context, server);
    await pause(WARM_UP_MS / 2);
    return await spent(page, server.sent);
  } finally {
    await context.close();
  }
}

/** Opens the fleet table of a fleet, and measures with it and with the page that only receives. */
async function measureTable(browser: Browser, count: number, features: readonly ServerFeature[]) {
  const fleet = benchFleet(count);
  const server = await openConsoleServer(fleet, CONSOLE_DIR, { features });
  const control = await measureControl(browser, server);
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 }, serviceWorkers: 'block' });
  const close = async () => {
    await context.close();
    server.close();
  };
  const page = await openConsole(context, server, '/fleet/state');
  await page.getByLabel('Rows per page').selectOption(String(ROWS));
  await page.getByRole('row').filter({ hasText: 'Online' }).nth(5).waitFor();
  await pause(WARM_UP_MS);
  await mustFollow(page, count);
  const table = await spent(page, server.sent);
  await mustFollow(page, count);
  return { fleet, server, page, control, table, close };
}

interface Measured {
  readonly control: Spent;
  readonly table: Spent;
  readonly byBattery: number;
  readonly lateFrameMs: number;
  readonly parse: number;
  readonly timeline: number;
}

async function measureFleet(browser: Browser, count: number): Promise<Measured> {
  const { fleet, server, page, control, table, close } = await measureTable(browser, count, []);
  const lateFrameMs = await lateFrame(page);
  await page.getByRole('button', { name: 'Battery', exact: true }).click();
  await pause(WARM_UP_MS / 2);
  const byBattery = (await spent(page, server.sent)).thread;
  const frames = Array.from({ length: 10 }, (_, index) => frameOf(fleet, Math.floor((index * count) / 10), Math.ceil(count / 10)));
  const timeline = await timelineShare(page, server.sent);
  const parse = await parseShare(page, frames);
  await close();
  return { control, table, byBattery, lateFrameMs, timeline, parse };
}

async function measureColumns(browser: Browser, count: number): Promise<Pick<Measured, 'control' | 'table'>> {
  const { control, table, close } = await measureTable(browser, count, ['column_frames']);
  await close();
  return { control, table };
}

/**
 * Measures `table`: the fleet table of the built console in a browser, timeline closed and open, while 10,000 devices report once a second, and with 24.
 * Beside each a page that only receives the same frames (`controlPage.ts`).
 */
export async function tableBench(): Promise<readonly Result[]> {
  ensureConsole((line) => process.stderr.write(`${line}\n`));
  const browser = await openMeasuredChromium(await chromiumPath());
  try {
    const columns = await measureColumns(browser, DEVICES);
    const few = await measureFleet(browser, FEW);
    const all = await measureFleet(browser, DEVICES);
    const share = (what: string, value: number): Result => ({ what, value, unit: '%' });
    const beside = ({ control, table }: Pick<Measured, 'control' | 'table'>): readonly Result[] => [
      share('  of it script', table.script),
      share('  of it style and layout', table.layout),
      share('  a page that only receives the same', control.thread),
      { what: '  the table / a page that only receives', value: table.thread / control.thread, unit: 'x' },
    ];
    return [
      measured('main thread, 10,000 devices at 1 Hz, fleet table open', all.table.thread, budgets.tableThread),
      ...beside(all),
      measured('the same from column frames', columns.table.thread, budgets.tableThread),
      ...beside(columns),
      measured('what the open timeline adds, 10,000 devices', all.timeline, budgets.timelineThread),
      share('what it adds with 24 devices', few.timeline),
      share('the same, sorted by battery', all.byBattery),
      share('main thread, 24 devices at 1 Hz', few.table.thread),
      share('JSON.parse alone of 10,000 reports per second', all.parse),
      { what: 'reports that arrived', value: all.table.rate, unit: '/s' },
      { what: 'tasks over 50 ms in 15 s', value: all.table.longTasks, unit: '' },
      { what: 'interval of animation frames, p95', value: all.lateFrameMs, unit: 'ms' },
    ];
  } finally {
    await browser.close();
  }
}
