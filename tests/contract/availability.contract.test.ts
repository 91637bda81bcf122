import { Client } from 'pg';
import { readSheet } from 'read-excel-file/node';
import { beforeAll, expect, it } from 'vitest';
import { addressOf } from '#contract/call';
import { type AvailabilityGroup, getHistoryAvailability, getHistoryAvailabilitySheet } from '#contract/history';
import { availabilityDefinitions } from '#domain/history/availability';
import { startOfDay } from '#domain/text/timeStep';
import { HOUR_MS } from '#domain/text/timeUnits';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, userOf, withServer } from '../support/contractServer.ts';
import { newDataDir } from '../support/newDataDir.ts';
import { testSettings } from '../support/testServer.ts';

// Days this old stay where the test writes them.
const server = withServer(undefined, { settings: testSettings({ DATA_DIR: newDataDir(), HISTORY_SEAL_DAYS: '3650' }) });
const SERIAL = 'LF-0140-23';
const ORGANISATION = 'org-de-linde';
/** A year of which the history is held, before what the demo reports. */
const [BEGIN, END] = [Date.UTC(2025, 0), Date.UTC(2026, 0)];

const as = (groups: readonly string[]) =>
  server.it().identity.issue([...groups], { username: 'reader', name: 'Reader', expiresAt: server.it().now() + HOUR_MS });
const monthOf = (from: string, to: string, zone: string) => {
  const at = (day: string) => new Date(startOfDay(day, zone) ?? Number.NaN).toISOString();
  return { from: at(from), to: at(to) };
};
const MARCH = monthOf('2025-03-01', '2025-04-01', 'UTC');
const availability = (groups: readonly string[], query: Readonly<Record<string, string>>) =>
  answerOf(server.it().address, getHistoryAvailability, { token: as(groups), query: { ...MARCH, group: 'device', ...query } });
const statusOf = async (query: Readonly<Record<string, string>>, groups = adminOf('de-linde')) =>
  (await ask(server.it().address, getHistoryAvailability, { token: as(groups), query: { ...MARCH, group: 'device', ...query } })).status;

/** Each hour of the year the device is half an hour online, and treats for a quarter; an error each day at noon lasts ten minutes. */
beforeAll(async () => {
  const client = new Client({ connectionString: server.it().databaseUrl });
  await client.connect();
  await client.query(`update deployment set creation_date = $2 where device_serial = $1`, [SERIAL, new Date(BEGIN)]);
  await client.query(
    `insert into history_rollup (serial, organisation, hour, reports, minute_reports, minute_activities, battery_reports, speed_reports, online_ms, treating_ms, error_ms, errors)
    select $1, '${ORGANISATION}', hour, 1, '[]', '[]', 0, 0, 1800000, 900000, case when extract(hour from hour at time zone 'UTC') = 12 then 600000 else 0 end, 0
    from generate_series($2::timestamptz, $3::timestamptz - interval '1 hour', interval '1 hour') hour`,
    [SERIAL, new Date(BEGIN), new Date(END)],
  );
  await client.query(
    `insert into error_period (serial, start_time, stop_time, next_state, error_code) select $1, day + interval '12 hours', day + interval '12 hours 10 minutes', 'idle', '0x11'
    from generate_series($2::timestamptz, $3::timestamptz - interval '1 day', interval '1 day') day`,
    [SERIAL, new Date(BEGIN), new Date(END)],
  );
  await client.end();
});

it.each([
  ['Europe/Brussels', '2025-03-01', '2025-04-01', 743],
  ['America/New_York', '2025-03-01', '2025-04-01', 743],
  ['Europe/Brussels', '2025-10-01', '2025-11-01', 745],
  ['America/New_York', '2025-11-01', '2025-12-01', 721],
  ['Asia/Kolkata', '2025-06-01', '2025-07-01', 720],
] as const)('[AVAIL4] a month of %s from %s to %s has %d hours', async (zone, from, to, hours) => {
  const { result, counted_from, counted_to } = await availability(adminOf('de-linde'), monthOf(from, to, zone));
  const own = result.find(({ serial }) => serial === SERIAL);
  expect(own).toMatchObject({ held_seconds: hours * 3_600, online_seconds: hours * 1_800, treating_seconds: hours * 900 });
  expect((Date.parse(counted_to ?? '') - Date.parse(counted_from ?? '')) / HOUR_MS).toBe(hours);
});

it('[AVAIL3] errors of a month are counted with their recovery, by device, location and organisation alike', async () => {
  for (const group of ['device', 'location', 'organisation'] as const satisfies readonly AvailabilityGroup[]) {
    const { result } = await availability(adminOf('de-linde'), { group });
    const [own] = result.filter(({ errors }) => errors > 0);
    expect(own).toMatchObject({ errors: 31, recoveries: 31, recovery_seconds: 31 * 600, error_seconds: 31 * 600 });
    expect(own).toMatchObject({ organisation_id: ORGANISATION, online_seconds: 744 * 1_800 });
  }
});

it('[AVAIL4] a month before the history holds nothing', async () => {
  const { result, counted_from, counted_to } = await availability(staff, monthOf('2024-03-01', '2024-04-01', 'UTC'));
  expect([counted_from, counted_to]).toEqual([null, null]);
  for (const row of result) expect(row).toMatchObject({ held_seconds: 0, online_seconds: 0, errors: 0 });
});

it('[AVAIL5] nothing of others is in an answer, and a location of others is unknown', async () => {
  const texts = async (groups: readonly string[]) => {
    const answers = [];
    for (const group of ['device', 'location', 'organisation']) answers.push(await availability(groups, { group }));
    return JSON.stringify(answers);
  };
  expect(await texts(adminOf('hortus-noord'))).not.toMatch(/LF-0140|de-linde/i);
  expect(await texts(userOf('de-linde'))).toContain('org-de-linde');
  expect(await texts(userOf('de-linde'))).not.toMatch(/hortus/i);
  expect(await statusOf({ location_id: 'loc-de-linde' })).toBe(200);
  expect((await availability(staff, { location_id: 'loc-de-linde' })).result.map(({ serial }) => serial)).toContain(SERIAL);
  expect((await availability(staff, { location_id: 'loc-hortus-noord' })).result.map(({ serial }) => serial)).not.toContain(SERIAL);
  expect(await statusOf({ location_id: 'loc-hortus-noord' })).toBe(404);
  expect(await statusOf({ location_id: 'loc-nowhere' })).toBe(404);
});

it.each<[string, Readonly<Record<string, string>>]>([
  ['from after to', { from: MARCH.to, to: MARCH.from }],
  ['an empty span', { to: MARCH.from }],
  ['ten years', { from: '2016-01-01T00:00:00Z' }],
  ['a local time', { from: '2025-03-01T00:00:00' }],
  ['no time', { from: 'yesterday' }],
  ['an unknown group', { group: 'planet' }],
  ['no group', { group: '' }],
  ['too long an id of a location', { location_id: 'x'.repeat(201) }],
])('[NIGHT4] availability of %s is refused', async (_, query) => {
  expect(await statusOf(query)).toBe(400);
  const address = `${server.it().address}/api/${addressOf(getHistoryAvailabilitySheet, {}, { ...MARCH, group: 'device', ...query })}`;
  expect((await fetch(address, { headers: { authorization: `Bearer ${as(staff)}` } })).status).toBe(400);
});

async function sheetOf(groups: readonly string[], query: Readonly<Record<string, string>>) {
  const address = addressOf(getHistoryAvailabilitySheet, {}, { ...MARCH, group: 'device', ...query });
  const response = await fetch(`${server.it().address}/api/${address}`, { headers: { authorization: `Bearer ${as(groups)}` } });
  const disposition = response.headers.get('content-disposition');
  return { disposition, lines: await readSheet(Buffer.from(await response.arrayBuffer())) };
}

it('[AVAIL6] the spreadsheet has the rows with their numbers, and the definitions below', async () => {
  const { disposition, lines } = await sheetOf(adminOf('de-linde'), {
    ...monthOf('2025-03-01', '2025-04-01', 'Europe/Brussels'),
    location_id: 'loc-de-linde',
  });
  expect(disposition).toContain('filename="availability-device-2025-03.xlsx"');
  const [heads = [], ...rows] = lines;
  expect(heads).toEqual([
    'Device',
    'Serial',
    'Organisation',
    'Counted From (UTC)',
    'Counted To (UTC)',
    'Devices',
    'Time Held (h)',
    'Online Share (%)',
    'Treating Share (%)',
    'Errors',
    'Mean Time Between Errors (h)',
    'Mean Time To Recovery (min)',
  ]);
  const own = rows.find((row) => row[1] === SERIAL) ?? [];
  expect(own.slice(5)).toEqual([1, 743, 50, 25, 31, 11.82, 10]);
  // Days in a float: a reader may lose the last millisecond.
  expect(own.slice(3, 5).map((at) => Math.round(Number(at) / 1_000))).toEqual(
    ['2025-02-28T23:00:00Z', '2025-03-31T22:00:00Z'].map((at) => Date.parse(at) / 1_000),
  );
  for (const { name, text } of availabilityDefinitions) expect(rows.some((row) => row[0] === name && row[1] === text)).toBe(true);
});

it('[AVAIL6] a month of which nothing is held has empty cells, and those of others are not in it', async () => {
  const { lines } = await sheetOf(adminOf('de-linde'), { ...monthOf('2024-03-01', '2024-04-01', 'UTC'), group: 'organisation' });
  const { lines: others } = await sheetOf(adminOf('hortus-noord'), { group: 'location' });
  expect(JSON.stringify(others)).not.toMatch(/de linde/i);
  for (const row of lines.slice(1).filter(([name]) => name === 'De Linde')) expect(row.slice(4)).toEqual([0, null, null, null, null, null]);
});

it('[AVAIL8] what is asked again within a minute is counted once, for the page and for the spreadsheet, and for each scope on its own', async () => {
  const { clock, databaseUrl } = server.it();
  const april = monthOf('2025-04-01', '2025-05-01', 'UTC');
  const online = async (groups: readonly string[]) =>
    (await availability(groups, april)).result.find(({ serial }) => serial === SERIAL)?.online_seconds;
  const before = await online(adminOf('de-linde'));
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`update history_rollup set online_ms = 0 where serial = $1 and hour >= $2 and hour < $3`, [
    SERIAL,
    april.from,
    april.to,
  ]);
  await client.end();
  expect(await online(userOf('de-linde'))).toBe(before);
  const { lines } = await sheetOf(adminOf('de-linde'), april);
  expect(lines.find((row) => row[1] === SERIAL)?.[7]).toBe(50);
  expect(await online(staff)).toBe(0);
  clock.offsetMs += 61_000;
  expect(await online(userOf('de-linde'))).toBe(0);
});
