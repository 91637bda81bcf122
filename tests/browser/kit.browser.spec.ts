import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageAt } from '#server/platform/embedded/developmentAssets';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults } from '../support/axeFaults.ts';
import { serveKit } from '../support/kitSite.ts';
import { ownProduct } from '../support/ownProduct.ts';
import { edgeFaults } from '../support/edgeFaults.ts';
import { ringFaults, touchFaults } from '../support/reachFaults.ts';
import { eventually, focused, painted, still, testBrowser } from '../support/pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');

/** Components without an example of their own, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  AnnouncementsProvider: 'around the page',
  BoxButton: 'part of DateTimeField',
  Calendar: 'opened by DateTimeBox',
  ColorModeProvider: 'around the page',
  CopyMark: 'the icon of CopyButton',
  FieldContainer: 'around every field',
  FormBody: 'part of Form',
  KeptForms: 'around the forms of a page, without a look of its own',
  LeaveQuestion: 'beside the page',
  OpenMenu: 'opened by Menu',
  StatUnit: 'part of StatBand',
  SubmitButton: 'part of Form',
  UiProvider: 'around the page',
  Urgent: 'at the edge of the page, while a modal is open',
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
  const sources = globSync('src/kit/*.tsx', { cwd: root }).map(read).join('\n');
  // Some parts are downloaded when they are first shown.
  await eventually(async () => {
    const headings = await page.getByRole('heading', { level: 3 }).allTextContents();
    const isShown = (name: string) => headings.includes(name) && new RegExp(`<${name}[\\s>]`).test(sources);
    return [...new Set(components)].filter((name) => !isShown(name)).toSorted();
  }).toEqual(Object.keys(ELSEWHERE));
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

it('[KIT4] on a phone every control is as large as a finger', async () => {
  await show(VIEWS[1]);
  expect(await touchFaults(page)).toEqual([]);
});

it.each([390, 360])('[PAGE1] the buttons of the pages and the export are on one line at %i px', async (width) => {
  await page.setViewportSize({ width, height: 900 });
  await painted(page);
  const middles = await page.getByRole('navigation', { name: 'Pages of Pages' }).evaluate((pager) =>
    [...pager.querySelectorAll('button, input')].flatMap((control) => {
      const { top, height } = control.getBoundingClientRect();
      return height === 0 ? [] : [top + height / 2];
    }),
  );
  // First, previous, the current page, next, last, the page to go to, the export.
  expect(middles).toHaveLength(7);
  expect(new Set(middles).size).toBe(1);
});

it.each([320, 390])('[NARROW2] every stop of the Tab key in a table is visible at %i px', async (width) => {
  await page.setViewportSize({ width, height: 900 });
  await painted(page);
  const { names, hidden } = await page.evaluate(() => {
    const stops = [...document.querySelectorAll<HTMLElement>('table :is(button, a[href], input, select, [tabindex="0"])')];
    const reached = stops.filter((stop) => {
      stop.focus();
      return document.activeElement === stop;
    });
    const nameOf = (stop: HTMLElement) => stop.ariaLabel ?? stop.textContent;
    const isHidden = (stop: HTMLElement) => {
      stop.focus();
      stop.scrollIntoView({ block: 'center' });
      const { left, top, width: wide, height } = stop.getBoundingClientRect();
      return !stop.contains(document.elementFromPoint(left + wide / 2, top + height / 2));
    };
    return { names: reached.map(nameOf), hidden: reached.filter(isHidden).map(nameOf) };
  });
  expect(names).toContain('Sort');
  expect(hidden).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
});

it('[NARROW3] the menu of a narrow table sorts it by each of its sortable columns, and the other way when chosen again', async () => {
  await page.setViewportSize({ width: 390, height: 900 });
  await painted(page);
  const table = page.getByRole('table', { name: 'Dense bays' });
  const titles = () => table.locator('td[data-narrow=title]').allInnerTexts();
  const choose = async (entry: string) => {
    await table.getByRole('button', { name: 'Sort' }).click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
    return titles();
  };
  const begun = await titles();
  const up = await choose('Name');
  const down = await choose('Name, ascending');
  expect(up).toEqual(begun.toSorted((one, other) => one.localeCompare(other)));
  expect(down).toEqual(up.toReversed());
  expect(await choose('Name, descending')).toEqual(up);
});

it.each(VIEWS.slice(0, 2))('[KIT4] every focus ring is whole at $width px', async (view) => {
  await show(view);
  // The page was used by keys last: the focus is shown.
  await page.keyboard.press('Tab');
  expect(await ringFaults(page)).toEqual([]);
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
    await still(page);
    expect([opener, await axeFaults(page, `[role=${role}]`)]).toEqual([opener, []]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(view.width);
    await page.keyboard.press('Escape');
    await overlay.waitFor({ state: 'detached' });
  }
});

it('[FOCUS5] what opens over the page by a key has the focus, and Escape returns it to its opener', async () => {
  await show(VIEWS[0]);
  const calendar = ['Fields', 'Moment: choose a day', 'dialog'] as const;
  for (const [group, name, role] of [...OVERLAYS.filter(([, , each]) => /dialog|menu/.test(each)), calendar]) {
    await showAlone(group);
    const opener = page.getByRole('button', { name, exact: true });
    await opener.press('Enter');
    await eventually(async () => [name, await page.locator(`[role=${role}]:is(:focus, :has(:focus))`).count()]).toEqual([name, 1]);
    await page.keyboard.press('Escape');
    await page.getByRole(role).waitFor({ state: 'detached' });
    await focused(opener);
  }
});

it.each(VIEWS.slice(0, 2))('[KIT4] fields and disabled buttons stand out from their dialog, $colorScheme', async (view) => {
  await show(view);
  await showAlone('Forms');
  await page.getByRole('button', { name: 'Open form dialog' }).click();
  const dialog = page.getByRole('dialog');
  const lightnessOf = (part: Locator) =>
    part.evaluate((element) => {
      const [red = 0, green = 0, blue = 0] = getComputedStyle(element).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
      return red + green + blue;
    });
  const ground = await lightnessOf(dialog);
  for (const part of [dialog.getByLabel('City'), dialog.getByRole('button', { name: 'Save' })])
    expect(Math.abs((await lightnessOf(part)) - ground)).toBeGreaterThan(20);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
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

it('[FORM5] a chosen name is edited in its middle, and a press on it replaces it', async () => {
  await showAlone('Choices');
  const bay = page.getByRole('combobox', { name: 'Bay', exact: true });
  const edit = async (...keys: readonly string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      // The list opens, and writes into the field, later than the letter.
      await painted(page);
    }
    return bay.inputValue();
  };
  await bay.focus();
  expect(await edit('ArrowRight', 'ArrowLeft', '1', '0')).toBe('Bay 104');
  expect(await edit('ArrowLeft', 'Backspace')).toBe('Bay 04');
  expect(await edit('Escape')).toBe('Bay 4');
  await page.getByRole('heading', { level: 1 }).click();
  await bay.click();
  expect(await edit('1', '7', 'Enter')).toBe('Bay 17');
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
