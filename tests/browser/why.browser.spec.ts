import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { axeFaults } from '../support/axeFaults.ts';
import { eventually, focused, painted, personOf, renderAs, signedInPage, testBrowser, visit } from '../support/pages.ts';

const browser = testBrowser();
afterEach(async () => {
  await browser.closePages();
});

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Why does it say that?' });
const pastBanner = (page: Page) => page.getByText('You are looking at the past');
const valueIn = (part: Page | Locator, shows: string) => part.locator(`[data-shows="${shows}"]`).first();

async function openFleet(options = {}): Promise<Page> {
  const page = await signedInPage(browser, personOf('system_admin'), '/fleet/state', options);
  // Loaded with the first movement of the pointer.
  await page.getByRole('row').nth(3).hover();
  await page.getByRole('cell', { name: /%/ }).first().waitFor();
  return page;
}

it('[WHY8] the context menu of a value says which event set it, and goes to that moment', async () => {
  const page = await openFleet();
  await valueIn(page, 'battery').click({ button: 'right' });
  const panel = panelOf(page);
  await panel.getByText('The event that set it').waitFor();
  await panel.getByText('Device state reported').waitFor();
  await panel.getByText('Battery level', { exact: true }).waitFor();
  expect(await panel.getByText(/^\d\d:\d\d:\d\d, \d+ (s|min) before$/).count()).toBeGreaterThan(0);
  await panel.getByRole('button', { name: 'Go to that moment', exact: true }).click();
  await pastBanner(page).waitFor();
  await eventually(() => new URL(page.url()).searchParams.has('at')).toBe(true);
  await page.keyboard.press('Escape');
  await eventually(() => panel.count()).toBe(0);
});

it('[WHY13] the asked value is outlined, no value of the table beside the panel is cut, and the panel ends with the sheet', async () => {
  const page = await openFleet();
  const [panel, main, task] = [panelOf(page), page.getByRole('main'), valueIn(page, 'task')];
  const outline = () => task.evaluate((cell) => getComputedStyle(cell).outlineStyle);
  await task.click({ button: 'right' });
  await panel.getByText('The event that set it').waitFor();
  await eventually(outline).toBe('solid');
  expect(await valueIn(page, 'battery').evaluate((cell) => getComputedStyle(cell).outlineStyle)).toBe('none');
  const cut = main.locator('td').filter({ visible: true });
  await painted(page);
  expect(await cut.evaluateAll((parts) => parts.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent))).toEqual(
    [],
  );
  const below = async () => {
    const [{ y = 0, height = 0 }, sheet] = [(await panel.boundingBox()) ?? {}, await main.boundingBox()];
    return (sheet?.y ?? 0) + (sheet?.height ?? 0) - y - height;
  };
  await eventually(below).toBe(1);
  await page.keyboard.press('t');
  await page.getByRole('region', { name: 'Timeline' }).waitFor();
  await eventually(below).toBe(1);
  await panel.getByRole('button', { name: 'Close' }).click();
  await eventually(outline).toBe('none');
});

it('[WHY9] W goes to a value, arrows to the one beside it, Enter asks and Escape returns to it', async () => {
  const page = await openFleet();
  await page.keyboard.press('w');
  const online = valueIn(page, 'online');
  await focused(online);
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
  const task = valueIn(page, 'task');
  await focused(task);
  await page.keyboard.press('Enter');
  const panel = panelOf(page);
  await panel.getByText('Current Task').first().waitFor();
  await panel.getByText('Made of Current state, Current task, Error code, State, Error.').waitFor();
  await page.keyboard.press('Escape');
  await eventually(() => panel.count()).toBe(0);
  await focused(task);
});

it('[WHY9] Escape on a value returns the focus to where W was pressed', async () => {
  const page = await openFleet();
  const button = page.getByRole('button', { name: 'Operational Devices' });
  await button.focus();
  await page.keyboard.press('w');
  await page.locator('[data-shows]:focus').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await eventually(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
});

it('[FOCUS6] the dialog of the keys opens at its beginning, however low the window', async () => {
  const page = await openFleet();
  for (const [width, height] of [
    [1_366, 700],
    [390, 400],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog');
    await keys.waitFor();
    const heading = await keys.getByRole('heading').first().boundingBox();
    expect(heading?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
  }
});

it('[KEYS6] arrow keys in the panel move no moment; Escape leaves the panel, then the chosen value, and only then the past', async () => {
  const page = await openFleet();
  await page.keyboard.press('t');
  const moment = page.getByRole('region', { name: 'Timeline' }).getByRole('slider').first();
  await moment.waitFor();
  await page.keyboard.press('ArrowLeft');
  await pastBanner(page).waitFor();
  await page.keyboard.press('w');
  await page.locator('[data-shows]:focus').waitFor();
  await page.keyboard.press('Enter');
  await panelOf(page).waitFor();
  const before = await moment.inputValue();
  await page.keyboard.press('ArrowLeft');
  await painted(page);
  expect(await moment.inputValue()).toBe(before);
  await page.keyboard.press('Escape');
  await eventually(() => panelOf(page).count()).toBe(0);
  await page.keyboard.press('Escape');
  await eventually(() => page.locator('[data-shows]:focus').count()).toBe(0);
  expect(await pastBanner(page).count()).toBe(1);
  await page.keyboard.press('Escape');
  await eventually(() => pastBanner(page).count()).toBe(0);
});

it('[WHY8] [WHY13] header and detail of a device explain every value of its report, and cut none, beside the panel and on a tablet', async () => {
  const page = await openFleet();
  await visit(page, '/device/detail');
  for (const shows of ['live', 'control', 'activity', 'battery_level', 'reported', 'name', 'location']) {
    await valueIn(page, shows).click({ button: 'right' });
    await panelOf(page)
      .getByText(/The event that set it|Set before the recording/)
      .waitFor();
  }
  await page.locator('[data-shows^="map_data.available_maps."][data-shows$=".valid"]').first().click({ button: 'right' });
  await panelOf(page)
    .getByText(/^From the data group Map data: Available maps, .+, Valid\.$/)
    .waitFor();
  const values = page.locator('main :is(td, dt, dd)').filter({ visible: true });
  const cut = () => values.evaluateAll((parts) => parts.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
  expect(await cut()).toEqual([]);
  await page.setViewportSize({ width: 1_180, height: 820 });
  await page.keyboard.press('Escape');
  await eventually(() => panelOf(page).count()).toBe(0);
  expect(await cut()).toEqual([]);
  const unexplained = page.locator('main dt:not(td dt):has(+ dd:not([data-shows]))');
  // Neither is of its report: the clock is measured by the server.
  await eventually(() => unexplained.allInnerTexts()).toEqual(['Serial number', 'Clock']);
});

/** Holds what answers until the returned function is called, as a slow network does. */
async function holdTools(page: Page): Promise<() => void> {
  let load: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(/\/TimeTools-/, async (route) => {
    await isAsked;
    await route.continue();
  });
  return load;
}

it('[WHY10] a finger that rests on a value asks, also the first one; one that taps does not', async () => {
  const page = await signedInPage(browser, personOf('system_admin'), '/fleet/state', {
    hasTouch: true,
    viewport: { width: 390, height: 844 },
  });
  const load = await holdTools(page);
  const cell = page.locator('[data-shows="battery"]', { hasText: '%' }).first();
  // Scrolls to where nothing covers it.
  await cell.tap({ trial: true });
  // A scroll that is reported later would end the press.
  await painted(page);
  const box = await cell.boundingBox();
  const cdp = await page.context().newCDPSession(page);
  const point = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  load();
  await panelOf(page).getByText('The event that set it').waitFor();
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  expect(await panelOf(page).count()).toBe(1);
  await page.keyboard.press('Escape');
  await eventually(() => panelOf(page).count()).toBe(0);
  await cell.tap();
  await painted(page);
  expect(await panelOf(page).count()).toBe(0);
});

it('[WHY8] a link in a row keeps the menu of the browser; the value asked for while the panel is loading is answered', async () => {
  const page = await signedInPage(browser, personOf('system_admin'), '/fleet/state');
  const load = await holdTools(page);
  await page.getByRole('link', { name: 'Info' }).first().click({ button: 'right' });
  await page.getByRole('cell').filter({ hasText: '%' }).first().click({ button: 'right' });
  load();
  await panelOf(page).waitFor();
});

/** Whether anything lies over an element, on a quarter and three quarters of its width, a look every 8 px. */
const isCovered = (element: Element): boolean => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const rows = Array.from({ length: Math.floor(height / 8) }, (_, index) => top + 4 + index * 8);
  return rows.some((y) => [1 / 4, 3 / 4].some((part) => !element.contains(document.elementFromPoint(left + width * part, y))));
};

it('[WHY11] the panel has no accessibility fault and nothing lies over it, light and dark, wide and on a phone', async () => {
  const page = await openFleet();
  await valueIn(page, 'battery').click({ button: 'right' });
  await panelOf(page).getByText('The event that set it').waitFor();
  // The timeline leaves less room: on a phone the panel then lies on the filters of the table.
  await page.keyboard.press('t');
  await page.getByRole('region', { name: 'Timeline' }).waitFor();
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 390],
  ] as const) {
    await renderAs(page, { colorScheme, width, height: 844 });
    expect(await axeFaults(page, 'body')).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await panelOf(page).evaluate(isCovered)).toBe(false);
  }
});
