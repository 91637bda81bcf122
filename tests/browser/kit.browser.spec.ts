import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageAt } from '#server/platform/embedded/developmentAssets';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults } from '../support/axeFaults.ts';
import { serveKit } from '../support/kitSite.ts';
import { ownProduct } from '../support/ownProduct.ts';
import { edgeFaults } from '../support/edgeFaults.ts';
import { eventually, painted, testBrowser } from '../support/pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');

/** Components without an example of their own, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  Calendar: 'opened by DateTimeBox',
  ColorModeProvider: 'around the page',
  CopyMark: 'the icon of CopyButton',
  DateTimeBox: 'part of DateTimeField',
  FieldContainer: 'around every field',
  FormBody: 'part of Form',
  LeaveQuestion: 'beside the page',
  OpenMenu: 'opened by Menu',
  SubmitButton: 'part of Form',
  UiProvider: 'around the page',
  Video: 'needs the bytes of a video',
};
/** The parts of these folders are one component, except those that stand alone. */
const PARTS_OF_TABLES = /^src\/ui\/table\/(?!DataTable|Pager)/;

const browser = testBrowser();
let page: Page;
let kit: Awaited<ReturnType<typeof serveKit>>;
beforeAll(async () => {
  kit = await serveKit();
  page = await (await browser.newContext()).newPage();
  await page.goto(`${kit.url}/kit`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // A toast is gone when its line is.
  await page.addStyleTag({ content: '[data-testid=toast-life] { animation-play-state: paused !important }' });
  await page.getByRole('button', { name: 'Show toasts' }).click();
});
afterAll(() => kit.stop());

/** The components that the kit exports: functions and styled elements whose names begin with a capital letter. */
const components = globSync('src/ui/**/*.tsx', { cwd: root })
  .filter((file) => !PARTS_OF_TABLES.test(file))
  .flatMap((file) => [...read(file).matchAll(/^export (?:function|class|const) ([A-Z][a-z]\w*)/gm)].map(([, name = '']) => name));

it('[KIT1] every component of the kit is shown, or is a part of one that is', async () => {
  expect(components.length).toBeGreaterThan(40);
  const headings = await page.getByRole('heading', { level: 3 }).allTextContents();
  const sources = globSync('src/kit/*.tsx', { cwd: root }).map(read).join('\n');
  const isShown = (name: string) => headings.includes(name) && new RegExp(`<${name}[\\s>]`).test(sources);
  expect([...new Set(components)].filter((name) => !isShown(name)).toSorted()).toEqual(Object.keys(ELSEWHERE));
});

const VIEWS = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
] as const;

async function show({ width, colorScheme }: (typeof VIEWS)[number]): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.locator(`html.${colorScheme}`).waitFor();
  await painted(page);
}

it.each(VIEWS)('[KIT2] the page of parts is accessible and fits at $width px, $colorScheme', async (view) => {
  await show(view);
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(view.width);
  expect(await axeFaults(page, 'html')).toEqual([]);
});

it('[KIT2] every disabled field looks disabled', async () => {
  const looks = await page.evaluate(() => {
    const usual = getComputedStyle(document.body).color;
    const fields = document.querySelectorAll<HTMLInputElement>(':is(input:not([type=checkbox]), select, textarea):disabled');
    return [...fields].map((field) => {
      // The browser draws its own select fainter as a whole.
      const { color, opacity } = getComputedStyle(field);
      return [field.labels?.[0]?.textContent ?? field.ariaLabel, color !== usual || Number(opacity) < 1] as const;
    });
  });
  expect(looks.length).toBeGreaterThan(4);
  expect(looks.filter(([, isDifferent]) => !isDifferent)).toEqual([]);
});

it('[EDGE1] every part has its edges under forced colours', async () => {
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active', reducedMotion: 'reduce' });
  expect(await edgeFaults(page)).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
});

/** Shows one group of the page alone: axe looks at all that is visible, also for one element. */
const showAlone = (group: string) =>
  page.evaluate((title) => {
    for (const section of document.querySelectorAll<HTMLElement>('main > section'))
      section.hidden = section.querySelector('h2')?.textContent !== title;
  }, group);

/** Waits until nothing moves but what takes seconds, such as the line of a toast. */
const still = () =>
  page.evaluate(async () => {
    const short = document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 1_000);
    await Promise.all(short.map(({ finished }) => finished));
  });

/** An element that opens over the page: its group, the button or field that opens it, and its role. */
const OVERLAYS = [
  ['Over the page', 'Open dialog', 'dialog'],
  ['Over the page', 'Open question', 'alertdialog'],
  ['Over the page', 'Open red question', 'alertdialog'],
  ['Over the page', 'Open panel', 'dialog'],
  ['Choices', 'Bay', 'listbox'],
  ['Forms', 'Open form dialog', 'dialog'],
  ['Over the page', 'Open menu', 'menu'],
  ['Over the page', 'Explained', 'tooltip'],
] as const;

it.each(VIEWS.slice(0, 2))('[KIT2] what opens over the page is accessible at $width px, $colorScheme', async (view) => {
  await show(view);
  for (const [group, opener, role] of OVERLAYS) {
    await showAlone(group);
    const named = { name: opener, exact: true };
    await page.getByRole('button', named).or(page.getByRole('combobox', named)).click();
    const overlay = page.getByRole(role);
    await overlay.waitFor();
    await still();
    expect([opener, await axeFaults(page, `[role=${role}]`)]).toEqual([opener, []]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(view.width);
    await page.keyboard.press('Escape');
    await overlay.waitFor({ state: 'detached' });
  }
});

it('[KIT2] the calendar is accessible in its views of days, months and years', async () => {
  await showAlone('Fields');
  await page.getByRole('button', { name: 'Moment: choose a day', exact: true }).click();
  const calendar = page.getByRole('dialog');
  for (const head of ['November 2026: choose a month', '2026: choose a year', '2020 - 2029']) {
    await calendar.getByRole('button', { name: head, exact: true }).waitFor();
    expect([head, await axeFaults(page, '[role=dialog]')]).toEqual([head, []]);
    if (head.includes(':')) await calendar.getByRole('button', { name: head, exact: true }).click();
  }
  await page.keyboard.press('Escape');
  await calendar.waitFor({ state: 'detached' });
});

it('[KIT3] the development server alone has the page of parts', async () => {
  expect(['/kit', '/kit?a=b', '/kitchen', '/', '/signed-in?code=1'].map(pageAt)).toEqual([
    'kit.html',
    'kit.html',
    'index.html',
    'index.html',
    'signed-in.html',
  ]);
  const answerAt = async (address: string) => (await fetch(`${ownProduct().url}${address}`, { headers: { accept: 'text/html' } })).text();
  expect(await answerAt('/kit')).toBe(await answerAt('/no_such_page'));
  const built: unknown = JSON.parse(read('dist/console/.vite/manifest.json'));
  const sources = Object.keys(Object(built));
  expect(sources).toContain('index.html');
  expect(sources.filter((source) => path.posix.basename(source) === 'kit.html' || source.startsWith('kit/'))).toEqual([]);
});
