import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { getAllDevices } from '#contract/devices/device';
import { getLocations } from '#contract/place';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { dayOf } from '#past/history/historyDays';
import { asked } from '../support/asked.ts';
import { axeFaults } from '../support/axeFaults.ts';
import { ownProduct } from '../support/ownProduct.ts';
import { eventually, painted, personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';
import { writeError, writeListed, writeNight, writeReports } from '../support/pastNight.ts';

const browser = testBrowser();
afterEach(async () => {
  await browser.closePages();
});

/** Half past two in the afternoon, UTC, of the day before yesterday: the same day in every zone of a test. */
const FAILS_AT = Math.floor(Date.now() / DAY_MS - 2) * DAY_MS + 14.5 * HOUR_MS;
const SERIAL = 'LF-0140-23';
const FOREIGN_SERIAL = 'DV-0105';
const CODE = '0x00000011';

/** Reports of a device that carries out a task, one per second of a minute. */
const working = (serial: string, from: number, task: string) =>
  Array.from({ length: 60 }, (_, second) => {
    const receivedAt = from + second * 1_000;
    const state = { current_state: 'executing_task', current_task: task, battery_level: 50 };
    return { serial, receivedAt, deviceTime: receivedAt, sequence: second, state };
  });

/** Six hours before the failure, a device of the organisation works before and after an instant, and one of another organisation before. */
const WORKS_AT = FAILS_AT - 6 * HOUR_MS;

beforeAll(async () => {
  const { dataDir } = ownProduct();
  await writeNight(dataDir, { serial: SERIAL, failsAt: FAILS_AT, code: CODE });
  await writeReports(dataDir, [
    ...working(SERIAL, WORKS_AT - MINUTE_MS, 'ZZPAST'),
    ...working(SERIAL, WORKS_AT + MINUTE_MS, 'ZZNEXT'),
    ...working(FOREIGN_SERIAL, WORKS_AT - MINUTE_MS, 'ZZELSE'),
  ]);
  const [own, foreign] = [
    { serial: SERIAL, organisation: 'org-de-linde' },
    { serial: FOREIGN_SERIAL, organisation: 'org-hortus-noord' },
  ];
  await writeListed(dataDir, [
    { ...own, at: WORKS_AT - MINUTE_MS / 2, word: 'ZZPAST' },
    { ...own, at: WORKS_AT + MINUTE_MS, word: 'ZZNEXT' },
    { ...foreign, at: WORKS_AT - MINUTE_MS / 2, word: 'ZZELSE' },
  ]);
});

const past = (page: Page) => page.getByRole('status', { name: 'Past' });
const moment = (page: Page) => page.getByRole('slider', { name: 'Moment' });
const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' });
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const addressAt = (path: string, at: number) => `${path}?at=${new Date(at).toISOString()}`;

const inBrussels = (parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en', { ...parts, timeZone: 'Europe/Brussels' }).format(FAILS_AT);
const dayName = inBrussels({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** Opens the day of the failure, in its month, which may be the one before this. */
async function openHistory(page: Page) {
  const wanted = inBrussels({ month: 'long', year: 'numeric' });
  const days = page.getByRole('group', { name: 'Days' });
  await days.waitFor();
  if (!(await days.innerText()).includes(wanted)) await days.getByRole('button', { name: 'Previous month' }).click();
  await days.getByRole('button', { name: dayName }).click();
  // The demo has a past of its own.
  await page.getByPlaceholder('Serial or location').fill(SERIAL);
  return days;
}

it('[NIGHT6] a moment that this browser never received is shown as it was: state, list and track of that day', async () => {
  const page = await signedInPage(browser, personOf('system_admin'), addressAt('/fleet/state', FAILS_AT + MINUTE_MS));
  await past(page).waitFor();
  await eventually(() => past(page).innerText()).toContain('Commands are off');
  await eventually(() => rowOf(page, 'Lumion 01').innerText()).toMatch(/Online[^]*Error[^]*0x00000011[^]*79 %/);
  // The track is that day, of 23 or 25 hours where the clocks change, with its marks.
  const day = dayOf(FAILS_AT, 'Europe/Brussels');
  await eventually(() => moment(page).evaluate((input: HTMLInputElement) => Number(input.max) - Number(input.min))).toBe(day.to - day.from);
  await eventually(() => timeline(page).getByRole('list', { name: 'Marks' }).innerText()).toMatch(/Error/);
  // A step back over the failure, to the block before.
  await page.goto(`${new URL(page.url()).origin}${addressAt('/fleet/state', FAILS_AT - 100)}`);
  await eventually(() => rowOf(page, 'Lumion 01').innerText()).toMatch(/Online[^]*Autonomously Driving[^]*81 %/);
  await timeline(page)
    .getByRole('button', { name: /^Step forward|Next/ })
    .first()
    .click();
  await eventually(() => rowOf(page, 'Lumion 01').innerText()).toContain('Error');
});

it('[WHY5] [WHY9] [WHY14] at a moment of the server’s history W and Enter explain a value with the report of then', async () => {
  const page = await signedInPage(browser, personOf('system_admin'), addressAt('/fleet/state', FAILS_AT + MINUTE_MS));
  await eventually(() => rowOf(page, 'Lumion 01').innerText()).toContain('0x00000011');
  await page.keyboard.press('w');
  await page.locator('[data-shows]:focus').waitFor();
  const isReached = async () => (await rowOf(page, 'Lumion 01').locator('[data-shows]:focus').count()) === 1;
  for (let row = 0; row < 24 && !(await isReached()); row += 1) await page.keyboard.press('ArrowDown');
  for (let cell = 0; cell < 4; cell += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Why does it say that?' });
  await panel.getByText('The event that set it').waitFor();
  // A robot of this night loses a percent a minute, and says so with its first report of each.
  await eventually(() => panel.innerText()).toMatch(/79 %[^]*Battery level\s+79[^]*Value before\s+80 %/);
  await page.keyboard.press('Escape');
  await eventually(() => panel.count()).toBe(0);
  await past(page).waitFor();
});

it('[PAST28] [PAST29] [PAST17] the track is zoomed out to a year, says what is not held, and a press leads to that hour', async () => {
  const page = await signedInPage(browser, personOf('system_admin'), '/fleet/state');
  await page.keyboard.press('t');
  await timeline(page).getByText('Year', { exact: true }).click();
  const span = () => moment(page).evaluate((input: HTMLInputElement) => ({ from: Number(input.min), to: Number(input.max) }));
  await eventually(async () => (await span()).to - (await span()).from).toBe(366 * DAY_MS);
  await timeline(page).getByText('Devices per day').waitFor();
  await eventually(() => timeline(page).getByRole('list', { name: 'Marks' }).innerText()).toContain('No reports');
  // As high as with any other span; on a phone the track says since when it holds anything.
  const whole = page.viewportSize() ?? { width: 1440, height: 900 };
  for (const [width, tallest] of [
    [1440, 150],
    [390, 250],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await eventually(() =>
      timeline(page)
        .getByText(/^since /)
        .isVisible(),
    ).toBe(width === 390);
    await painted(page);
    expect((await timeline(page).boundingBox())?.height).toBeLessThanOrEqual(tallest);
  }
  await page.setViewportSize(whole);
  await painted(page);
  const box = await moment(page).boundingBox();
  const y = (box?.y ?? 0) + 22;
  const xOf = async (at: number) => {
    const { from, to } = await span();
    return (box?.x ?? 0) + ((at - from) / (to - from)) * (box?.width ?? 0);
  };
  // The wheel zooms to the hours of the night around the failure; what is under the pointer stays there.
  const x = Math.round(await xOf(FAILS_AT));
  const { from, to } = await span();
  const pointed = from + ((x - (box?.x ?? 0)) / (box?.width ?? 1)) * (to - from);
  await page.mouse.move(x, y);
  await page.keyboard.down('Control');
  for (const _ of [1, 2, 3, 4, 5, 6, 7, 8]) await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await timeline(page).getByText('Devices per hour').waitFor();
  expect(Math.abs((await xOf(pointed)) - x)).toBeLessThan(2);
  await timeline(page).getByText('Week', { exact: true }).click();
  await eventually(async () => (await span()).to - (await span()).from).toBe(7 * DAY_MS);
  await page.mouse.click(await xOf(FAILS_AT), y);
  await past(page).waitFor();
  await eventually(() => Math.abs(Date.parse(new URL(page.url()).searchParams.get('at') ?? '') - FAILS_AT)).toBeLessThan(HOUR_MS);
  expect(await axeFaults(page, 'section[aria-label=Timeline]')).toEqual([]);
});

it('[NIGHT7] [NIGHT9] the review list leads to the moment with a press and back; who has reviewed an episode stays', async () => {
  const page = await signedInPage(browser, personOf('system_admin'), '/history');
  const days = await openHistory(page);
  await rowOf(page, CODE).first().waitFor();
  await eventually(() => days.getByRole('button', { name: /episodes? not reviewed/ }).count()).toBeGreaterThan(0);
  expect(await axeFaults(page, 'main')).toEqual([]);
  await rowOf(page, CODE).first().focus();
  await page.keyboard.press('Enter');
  await past(page).waitFor();
  await page.getByRole('heading', { name: 'Lumion 01', exact: true }).first().waitFor();
  await eventually(() => page.getByRole('main').innerText()).toContain('Error');
  await eventually(() => page.getByRole('main').innerText()).not.toMatch(/Error States Last 48h\s+Not known/);
  // The list is as it was: its month, its day and its filter.
  await page.keyboard.press('Escape');
  await eventually(() => days.getByRole('button', { name: dayName }).getAttribute('aria-pressed')).toBe('true');
  await eventually(() => past(page).count()).toBe(0);
  expect(await page.getByPlaceholder('Serial or location').inputValue()).toBe(SERIAL);
  await rowOf(page, CODE).first().press('Enter');
  await past(page).getByRole('button', { name: 'Back to the list' }).click();
  await rowOf(page, CODE).first().press('r');
  await eventually(() => rowOf(page, CODE).count()).toBe(0);
  await page.getByRole('radiogroup', { name: 'Shown' }).getByText('All', { exact: true }).click();
  const button = rowOf(page, CODE).first().getByRole('button', { name: 'Reviewed', exact: true });
  await eventually(() => button.getAttribute('aria-pressed')).toBe('true');
  await eventually(() => button.getAttribute('title')).toMatch(/^Reviewed by /);
  // Another person has not.
  const other = await signedInPage(browser, personOf('license_support_engineer'), '/history');
  await openHistory(other);
  await rowOf(other, CODE).first().getByRole('button', { name: 'Reviewed', exact: true }).click();
  await eventually(() => rowOf(other, CODE).count()).toBe(0);
});

it('[DLANE4] the lanes of a day are errors first, and a press opens that time of the device', async () => {
  const page = await signedInPage(browser, personOf('system_admin'), '/history');
  await openHistory(page);
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Devices', { exact: true }).click();
  const lanes = page.getByRole('table', { name: 'Devices' });
  const own = lanes.getByRole('row').filter({ hasText: 'Lumion 01' });
  await own.waitFor();
  expect(await axeFaults(page, 'main')).toEqual([]);
  const lane = own.getByRole('button');
  await eventually(() => lane.getAttribute('aria-label')).toMatch(/^Lumion 01: Error 00:1\d:\d\d, .*Other movement 00:\d\d:\d\d/);
  // With the keyboard it leads to the first error.
  await lane.press('Enter');
  await past(page).waitFor();
  await page.getByRole('heading', { name: 'Lumion 01', exact: true }).first().waitFor();
  await eventually(() => page.getByRole('main').innerText()).toMatch(/Error\s+0x/);
});

it('[NIGHT10] the dashboard lists what deserved a look since the last visit, and a row opens its moment', async () => {
  const page = await signedInPage(browser, personOf('organisation_admin'), '/dashboard');
  await page.getByRole('heading', { name: 'What deserves a look', exact: true }).waitFor();
  // As if the person had left an hour before the failure.
  const remembered = await page.evaluate(() => localStorage.getItem('orangery.visit') ?? '{}');
  const earlier = JSON.stringify({ ...JSON.parse(remembered), seenAt: FAILS_AT - HOUR_MS });
  await page.addInitScript((text) => localStorage.setItem('orangery.visit', text), earlier);
  await page.reload();
  const card = page.getByRole('region', { name: 'Since you were last here' });
  await card.waitFor();
  const row = card.getByRole('row').filter({ hasText: CODE }).first();
  const shownPage = () => card.locator('[aria-current=page]').allTextContents();
  await eventually(() => card.getByRole('row').count()).toBeGreaterThan(1);
  while ((await row.count()) === 0) {
    const before = await shownPage();
    await card.getByRole('button', { name: 'Next page' }).click();
    await eventually(shownPage).not.toEqual(before);
  }
  expect(await axeFaults(page, 'main')).toEqual([]);
  await row.press('Enter');
  await past(page).waitFor();
  await page.getByRole('heading', { name: 'Lumion 01', exact: true }).first().waitFor();
});

/** The texts of empty lists; a table of the device's errors may be, because the history holds them. */
const EMPTY = /Nothing (?:to review|that deserves a look)|No (?:events|commands|rows|devices|treatments|incidents) found/;

/** The routes on which the rows of the lists of the history are. */
const LISTING = [
  '/dashboard',
  '/device/commands',
  '/device/events',
  '/device/treatments',
  '/fleet/actions',
  '/incidents/all',
  '/treatments/all',
];

it('[NIGHT11] [NIGHT16] [NIGHT17] no route shows a past moment with what came later, what another organisation has, or as empty what is not known', async () => {
  const shown = async (page: Page, instant: number) => {
    await page.goto(new URL(addressAt('/fleet/state', instant), page.url()).href);
    await past(page).waitFor();
    await rowOf(page, 'ZZ').first().waitFor();
    await eventually(() => page.locator('main').getByRole('status', { name: 'Loading' }).count()).toBe(0);
    await painted(page);
    return (await page.getByRole('main').innerText()).match(/ZZ[A-Z]+/g)?.toSorted();
  };
  const staff = await signedInPage(browser, personOf('system_admin'), '/profile/account');
  expect(await shown(staff, WORKS_AT - 10_000)).toEqual(['ZZELSE', 'ZZPAST']);
  const page = await signedInPage(browser, personOf('organisation_admin'), '/profile/account');
  expect(await shown(page, WORKS_AT + MINUTE_MS + 10_000)).toEqual(['ZZNEXT']);
  expect(await shown(page, WORKS_AT - 10_000)).toEqual(['ZZPAST']);
  const offered = routes.filter(({ roles }) => roles === undefined || roles.includes('organisation_admin'));
  const seen: string[] = [];
  for (const { path } of offered) {
    await visit(page, `${path}?device_serial=${SERIAL}&at=${new Date(WORKS_AT - 10_000).toISOString()}`);
    await past(page).waitFor();
    await eventually(() => page.locator('main').getByRole('status', { name: 'Loading' }).count()).toBe(0);
    // A screen whose code is still loaded is not yet "Loading".
    if (LISTING.includes(path)) await eventually(() => page.content()).toContain('ZZPAST');
    await painted(page);
    const text = await page.content();
    expect([path, text.match(/ZZ(?:NEXT|ELSE)/g)]).toEqual([path, null]);
    if (text.includes('ZZPAST')) seen.push(path);
    if (path !== '/device/detail') expect([path, (await page.locator('main').innerText()).match(EMPTY)]).toEqual([path, null]);
  }
  expect(seen).toEqual(expect.arrayContaining(['/device/detail', ...LISTING]));
  // A row leads to what was known of it then.
  const instant = new Date(WORKS_AT - 10_000).toISOString();
  await visit(page, `/incidents/all?incident_id=ZZPAST&at=${instant}`);
  await page.getByText('Video, files and how it was processed are not known at that time.').waitFor();
  await page.getByRole('region', { name: 'Incident Information' }).getByText('Lumion 01').waitFor();
  await visit(page, `/treatments/detail?treatment_id=ZZPAST&at=${instant}`);
  await page.getByText('Lanes and jobs are not known at that time.').waitFor();
  for (const path of ['/incidents/all?incident_id', '/treatments/detail?treatment_id']) {
    await visit(page, `${path}=ZZNEXT&at=${instant}`);
    await page.getByText('Not known at that time').waitFor();
  }
  await visit(page, `/device/configuration?device_serial=${SERIAL}&at=${new Date(WORKS_AT - 10_000).toISOString()}`);
  await page.getByRole('tab', { name: 'History' }).click();
  await rowOf(page, 'ZZPAST').waitFor();
  const since = new Intl.DateTimeFormat('nl-BE', { dateStyle: 'short', timeZone: 'Europe/Brussels' }).format(WORKS_AT - DAY_MS);
  await eventually(() => page.getByRole('main').innerText()).toContain(`Known since ${since}`);
});

it('[DOOR4] a list that came after the shown moment, and hardly changes, says that it is of now', async () => {
  const page = await signedInPage(browser, personOf('system_admin'), '/error_codes');
  const codes = page.getByRole('region', { name: 'Error Codes' });
  await codes.getByRole('row').nth(2).waitFor();
  await page.keyboard.press('t');
  // Enter leaves the field for the slider; while there is none, the next key would be text in the field.
  await page.getByRole('slider', { name: 'Moment' }).waitFor();
  await page
    .getByRole('textbox', { name: 'Go to time' })
    .fill(`${new Date(FAILS_AT + MINUTE_MS).toISOString().slice(0, 16).replace('T', ' ')} UTC`);
  await page.keyboard.press('Enter');
  await past(page).waitFor();
  await page.getByText('As it is now: how it was then is not known').waitFor();
  expect(await codes.getByRole('row').count()).toBeGreaterThan(2);
  await page.keyboard.press('l');
  await eventually(() => page.getByText('As it is now').count()).toBe(0);
});

it('[DLANE4] at a chosen location there are the lanes of its devices alone', async () => {
  const page = await signedInPage(browser, personOf('system_admin'), '/maps/locations');
  const { results } = await asked(page, getLocations);
  const place = results.find(({ name }) => name === 'De Linde');
  const { result: devices } = await asked(page, getAllDevices);
  const there = devices.filter(({ active_deployment: deployment }) => deployment?.location_id === place?.id);
  await visit(page, `/maps/locations?location=${place?.id}`);
  const lanes = page.getByRole('table', { name: 'Last 24 hours' });
  await lanes.getByRole('row').filter({ hasText: 'Lumion 01' }).waitFor();
  expect(await axeFaults(page, 'main')).toEqual([]);
  const names = await lanes.getByRole('rowheader').allInnerTexts();
  expect(names.filter((of) => !there.some(({ name }) => name === of))).toEqual([]);
});

it('[CLOCK6] in a console whose clock is 20 minutes slow, an episode opens the moment of the own recording at which it began', async () => {
  const slowMs = 20 * MINUTE_MS;
  const newContext = async (...options: Parameters<typeof browser.newContext>) => {
    const context = await browser.newContext(...options);
    await context.addInitScript((ms) => {
      const now = Date.now.bind(Date);
      globalThis.Date = new Proxy(Date, {
        construct: (made, given) => Reflect.construct(made, given.length === 0 ? [now() - ms] : given),
        get: (from, name) => (name === 'now' ? () => now() - ms : Reflect.get(from, name)),
      });
    }, slowMs);
    return context;
  };
  const page = await signedInPage({ newContext }, personOf('system_admin'), '/fleet/state');
  await rowOf(page, 'Lumion 01').waitFor();
  // The recording stores about every second.
  await painted(page);
  const beganAt = Date.now();
  const code = '0x00000077';
  await writeError(ownProduct().dataDir, { serial: SERIAL, at: beganAt, code });
  await visit(page, '/history');
  await page.getByPlaceholder('Serial or location').fill(SERIAL);
  await rowOf(page, code).first().press('Enter');
  await past(page).waitFor();
  const shownAt = () => Date.parse(new URL(page.url()).searchParams.get('at') ?? '');
  await eventually(() => Math.abs(shownAt() - (beganAt - slowMs)) < 10_000).toBe(true);
  expect(await past(page).innerText()).not.toContain('not recorded');
});
