import { getAllDevices } from '#contract/devices/device';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { eventually, painted, personOf, signedInPage, testBrowser } from '../support/pages.ts';

const WAIT = { timeout: 60_000 };
const DEVICES_PATH = '**/api/all_devices';

const browser = testBrowser();
let page: Page;
let table: Locator;
beforeAll(async () => {
  page = await signedInPage(browser, personOf('license_support_engineer'));
  table = page.getByRole('table', { name: 'Devices' });
});

const pager = () => page.getByRole('navigation', { name: 'Pages of Devices' });
const rowCount = () => table.locator('tbody tr.row').count();
const names = () => table.locator('tbody strong').allTextContents();
const press = (name: string) => pager().getByRole('button', { name, exact: true }).click();
const numbers = () =>
  pager()
    .getByRole('button', { name: /^Page / })
    .allTextContents();
const current = () => pager().locator('[aria-current=page]').textContent();
const chooseSize = (size: number) => pager().getByLabel('Rows per page').selectOption(String(size));

async function show() {
  await page.goto('/fleet/state');
  await expect.poll(rowCount, WAIT).toBeGreaterThan(0);
}

/** Repeats the server's devices `times` times, with numbered serials. */
const grow = (times: number) =>
  page.route(DEVICES_PATH, async (route) => {
    const answer = await route.fetch();
    const { result, ...rest } = getAllDevices.answer.parse(await answer.json());
    const grown = Array.from({ length: times }, (_, at) =>
      result.map((device) => ({ ...device, serial: `${device.serial}.${at}` })),
    ).flat();
    await route.fulfill({ response: answer, json: { ...rest, result: grown } });
  });

it('[RULE-082] [RULE-083] [RULE-084] [RULE-085] [CONST-007] [CONST-008] [CONST-010] the rows per page are chosen from six sizes and remembered', async () => {
  await show();
  const select = pager().getByLabel('Rows per page');
  expect(await select.getByRole('option').allTextContents()).toEqual(['5', '10', '20', '25', '50', '100']);
  await eventually(() => select.inputValue()).toBe('10');
  await eventually(current).toBe('1');
  await chooseSize(5);
  await expect.poll(rowCount).toBe(5);
  await eventually(() => pager().locator('> span').textContent()).toBe('1-5 of 24');
  await page.reload();
  await expect.poll(rowCount, WAIT).toBe(5);
  await eventually(() => select.inputValue()).toBe('5');
  await eventually(current).toBe('1');
});

it('[RULE-086] [RULE-087] [RULE-088] [RULE-089] [CONST-009] many pages: first, last, and at most six numbers with a gap between', async () => {
  await grow(4);
  await show();
  await chooseSize(5);
  const pages = Math.ceil((24 * 4) / 5);
  await eventually(numbers).toEqual(['1', '2', '3', '4', '5', String(pages)]);
  await eventually(() => pager().getByText('…').allTextContents()).toEqual(['…']);
  expect(await pager().getByRole('button', { name: 'First page' }).isDisabled()).toBe(true);
  expect(await pager().getByRole('button', { name: 'Previous page' }).isDisabled()).toBe(true);
  for (let at = 2; at <= pages; at += 1) {
    await press('Next page');
    await expect.poll(current).toBe(String(at));
    const shown = await numbers();
    expect(shown.length, `on page ${at}`).toBeLessThanOrEqual(6);
    expect([shown[0], shown.at(-1)]).toEqual(['1', String(pages)]);
  }
  expect(await pager().getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
  expect(await pager().getByRole('button', { name: 'Last page' }).isDisabled()).toBe(true);
  await eventually(rowCount).toBe((24 * 4) % 5);
  await press('First page');
  await expect.poll(current).toBe('1');
  await press('Last page');
  await expect.poll(current).toBe(String(pages));
  await page.unrouteAll({ behavior: 'wait' });
});

it('[RULE-090] a page beyond the last one becomes the last one', async () => {
  await show();
  await chooseSize(5);
  await press('Last page');
  await expect.poll(current).toBe('5');
  const all = await names();
  await page.getByRole('button', { name: 'Operational Devices' }).click();
  await expect.poll(async () => (await names()).join()).not.toBe(all.join());
  const [, from, to, of] = /^(\d+)-(\d+) of (\d+)$/.exec((await pager().locator('> span').textContent()) ?? '') ?? [];
  expect(to).toBe(of);
  expect(Number(from)).toBeLessThanOrEqual(Number(of));
  await eventually(current).toBe(String(Math.ceil(Number(of) / 5)));
  await page.getByRole('button', { name: 'Clear Filter' }).click();
  await chooseSize(25);
});

it('[RULE-092] [CONST-011] a column dragged shut keeps 11 px, and the keys widen it again', async () => {
  await show();
  const grip = table.getByRole('separator', { name: 'Width of Location' });
  await painted(page);
  const box = await grip.boundingBox();
  if (box === null) throw new Error('no grip');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 60, y, { steps: 3 });
  const shown = async () => Number(await grip.getAttribute('aria-valuenow'));
  await eventually(shown).toBeLessThan(176);
  await page.mouse.move(x - 900, y, { steps: 3 });
  await page.mouse.up();
  await eventually(shown).toBe(11);
  const width = () => table.getByRole('columnheader', { name: 'Location' }).evaluate((head) => head.getBoundingClientRect().width);
  await eventually(width).toBeGreaterThanOrEqual(11);
  await page.mouse.move(x, y);
  await painted(page);
  expect(await shown()).toBe(11);
  await grip.focus();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
  await eventually(shown).toBeGreaterThanOrEqual(11 + 4 * 16);
  await eventually(width).toBeGreaterThan(60);
});

it('[FLEET-012] the keyboard turns the order by name round, and orders by another column', async () => {
  await show();
  const head = (name: string) => table.getByRole('columnheader', { name });
  const forwards = await names();
  await head('Name').getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => head('Name').getAttribute('aria-sort')).toBe('descending');
  await expect.poll(names).toEqual(forwards.toReversed());
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual(forwards);
  await head('Location').getByRole('button').focus();
  await page.keyboard.press(' ');
  await expect.poll(() => head('Location').getAttribute('aria-sort')).toBe('ascending');
  await eventually(() => head('Name').getAttribute('aria-sort')).toBe('none');
  const places = () => table.locator('tbody td:nth-child(3)').allTextContents();
  // The places may come after the devices: read and compared anew each time.
  await eventually(async () => {
    const shown = await places();
    return shown.join() === shown.toSorted((a, b) => a.localeCompare(b)).join();
  }).toBe(true);
});
