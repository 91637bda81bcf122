import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { complaintsOf, eventually, personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';

const browser = testBrowser();
let page: Page;
beforeAll(async () => {
  page = await signedInPage(browser, personOf('system_admin'));
});

const main = (of: Page = page) => of.getByRole('main');
const dialog = (of: Page = page) => of.getByRole('dialog');
const field = (name: string, of: Page = page) => dialog(of).getByRole('textbox', { name, exact: true });

async function choose(label: string, text: string, of: Page = page) {
  await dialog(of).getByRole('combobox', { name: label }).fill(text);
  await dialog(of).getByRole('option', { name: text }).first().click();
  await dialog(of).getByRole('listbox').waitFor({ state: 'detached' });
}

const yes = () => page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();

it('[COORD3] [LOC-002] [LOC-004] [LOC-006] [LOC-007] [FORM3] a location is created, taken away from unsaved changes is asked about, and updated', async () => {
  await visit(page, '/maps/maps');
  await page.getByRole('link', { name: 'Locations', exact: true }).click();
  await main().getByRole('button', { name: 'Create Location' }).click();
  await field('Name').fill('Witloof Leie');
  expect(await dialog().getByRole('button', { name: 'Create Location' }).isDisabled()).toBe(true);
  // This browser draws no map, so none is offered to pick the place on.
  expect(await dialog().getByRole('button', { name: 'Pick on the Map' }).count()).toBe(0);
  await field('Address').fill('Kerkstraat 1, Roeselare');
  await choose('Organisation', 'De Linde Groep');
  await choose('Timezone', 'Europe/Brussels');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click();
  await page.evaluate(() => history.back());
  await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click();
  await dialog().getByRole('button', { name: 'Create Location' }).click();
  await page.getByText('Location is created').waitFor();
  await main().getByRole('region', { name: 'Witloof Leie' }).waitFor();
  await main().getByRole('button', { name: 'Update location' }).click();
  await field('Client Name').fill('Leie');
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.url().includes('update_location')),
    dialog().getByRole('button', { name: 'Update Location' }).click(),
  ]);
  expect(request.postDataJSON()).toEqual({ client_name: 'Leie' });
  await main().getByRole('region', { name: 'Witloof Leie' }).getByText('Leie', { exact: true }).waitFor();
});

it('[ARCHIVE2] [ARCHIVE6] a location is archived and gone from its list, found by the filter, restored and removed', async () => {
  const row = () => main().getByRole('table', { name: 'Locations' }).getByRole('link', { name: 'Prei Tielt' });
  const act = async (word: string, done: string) => {
    await main().getByRole('button', { name: 'Update location' }).click();
    await dialog()
      .getByRole('button', { name: `${word} Prei Tielt` })
      .click();
    if (word !== 'Restore') await yes();
    await page.getByText(`Prei Tielt is ${done}`).waitFor();
  };
  await visit(page, '/maps/locations');
  await main().getByRole('button', { name: 'Create Location' }).click();
  await field('Name').fill('Prei Tielt');
  await choose('Organisation', 'De Linde Groep');
  await choose('Timezone', 'Europe/Brussels');
  await dialog().getByRole('button', { name: 'Create Location' }).click();
  await main().getByRole('region', { name: 'Prei Tielt' }).waitFor();
  await act('Archive', 'archived');
  await visit(page, '/maps/locations');
  await main().getByRole('table', { name: 'Locations' }).getByRole('link', { name: 'Witloof Leie' }).waitFor();
  await eventually(() => row().count()).toBe(0);
  await main()
    .getByText(/^Archived \(/)
    .click();
  await row().click();
  await act('Restore', 'restored');
  await act('Remove', 'removed');
});

it('[LOC-010] [LOC-011] [LOC-012] network information is requested, shown for a while, hidden and updated', async () => {
  await visit(page, '/maps/locations?location=loc-fenland');
  await main().getByRole('button', { name: 'Request' }).click();
  await page.getByText('No network information found').waitFor();
  await main().getByRole('button', { name: 'Update network information' }).click();
  await field('wifi_ssid').fill('fen-kas');
  await field('wifi_password').fill('kas-Zuid-7741');
  await dialog().getByRole('button', { name: 'Update' }).click();
  await page.getByText('Network information is updated').waitFor();
  await main().getByRole('button', { name: 'Request' }).click();
  await main().getByText('kas-Zuid-7741').waitFor();
  expect(await main().getByRole('timer').textContent()).toMatch(/^hidden again in \d+ s$/);
  await main().getByRole('button', { name: 'Hide' }).click();
  await eventually(() => main().getByText('kas-Zuid-7741').count()).toBe(0);
});

it('[LOC-008] [LOC-009] [FORM4] an owner changed while the form is open: the second person is informed, and nothing typed is lost', async () => {
  const person = personOf('organisation_admin');
  const other = await signedInPage(browser, person);
  await visit(other, '/maps/locations');
  const link = main(other).getByRole('table', { name: 'Locations' }).getByRole('link').first();
  const name = (await link.textContent()) ?? '';
  await link.click();
  await main(other).getByRole('button', { name: 'Update location' }).click();
  expect(await field('Organisation', other).isEditable()).toBe(false);
  await dialog(other).getByText('Can only be updated by your Cloud Manager').waitFor();
  await field('Address', other).fill('Typed while it moved');

  const id = new URL(other.url()).searchParams.get('location') ?? '';
  await visit(page, `/maps/locations?location=${id}`);
  await main().getByRole('region', { name }).waitFor();
  const owner = await main()
    .getByRole('region', { name })
    .getByText('Organisation', { exact: true })
    .locator('xpath=following-sibling::dd[1]')
    .textContent();
  await main().getByRole('button', { name: 'Update location' }).click();
  await choose('Organisation', 'Fenland Growers');
  await dialog().getByRole('button', { name: 'Update Location' }).click();
  await yes();
  await page.getByText('Location is updated').waitFor();

  await dialog(other).getByRole('button', { name: 'Update Location' }).click();
  await dialog(other).getByRole('alert').waitFor();
  expect(await dialog(other).getByRole('alert').textContent()).toContain('no such location');
  expect(await field('Address', other).inputValue()).toBe('Typed while it moved');
  // The browser itself notes every refused call.
  expect(await complaintsOf(browser, 1)).toEqual([expect.stringMatching(/status of 404 /)]);
  await other.context().close();

  await main().getByRole('button', { name: 'Update location' }).click();
  await choose('Organisation', owner ?? '');
  await dialog().getByRole('button', { name: 'Update Location' }).click();
  await yes();
  await eventually(() => dialog().count()).toBe(0);
});

it('[LOC-017] [LOC-020] [LOC-021] [LOC-022] a greenhouse is created and updated; only what changed is sent', async () => {
  await visit(page, '/maps/greenhouses');
  await main().getByRole('button', { name: 'Create Greenhouse' }).click();
  await field('Name').fill('Kas 77');
  await choose('Location', 'Fenland Salads');
  await dialog().getByRole('button', { name: 'Create Greenhouse' }).click();
  await page.getByText('Greenhouse is created').waitFor();
  await main().getByRole('searchbox', { name: 'Filter Name' }).fill('Kas 77');
  await main().getByRole('button', { name: 'Update Kas 77' }).click();
  await field('Client Name').fill('North house');
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.url().includes('update_greenhouse')),
    dialog().getByRole('button', { name: 'Update Greenhouse' }).click(),
  ]);
  expect(request.postDataJSON()).toEqual({ client_name: 'North house' });
  await page.getByText('Greenhouse is updated').waitFor();
  await main().getByRole('cell', { name: 'North house' }).waitFor();
});

it('[LOC-027] [LOC-029] [LOC-031] an organisation is created; a name that is taken meanwhile is refused and stays typed', async () => {
  await visit(page, '/maps/organisations');
  await main().getByRole('columnheader', { name: 'Auth Groups' }).waitFor();
  await main().getByRole('button', { name: 'Create Organisation' }).click();
  await field('Name').fill('Witloof');
  await dialog().getByRole('button', { name: 'Create Organisation' }).click();
  await page.getByText('Organisation is created').waitFor();
  await main().getByRole('button', { name: 'Update Witloof' }).click();
  await field('Name').fill('de linde groep');
  await dialog().getByText('Another organisation has the same name.').waitFor();
  expect(await dialog().getByRole('button', { name: 'Update Organisation' }).isDisabled()).toBe(true);
});

it('[COORD2] [COORD1] a location appears on the map with its coordinates, is asked about far from its timezone, and leaves the map with them', async () => {
  page = await signedInPage(browser, personOf('system_admin'), '/', { drawsMaps: true });
  await visit(page, '/maps/locations');
  await main().getByRole('button', { name: 'Create Location' }).click();
  await field('Name').fill('Kas aan Zee');
  await choose('Organisation', 'De Linde Groep');
  await choose('Timezone', 'Europe/Brussels');
  await field('Latitude').fill('2,9187');
  await field('Longitude').fill('251,2');
  await dialog().getByText('Longitude must be between -180 and 180 degrees.').waitFor();
  await field('Longitude').fill('151,2');
  await dialog().getByText('This place is far from its timezone.').waitFor();
  await field('Latitude').fill('51.2290, 2.9187');
  await eventually(() => field('Longitude').inputValue()).toBe('2.9187');
  await dialog().getByText('This place is far from its timezone.').waitFor({ state: 'detached' });
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.url().includes('create_location')),
    dialog().getByRole('button', { name: 'Create Location' }).click(),
  ]);
  expect(request.postDataJSON()).toMatchObject({ latitude: 51.229, longitude: 2.9187 });
  await page.getByText('Location is created').waitFor();
  const marker = main().getByRole('button', { name: /^Kas aan Zee/ });
  await marker.first().waitFor();
  await main().getByRole('button', { name: 'Update location' }).click();
  await field('Latitude').fill('');
  expect(await dialog().getByRole('button', { name: 'Update Location' }).isDisabled()).toBe(true);
  await field('Longitude').fill('');
  const [update] = await Promise.all([
    page.waitForRequest((one) => one.url().includes('update_location')),
    dialog().getByRole('button', { name: 'Update Location' }).click(),
  ]);
  expect(update.postDataJSON()).toEqual({ latitude: null, longitude: null });
  await main().getByRole('region', { name: 'Map of the locations' }).first().waitFor();
  await eventually(() =>
    main()
      .getByRole('region', { name: 'Map of the locations' })
      .getByRole('button', { name: /^Kas aan Zee/ })
      .count(),
  ).toBe(0);
});

it('[ORG2] [ORG1] a new organisation is given its group, or the server makes it from the name', async () => {
  await visit(page, '/maps/organisations');
  for (const [name, group, shown] of [
    ['Aardbei Noord', 'aardbei-noord-group', 'aardbei-noord-group'],
    ['Aardbei Zuid', '', 'aardbei-zuid'],
  ] as const) {
    await main().getByRole('button', { name: 'Create Organisation' }).click();
    await field('Name').fill(name);
    await dialog().getByText('Left empty, it is made from the name.').waitFor();
    if (group !== '') await field('Authentication Group').fill(group);
    await dialog().getByRole('button', { name: 'Create Organisation' }).click();
    await dialog().waitFor({ state: 'detached' });
    await main()
      .getByRole('row', { name: new RegExp(`${name}.*${shown}`) })
      .waitFor();
  }
});

it('[LOC-034] [LOC-035] [FORM5] the tree of an organisation shows its locations, greenhouses and devices', async () => {
  await page.goto('/maps/org_detail?organisation=org-van-houte');
  await main().getByRole('link', { name: 'Van Houte Tomaten' }).waitFor();
  await main().getByText('Kas 1', { exact: true }).waitFor();
  await main().getByRole('combobox', { name: 'Organisation' }).fill('Hortus Noord');
  await main().getByRole('option', { name: 'Hortus Noord' }).click();
  await main().getByRole('link', { name: 'Maasdijk Paprika' }).waitFor();
  // A click alone keeps the chosen one; a text that is typed or deleted behind it replaces it.
  const organisation = main().getByRole('combobox', { name: 'Organisation' });
  await organisation.click();
  await page.keyboard.type('van h');
  await eventually(() => organisation.inputValue()).toBe('van h');
  // Enter takes what the list offers first: it is narrowed a moment after the letters.
  await eventually(() => main().getByRole('option').allTextContents()).toEqual([expect.stringContaining('Van Houte')]);
  await page.keyboard.press('Enter');
  await main().getByRole('link', { name: 'Van Houte Tomaten' }).waitFor();
  await organisation.click();
  await page.keyboard.press('Backspace');
  await eventually(() => organisation.inputValue()).toBe('');
});

it('[GEO2] [GEO3] [GEO5] [GEO7] the map leads to a location, and from there to the plan of a greenhouse with its devices', async () => {
  page = await signedInPage(browser, personOf('system_admin'), '/', { drawsMaps: true });
  await visit(page, '/maps/locations');
  const map = main().getByRole('region', { name: 'Map of the locations' }).first();
  const marker = map.getByRole('button', { name: /^Hortus Noord.*online/ });
  await marker.waitFor();
  expect(await marker.getAttribute('aria-pressed')).toBe('false');
  await marker.focus();
  await page.keyboard.press('Enter');
  await main().getByRole('region', { name: 'Hortus Noord' }).waitFor();
  await eventually(() => marker.getAttribute('aria-pressed')).toBe('true');
  await main()
    .getByRole('link', { name: /^Plan of Kas/ })
    .first()
    .click();
  await main().getByRole('region', { name: 'Plan of Kas 1' }).first().waitFor();
  await main().getByRole('region', { name: 'Devices on the plan of Kas 1' }).waitFor();
});

it('[GEO10] the scale of the world map is that of its centre, from the address and after a move', async () => {
  await visit(page, '/maps/locations?world=4_60_3');
  const map = main().getByRole('region', { name: 'Map of the locations' }).first();
  const lengths = () => map.getByText(/^\d+ k?m$/).allTextContents();
  const latitude = () => Number(new URL(page.url()).searchParams.get('world')?.split('_')[1]);
  await eventually(lengths).toEqual(['200 km']);
  await map.getByRole('region', { name: 'Map of the locations: ground' }).focus();
  for (let before = latitude(); before > 30; before = latitude()) {
    await page.keyboard.press('ArrowDown');
    await eventually(() => latitude() < before).toBe(true);
  }
  await eventually(lengths).toEqual(['500 km']);
});

it('[COORD3] latitude and longitude are picked on the world map by a click and by the keys alone; Cancel leaves them, and nothing is loaded before', async () => {
  await visit(page, '/maps/maps');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByRole('link', { name: 'Locations', exact: true }).click();
  await main().getByRole('button', { name: 'Create Location' }).click();
  const open = page.getByRole('dialog', { name: 'Create Location' }).getByRole('button', { name: 'Pick on the Map' });
  const picker = page.getByRole('dialog', { name: 'Pick on the Map' });
  const pin = picker.getByRole('button', { name: 'Pin', exact: true });
  const at = picker.getByRole('status', { name: 'Latitude and longitude' });
  const form = page.getByRole('dialog', { name: 'Create Location' });
  const typed = async () => [
    await form.getByRole('textbox', { name: 'Latitude' }).inputValue(),
    await form.getByRole('textbox', { name: 'Longitude' }).inputValue(),
  ];
  await open.waitFor();
  expect(asked.filter((url) => /GeoPicker/.test(url))).toEqual([]);
  await open.click();
  await pin.waitFor();
  expect(await picker.getByRole('button', { name: 'Use This Place' }).isDisabled()).toBe(true);
  await picker
    .getByRole('region', { name: 'World map' })
    .first()
    .click({ position: { x: 200, y: 100 } });
  await eventually(() => at.textContent()).toMatch(/^-?\d+(\.\d)?, -?\d+(\.\d)?$/);
  await picker.getByRole('button', { name: 'Cancel' }).click();
  expect(await typed()).toEqual(['', '']);
  await open.click();
  await pin.waitFor();
  await eventually(() => pin.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowUp');
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('+');
  await page.keyboard.press('Shift+ArrowRight');
  const [latitude = '', longitude = ''] = ((await at.textContent()) ?? '').split(', ');
  expect([Number(latitude) > 45, /\.\d{1,3}$/.test(longitude)]).toEqual([true, true]);
  await page.keyboard.press('Enter');
  await picker.waitFor({ state: 'detached' });
  expect(await typed()).toEqual([latitude, longitude]);
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
});

it('[GEO7] the dashboard loads the map when its card is opened, not before', async () => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/dashboard');
  const button = main().getByRole('button', { name: 'Map of the locations' });
  await button.waitFor();
  expect(asked.filter((url) => /maplibre|GeoCanvas|countries/.test(url))).toEqual([]);
  await button.click();
  await main()
    .getByRole('button', { name: /^Hortus Noord/ })
    .click();
  await eventually(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/maps/locations?location=loc-hortus-noord');
  expect(asked.filter((url) => new URL(url).host !== new URL(page.url()).host)).toEqual([]);
});
