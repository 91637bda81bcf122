import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Service } from '#domain/devices/ownershipPeriods';
import type { KeptReport } from '#server/fleet/history/keptReport';
import { insertPeriods } from '#server/fleet/ingest/writeBacklog';
import { requireKnownLocation } from '#server/history/availability/deployedTimes';
import { readAvailability, type AvailabilityQuestion } from '#server/history/availability/readAvailability';
import { storedParquets } from '#server/history/parquet/storedParquet';
import { fileMonths } from '#server/history/rollups/fileMonths';
import { rollUpHours } from '#server/history/sealed/rollUpHours';
import { sealDays } from '#server/history/sealed/sealDays';
import { DAY, DAY_END, openSealingStand, type SealingStand } from '../support/history/sealing.ts';
import { seededDatabase } from '../support/testServer.ts';

let stand: SealingStand;
beforeEach(async () => {
  stand = await openSealingStand(await seededDatabase());
});
afterEach(() => stand.close());

const SERIAL = 'AV-1';
const HOUR = 3_600_000;
const MINUTE = 60_000;
const DE_LINDE = 'org-de-linde';
const HORTUS = 'org-hortus-noord';
const MARCH = { from: Date.UTC(2026, 2), to: Date.UTC(2026, 3) };
/** It is moved within an hour. */
const MOVED_AT = DAY + 2.5 * HOUR;
const services: readonly Service[] = [
  { organisation: DE_LINDE, from: DAY, until: MOVED_AT },
  { organisation: HORTUS, from: MOVED_AT, until: null },
];

/** Adds a device that was deployed for some periods, each at a location. */
async function deploy(periods: readonly (readonly [location: string, from: number, until: number | null])[], serial = SERIAL) {
  const { database } = stand;
  const { device_type, life_cycle_stage } = await database
    .selectFrom('device')
    .select(['device_type', 'life_cycle_stage'])
    .limit(1)
    .executeTakeFirstOrThrow();
  await database
    .insertInto('device')
    .values({ serial, name: `Robot ${serial}`, device_type, life_cycle_stage, metadata_valid: true })
    .execute();
  for (const [location_id, from, until] of periods)
    await database
      .insertInto('deployment')
      .values({
        id: `${serial}-${from}-${location_id}`,
        device_serial: serial,
        location_id,
        creation_date: new Date(from),
        closed_date: until === null ? null : new Date(until),
      })
      .execute();
}

const moved = () =>
  deploy([
    ['loc-de-linde', DAY, MOVED_AT],
    ['loc-hortus-noord', MOVED_AT, null],
  ]);

/** A report every ten seconds: it treats in the first hour, and is in error for five minutes in the second. */
function reports(from: number, to: number): readonly KeptReport[] {
  return Array.from({ length: (to - from) / 10_000 }, (_, index) => {
    const receivedAt = from + index * 10_000;
    const isError = receivedAt >= DAY + HOUR + 10 * MINUTE && receivedAt < DAY + HOUR + 15 * MINUTE;
    const task = receivedAt < DAY + HOUR ? { current_state: 'executing_task', current_task: 'uv_treatment' } : { current_state: 'idle' };
    return { serial: SERIAL, receivedAt, deviceTime: receivedAt, sequence: index, state: isError ? { current_state: 'error' } : task };
  });
}

async function readRows(question: Partial<AvailabilityQuestion> = {}) {
  const store = { database: stand.database, parquets: storedParquets(stand.storage) };
  const asked = { ...MARCH, scope: 'all' as const, group: 'device' as const, locationId: undefined, now: DAY + 4 * HOUR, rollupDays: 0 };
  const registry = { servicesOf: () => services, organisationOfDevice: () => services.at(-1)?.organisation };
  const { counted, rows, unreadable } = await readAvailability(store, { ...asked, ...question }, registry);
  // The demo's own devices were deployed later, or have reported nothing.
  return { counted, unreadable, rows, own: rows.filter(({ serial }) => serial?.startsWith('AV-')) };
}
const hoursOf = (seconds: number) => seconds / 3_600;

it('[AVAIL3] an hour in which a device moved belongs to both owners, an error to where it began; alike in every place of the hours', async () => {
  await moved();
  await stand.add(reports(DAY, DAY + 4 * HOUR));
  const error = { serial: SERIAL, next_state: 'idle', error_code: null };
  await insertPeriods(stand.database, [
    { ...error, start_time: new Date(DAY + HOUR + 10 * MINUTE), stop_time: new Date(DAY + HOUR + 15 * MINUTE) },
    // Ends with the next owner, lasts, and ended unseen.
    { ...error, start_time: new Date(MOVED_AT - MINUTE), stop_time: new Date(MOVED_AT + MINUTE) },
    { ...error, start_time: new Date(MOVED_AT + 5 * MINUTE), stop_time: null, next_state: null },
    { ...error, start_time: new Date(MOVED_AT + 2 * MINUTE), stop_time: new Date(MOVED_AT + 3 * MINUTE), next_state: null },
  ]);
  // One hour of four is not counted yet.
  await rollUpHours({ ...stand.parts, now: () => DAY + 3 * HOUR + 20 * MINUTE }, DAY);
  const first = await readRows();
  expect(first.counted).toEqual({ from: DAY, to: DAY + 4 * HOUR });
  expect(
    first.own.map((row) => [row.organisation_id, hoursOf(row.held_seconds), hoursOf(row.online_seconds), hoursOf(row.treating_seconds)]),
  ).toEqual([
    [DE_LINDE, 2.5, 2.5, 1],
    [HORTUS, 1.5, 1.5, 0],
  ]);
  expect(first.own.map((row) => [row.errors, row.recoveries, row.recovery_seconds, row.error_seconds])).toEqual([
    [2, 1, 300, 300],
    [2, 0, 0, 0],
  ]);
  await sealDays(stand.parts, DAY_END);
  const sealed = await readRows();
  expect(sealed.own).toEqual(first.own);
  await fileMonths(stand.parts, MARCH.to);
  const filed = await readRows();
  expect(filed.own).toEqual(first.own);
  expect(filed.unreadable).toEqual([]);
});

it('[AVAIL3] a device that changed its location within an hour counts at both by their parts, and once for its organisation', async () => {
  const halfway = DAY + 1.25 * HOUR;
  const ORGANISATION = 'org-alone';
  await stand.database.insertInto('organisation').values({ id: ORGANISATION, name: 'Alone' }).execute();
  const place = { owned_by: ORGANISATION, timezone: 'Europe/Brussels' };
  const places = ['loc-first', 'loc-second'].map((id) => ({ ...place, id, name: id }));
  await stand.database.insertInto('location').values(places).execute();
  await deploy([
    ['loc-first', DAY, halfway],
    ['loc-second', halfway, null],
  ]);
  const rollup = { serial: SERIAL, organisation: ORGANISATION, reports: 1, minute_reports: '[]', minute_activities: '[]' };
  const times = { battery_reports: 0, speed_reports: 0, online_ms: HOUR, treating_ms: HOUR / 2, error_ms: 0, errors: 0 };
  const rows = [0, 1, 2].map((hour) => ({ ...rollup, ...times, hour: new Date(DAY + hour * HOUR) }));
  await stand.database.insertInto('history_rollup').values(rows).execute();
  const question = { scope: new Set([ORGANISATION]), now: DAY + 3 * HOUR };
  const both = (await readRows({ ...question, group: 'location' })).rows;
  expect(both.map((row) => [row.location_id, row.online_seconds, row.treating_seconds, row.held_seconds])).toEqual([
    ['loc-first', 4_500, 2_250, 4_500],
    ['loc-second', 6_300, 3_150, 6_300],
  ]);
  const second = await readRows({ ...question, locationId: 'loc-second' });
  expect(second.rows.map((row) => [row.serial, row.online_seconds])).toEqual([[SERIAL, 6_300]]);
  const [whole, ...others] = (await readRows({ ...question, group: 'organisation' })).rows;
  expect(others).toEqual([]);
  expect(whole).toMatchObject({ organisation_id: ORGANISATION, devices: 1, online_seconds: 3 * 3_600, held_seconds: 3 * 3_600 });
});

it('[AVAIL5] each owner sees the own time alone, the former one without the name that the device has now', async () => {
  await moved();
  await stand.add(reports(DAY, DAY + 4 * HOUR));
  await rollUpHours({ ...stand.parts, now: () => DAY + 5 * HOUR }, DAY);
  for (const now of [DAY + 4 * HOUR, DAY + 5 * HOUR]) {
    const former = (await readRows({ scope: new Set([DE_LINDE]), now })).own;
    expect(former.map((row) => [row.name, row.organisation_id, hoursOf(row.online_seconds)])).toEqual([[SERIAL, DE_LINDE, 2.5]]);
    const next = (await readRows({ scope: new Set([HORTUS]), now })).own;
    expect(next.map((row) => [row.name, row.organisation_id, hoursOf(row.online_seconds)])).toEqual([[`Robot ${SERIAL}`, HORTUS, 1.5]]);
  }
  expect((await readRows({ scope: new Set() })).rows).toEqual([]);
  expect((await readRows({ scope: new Set(['nobody']) })).rows).toEqual([]);
});

it('[AVAIL5] who worked at a location that is of another owner now may ask for it, and does not read its name', async () => {
  const { database } = stand;
  await deploy([['loc-de-linde', DAY, MOVED_AT]]);
  await database.updateTable('location').set({ owned_by: HORTUS, name: 'New name' }).where('id', '=', 'loc-de-linde').execute();
  const namesOf = async (organisation: string) => {
    const { rows } = await readRows({ group: 'location', locationId: 'loc-de-linde', scope: new Set([organisation]) });
    return [...new Set(rows.map(({ name }) => name))];
  };
  expect(await namesOf(DE_LINDE)).toEqual(['loc-de-linde']);
  expect(await namesOf(HORTUS)).toEqual([]);
  const { rows } = await readRows({ group: 'location', locationId: 'loc-de-linde' });
  expect(rows.map(({ name }) => name)).toEqual(['New name']);
  for (const scope of ['all', new Set([DE_LINDE]), new Set([HORTUS])] as const)
    await expect(requireKnownLocation(database, scope, 'loc-de-linde')).resolves.toBeUndefined();
  for (const [scope, id] of [
    ['all', 'loc-nowhere'],
    [new Set(['nobody']), 'loc-de-linde'],
    [new Set<string>(), 'loc-de-linde'],
  ] as const)
    await expect(requireKnownLocation(database, scope, id)).rejects.toMatchObject({ message: expect.stringContaining('no such location') });
});

it('[AVAIL5] of hours that are not counted yet each owner sees the own time alone', async () => {
  await moved();
  await stand.add(reports(DAY, DAY + 4 * HOUR));
  const of = async (organisation: string) =>
    (await readRows({ scope: new Set([organisation]) })).own.map((row) => hoursOf(row.online_seconds));
  expect([await of(DE_LINDE), await of(HORTUS)]).toEqual([[2.5], [1.5]]);
});

/** Stores an hour online for each hour of a span. */
async function storeHours(from: number, to: number): Promise<void> {
  const rows = Array.from({ length: (to - from) / HOUR }, (_, index) => ({
    serial: SERIAL,
    organisation: DE_LINDE,
    hour: new Date(from + index * HOUR),
    reports: 1,
    minute_reports: '[]',
    minute_activities: '[]',
    battery_reports: 0,
    speed_reports: 0,
    online_ms: HOUR / 2,
    treating_ms: 0,
    error_ms: 0,
    errors: 0,
  }));
  await stand.database.insertInto('history_rollup').values(rows).execute();
}

it.each([
  ['that is over', MARCH, Date.UTC(2026, 4), 0, 31],
  ['that is not over', MARCH, Date.UTC(2026, 2, 11), 0, 10],
  ['that is half retained', MARCH, Date.UTC(2026, 4, 1), 45, 15],
  ['of which nothing is retained', MARCH, Date.UTC(2026, 5), 30, 0],
  ['before the history', { from: Date.UTC(2026, 0), to: Date.UTC(2026, 1) }, Date.UTC(2026, 4), 0, 0],
  ['that half precedes the history', { from: Date.UTC(2026, 1, 15), to: Date.UTC(2026, 2, 15) }, Date.UTC(2026, 4), 0, 14],
  ['to come', { from: Date.UTC(2026, 5), to: Date.UTC(2026, 6) }, Date.UTC(2026, 4), 0, 0],
  ['of a zone half an hour beside UTC', { from: MARCH.from - 5.5 * HOUR, to: MARCH.to - 5.5 * HOUR }, Date.UTC(2026, 4), 0, 30 + 19 / 24],
])('[AVAIL4] of a month %s only what is held counts', async (_, span, now, rollupDays, days) => {
  await deploy([['loc-de-linde', Date.UTC(2025, 0), null]]);
  await storeHours(MARCH.from, MARCH.to);
  const { own, counted } = await readRows({ ...span, now, rollupDays, scope: new Set([DE_LINDE]) });
  expect(own).toHaveLength(1);
  expect(own[0]?.held_seconds).toBe((days * 24 * HOUR) / 1_000);
  expect(own[0]?.online_seconds).toBe((days * 12 * HOUR) / 1_000);
  expect(counted === null).toBe(days === 0);
});

it('[AVAIL3] a file of a month that cannot be read is named, and the other hours are counted', async () => {
  await deploy([['loc-de-linde', Date.UTC(2025, 0), null]]);
  await storeHours(MARCH.from, MARCH.to);
  await fileMonths(stand.parts, MARCH.to);
  const [file] = await stand.database.selectFrom('history_file').select('name').execute();
  await stand.storage.remove(file?.name ?? '');
  await storeHours(MARCH.to, MARCH.to + 10 * HOUR);
  const { own, unreadable } = await readRows({ from: MARCH.from + 24 * HOUR, to: MARCH.to + 10 * HOUR, now: MARCH.to + 24 * HOUR });
  expect(unreadable).toEqual([{ name: file?.name, reason: 'missing' }]);
  expect(own[0]?.online_seconds).toBe(5 * 3_600);
});
