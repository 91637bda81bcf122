import type { Page } from 'playwright-core';
import { beforeAll, it } from 'vitest';
import { ownProduct } from '../support/ownProduct.ts';
import { eventually, personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';
import { ask } from '../support/store.ts';
import { until } from '../support/until.ts';

const browser = testBrowser();
let page: Page;
beforeAll(async () => {
  page = await signedInPage(browser, personOf('system_admin'), '/', { drawsMaps: true });
});

const rows = () => page.getByRole('main').locator('tbody tr.row');

it('[TRT-001] [TRT-012] [TRT-020] [TRT-021] [TRT-022] [TRT-028] from all treatments to one, its map, its light, and its device', async () => {
  await visit(page, '/treatments/all');
  await rows().first().waitFor();
  await rows().first().getByRole('link', { name: 'Detail' }).click();
  await page.getByRole('group', { name: /^Map View: arrow keys/ }).waitFor();
  await page.getByRole('switch', { name: 'Show Treatment Time' }).click();
  await page.getByText(/^Treatment time (0|of this treatment is not known)/).waitFor();
  await page.getByRole('switch', { name: 'Show Dosage' }).click();
  await eventually(() => page.getByRole('switch', { name: 'Show Treatment Time' }).isChecked()).toBe(false);
  await page.getByRole('main').locator('a[href^="/device/treatments"]').first().click();
  await page.getByRole('heading', { name: /^Device Treatments - / }).waitFor();
});

/** A treatment that has ended, of which its robot reported something. */
const ended = () =>
  until('a treatment that has ended', async () => {
    const [row] = await ask(
      ownProduct().dataDir,
      `select treatment.treatment_id from treatment
       join device_event on device_event.serial = treatment.serial and device_event.action ->> 'treatment_id' = treatment.treatment_id
       where treatment.finish_time is not null order by treatment.finish_time limit 1`,
    );
    return row === undefined ? null : String(row['treatment_id']);
  });

it('[TRT-031] the events of a treatment that is typed', async () => {
  await visit(page, '/treatments/event_analysis');
  await page.getByRole('textbox', { name: 'Treatment ID' }).fill(await ended());
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.getByRole('table', { name: 'Events' }).waitFor();
  await rows().first().waitFor();
});
