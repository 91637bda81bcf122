/**
 * Measures `moments`: how long a person waits for the first picture of a moment of the last 400 days, in Chromium with the whole product. A day that was measured
 * has a report a second of each device of the demo; what a moment costs depends on its own day, not on the days between.
 */

import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { consoleConfig } from '#contract/config';
import { DAY_MS, HOUR_MS } from '#domain/text/timeUnits';
import { seededRandom } from '#domain/random/seededRandom';
import { insertBlocks } from '#server/fleet/history/insertBlocks';
import { dayText, sealDays } from '#server/history/sealed/sealDays';
import { openDatabase } from '#server/platform/database/openDatabase';
import { folderStorage } from '#server/platform/storage/folderStorage';
import { chromiumPath, openMeasuredChromium } from '../tests/support/chromium.ts';
import { budgets } from './budgets.ts';
import { keptSeconds, START } from './noisyFleet.ts';
import { openConsole } from './openConsole.ts';
import { measured, median, type Result } from './result.ts';
import { openStopProduct, type StopProduct } from './stopProduct.ts';

/** Days before today of which moments are opened: the first one is in the database, the others are sealed. */
const AGES = [1, 3, 100, 200, 300, 399];
const [FROM_HOUR, HOURS] = [8, 6];
const PER_DAY = 4;
const SCREEN = '/fleet/state';
/** What a person who reads the first picture takes before the next one. */
const LOOK_MS = 500;

/** Writes a part of a day for each device, and seals what is older than two days. Returns the begins of the parts, ms since epoch. */
async function writeDays({ dataDir, databaseUrl }: StopProduct): Promise<readonly number[]> {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const begins = AGES.map((age) => today - age * DAY_MS + FROM_HOUR * HOUR_MS);
  const database = openDatabase(databaseUrl, { isPatient: true });
  try {
    const serials = (await database.selectFrom('device').select('serial').orderBy('serial').execute()).map(({ serial }) => serial);
    for (const begin of begins) {
      let waiting: Parameters<typeof insertBlocks>[1][number][] = [];
      const flush = async () => {
        await database.transaction().execute((tx) => insertBlocks(tx, waiting));
        waiting = [];
      };
      for (const reports of keptSeconds(serials.length, HOURS * 3_600)) {
        for (const report of reports) {
          const serial = serials[Number(report.serial.slice(3, 7))] ?? report.serial;
          const byMs = begin - START;
          waiting.push({ ...report, serial, receivedAt: report.receivedAt + byMs, deviceTime: report.receivedAt + byMs });
        }
        if (waiting.length >= 50_000) await flush();
      }
      await flush();
    }
    const log = { warn: () => undefined };
    const storage = folderStorage(path.join(dataDir, 'files'), log);
    const run = { database, storage, dataDir, now: Date.now, onDamaged: () => undefined, signal: new AbortController().signal };
    await sealDays({ ...run, fence: () => Promise.resolve() }, today - 2 * DAY_MS);
  } finally {
    await database.destroy();
  }
  return begins;
}

/** A moment as a person types it. */
const typedText = (at: number) => `${dayText(at).split('-').toReversed().join('/')} ${new Date(at).toISOString().slice(11, 19)} UTC`;
/** Minutes and seconds of a moment, which are the same in the zone of the page. */
const shownText = (at: number) => new Date(at).toISOString().slice(13, 19);

/** Starts to wait for the first picture of a moment; the promise has the ms since the time was typed, or since the navigation began if it is opened by its address. */
const pictureOf = (page: Page, at: number, from: 'typed' | 'navigation') =>
  page.evaluate(
    ([text, since]) =>
      new Promise<number>((resolve) => {
        let startedAt = since === 'typed' ? NaN : 0;
        document.addEventListener('input', () => (startedAt = performance.now()), { capture: true, once: true });
        const look = () => {
          const banner = document.querySelector('[role=status][aria-label=Past]');
          const states = document.querySelectorAll('main tbody tr').length;
          const isShown = banner?.textContent.includes(text) === true && states > 0 && !Number.isNaN(startedAt);
          if (isShown) requestAnimationFrame(() => resolve(performance.now() - startedAt));
          else requestAnimationFrame(look);
        };
        look();
      }),
    [shownText(at), from] as const,
  );

/** Opens moments in a shown page, by the time that a person types. */
async function typedTimes(page: Page, moments: readonly number[]): Promise<readonly number[]> {
  const goTo = page.getByRole('textbox', { name: 'Go to time' });
  const times: number[] = [];
  for (const at of moments) {
    const picture = pictureOf(page, at, 'typed');
    await goTo.fill(typedText(at));
    await goTo.press('Enter');
    times.push(await picture);
    await pause(LOOK_MS);
  }
  return times;
}

const most = (times: readonly number[]) => Math.max(...times);

/** Measures `moments`. */
export async function momentsBench(): Promise<readonly Result[]> {
  const product = await openStopProduct({ HISTORY_REPORT_DAYS: '0' });
  const browser = await openMeasuredChromium(await chromiumPath());
  try {
    const begins = await writeDays(product);
    const random = seededRandom(11);
    const any = (begin: number) => begin + Math.floor(random() * HOURS * 3_600) * 1_000;
    const moments = begins.flatMap((begin) => Array.from({ length: PER_DAY }, () => any(begin)));
    const mixed = Array.from({ length: PER_DAY }, (_, turn) => moments.filter((_at, index) => index % PER_DAY === turn)).flat();
    const config = consoleConfig.parse(await (await fetch(`${product.url}/config.json`)).json());
    const settings = { timezoneId: 'UTC', viewport: { width: 1440, height: 900 } };
    const server = { origin: product.url, config, token: product.token };
    const page = await openConsole(await browser.newContext(settings), server, SCREEN);
    await page.getByRole('main').getByRole('row').nth(1).waitFor();
    await page.keyboard.press('t');
    const first = await typedTimes(page, mixed);
    const again = await typedTimes(page, mixed);
    const byAddress: number[] = [];
    for (const at of mixed.slice(0, AGES.length)) {
      const other = await openConsole(await browser.newContext(settings), server, `${SCREEN}?at=${new Date(at).toISOString()}`);
      byAddress.push(await pictureOf(other, at, 'navigation'));
      await other.context().close();
    }
    return [
      measured('wall time to the first picture of a moment of 400 days: median', median(first), budgets.historyPicture),
      measured('the longest of them', most(first), budgets.historyPicture),
      { what: 'the same moments again: median', value: median(again), unit: 'ms' },
      { what: 'opened by address, with loading the console: median', value: median(byAddress), unit: 'ms' },
      { what: 'the longest of them', value: most(byAddress), unit: 'ms' },
    ];
  } finally {
    await browser.close();
    await product.close();
  }
}
