import type { CDPSession, Page } from 'playwright-core';
import { build } from 'vite';
import { chromiumPath, openMeasuredChromium } from '../tests/support/chromium.ts';
import { budgets } from './budgets.ts';
import { secondsPerBlock } from './longRecording.ts';
import type { ReplayCase } from './replayPage.ts';
import { measured, median, type Result } from './result.ts';

const DEVICES = 500;
const SECONDS = 40;
/** The developer tools keep a state per action: they replay only the first seconds and are compared over these. */
const PART_SECONDS = 8;
/** The more changes a table has had, the longer their replay takes. */
const LONG_SECONDS = 200;
const ROUNDS = 5;

/** The variants, and how often each runs in one measurement: often enough for the clock's resolution. */
const TIMES = { read: 40, play: 4, actions: 1, frames: 1, readPart: 100, devTools: 1, shown: 60, rrweb: 2 } as const;
type Name = keyof typeof TIMES;
const NAMES: readonly Name[] = ['read', 'play', 'actions', 'frames', 'readPart', 'devTools', 'shown', 'rrweb'];
/** Variants that must end in the same state, or show the same text. */
const SAME: readonly (readonly Name[])[] = [
  ['read', 'play', 'actions', 'frames'],
  ['readPart', 'devTools'],
  ['shown', 'rrweb'],
];

/** The page's part of this measurement as one script. */
async function pageScript(replayCase: ReplayCase): Promise<string> {
  const entry = new URL('replayPage.ts', import.meta.url).pathname;
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, target: 'es2023', lib: { entry, formats: ['iife'], name: 'replayPage' } },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = first !== undefined && 'output' in first ? first.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('the page of the measurement was not built');
  return `${chunk.code}\nglobalThis.variants = replayPage.prepare(${JSON.stringify(replayCase)});`;
}

/** CPU time of the page's main thread in s. */
async function threadTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
}

/** Runs a variant; returns the CPU time of one replay in ms, and its final state. */
async function run(page: Page, cdp: CDPSession, name: Name): Promise<{ readonly ms: number; readonly text: string }> {
  await cdp.send('HeapProfiler.collectGarbage');
  const before = await threadTime(cdp);
  const text = await page.evaluate<string>(`variants.then((all) => all.${name}(${String(TIMES[name])}))`);
  return { ms: ((await threadTime(cdp)) - before) * (1_000 / TIMES[name]), text };
}

function mustAgree(texts: ReadonlyMap<Name, string>): void {
  for (const [first, ...others] of SAME)
    for (const name of others)
      if (first === undefined || texts.get(first) === '' || texts.get(name) !== texts.get(first))
        throw new Error(`${name} ends in another state than ${String(first)}: the figures would mean nothing`);
}

const eventsIn = (seconds: number) => `${((DEVICES + 1) * seconds).toLocaleString('en')} events`;
const spread = (values: readonly number[]) => `${String(Math.round((Math.max(...values) / Math.min(...values) - 1) * 100))} %`;

function resultsOf(times: ReadonlyMap<Name, readonly number[]>): readonly Result[] {
  const timesOf = (name: Name) => times.get(name) ?? [];
  const ms = (name: Name) => median(timesOf(name));
  const against = (other: Name, ours: Name) => ms(other) / ms(ours);
  const perSecond = (name: Name) => ((DEVICES + 1) * SECONDS * 1_000) / ms(name);
  return [
    measured(
      `RTK upsertOne per event / reading and fold to the same state, ${eventsIn(SECONDS)}`,
      against('actions', 'read'),
      budgets.replay,
    ),
    { what: 'RTK setMany per frame / the same', value: against('frames', 'read'), unit: 'x' },
    { what: 'RTK upsertOne per event / every event folded, frame by frame', value: against('actions', 'play'), unit: 'x' },
    { what: 'RTK setMany per frame / every event folded, frame by frame', value: against('frames', 'play'), unit: 'x' },
    { what: `Redux DevTools importState / the same, ${eventsIn(PART_SECONDS)}`, value: against('devTools', 'readPart'), unit: 'x' },
    measured(
      `rrweb Replayer / seek, to the end and shown in a table, ${eventsIn(LONG_SECONDS)}`,
      against('rrweb', 'shown'),
      budgets.replayAgainstRrweb,
    ),
    { what: 'reading and fold', value: perSecond('read'), unit: '/s' },
    { what: 'every event folded, frame by frame', value: perSecond('play'), unit: '/s' },
    ...NAMES.map((name): Result => ({ what: `CPU time: ${name}, spread ${spread(timesOf(name))}`, value: ms(name), unit: 'ms' })),
  ];
}

/**
 * Measures `replay`: a recording in one Chromium page against actions in Redux Toolkit, Redux DevTools and rrweb: CPU time of the page's
 * main thread.
 */
export async function replayBench(): Promise<readonly Result[]> {
  const browser = await openMeasuredChromium(await chromiumPath());
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => {
      throw error;
    });
    await page.setContent('<!doctype html><html><body></body></html>');
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const perBlock = await secondsPerBlock(DEVICES);
    await page.addScriptTag({
      content: await pageScript({ devices: DEVICES, seconds: SECONDS, part: PART_SECONDS, long: LONG_SECONDS, perBlock }),
    });
    const times = new Map<Name, number[]>(NAMES.map((name) => [name, []]));
    for (let round = -1; round < ROUNDS; round += 1) {
      const texts = new Map<Name, string>();
      for (const name of NAMES) {
        const { ms, text } = await run(page, cdp, name);
        texts.set(name, text);
        if (round >= 0) times.get(name)?.push(ms);
      }
      mustAgree(texts);
    }
    return resultsOf(times);
  } finally {
    await browser.close();
  }
}
