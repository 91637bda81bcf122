import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { axeFaults } from '../support/axeFaults.ts';
import { complaintsOf, eventually, personOf, savedBytes, signedInPage, testBrowser, visit } from '../support/pages.ts';

const browser = testBrowser();
let page: Page;
beforeAll(async () => {
  page = await signedInPage(browser, personOf('license_support_engineer'));
});

const dialog = (on: Page = page) => on.getByRole('dialog', { name: 'Import Error Codes' });
const take = (on: Page = page) => dialog(on).getByRole('button', { name: 'Import', exact: true });
const rows = (name: string) => dialog().getByRole('table', { name }).getByRole('row');

async function open(on: Page = page) {
  await visit(on, '/error_codes');
  await on.getByRole('main').getByRole('button', { name: 'Import', exact: true }).click();
}
const pick = (text: string | Buffer, name = 'codes.csv', on = page) =>
  dialog(on)
    .getByLabel('File', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

async function saved(entry: string): Promise<string> {
  await page.getByRole('main').getByRole('button', { name: 'Export', exact: true }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: entry }).click()]);
  expect(download.suggestedFilename()).toMatch(/^error-codes-\d{4}-\d\d-\d\d\.(?:csv|json)$/);
  return (await savedBytes(download)).toString('utf8');
}

it.each(['All codes as CSV', 'All codes as JSON'])('[CODES1] %s: what is saved can be imported, and changes nothing', async (entry) => {
  await visit(page, '/error_codes');
  const text = await saved(entry);
  await open();
  await pick(text);
  await dialog()
    .getByText(/^0 new, 0 changed, \d+ the same$/)
    .waitFor();
  expect(await take().isDisabled()).toBe(true);
  await dialog().getByText('Nothing changes.').waitFor();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
});

it('[CODES4] what changes stands there before it is taken; one bad line takes nothing, and the bad lines can be saved', async () => {
  const good = ['0xE1000001;import: new;Nieuw;', '0xE1000002;import: other;;'];
  await open();
  await pick(`\uFEFFCode;Development;nl;pl\r\n${[...good, '0xE1;short;;', '0xE1000001;again;;'].join('\r\n')}\r\n`);
  await dialog().getByText('2 new, 0 changed, 0 the same, 2 lines that cannot be taken').waitFor();
  expect(await rows('Lines that cannot be taken').allInnerTexts()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/4\s+An error code is 0x/),
      expect.stringMatching(/5\s+0xE1000001 stands on line 2 already\./),
    ]),
  );
  await dialog().getByText('2 lines cannot be taken, so nothing is.').waitFor();
  expect(await take().isDisabled()).toBe(true);
  expect(await axeFaults(page, '[role=dialog]')).toEqual([]);
  await dialog().getByRole('button', { name: 'Copy or save Lines that cannot be taken' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'CSV' }).click()]);
  expect((await savedBytes(download)).toString()).toMatch(/^\uFEFFLine;Problem\r\n4;"An error code/);
  await pick(`Code;Development;nl;pl\n${good.join('\n')}`);
  await dialog().getByText('2 new, 0 changed, 0 the same', { exact: true }).waitFor();
  await take().click();
  await page.getByText('Error codes: 2 added, 0 changed.').waitFor();
  await page.getByRole('searchbox', { name: 'Filter Code' }).fill('0xe100');
  await page.getByRole('row').filter({ hasText: '0xe1000001' }).getByText('import: new').waitFor();
  await open();
  await pick('nl;Code\nAnders;0xe1000001');
  await dialog().getByText('0 new, 1 changed, 0 the same').waitFor();
  expect((await rows('Changes').last().innerText()).replaceAll(/\s+/g, ' ')).toBe('0xe1000001 Changed Dutch (nl) Nieuw Anders');
  await take().click();
  await page.getByText('Error codes: 0 added, 1 changed.').waitFor();
});

it('[CODES2] [CODES4] a file in another encoding is refused by name, and the next one is read', async () => {
  await open();
  await pick(Buffer.from('\uFEFFCode;Development', 'utf16le'));
  await dialog().getByText('The file is UTF-16 ("Unicode text"). Save it as UTF-8: in Excel "CSV UTF-8".').waitFor();
  await pick(readFileSync(new URL('../../package.json', import.meta.url)), 'package.json');
  await dialog().getByText('The file must be {"error_codes":', { exact: false }).waitFor();
  await pick('Code;Development\n0xE1000003;x');
  await dialog().getByText('1 new, 0 changed, 0 the same', { exact: true }).waitFor();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
});

it('[CODES5] who compared with what somebody else changed meanwhile sees it again, and then takes it', async () => {
  const other = await signedInPage(browser, personOf('system_admin'));
  const file = 'Code;Development\n0xE1000004;';
  await open();
  await open(other);
  await pick(`${file}mine`);
  await pick(`${file}theirs`, 'codes.csv', other);
  // Both have compared with the same codes.
  for (const on of [page, other]) await dialog(on).getByText('1 new, 0 changed, 0 the same', { exact: true }).waitFor();
  await take(other).click();
  await other.getByText('Error codes: 1 added, 0 changed.').waitFor();
  await take().click();
  await dialog().getByText('Somebody else changed the error codes in the meantime. See again what changes.').waitFor();
  // The browser itself notes every refused call.
  expect(await complaintsOf(browser, 1)).toEqual([expect.stringMatching(/status of 409 /)]);
  await eventually(async () => (await rows('Changes').last().innerText()).replaceAll(/\s+/g, ' ')).toBe(
    '0xe1000004 Changed Development theirs mine',
  );
  await take().click();
  await page.getByText('Error codes: 0 added, 1 changed.').waitFor();
});
