import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { consoleConfig } from '#contract/config';
import { axeFaults } from '../support/axeFaults.ts';
import { accountMenuOf, eventually, renderAs, personOf, signedInPage, testBrowser, type TestBrowser } from '../support/pages.ts';

const browser = testBrowser({ isExpected: (complaint) => complaint.includes('ERR_INTERNET_DISCONNECTED') });
const shots = process.env['SHOTS'] ?? '';
afterEach(async () => {
  await browser.closePages();
});

const LOOKS = [
  ['light', 1440],
  ['dark', 390],
] as const;

/** Contexts whose server keeps no notes. */
const withoutBookmarks: Pick<TestBrowser, 'newContext'> = {
  newContext: async (options) => {
    const context = await browser.newContext(options);
    await context.route('**/config.json', async (route) => {
      const answer = await route.fetch();
      const config = consoleConfig.parse(await answer.json());
      await route.fulfill({ response: answer, json: { ...config, features: config.features.filter((name) => name !== 'bookmarks') } });
    });
    return context;
  },
};

const notes = (page: Page) => page.getByRole('region', { name: 'Notes' });
const moment = (page: Page) => page.getByRole('slider', { name: 'Moment' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** No accessibility fault and nothing wider than the page, light and wide as well as dark and narrow. */
async function looksRight(page: Page, name: string): Promise<void> {
  for (const [colorScheme, width] of LOOKS) {
    await renderAs(page, { colorScheme, width, height: 844 });
    expect(await axeFaults(page, 'body')).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (shots !== '') await page.screenshot({ path: `${shots}/${name}-${String(width)}-${colorScheme}.png` });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

async function note(page: Page, text: string): Promise<void> {
  await page.keyboard.press('b');
  await page.getByRole('textbox', { name: 'Note' }).fill(text);
  await button(page, 'Save note').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

it('[NOTE1] [NOTE3] [NOTE4] [NOTE6] B keeps a note live and at the shown moment; it is marked, listed, found again after a reload, changed and deleted', async () => {
  const page = await signedInPage(withoutBookmarks, personOf('system_admin'), '/fleet/state');
  await page.getByPlaceholder('Name or serial').first().fill('b');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByPlaceholder('Name or serial').first().blur();
  await note(page, 'Belt slips');
  await page.keyboard.press('t');
  await eventually(() => moment(page).evaluate((input: HTMLInputElement) => Number(input.max) - Number(input.min))).toBeGreaterThan(4_000);
  await button(page, 'Pause').click();
  await page.getByText('You are looking at the past').waitFor();
  await page.keyboard.press('b');
  await button(page, 'Save note').click();
  await page.getByText('Write a text.').waitFor();
  await page.getByRole('textbox', { name: 'Note' }).fill('x'.repeat(501));
  await button(page, 'Save note').click();
  await page.getByText('A note has at most 500 characters; this one has 501.').waitFor();
  await looksRight(page, 'note-form');
  await page.getByRole('textbox', { name: 'Note' }).fill('Lumion 02 stood here\nuntil the aisle was free');
  await button(page, 'Save note').click();
  await button(page, 'Notes').click();
  await eventually(() => notes(page).getByRole('listitem').count()).toBe(2);
  await eventually(() => page.locator('svg svg [data-mark=note]').count()).toBe(2);
  await looksRight(page, 'notes');
  await page.reload();
  await accountMenuOf(page).waitFor();
  await button(page, 'Notes').click();
  const first = notes(page).getByRole('listitem').filter({ hasText: 'Belt slips' });
  const at = await first.getByRole('time').innerText();
  await first.getByRole('button', { name: 'Go to' }).click();
  await eventually(() => moment(page).getAttribute('aria-valuetext')).toBe(at);
  await first.getByRole('button', { name: 'Edit note' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Belt slips on lane 4');
  await button(page, 'Save note').click();
  await notes(page).getByText('Belt slips on lane 4').waitFor();
  await notes(page).getByRole('listitem').filter({ hasText: 'lane 4' }).getByRole('button', { name: 'Delete note' }).click();
  await button(page, 'Yes').click();
  await eventually(() => notes(page).getByRole('listitem').count()).toBe(1);
});

/** Writes what the version before the notes stored: a block of a person. */
const storeOfVersion1 = (username: string) =>
  new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('orangery-recorder', 1);
    opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')));
    opening.addEventListener('upgradeneeded', () => {
      const blocks = opening.result.createObjectStore('blocks', { autoIncrement: true });
      const frames = opening.result.createObjectStore('frames');
      opening.result.createObjectStore('pieces', { autoIncrement: true });
      const owner = opening.result.createObjectStore('owner');
      blocks.add({ log: 'before', firstSeq: 0, count: 1, firstAt: 1, lastAt: 1, length: 3 });
      frames.add(Uint8Array.of(1, 2, 3), 1);
      owner.add(username, 'username');
    });
    opening.addEventListener('success', () => {
      opening.result.close();
      resolve();
    });
  });

const blocksOf = () =>
  new Promise<readonly unknown[]>((resolve, reject) => {
    const opening = indexedDB.open('orangery-recorder');
    opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')));
    opening.addEventListener('success', () => {
      const reading = opening.result.transaction(['blocks', 'notes']).objectStore('blocks').getAll();
      reading.addEventListener('success', () => {
        opening.result.close();
        resolve(reading.result);
      });
    });
  });

it('[NOTE4] recordings of the version without notes stay, and accept notes', async () => {
  const person = personOf('system_admin');
  const context = await withoutBookmarks.newContext();
  const prepared = await context.newPage();
  await prepared.goto('/config.json');
  await prepared.evaluate(storeOfVersion1, person.email.slice(0, person.email.indexOf('@')));
  const page = await signedInPage({ newContext: async () => context }, person, '/fleet/state');
  await note(page, 'Still here');
  expect(await page.evaluate(blocksOf)).toContainEqual(expect.objectContaining({ log: 'before', length: 3 }));
});

it('[NOTE5] in a browser without workers a note is kept as long as the page', async () => {
  const newContext: TestBrowser['newContext'] = async (options) => {
    const context = await withoutBookmarks.newContext(options);
    await context.addInitScript('window.Worker = undefined;');
    return context;
  };
  const page = await signedInPage({ newContext }, personOf('system_admin'), '/fleet/state');
  await note(page, 'For now');
  await page.keyboard.press('t');
  await button(page, 'Notes').click();
  await notes(page).getByText('For now').waitFor();
});

const account = (page: Page) => page.getByRole('dialog', { name: 'Account of this session' });
const rowOf = (page: Page, text: string | RegExp) => account(page).getByRole('row').filter({ hasText: text });
/** The lines of what the person did: devices go into error meanwhile, which has lines, too. */
const ownLines = (page: Page) => account(page).locator('tbody tr:not([data-tone=error])');

it('[ACCOUNT1] [ACCOUNT3] [ACCOUNT4] [NOTE7] the actions of a person are listed and printed alone, and shown with their notes in a replay', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'orangery-account-'));
  const page = await signedInPage(browser, personOf('system_admin'), '/fleet/state');
  await page.getByRole('row').filter({ hasText: 'Online' }).getByRole('link', { name: 'Actions' }).first().click();
  await button(page, 'Request Control').click();
  await page.getByText('The command is sent to the device').first().waitFor();
  await page.getByRole('row').filter({ hasText: 'Request Control' }).first().getByText('Done', { exact: true }).waitFor();
  await page.keyboard.press('t');
  // By key: a click would wait until the toast of the command, which may lie over the button, is gone.
  await button(page, 'Account of this session').press('Enter');
  await rowOf(page, /Signed in as an\.verhoeven/).waitFor();
  await rowOf(page, 'State Overview').waitFor();
  await rowOf(page, /Request Control: .*Done/).waitFor();
  await looksRight(page, 'account');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await account(page).isVisible()).toBe(true);
  expect(await page.locator('main').isVisible()).toBe(false);
  expect(await account(page).evaluate((one) => [getComputedStyle(one).position, getComputedStyle(one).backgroundColor])).toEqual([
    'static',
    'rgb(255, 255, 255)',
  ]);
  expect(await rowOf(page, 'Takes control of a device').count()).toBe(0);
  if (shots !== '') await page.screenshot({ path: `${shots}/account-print.png` });
  await page.emulateMedia({ media: 'screen' });
  const lines = await ownLines(page).count();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await note(page, 'Pallet in lane 3');
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save recording').click()]);
  const file = path.join(folder, 'shift.orangery');
  await download.saveAs(file);
  await page.goto('/replay');
  await page.getByLabel('Recording file').setInputFiles(file);
  await button(page, 'Open recording').click();
  await page.getByRole('status', { name: 'Replay' }).waitFor();
  await page.keyboard.press('b');
  // Its code may still be loading if it was left open.
  if ((await button(page, 'Timeline').getAttribute('aria-expanded')) === 'false') await page.keyboard.press('t');
  await button(page, 'Account of this session').click();
  await rowOf(page, /Request Control: .*Done/).waitFor();
  expect(await ownLines(page).count()).toBe(lines);
  await page.keyboard.press('Escape');
  await eventually(() => page.getByRole('dialog').count()).toBe(0);
  await button(page, 'Notes').click();
  await notes(page).getByText('Pallet in lane 3').waitFor();
  expect(await notes(page).getByRole('button').allTextContents()).toEqual(['Go to']);
  await rm(folder, { recursive: true, force: true });
});

it('[NOTE9] [NOTE10] a note is in every browser of its person, shared where that is switched on, and sent after a lost connection', async () => {
  const page = await signedInPage(browser, personOf('system_admin'), '/fleet/state');
  await page.keyboard.press('t');
  await button(page, 'Notes').click();
  await note(page, 'Mine alone');
  const listed = (one: Page, text: string) => notes(one).getByRole('listitem').filter({ hasText: text });
  const first = Date.parse((await listed(page, 'Mine alone').getByRole('time').getAttribute('datetime')) ?? '');
  // A moment has one note, and now is that of the last second.
  await eventually(() => page.evaluate(() => Date.now())).toBeGreaterThan(first + 2_500);
  await page.keyboard.press('b');
  await page.getByRole('textbox', { name: 'Note' }).fill('For all of us');
  await page.getByText('Share within the organisation').click();
  await looksRight(page, 'note-form-server');
  await button(page, 'Save note').click();
  await listed(page, 'For all of us').getByText('Shared').waitFor();
  const elsewhere = await signedInPage(browser, personOf('system_admin'), '/fleet/state');
  await elsewhere.keyboard.press('t');
  await button(elsewhere, 'Notes').click();
  await listed(elsewhere, 'Mine alone').waitFor();
  const colleague = await signedInPage(browser, personOf('license_support_engineer'), '/fleet/state');
  await colleague.keyboard.press('t');
  await button(colleague, 'Notes').click();
  await listed(colleague, 'For all of us').getByText('An Verhoeven').waitFor();
  expect(await listed(colleague, 'Mine alone').count()).toBe(0);
  expect(await listed(colleague, 'For all of us').getByRole('button').allTextContents()).toEqual(['Go to']);
  await page.context().setOffline(true);
  await note(page, 'Written offline');
  await listed(page, 'Written offline').getByText('Not sent yet').waitFor();
  await looksRight(page, 'notes-server');
  await page.context().setOffline(false);
  await eventually(() => listed(page, 'Written offline').innerText()).not.toContain('Not sent yet');
  for (const text of ['Mine alone', 'For all of us', 'Written offline']) {
    await listed(page, text).getByRole('button', { name: 'Delete note' }).click();
    await button(page, 'Yes').click();
    await listed(page, text).waitFor({ state: 'detached' });
  }
});
