import { getTreatmentDownload } from '#contract/fleet/treatment';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { eventually, personOf, savedBytes, signedInPage, testBrowser, visit } from '../support/pages.ts';

/** Nobody else acts on it. */
const SERIAL = 'LF-0162-24';
const NAME = 'Lumion 11';

const browser = testBrowser();
let page: Page;
beforeAll(async () => {
  page = await signedInPage(browser, personOf('system_admin'));
});

const show = (screen: 'maintenance' | 'treatments') => visit(page, `/device/${screen}?device_serial=${SERIAL}`);
const main = () => page.getByRole('main');

async function rename(name: string) {
  await main().getByRole('button', { name: 'Edit Name' }).click();
  await main().getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await main()
    .getByRole('combobox', { name: `Device: ${name}`, exact: true })
    .waitFor();
}

it('[DEV-141] [DEV-143] a name that is saved stands in the list of devices, also after a reload', async () => {
  await show('maintenance');
  // The toast is seen for some seconds only.
  await Promise.all([page.getByText('The change is saved').waitFor(), rename(`${NAME} bis`)]);
  await page.reload();
  await main()
    .getByRole('combobox', { name: `Device: ${NAME} bis`, exact: true })
    .waitFor();
  await rename(NAME);
});

it('[DEV-144] [DEV-147] [DEV-148] credentials are shown to who asked, kept nowhere, and masked again on leaving', async () => {
  await show('maintenance');
  const pi = main().getByRole('group', { name: 'SSH credentials of pi' });
  await pi.getByRole('button', { name: 'Request' }).click();
  await pi.getByRole('timer').waitFor();
  const password = (await pi.locator('code').last().textContent()) ?? '';
  expect(password).toHaveLength(16);
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie, location.href]));
  expect(kept).toContain('access_token');
  expect(kept).not.toContain(password);
  await page.getByRole('link', { name: 'Treatments' }).click();
  await main()
    .getByRole('heading', { name: `Device Treatments - ${NAME}` })
    .waitFor();
  await page.goBack();
  await pi.getByRole('button', { name: 'Request' }).waitFor();
  expect(await main().textContent()).not.toContain(password);
});

it('[DEV-150] [DEV-161] [DEV-163] its treatments are listed, sent anew by the robot, and saved as a file', async () => {
  await show('treatments');
  const rows = main().getByRole('row').filter({ hasText: 'Aardbei Vennen 1' });
  await rows.first().waitFor();
  const sync = main().getByRole('button', { name: 'Sync Treatments' });
  // Robots lose their network now and then.
  await eventually(() => sync.getAttribute('aria-disabled')).toBe('false');
  await sync.click();
  await page.getByText('The command is sent to the device').waitFor();
  // The list may grow at its head meanwhile: the row is the one of a link.
  const link = (await rows.first().getByRole('link', { name: 'Detail' }).getAttribute('href')) ?? '';
  const id = new URL(link, page.url()).searchParams.get('treatment_id') ?? '';
  const row = rows.filter({ has: page.locator(`a[href="${link}"]`) });
  const [file] = await Promise.all([page.waitForEvent('download'), row.getByRole('button', { name: /^Download treatment / }).click()]);
  expect(file.suggestedFilename()).toBe(`treatment_${id}.json`);
  const saved = getTreatmentDownload.answer.parse(JSON.parse((await savedBytes(file)).toString()));
  expect([saved.id, saved.device_serials]).toEqual([id, [SERIAL]]);
});
