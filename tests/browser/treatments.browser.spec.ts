import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { axeFaults } from '../support/axeFaults.ts';
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

it('[CHART11] treatment time and dosage of the lanes are bars; pointer and keys read a lane', async () => {
  await visit(page, `/treatments/detail?treatment_id=${await dosed()}`);
  const section = page.getByRole('region', { name: 'Time and dosage by lane' });
  await section.scrollIntoViewIfNeeded();
  const lanes = section.getByRole('slider', { name: 'Lane in the chart' });
  await lanes.focus();
  await eventually(() => section.locator('canvas').count()).toBe(2);
  await page.keyboard.press('ArrowRight');
  const first = await lanes.getAttribute('aria-valuetext');
  expect(first).toMatch(/^Lane \S+: Treatment time \d\d:\d\d:\d\d, Dosage [\d. ]+$/);
  await page.keyboard.press('ArrowRight');
  await eventually(() => lanes.getAttribute('aria-valuetext')).not.toBe(first);
  expect(await axeFaults(page, 'html')).toEqual([]);
});

/** A treatment with the dosages of its lanes. */
const dosed = () =>
  until('a treatment with dosages', async () => {
    const [row] = await ask(
      ownProduct().dataDir,
      `select treatment_id from treatment join treatment_jobs using (treatment_id)
       where finish_time is not null and jsonb_path_exists(jobs, '$[1].dosage ? (@ > 0)') order by finish_time desc limit 1`,
    );
    return row === undefined ? null : String(row['treatment_id']);
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
