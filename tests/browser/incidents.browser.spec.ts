import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { ownProduct } from '../support/ownProduct.ts';
import { eventually, personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';
import { ask } from '../support/store.ts';
import { until } from '../support/until.ts';

const browser = testBrowser();
let page: Page;
beforeAll(async () => {
  page = await signedInPage(browser, personOf('system_admin'));
});

const main = () => page.getByRole('main');
const headOf = (id: string) => main().getByRole('heading', { name: `Incident ${id}`, exact: true });

/** The newest incident whose data a robot has uploaded and the server has rendered. */
const rendered = () =>
  until('a rendered incident', async () => {
    const [row] = await ask(
      ownProduct().dataDir,
      `select incident_id from incident join incident_step using (incident_id)
       where step = 'mosaic_rendering' and success and upload_finished is not null order by incident_time desc limit 1`,
    );
    return row === undefined ? null : String(row['incident_id']);
  });

it('[INC-015] [INC-016] [INC-017] [INC-018] [INC-021] from the list to an incident and back, and to another by its id', async () => {
  const id = await rendered();
  await visit(page, '/incidents/all');
  await main().getByRole('table', { name: 'Incidents' }).getByRole('link', { name: 'Info' }).first().click();
  await main().getByRole('heading', { name: 'Incident Information' }).waitFor();
  await main().getByRole('button', { name: 'BACK' }).click();
  await main().getByRole('table', { name: 'Incidents' }).getByRole('link', { name: 'Info' }).first().waitFor();
  await main().getByRole('textbox', { name: 'Incident ID', exact: true }).fill(id);
  await main().getByRole('button', { name: 'Go To Incident' }).click();
  await headOf(id).waitFor();
  expect(new URL(page.url()).searchParams.get('incident_id')).toBe(id);
});

it('[GAP-63] [INC12] [FEAT1] a part of an id finds an incident of the last page, and the pager counts what was found', async () => {
  const [oldest] = await ask(ownProduct().dataDir, 'select incident_id from incident order by incident_time limit 1');
  const id = String(oldest?.['incident_id']);
  await visit(page, '/incidents/all');
  const filter = main().getByRole('searchbox', { name: 'Filter Incident ID' });
  await filter.fill(id);
  await filter.press('Enter');
  await main().getByText('1-1 of 1', { exact: true }).waitFor();
  const found = main().getByRole('table', { name: 'Incidents' }).locator('tbody td[data-head="Incident ID"]');
  await eventually(() => found.allInnerTexts()).toEqual([id]);
});

it('[INC-004] [INC-036] [INC-048] [RULE-099] [FILE5] a link opens an incident with its video, and its recording is saved', async () => {
  const id = await rendered();
  await visit(page, `/incidents/all?incident_id=${encodeURIComponent(id)}`);
  await headOf(id).waitFor();
  const video = main().getByLabel(`Video of incident ${id}`);
  await eventually(() => video.evaluate((shown) => (shown instanceof HTMLVideoElement ? shown.readyState > 0 : false))).toBe(true);
  const [saved] = await Promise.all([page.waitForEvent('download'), main().getByRole('button', { name: 'Rosbag' }).click()]);
  expect(saved.suggestedFilename()).toBe(`${id}.bag.gz`);
});

it('[INC-053] [INC-059] [LIVE-020] the most occurring error codes are counted, and counted again while one looks', async () => {
  await visit(page, '/incidents/analytics');
  await main()
    .getByRole('table', { name: 'Error codes of all devices', exact: true })
    .getByText(/^\d+ ?% \(\d+\/\d+\)$/)
    .first()
    .waitFor();
  const calculated = main()
    .getByText(/^Calculated at /)
    .first()
    // The time stands beside the words.
    .locator('xpath=ancestor-or-self::*[not(self::o-text)][1]');
  const before = await calculated.textContent();
  await eventually(() => calculated.textContent()).not.toBe(before);
});

it('[INC-064] [INC-065] [INC-077] [INC-078] [CONST-049] the map of incidents is drawn with its legend, and the incidents of a device are saved', async () => {
  page = await signedInPage(browser, personOf('system_admin'), '/', { drawsMaps: true });
  await visit(page, '/incidents/per_map');
  await main().getByRole('table', { name: 'Places of the incidents' }).getByRole('link').first().waitFor();
  await main()
    .getByText(/^Share of the incidents: 0 %/)
    .waitFor();
  expect(await main().getByText('Map could not be generated').count()).toBe(0);
  await visit(page, '/incidents/export');
  await main()
    .getByRole('checkbox', { name: /^Export / })
    .first()
    .check();
  const [saved] = await Promise.all([page.waitForEvent('download'), main().getByRole('button', { name: 'Export', exact: true }).click()]);
  expect(saved.suggestedFilename()).toBe('incident_export.xlsx');
  await main().getByRole('button', { name: 'Export', exact: true, disabled: false }).waitFor();
});
