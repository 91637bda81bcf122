import { existsSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { z } from '#contract/schema';
import { ownProduct } from '../support/ownProduct.ts';
import { complaintsOf, eventually, personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';
import { lanesText, mapZip, siteVersion, zipOf } from '../support/mapZip.ts';
import { serveSlowFile } from '../support/slowFile.ts';
import { until } from '../support/until.ts';
import { nextMapVersion } from '#domain/places/mapUpload';

const browser = testBrowser();
let page: Page;
beforeAll(async () => {
  page = await signedInPage(browser, personOf('system_admin'), '/', { drawsMaps: true });
});

const main = (of: Page = page) => of.getByRole('main');
const form = (name = 'Upload Map') => main().getByRole('form', { name });
const upload = (of = form()) => of.getByRole('button', { name: 'Upload', exact: true });
const preview = () => form().getByRole('region', { name: 'Preview of the plan' });
const pick = (buffer: Buffer, name = 'map.zip', of = form()) =>
  of.getByLabel('Map file (.zip)').setInputFiles({ name, mimeType: 'application/zip', buffer });

/** Empties the form: a page with unsaved changes is not left without a question. */
async function empty() {
  await form().getByLabel('What changed').fill('');
  await form().getByLabel('Map file (.zip)').setInputFiles([]);
}

it('[MAPS9] [MAPS10] a new map is seen before it is sent, given to a greenhouse, and seen by the people of its organisation', async () => {
  await visit(page, '/maps/maps');
  await form().getByLabel('Map ID').fill('kas-new');
  await form().getByText('Any version, as 2.1.1: this map is new').waitFor();
  await form().getByLabel('What changed').fill('First plan\nfrom the surveyor');
  await pick(await mapZip('2.1.1'));
  await form().getByText('version 2.1.1, Serre Noël, 4.80 m x 20.00 m').waitFor();
  await preview()
    .getByRole('group', { name: /^Preview of the plan: arrow keys/ })
    .waitFor();
  expect(await form().getByRole('table', { name: 'Features by layer' }).getByRole('row', { name: 'Lane 4' }).count()).toBe(1);
  const [request] = await Promise.all([page.waitForRequest((one) => one.url().endsWith('/upload')), upload().click()]);
  expect(new URL(request.url()).pathname).toContain('/map/kas-new/2.1.1/upload');
  await page.getByText('Map is uploaded').waitFor();
  const give = main().getByRole('form', { name: 'Give the map to a greenhouse' });
  await give.getByText('This map belongs to no greenhouse').waitFor();
  await give.getByRole('combobox', { name: 'Greenhouse' }).fill('Maasdijk');
  await give
    .getByRole('option', { name: /, Maasdijk Paprika$/ })
    .last()
    .click();
  await give.getByText(/^It has the map .*, which stays readable/).waitFor();
  await give.getByRole('button', { name: 'Give to Greenhouse' }).click();
  await page.getByText('The greenhouse has the map').waitFor();
  await give.waitFor({ state: 'detached' });

  const other = await signedInPage(browser, personOf('organisation_user'), '/maps/map_detail?map_id=kas-new&tab=changelog');
  await main(other).getByRole('heading', { name: 'Serre Noël' }).waitFor();
  await main(other).getByText('First plan from the surveyor').first().waitFor();
  await other.context().close();
});

it('[MAPS9] the next version is uploaded on the page of the map; the version is expected with its reason, and stands in its list', async () => {
  await visit(page, '/maps/map_detail?map_id=de-linde-1');
  const versions = main().getByRole('combobox', { name: 'Version' });
  await main().getByRole('button', { name: 'Upload New Version' }).click();
  const own = form('Upload a new version');
  const hint = await own.getByText(/A version newer than \S+, as \S+\.$/).textContent();
  const [, newest = '', next = ''] = /newer than (\S+), as (\S+)\./.exec(hint ?? '') ?? [];
  expect(next).toBe(nextMapVersion(newest));
  await pick(await mapZip('2.1.1'), 'old.zip', own);
  await own.getByText(`old.zip: version 2.1.1 is not newer than ${newest}, the newest version of this map`).waitFor();
  expect(await upload(own).isDisabled()).toBe(true);
  await pick(await mapZip(next), 'next.zip', own);
  await own.getByRole('row', { name: /^Lane \d+ 4$/ }).waitFor();
  await upload(own).click();
  // The notice of the upload before may be there still: the form itself says when this one is saved.
  await own.getByText(`A version newer than ${next},`).waitFor();
  await main().getByRole('button', { name: 'Back to Map' }).click();
  await eventually(() => versions.locator('option').allTextContents()).toContain(next);
});

it('[MAPS9] a file that is dropped on the form is taken as a chosen one', async () => {
  await visit(page, '/maps/maps');
  await form().waitFor();
  const data = await page.evaluateHandle(
    ([bytes = '']) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], 'dropped.zip'));
      return transfer;
    },
    [(await mapZip('2.1.1', 6)).toString('base64')],
  );
  await form().dispatchEvent('drop', { dataTransfer: data });
  await form()
    .getByText(/^dropped\.zip, .*version 2\.1\.1/)
    .waitFor();
  await pick(Buffer.from('x'), 'plan.txt');
  await form().getByText('Choose a .zip file.').waitFor();
  await empty();
});

const about = JSON.stringify({ version: siteVersion('2.1.1') });
const point = { type: 'Feature', geometry: { type: 'LineString', coordinates: [[0, 0]] }, properties: { id: 'L' } };

it.each<readonly [string, () => Promise<Buffer>, string]>([
  ['no zip', async () => Buffer.from('no zip'), 'the file is not a zip'],
  ['no lanes', () => zipOf({ 'map.json': about }), 'the zip has no lane.geojson'],
  ['no version', () => zipOf({ 'lane.geojson': lanesText(1) }), 'the zip has no map.json'],
  [
    'a line of one point',
    () => zipOf({ 'map.json': about, 'lane.geojson': JSON.stringify({ type: 'FeatureCollection', features: [point] }) }),
    'lane.geojson: feature 1 (L) is a line of fewer than two points',
  ],
])('[MAPS9] a file with %s is refused before it is sent, by its name; what was typed stays', async (_, made, problem) => {
  await visit(page, '/maps/maps');
  await form().getByLabel('Map ID').fill('kas-wrong');
  await form().getByLabel('What changed').fill('Typed');
  await pick(await made(), 'wrong.zip');
  await form().getByText(`wrong.zip: ${problem}`).waitFor();
  expect(await upload().isDisabled()).toBe(true);
  expect(await form().getByLabel('What changed').inputValue()).toBe('Typed');
  await empty();
});

const INPUTS = '/work/shared/data/inputs';
const REFUSED = [
  ['map-degrees-wgs84.zip', 'are these degrees?'],
  ['map-empty-lanes.zip', 'lane.geojson holds no lanes'],
  ['map-huge-coords.zip', 'lies at 1e+308'],
] as const;
it.runIf(existsSync(INPUTS)).each(REFUSED)('[MAPS9] %s is refused before it is sent', async (name, problem) => {
  await visit(page, '/maps/maps');
  await pick(readFileSync(`${INPUTS}/${name}`), name);
  await form()
    .getByRole('alert')
    .filter({ hasText: `${name}: ` })
    .filter({ hasText: problem })
    .waitFor();
  await empty();
});

it('[MAPS9] a refusal of the server names the file and stays until it is closed; nothing typed is lost', async () => {
  await visit(page, '/maps/maps');
  await form().getByLabel('Map ID').fill('kas-late');
  await form().getByLabel('What changed').fill('Typed');
  // The list of maps is polled: until the upload was answered it stays as it is, or the form would refuse the file before the server does.
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const lists = /\/map\/(?:all_maps|maps\/ids)/;
  await page.route(lists, async (route) => {
    await answered;
    await route.continue();
  });
  await pick(await mapZip('2.1.1'), 'late.zip');
  await preview().waitFor();
  // Somebody else uploads the same map meanwhile.
  const token = z.string().parse(await page.evaluate(() => JSON.stringify(sessionStorage)));
  const access = /"access_token\\*":\\*"([^"\\]+)/.exec(token)?.[1] ?? '';
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(await mapZip('2.1.1'))]), 'map.zip');
  const first = await fetch(`${ownProduct().url}/api/map/kas-late/2.1.1/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}` },
    body,
  });
  expect(first.status).toBe(200);
  const [response] = await Promise.all([page.waitForResponse(/\/upload$/), upload().click()]);
  expect(response.status()).toBe(409);
  answer();
  // A request that is passed on just now ends first.
  await page.unrouteAll({ behavior: 'wait' });
  const refusal = form().getByRole('alert').filter({ hasText: 'late.zip: ' }).first();
  await refusal.getByText('version 2.1.1 is not newer than 2.1.1, the newest version of this map').waitFor();
  expect(await form().getByLabel('What changed').inputValue()).toBe('Typed');
  expect(await form().getByLabel('Map ID').inputValue()).toBe('kas-late');
  await form().getByText('You will upload a new version of an existing map').waitFor();
  await refusal.getByRole('button', { name: 'Close' }).click();
  // The file itself still says what is wrong with it.
  await form().getByRole('button', { name: 'Close' }).waitFor({ state: 'detached' });
  expect(await complaintsOf(browser, 1)).toEqual([expect.stringMatching(/status of 409 /)]);
  await empty();
});

it('[MAPS9] an upload shows how far it is, and Cancel ends it at the server', async () => {
  await visit(page, '/maps/maps');
  const slow = await serveSlowFile(new URL(ownProduct().url).origin, { 'content-type': 'application/json' });
  await page.route(/\/upload$/, (route) => route.continue({ url: slow.url }));
  await form().getByLabel('Map ID').fill('kas-slow');
  await pick(await mapZip('2.1.1'), 'slow.zip');
  await preview().waitFor();
  await upload().click();
  const progress = form().getByRole('group', { name: 'Upload of the map' });
  await progress.getByText('The server checks the file').waitFor();
  await progress.getByRole('button', { name: 'Cancel the upload of the map' }).click();
  await progress.waitFor({ state: 'detached' });
  await until('the end of the request', () => slow.aborted() === 1);
  await form().getByText('the server may have taken it').waitFor();
  await page.unroute(/\/upload$/);
  await slow.close();
  await empty();
});
