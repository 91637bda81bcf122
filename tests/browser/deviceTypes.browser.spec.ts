import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { axeFaults } from '../support/axeFaults.ts';
import { complaintsOf, eventually, personOf, signedInPage, still, testBrowser, visit } from '../support/pages.ts';

const browser = testBrowser();
let page: Page;
beforeAll(async () => {
  page = await signedInPage(browser, personOf('license_support_engineer'));
});

const main = () => page.getByRole('main');
const row = (id: string) => main().getByRole('row').filter({ hasText: id });
const choose = async (id: string, entry: string) => {
  await main()
    .getByRole('button', { name: `Actions for ${id}` })
    .click();
  await page.getByRole('menuitem', { name: entry }).click();
};
const typeOptions = () => main().getByRole('combobox', { name: 'Device Type' }).locator('option').allInnerTexts();

it('[SCHEMA2] [SCHEMA5] [FORM1] [FORM2] a type gets a metadata schema, a device of it the form, and what is filled in stands on its page, secrets masked', async () => {
  await visit(page, '/management/device_types');
  await main().getByRole('button', { name: 'Add Device Type' }).click();
  await page.getByRole('textbox', { name: 'Id' }).fill('FORM01');
  await page.getByRole('textbox', { name: 'Name' }).fill('Formed');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await choose('FORM01', 'Metadata schema');
  const dialog = page.getByRole('dialog', { name: 'Metadata Schema of FORM01' });
  const fields = [
    { key: 'tank', kind: 'Number' },
    { key: 'indoors', kind: 'Yes or no' },
    { key: 'code', kind: 'Secret' },
    { key: 'size', kind: 'Choice' },
  ];
  for (const { key, kind } of fields) {
    await dialog.getByRole('button', { name: 'Add Field' }).click();
    const line = dialog.getByRole('listitem').last();
    await line.getByRole('textbox', { name: 'Key' }).fill(key);
    await line.getByRole('combobox', { name: 'Kind' }).selectOption({ label: kind });
  }
  await dialog.getByRole('textbox', { name: 'Choices' }).fill('Small, Large');
  expect(await axeFaults(page, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('radio', { name: 'JSON' }).check({ force: true });
  await dialog.getByText('Choice of Small, Large').waitFor();
  expect(await axeFaults(page, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The metadata schema is saved').waitFor();

  await visit(page, '/management/add');
  await main().getByRole('combobox', { name: 'Device Type' }).selectOption('FORM01');
  await main().getByRole('textbox', { name: 'Serial' }).fill('FM-0001');
  await main().getByRole('button', { name: 'Add Device' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('The device is created').waitFor();
  await visit(page, '/management/device_info?device_serial=FM-0001');
  await main().getByRole('button', { name: 'Edit Metadata' }).click();
  const form = main().getByRole('form', { name: 'Metadata' });
  await form.getByRole('textbox', { name: 'Tank' }).fill('12.5');
  await form.getByRole('combobox', { name: 'Indoors' }).selectOption('Yes');
  await form.getByRole('textbox', { name: 'Code' }).fill('opens-it');
  await form.getByRole('combobox', { name: 'Size' }).selectOption('Large');
  expect(await axeFaults(page, 'main')).toEqual([]);
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The change is saved').waitFor();
  const value = (label: string) => main().getByRole('group', { name: label }).locator('> span').last();
  await eventually(() => Promise.all(['Tank', 'Indoors', 'Code', 'Size'].map((label) => value(label).innerText()))).toEqual([
    '12.5',
    'Yes',
    '***',
    'Large',
  ]);
  await main().getByRole('button', { name: 'Remove FM-0001' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.waitForURL('**/management/overview*');
  await visit(page, '/management/device_types');
  await main().getByRole('button', { name: 'Update Device Type FORM01' }).click();
  await page.getByRole('button', { name: 'Remove FORM01' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await row('FORM01').waitFor({ state: 'detached' });
});

it('[TYPES1] [TYPES2] [TYPES3] [TYPES5] a type is added with its revisions, given to a device, archived, and stays while the device has it', async () => {
  await visit(page, '/management/device_types');
  await main().getByRole('button', { name: 'Add Device Type' }).click();
  await page.getByRole('textbox', { name: 'Id' }).fill('NEW01');
  await page.getByRole('textbox', { name: 'Name' }).fill('Newcomer');
  await page.getByRole('textbox', { name: 'Hardware Revisions' }).fill('N1, N2');
  await still(page);
  expect(await axeFaults(page, '[role=dialog]')).toEqual([]);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('The device type is added').waitFor();
  await row('NEW01').getByText('N1, N2').waitFor();

  await choose('NEW01', 'Hardware revisions');
  const dialog = page.getByRole('dialog', { name: 'Hardware Revisions of NEW01' });
  await dialog.getByRole('textbox', { name: 'New Hardware Revision' }).fill('N3');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByRole('button', { name: 'Archive N1' }).click();
  await dialog.getByRole('button', { name: 'Restore N1' }).waitFor();
  await dialog.getByRole('button', { name: 'Remove N2' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await dialog.getByRole('button', { name: 'Remove N2' }).waitFor({ state: 'detached' });
  expect(await axeFaults(page, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await row('NEW01').getByText('N1 (archived), N3').waitFor();

  await visit(page, '/management/add');
  await main().getByRole('combobox', { name: 'Device Type' }).selectOption('NEW01');
  const revisions = main().getByRole('combobox', { name: 'Hardware Revision' }).locator('option');
  await eventually(() => revisions.allInnerTexts()).toEqual(['No revision', 'N3']);
  await main().getByRole('combobox', { name: 'Hardware Revision' }).selectOption('N3');
  await main().getByRole('textbox', { name: 'Serial' }).fill('NW-0001');
  await main().getByRole('button', { name: 'Add Device' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('The device is created').waitFor();

  await visit(page, '/management/device_types');
  await choose('NEW01', 'Archive');
  await page.getByRole('button', { name: 'Yes' }).click();
  await row('NEW01').getByText('Archived', { exact: true }).waitFor();
  await main().getByRole('button', { name: 'Update Device Type NEW01' }).click();
  await page.getByRole('button', { name: 'Remove NEW01' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('NEW01 is used by 1 device.').waitFor();
  // The browser itself notes every refused call.
  expect(await complaintsOf(browser, 1)).toEqual([expect.stringMatching(/status of 409 /)]);
  await page.getByRole('dialog').getByRole('link', { name: 'Devices' }).click();
  await row('NW-0001').getByText('Newcomer').waitFor();
  await visit(page, '/management/add');
  // Another one is offered, so the types are known.
  await eventually(typeOptions).toContainEqual(expect.stringContaining('(LUMION_FIX)'));
  expect(await typeOptions()).not.toContain('Newcomer (NEW01)');

  // Other tests count the devices of this product.
  await visit(page, '/management/device_info?device_serial=NW-0001');
  await main().getByRole('button', { name: 'Remove NW-0001' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.waitForURL('**/management/overview*');
  await visit(page, '/management/device_types');
  await main().getByRole('button', { name: 'Update Device Type NEW01' }).click();
  await page.getByRole('button', { name: 'Remove NEW01' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await row('NEW01').waitFor({ state: 'detached' });
});
