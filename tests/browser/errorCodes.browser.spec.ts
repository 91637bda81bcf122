import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { axeFaults } from '../support/axeFaults.ts';
import { complaintsOf, eventually, personOf, savedBytes, signedInPage, testBrowser, visit } from '../support/pages.ts';
import { readPdf } from '../support/readPdf.ts';

/** Nobody else edits it. */
const CODE = '0x08000002';

const browser = testBrowser();
let page: Page;
beforeAll(async () => {
  page = await signedInPage(browser, personOf('system_admin'));
});

const main = (on: Page) => on.getByRole('main');
const confirm = (on: Page) => on.getByRole('button', { name: 'Confirm' });

async function openEditor(on: Page) {
  await visit(on, '/error_codes');
  await main(on).getByRole('searchbox', { name: 'Filter Code' }).fill(CODE);
  await main(on)
    .getByRole('button', { name: `Edit ${CODE}` })
    .click();
}

it('[ERR-003] [ERR-005] [ERR-010] [ERR-013] a code is added with a language of its own, found, and exported in that language', async () => {
  const code = `0xe${Date.now().toString(16).slice(-7)}`;
  await visit(page, '/error_codes');
  await main(page).getByRole('button', { name: 'Add Error Code' }).click();
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(code);
  await page.getByRole('textbox', { name: 'Development' }).fill('test: <b>bold</b>');
  await page.getByRole('group', { name: 'Add Language' }).getByRole('combobox').selectOption('other');
  await page.getByRole('textbox', { name: 'Other language' }).fill('pl');
  await page.getByRole('button', { name: 'Add Language' }).click();
  await page.getByRole('textbox', { name: 'Polish (pl)' }).fill('Zażółć gęślą jaźń');
  expect(await axeFaults(page, '[role=dialog]')).toEqual([]);
  await confirm(page).click();
  await page.getByText('The error code is added').waitFor();
  await main(page).getByRole('combobox', { name: 'Language' }).selectOption('pl');
  await main(page).getByRole('searchbox', { name: 'Filter Polish (pl)' }).fill('gęślą');
  await main(page).getByRole('row').filter({ hasText: code }).getByText('<b>bold</b>').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), main(page).getByRole('button', { name: 'Export PDF' }).click()]);
  expect(download.suggestedFilename()).toBe('error_codes_pl.pdf');
  expect(readPdf(await savedBytes(download)).pages.flat()).toContain('Zażółć gęślą jaźń');
});

it('[ERRCODE1] [ERR-006] the second of two people who edit one code is informed, sees the texts of the first, and can confirm again', async () => {
  const other = await signedInPage(browser, personOf('license_support_engineer'));
  await openEditor(page);
  await openEditor(other);
  await page.getByRole('textbox', { name: 'Development' }).fill('first');
  await confirm(page).click();
  await page.getByText('The texts are saved').waitFor();
  await other.getByRole('textbox', { name: 'Dutch (nl)' }).fill('tweede');
  await confirm(other).click();
  await other.getByText('Somebody else changed the texts of this code in the meantime.').waitFor();
  // The browser itself notes every refused call.
  expect(await complaintsOf(browser, 1)).toEqual([expect.stringMatching(/status of 409 /)]);
  await eventually(() => other.getByRole('textbox', { name: 'Development' }).inputValue()).toBe('first');
  await confirm(other).click();
  await other.getByText('The texts are saved').waitFor();
  await openEditor(other);
  await eventually(() =>
    other.getByRole('textbox').evaluateAll((all) => all.map((one) => (one instanceof HTMLTextAreaElement ? one.value : ''))),
  ).toEqual(expect.arrayContaining(['first', 'tweede']));
});
