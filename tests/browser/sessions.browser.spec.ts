import type { Page } from 'playwright-core';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { shifts } from '#fixtures/shifts';
import { readSignature } from '#session/gate';
import { axeFaults } from '../support/axeFaults.ts';
import { painted, testBrowser } from '../support/pages.ts';
import { openStaticHost } from '../support/stub/staticHost.ts';

const browser = testBrowser();
let host: Awaited<ReturnType<typeof openStaticHost>> | undefined;
const names = Object.keys(shifts).toSorted();
const signatureOf = (name: string) => readSignature(readFileSync(new URL(`../../fixtures/sessions/${name}.json`, import.meta.url), 'utf8'));

beforeAll(async () => {
  // A plain web server.
  host = await openStaticHost(() => null);
});
afterEach(async () => {
  await browser.closePages();
});
afterAll(async () => {
  await browser.closePages();
  await host?.close();
});

const openButtons = (page: Page) => page.getByRole('region', { name: 'Sample sessions' }).getByRole('button', { name: /^Open / });
/** `take-over` has the title "Take over". */
const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');

async function replayPage(width = 1440) {
  const page = await (await browser.newContext({ baseURL: host?.origin ?? '', viewport: { width, height: 900 } })).newPage();
  await page.goto('/replay');
  await openButtons(page).first().waitFor();
  return page;
}

it('[GATE6] the page lists every recorded session, and opens each', async () => {
  const page = await replayPage();
  const buttons = openButtons(page);
  expect(await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual(
    names.map((name) => `Open ${titleOf(name)}`),
  );
  for (const name of names) {
    await page.getByRole('button', { name: `Open ${titleOf(name)}`, exact: true }).click();
    const card = page.getByRole('region', { name: `${name}.orangery` });
    await card.getByText('Whole').waitFor();
    await card.getByText(signatureOf(name).sample.note).waitFor();
    await card.getByRole('button', { name: 'Open recording' }).click();
    await page.getByRole('status', { name: 'Replay' }).getByText('recorded by An Verhoeven').waitFor();
    await page.getByRole('button', { name: 'Close recording' }).click();
    await buttons.first().waitFor();
  }
});

it('[GATE6] the list has no accessibility fault, light and dark, wide and on a phone', async () => {
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 390],
  ] as const) {
    const page = await replayPage(width);
    await page.emulateMedia({ colorScheme });
    await painted(page);
    expect(await axeFaults(page, 'body')).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (process.env['SHOTS'] !== undefined)
      await page.screenshot({ path: `${process.env['SHOTS']}/sessions-${colorScheme}-${width}.png`, fullPage: true });
  }
});

/** The console's own reducers, bundled for this test alone, as a script that defines `gate`. */
async function gateScript(): Promise<string> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: {
      alias: [
        { find: /^#edge\//, replacement: `${root}src/edge/` },
        { find: /^#(contract|domain|streams|state|past)\//, replacement: `${root}$1/` },
      ],
    },
    build: { write: false, lib: { entry: `${root}tests/support/statesInPage.ts`, formats: ['iife'], name: 'gate' } },
  });
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  const code = outputs.flatMap(({ output }) => output.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])));
  return [...code, 'globalThis.gate = gate;'].join('\n');
}

it('[GATE6] Chromium computes the signed states', async () => {
  const context = await browser.newContext({ baseURL: host?.origin ?? '' });
  await context.addInitScript({ content: await gateScript() });
  const page = await context.newPage();
  await page.goto('/replay');
  for (const name of names) expect(await page.evaluate(`gate.blockHashes('/sessions/${name}.orangery')`)).toEqual(signatureOf(name).blocks);
});
