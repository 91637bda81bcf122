import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { axeFaults } from '../support/axeFaults.ts';
import { ownProduct } from '../support/ownProduct.ts';
import { eventually, personOf, signedInPage, testBrowser, visit } from '../support/pages.ts';
import { writeNight } from '../support/pastNight.ts';
import { ask } from '../support/store.ts';
import { until } from '../support/until.ts';

const browser = testBrowser();
afterEach(async () => {
  await browser.closePages();
});

/** Half past three in the afternoon, UTC, five days ago: a day that no other file has asked the server for, which shares what it read for some seconds. */
const FAILS_AT = Math.floor(Date.now() / DAY_MS - 5) * DAY_MS + 15.5 * HOUR_MS;
const SERIAL = 'LF-0140-23';
const CODE = '0x00000011';
const ID = 'room-1';
const ADDRESS = `/incidents/all?incident_id=${ID}`;

const sqlTime = (at: number) => `'${new Date(at).toISOString()}'`;

beforeAll(async () => {
  const { dataDir } = ownProduct();
  await writeNight(dataDir, { serial: SERIAL, failsAt: FAILS_AT, code: CODE, at: { x: 9.2, y: 30 } });
  await writeNight(dataDir, { serial: 'LF-0141-23', failsAt: FAILS_AT + 5 * MINUTE_MS, code: CODE, at: { x: 11.2, y: 150 } });
  await ask(
    dataDir,
    `insert into incident (incident_id, serial, organisation, incident_time, received_at, error_code, manually_triggered, map_id, map_version)
     values ('${ID}', '${SERIAL}', 'org-de-linde', ${sqlTime(FAILS_AT)}, ${sqlTime(FAILS_AT)}, '${CODE}', false, 'de-linde-2',
     '2.8.0#2.8.0#1.0.0#2.8.0#2.0.8#1.0.0#1.0.2#1.8.0#1.0.0')`,
  );
  await ask(
    dataDir,
    `insert into command (id, device_serial, command, arguments, status, given_at, given_by, given_by_name, expires_at, ends_by)
     values ('${ID}', '${SERIAL}', 'stop_immediately', '{}', 'done', ${sqlTime(FAILS_AT + 6_000)}, 'an', 'An Verhoeven',
     ${sqlTime(FAILS_AT + 36_000)}, ${sqlTime(FAILS_AT + 66_000)})`,
  );
});

const playhead = (page: Page) => page.getByRole('slider', { name: 'Playhead' });
const bar = (page: Page) => page.getByRole('region', { name: 'What happened' });
const rows = (page: Page) => page.getByRole('list', { name: 'Events and commands' }).getByRole('button');
const activeRow = (page: Page) => rows(page).and(page.locator('[aria-current=step]')).innerText();
const openRoom = async () => {
  const page = await signedInPage(browser, personOf('system_admin'), ADDRESS);
  await playhead(page).waitFor();
  return page;
};

it('[IROOM1] [IROOM3] [IROOM4] [IROOM7] the minute around an incident comes from the history of the server; a row leads to its instant, and play follows', async () => {
  const page = await openRoom();
  await eventually(() => bar(page).innerText()).toMatch(/Error 0x00000011[^]*0\.00 m\/s/);
  expect(await axeFaults(page, 'main')).toEqual([]);
  await eventually(() => rows(page).allInnerTexts()).toContainEqual(expect.stringMatching(/\+6\.0 s\s+Stop Immediately: An Verhoeven/));
  await eventually(() => page.getByRole('region', { name: 'Plan' }).first().innerText()).toMatch(
    /De Linde 2, 2\.8\.0, [1-9]\d* other devices? here/,
  );
  await rows(page).first().click();
  await eventually(() => bar(page).innerText()).toMatch(/Autonomously Driving[^]*0\.40 m\/s/);
  await rows(page).filter({ hasText: 'Incident' }).click();
  await eventually(() => activeRow(page)).toContain('Incident');
  await bar(page).getByText('2x', { exact: true }).click();
  await bar(page).getByRole('button', { name: 'Play' }).click();
  await eventually(() => activeRow(page)).toContain('Stop Immediately');
  await bar(page).getByRole('button', { name: 'Pause' }).click();
  await bar(page).getByRole('button', { name: 'One minute later' }).click();
  await eventually(() => playhead(page).getAttribute('max')).toBe(String(FAILS_AT + 100_000));
});

it('[IROOM6] comma and full stop step in the room also while the timeline is open', async () => {
  const page = await openRoom();
  await page.getByRole('button', { name: 'Timeline' }).click();
  await page.getByRole('region', { name: 'Timeline' }).waitFor();
  await bar(page).getByRole('button', { name: 'To the error' }).focus();
  await page.keyboard.press(',');
  await eventually(() => bar(page).innerText()).toContain('1.0 s before the error');
  await page.keyboard.press('.');
  await eventually(() => bar(page).innerText()).toContain('at the error');
  expect(await page.getByRole('status', { name: 'Past' }).count()).toBe(0);
});

/** The newest incident with a film, at the instant of the failure: the film of the demo is 5 s long. */
const filmed = async () => {
  const { dataDir } = ownProduct();
  const id = await until('a rendered incident', async () => {
    const [row] = await ask(
      dataDir,
      `select incident_id from incident join incident_step using (incident_id)
       where step = 'mosaic_rendering' and success and upload_finished is not null order by incident_time desc limit 1`,
    );
    return row === undefined ? null : String(row['incident_id']);
  });
  await ask(dataDir, `update incident set serial = '${SERIAL}', incident_time = ${sqlTime(FAILS_AT)} where incident_id = '${id}'`);
  return id;
};

it('[IROOM8] [IROOM9] the video follows the playhead and moves it; its offset is kept', async () => {
  const id = await filmed();
  const page = await signedInPage(browser, personOf('system_admin'), `/incidents/all?incident_id=${encodeURIComponent(id)}`);
  const video = page.getByLabel(`Video of incident ${id}`);
  const state = () =>
    video.evaluate((shown: HTMLVideoElement) => ({ second: Math.round(shown.currentTime * 10) / 10, isPaused: shown.paused }));
  const offset = page.getByRole('spinbutton', { name: 'Video offset in seconds' });
  await playhead(page).waitFor();
  // The error is in the middle of the film.
  await eventually(async () => (await state()).second).toBeCloseTo(2.5, 1);
  await bar(page).getByRole('button', { name: 'One second back' }).click();
  await eventually(async () => (await state()).second).toBeCloseTo(1.5, 1);
  await offset.fill('1');
  await eventually(async () => (await state()).second).toBeCloseTo(0.5, 1);
  // The controls of the video move the playhead.
  await video.evaluate((shown: HTMLVideoElement) => {
    shown.currentTime = 4;
  });
  await eventually(() => bar(page).innerText()).toContain('2.5 s after the error');
  await video.evaluate((shown: HTMLVideoElement) => shown.play());
  await bar(page).getByRole('button', { name: 'Pause' }).waitFor();
  // After the end of the film the playhead goes on, and the film stands at its end.
  await eventually(() => bar(page).innerText()).toMatch(/[4-9]\.\d s after the error/);
  await eventually(state).toEqual({ second: 5, isPaused: true });
  await bar(page).getByRole('button', { name: 'Pause' }).click();
  await bar(page).getByRole('button', { name: 'To the error' }).click();
  await page.reload();
  await eventually(() => offset.inputValue()).toBe('1');
  await eventually(async () => (await state()).second).toBeCloseTo(1.5, 1);
});

it('[IROOM6] comma and full stop step by a picture of the video, of which the room says how long it is', async () => {
  const id = await filmed();
  const page = await signedInPage(browser, personOf('system_admin'), `/incidents/all?incident_id=${encodeURIComponent(id)}`);
  const video = page.getByLabel(`Video of incident ${id}`);
  const second = () => video.evaluate((shown: HTMLVideoElement) => shown.currentTime);
  await playhead(page).waitFor();
  await eventually(second).toBeCloseTo(2.5, 1);
  const line = page.getByText(/^Comma and full stop step by a picture: 1\/\d+ s/);
  expect(await line.innerText()).toBe('Comma and full stop step by a picture: 1/30 s until the video has played');
  const before = await second();
  await playhead(page).focus();
  await page.keyboard.press('.');
  await eventually(second).toBeCloseTo(before + 1 / 30, 4);
  expect(await bar(page).innerText()).toContain('.033');
  await page.keyboard.press(',');
  await eventually(second).toBeCloseTo(before, 4);
  // The pictures are measured while it plays; a busy browser leaves out some, and the room counts on when it plays again.
  const playFromStart = (shown: HTMLVideoElement) => {
    shown.currentTime = 0;
    return shown.play();
  };
  await eventually(async () => {
    if (await video.evaluate((shown: HTMLVideoElement) => shown.paused)) await video.evaluate(playFromStart);
    return line.innerText();
  }).toBe('Comma and full stop step by a picture: 1/12 s');
});

const download = async (page: Page) => {
  await bar(page).getByRole('button', { name: 'Download recording' }).click();
  const question = page.getByRole('dialog', { name: 'Download recording' });
  const [saved] = await Promise.all([page.waitForEvent('download'), question.getByRole('button', { name: 'Save file' }).click()]);
  return saved;
};

it('[IROOM10] the room is saved as a recording that a replay opens', async () => {
  const page = await openRoom();
  const saved = await download(page);
  expect(saved.suggestedFilename()).toMatch(/^report-.*\.orangery$/);
  await page.goto('/replay');
  await page.getByLabel('Recording file').setInputFiles(await saved.path());
  await page.getByRole('button', { name: 'Open recording' }).click();
  await page.getByRole('heading', { name: 'Lumion 01', exact: true }).first().waitFor();
  await eventually(() => page.getByRole('main').innerText()).toMatch(/Autonomously Driving|Error/);
  expect(await page.getByRole('status', { name: 'Replay' }).innerText()).toContain('recorded by');
});

it('[SAVE4] [KEPT2] a room that is kept is the first in the list, before the incidents, until somebody releases it', async () => {
  const page = await openRoom();
  await bar(page).getByRole('button', { name: 'Download recording' }).click();
  const question = page.getByRole('dialog', { name: 'Download recording' });
  await question.getByRole('checkbox', { name: 'Keep on the server' }).check();
  await question.getByLabel('Why').fill('The belt slipped');
  expect(await axeFaults(page, '[role=dialog]')).toEqual([]);
  await Promise.all([page.waitForEvent('download'), question.getByRole('button', { name: 'Save file' }).click()]);
  await visit(page, '/management/kept_history');
  const row = page.getByRole('row', { name: /The belt slipped/ });
  await row.waitFor();
  await page.getByRole('link', { name: 'Open incident' }).first().waitFor();
  expect(await axeFaults(page, 'main')).toEqual([]);
  await row.getByRole('button', { name: 'Release' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await row.waitFor({ state: 'detached' });
});

it('[IROOM13] [IROOM15] a note on the instant of the playhead is seen by a colleague, and by a replay of the saved room', async () => {
  const page = await openRoom();
  await bar(page).getByRole('button', { name: 'One second back' }).click();
  const notes = page.getByRole('region', { name: 'Notes' });
  await notes.getByRole('textbox', { name: 'Note' }).fill('The belt was slack before.');
  await notes.getByRole('button', { name: 'Add note' }).click();
  await notes.getByRole('button', { name: /The belt was slack before/ }).waitFor();
  await eventually(() => notes.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('');
  await bar(page).getByRole('button', { name: 'To the error' }).click();
  const colleague = await signedInPage(browser, personOf('license_support_engineer'), ADDRESS);
  const seen = colleague.getByRole('button', { name: /The belt was slack before/ });
  await seen.click();
  await eventually(() => bar(colleague).innerText()).toContain('1.0 s before the error');
  expect(await colleague.getByRole('button', { name: 'Edit note' }).count()).toBe(0);
  expect(await axeFaults(page, 'main')).toEqual([]);
  const saved = await download(page);
  await page.goto('/replay');
  await page.getByLabel('Recording file').setInputFiles(await saved.path());
  await page.getByRole('button', { name: 'Open recording' }).click();
  await page.getByRole('button', { name: 'Notes', exact: true }).click();
  await page
    .getByRole('region', { name: 'Notes' })
    .getByText(/: The belt was slack before\./)
    .waitFor();
});
