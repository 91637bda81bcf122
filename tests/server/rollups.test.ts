import { Buffer } from 'node:buffer';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compactHistory } from '#server/fleet/history/compact';
import type { KeptReport } from '#server/fleet/history/keptReport';
import { writingFile } from '#server/history/parquet/catalogue';
import { storedParquets } from '#server/history/parquet/storedParquet';
import { fileMonths } from '#server/history/rollups/fileMonths';
import { countedUntil, readRollups } from '#server/history/rollups/readRollups';
import { bothRollups, type Rollup, rollupFold } from '#server/history/rollups/rollup';
import { rollUpHours } from '#server/history/sealed/rollUpHours';
import { unsealedCount } from '#server/history/sealed/recountDays';
import { sealDays } from '#server/history/sealed/sealDays';
import { DAY, DAY_END, openSealingStand, type SealingStand } from '../support/history/sealing.ts';

let stand: SealingStand;
beforeEach(async () => {
  stand = await openSealingStand();
});
afterEach(() => stand.close());

const HOUR = 3_600_000;
const MINUTE = 60_000;
const treating = { current_state: 'executing_task', current_task: 'uv_treatment' };
/** A report; the state is that of a device that treats. */
const report = (receivedAt: number, state: Readonly<Record<string, unknown>> = treating, serial = 'LF-1'): KeptReport => ({
  serial,
  receivedAt,
  deviceTime: receivedAt,
  sequence: 1,
  state,
});
const every = (from: number, to: number, ms: number, state?: Readonly<Record<string, unknown>>, serial?: string) =>
  Array.from({ length: Math.ceil((to - from) / ms) }, (_, index) => report(from + index * ms, state, serial));

function folded(reports: readonly KeptReport[], services: Parameters<typeof rollupFold>[1] = []): readonly Rollup[] {
  const fold = rollupFold('LF-1', services);
  for (const one of reports) fold.push(one);
  return fold.done();
}
const read = (from = 0, to = Date.UTC(2100, 0), serials = ['LF-1', 'LF-2']) =>
  readRollups(stand.database, storedParquets(stand.storage), { from, to, serials });

it('[ROLLUP1] an hour is counted by minute, with its activities, and the least, greatest and mean battery and speed', () => {
  const idle = { current_state: 'waiting_for_task', battery_level: 80, current_velocity: 0 };
  const driving = { current_state: 'executing_task', current_task: 'drive_task', battery_level: 70, current_velocity: 0.5 };
  const broken = { current_state: 'error', battery_level: 75 };
  const [hour, ...others] = folded([
    ...every(DAY, DAY + 2 * MINUTE, 10_000, idle),
    ...every(DAY + 2 * MINUTE, DAY + 3 * MINUTE, 10_000, driving),
    report(DAY + 3 * MINUTE, driving),
    report(DAY + 3 * MINUTE + 1_000, broken),
    report(DAY + 3 * MINUTE + 2_000, broken),
    report(DAY + 3 * MINUTE + 3_000, driving),
    report(DAY + 59 * MINUTE, { current_state: 7 }),
  ]);
  expect(others).toEqual([]);
  expect(hour).toMatchObject({ serial: 'LF-1', organisation: null, hour: DAY, reports: 23, errors: 1, errorMs: 2_000, treatingMs: 0 });
  expect(hour?.minuteReports.slice(0, 5)).toEqual([6, 6, 6, 4, 0]);
  expect([...(hour?.minuteActivities.slice(0, 5) ?? []), hour?.minuteActivities[59]]).toEqual([
    'idle',
    'idle',
    'driving',
    'error',
    null,
    'unknown',
  ]);
  expect(hour?.battery).toEqual({ least: 70, most: 80, mean: (80 * 12 + 70 * 8 + 75 * 2) / 22, count: 22 });
  expect(hour?.speed).toEqual({ least: 0, most: 0.5, mean: (0.5 * 8) / 20, count: 20 });
});

it('[ROLLUP2] a report speaks for the time until the next one, for 30 s at most, and not beyond its hour', () => {
  const [hour, next] = folded([
    report(DAY),
    report(DAY + 10_000),
    report(DAY + 70_000),
    report(DAY + HOUR - 5_000),
    report(DAY + HOUR + 3 * MINUTE),
  ]);
  expect([hour?.onlineMs, hour?.treatingMs]).toEqual([75_000, 75_000]);
  expect([next?.hour, next?.onlineMs]).toEqual([DAY + HOUR, 30_000]);
});

it('[ROLLUP3] an hour in which a device was moved is one for each owner', () => {
  const services = [
    { organisation: 'one', from: DAY, until: DAY + 10 * MINUTE },
    { organisation: 'two', from: DAY + 20 * MINUTE, until: null },
  ];
  const hours = folded(every(DAY, DAY + HOUR, MINUTE), services);
  expect(hours.map(({ organisation, reports }) => [organisation, reports])).toEqual([
    ['one', 10],
    [null, 10],
    ['two', 40],
  ]);
});

it('[ROLLUP4] an hour that is counted in two parts is the same as in one, but for what lies between the parts', () => {
  const all = every(DAY, DAY + HOUR, MINUTE, { ...treating, battery_level: 50 });
  const [whole] = folded(all);
  const [[one], [other]] = [folded(all.slice(0, 20)), folded(all.slice(20))];
  if (one === undefined || other === undefined) throw new Error('nothing is counted');
  expect(bothRollups(one, other)).toEqual(whole);
});

it('[ROLLUP9] an hour whose blocks are joined while it is counted is counted whole', async () => {
  const all = every(DAY, DAY + HOUR, MINUTE);
  for (const one of all) await stand.add([one]);
  let isJoined = false;
  // Joins the blocks once their list has been read.
  const database = stand.database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!isJoined && result.rows.some((row) => 'report_count' in row)) {
        isJoined = true;
        await compactHistory(stand.database, { from: 0, damaged: new Set(), signal: stand.parts.signal });
      }
      return result;
    },
  });
  await rollUpHours({ ...stand.parts, database, now: () => DAY_END }, DAY);
  const { rollups } = await read();
  expect(rollups.map(({ hour, reports }) => [hour, reports])).toEqual([[DAY, 60]]);
  expect((await stand.database.selectFrom('history_block').select('id').execute()).length).toBe(1);
});

it('[ROLLUP5] finished hours are counted before their day is sealed, and sealing counts them again with what came late', async () => {
  await stand.add([...every(DAY, DAY + 2 * HOUR, MINUTE), ...every(DAY + HOUR, DAY + 2 * HOUR, MINUTE, treating, 'LF-2')]);
  const now = DAY + 2 * HOUR + 5 * MINUTE;
  await rollUpHours({ ...stand.parts, now: () => now }, DAY);
  const early = await read();
  expect(early.rollups.map(({ serial, hour, reports }) => [serial, hour - DAY, reports])).toEqual([['LF-1', 0, 60]]);
  await rollUpHours({ ...stand.parts, now: () => now + HOUR }, DAY);
  expect((await read()).rollups.map(({ serial, hour, reports }) => [serial, hour - DAY, reports])).toEqual([
    ['LF-1', 0, 60],
    ['LF-1', HOUR, 60],
    ['LF-2', HOUR, 60],
  ]);
  await stand.add([report(DAY + 1_000)]);
  await sealDays(stand.parts, DAY_END);
  const sealed = (await read()).rollups;
  expect(sealed.map(({ reports }) => reports)).toEqual([61, 60, 60]);
  await stand.add([report(DAY + 2_000), report(DAY + 5 * HOUR, treating, 'LF-2')]);
  await sealDays(stand.parts, DAY_END);
  expect((await read()).rollups.map(({ reports }) => reports)).toEqual([62, 60, 60, 1]);
});

it('[ROLLUP5] a day of several files has the rollups of all of them', async () => {
  const all = every(DAY, DAY + 3 * HOUR, MINUTE, { ...treating, battery_level: 50 });
  for (let at = 0; at < all.length; at += 40) await stand.add(all.slice(at, at + 40));
  await sealDays(stand.parts, DAY_END, 50);
  const { rollups } = await read();
  expect(rollups.map(({ reports }) => reports)).toEqual([60, 60, 60]);
  expect(rollups.map(({ battery }) => battery)).toEqual(rollups.map(() => ({ least: 50, most: 50, mean: 50, count: 60 })));
});

it.each([
  ['one file', 1_000],
  ['several files', 20],
])(
  '[ROLLUP12] hours that were counted stay when the rest of their day is sealed as %s after its other reports were removed',
  async (_, most) => {
    for (const serial of ['LF-1', 'LF-2']) for (const one of every(DAY, DAY + 2 * HOUR, MINUTE, treating, serial)) await stand.add([one]);
    await rollUpHours({ ...stand.parts, now: () => DAY_END + HOUR }, DAY);
    const counted = await read();
    await stand.database
      .deleteFrom('history_block')
      .where('first_at', '<', new Date(DAY + 100 * MINUTE))
      .where('first_at', '<>', new Date(DAY + 5 * MINUTE))
      .execute();
    const left = 2 * 21;
    expect((await stand.hot()).length).toBe(left);
    await stand.add([report(DAY + 6 * HOUR)]);
    await sealDays(stand.parts, DAY_END, most);
    expect(counted.rollups.length).toBe(4);
    expect((await read()).rollups.filter(({ hour }) => hour < DAY + 6 * HOUR)).toEqual(counted.rollups);
    expect((await read()).rollups.length).toBe(5);
    await stand.add([report(DAY + 7 * HOUR)]);
    await sealDays(stand.parts, DAY_END);
    expect((await read()).rollups.map(({ reports }) => reports)).toEqual([60, 60, 1, 1, 60, 60]);
  },
);

it.each([
  ['at the second', 2, false],
  ['at the third', 3, false],
  ['at the second, if an older server counted them', 2, true],
])('[ROLLUP13] hours that were counted stay also if sealing of several files stops: %s', async (_, stopped, isOfOldServer) => {
  for (const serial of ['LF-1', 'LF-2']) for (const one of every(DAY, DAY + 3 * HOUR, 2 * MINUTE, treating, serial)) await stand.add([one]);
  await rollUpHours({ ...stand.parts, now: () => DAY_END + HOUR }, DAY);
  if (isOfOldServer) await forgetSealed();
  const counted = await read();
  await stand.database
    .deleteFrom('history_block')
    .where('first_at', '<', new Date(DAY + 30 * MINUTE))
    .execute();
  await stand.add([report(DAY + 6 * HOUR)]);
  let saved = 0;
  const storage: typeof stand.storage = {
    ...stand.storage,
    save: (...file) => {
      saved += 1;
      return saved === stopped ? Promise.reject(new Error('the bucket is away')) : stand.storage.save(...file);
    },
  };
  await expect(sealDays({ ...stand.parts, storage }, DAY_END, 40)).rejects.toThrow();
  expect((await read()).rollups).toEqual(counted.rollups);
  for (const one of every(DAY + 6 * HOUR, DAY + 7 * HOUR, MINUTE)) await stand.add([one]);
  await sealDays(stand.parts, DAY_END, 40);
  expect((await stand.hot()).length).toBe(0);
  expect((await read()).rollups.filter(({ hour }) => hour < DAY + 6 * HOUR)).toEqual(counted.rollups);
  await stand.add([report(DAY + 1_000), report(DAY + 2 * HOUR + 1_000)]);
  await sealDays(stand.parts, DAY_END);
  expect((await read()).rollups.map(({ reports }) => reports)).toEqual([31, 30, 31, 61, 30, 30, 30]);
});

it('[ROLLUP12] an hour whose reports become two files is that of both, also if it was counted before', async () => {
  const all = every(DAY, DAY + 3 * HOUR, MINUTE);
  for (let at = 0; at < all.length; at += 40) await stand.add(all.slice(at, at + 40));
  await rollUpHours({ ...stand.parts, now: () => DAY_END + HOUR }, DAY);
  await sealDays(stand.parts, DAY_END, 50);
  expect((await read()).rollups.map(({ reports }) => reports)).toEqual([60, 60, 60]);
});

/** The database, and the number of hours of which blocks were looked for. */
function countedReads() {
  const reads: string[] = [];
  const database = stand.database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      reads.push('a query');
      return result;
    },
  });
  return { database, reads };
}

it('[ROLLUP11] hours without reports are not looked at one by one: a century without any is passed in a few queries', async () => {
  const { database, reads } = countedReads();
  const parts = { ...stand.parts, database, now: () => DAY + 3 * HOUR };
  const century = DAY - 36_500 * 24 * HOUR;
  await rollUpHours(parts, century);
  expect(reads.length).toBeLessThan(10);
  for (const at of [DAY - 800 * 24 * HOUR, DAY]) await stand.add([report(at)]);
  await rollUpHours(parts, century);
  expect(reads.length).toBeLessThan(50);
  expect((await read()).rollups.map(({ hour }) => hour)).toEqual([DAY - 800 * 24 * HOUR, DAY]);
});

const unsealed = { reportsFrom: 0, hoursFrom: 0 };
const hourCounts = async () => (await read()).rollups.map(({ serial, hour, reports }) => [serial, (hour - DAY) / HOUR, reports]);

it('[ROLLUP5] days that stay in the database are counted again after HISTORY_SEAL_DAYS with what came late, as often as something comes', async () => {
  const count = unsealedCount();
  let now = DAY_END + 2 * HOUR;
  const parts = { ...stand.parts, now: () => now };
  await stand.add(every(DAY, DAY + HOUR, MINUTE));
  await stand.add([report(DAY_END - 1_000), report(DAY_END)]);
  await count(parts, { ...unsealed, before: DAY });
  await stand.add([report(DAY + 1_000), report(DAY + 5 * HOUR, treating, 'LF-2')]);
  await count(parts, { ...unsealed, before: DAY });
  const first = [
    ['LF-1', 0, 60],
    ['LF-1', 23, 1],
    ['LF-1', 24, 1],
  ];
  expect(await hourCounts()).toEqual(first);
  now += 24 * HOUR;
  await count(parts, { ...unsealed, before: DAY_END });
  const [[one, hour], ...others] = [first[0] ?? [], ...first.slice(1)];
  expect(await hourCounts()).toEqual([[one, hour, 61], ...others, ['LF-2', 5, 1]]);
  await stand.add([report(DAY + 2_000)]);
  await count(parts, { ...unsealed, before: DAY_END });
  expect(await hourCounts()).toEqual([[one, hour, 62], ...others, ['LF-2', 5, 1]]);
  expect((await stand.hot()).length).toBe(65);
});

it.each([
  ['reports', { reportsFrom: DAY + 1, hoursFrom: 0 }],
  ['hours', { reportsFrom: 0, hoursFrom: DAY + 1 }],
])('[ROLLUP5] a day of which %s may have been removed is not counted again', async (_, kept) => {
  await stand.add(every(DAY, DAY + HOUR, MINUTE));
  const parts = { ...stand.parts, now: () => DAY_END + 3 * HOUR };
  await unsealedCount()(parts, { ...unsealed, before: DAY });
  await stand.database.deleteFrom('history_block').execute();
  await stand.add(every(DAY + 1_000, DAY + HOUR, MINUTE / 2));
  await unsealedCount()(parts, { ...kept, before: DAY_END });
  expect(await hourCounts()).toEqual([['LF-1', 0, 60]]);
});

it('[ROLLUP5] a day that was sealed before keeps its hours when one comes late that no file takes', async () => {
  await stand.add(every(DAY, DAY + HOUR, MINUTE));
  await sealDays(stand.parts, DAY_END);
  await stand.add([...every(DAY, DAY + 3 * HOUR, MINUTE), report(DAY_END)]);
  await unsealedCount()({ ...stand.parts, now: () => DAY_END + 3 * HOUR }, { ...unsealed, before: DAY_END });
  expect(await hourCounts()).toEqual([
    ['LF-1', 0, 60],
    ['LF-1', 24, 1],
  ]);
});

it('[ROLLUP5] a day of which a file was begun and never completed is counted', async () => {
  await stand.add(every(DAY, DAY + HOUR, MINUTE));
  const file = { name: 'history/reports/day=2026-03-04/unfinished.parquet', kind: 'reports' as const };
  await writingFile(stand.parts, { ...file, firstAt: DAY, lastAt: DAY_END - 1 });
  await unsealedCount()({ ...stand.parts, now: () => DAY_END + 3 * HOUR }, { ...unsealed, before: DAY_END });
  expect(await hourCounts()).toEqual([['LF-1', 0, 60]]);
});

it('[ROLLUP5] a day with a damaged block is counted again once, not in every hour', async () => {
  await stand.add(every(DAY, DAY + HOUR, MINUTE));
  await stand.add([report(DAY + 2 * HOUR)]);
  await stand.database
    .updateTable('history_block')
    .set({ reports: Buffer.from('damaged') })
    .where('report_count', '=', 1)
    .execute();
  const { database, reads } = countedReads();
  const count = unsealedCount();
  const run = async () => {
    reads.length = 0;
    await count({ ...stand.parts, database, now: () => DAY_END }, { ...unsealed, before: DAY_END });
    return reads.length;
  };
  const [first, second] = [await run(), await run()];
  expect(await hourCounts()).toEqual([['LF-1', 0, 60]]);
  expect(second).toBeLessThan(first / 2);
});

it('[ROLLUP6] the rollups of a finished month move into a file, are read as before, and later ones of that month are added', async () => {
  await stand.add([
    ...every(DAY, DAY + 30 * HOUR, MINUTE, { ...treating, battery_level: 50.5 }),
    ...every(DAY, DAY + HOUR, MINUTE, { state: 'idle' }, 'LF-2'),
  ]);
  await sealDays(stand.parts, DAY_END + 24 * HOUR);
  const before = await read();
  expect(before.rollups.length).toBe(31);
  await fileMonths(stand.parts, Date.UTC(2026, 3, 1) - 1);
  const rows = () => stand.database.selectFrom('history_rollup').select('hour').execute();
  expect((await rows()).length).toBe(31);
  await fileMonths(stand.parts, Date.UTC(2026, 3, 1));
  expect(await rows()).toEqual([]);
  expect(await read()).toEqual(before);
  expect((await read(DAY, DAY + 2 * HOUR, ['LF-2'])).rollups.length).toBe(1);
  await stand.add([report(DAY + 1_000)]);
  await sealDays(stand.parts, DAY_END);
  await fileMonths(stand.parts, Date.UTC(2026, 3, 1));
  expect((await read()).rollups.map(({ reports }) => reports).slice(0, 2)).toEqual([61, 60]);
  const { name } = await stand.database.selectFrom('history_file').select('name').where('kind', '=', 'rollups').executeTakeFirstOrThrow();
  expect(name).toMatch(/^history\/rollups\/month=2026-03\/[\da-f]{8}\.parquet$/);
});

/** Removes the files of reports as retention does when they are too old, and seals a report that comes late. */
async function lateAfterRemoval(): Promise<void> {
  await stand.database.deleteFrom('history_file').where('kind', '=', 'reports').execute();
  await stand.add([report(DAY + 1_000)]);
  await sealDays(stand.parts, DAY_END);
}

it('[ROLLUP10] hours are counted up to the end of the last counted hour or of the file of a month', async () => {
  const end = Date.UTC(2026, 3, 1);
  await stand.add([...every(end - 2 * HOUR, end, MINUTE), ...every(end, end + 2 * HOUR, MINUTE)]);
  const counted = () => countedUntil(stand.database, { from: DAY, to: end + 10 * HOUR, serials: ['LF-1'] });
  expect(await counted()).toBe(DAY);
  await sealDays(stand.parts, end);
  expect(await counted()).toBe(end);
  await fileMonths(stand.parts, end);
  expect(await stand.database.selectFrom('history_rollup').select('hour').execute()).toEqual([]);
  expect(await counted()).toBe(end);
  await rollUpHours({ ...stand.parts, now: () => end + 1.5 * HOUR }, end);
  expect(await counted()).toBe(end + HOUR);
});

it('[ROLLUP8] a report that comes late to a day whose reports were removed is added to the rollups of all devices of that day', async () => {
  await stand.add([...every(DAY, DAY + 2 * HOUR, MINUTE), ...every(DAY, DAY + HOUR, MINUTE, treating, 'LF-2')]);
  await sealDays(stand.parts, DAY_END);
  for (const count of [61, 62]) {
    await lateAfterRemoval();
    expect((await read()).rollups.map(({ serial, reports }) => [serial, reports])).toEqual([
      ['LF-1', count],
      ['LF-1', 60],
      ['LF-2', 60],
    ]);
  }
});

/** Makes all rollups those of a server that did not note what is sealed. */
const forgetSealed = () => stand.database.updateTable('history_rollup').set({ is_sealed: null }).execute();

it('[ROLLUP8] rollups of a server that did not note what is sealed are replaced when their day is sealed', async () => {
  await stand.add(every(DAY, DAY + HOUR, MINUTE));
  await rollUpHours({ ...stand.parts, now: () => DAY + 2 * HOUR }, DAY);
  await forgetSealed();
  await stand.add([report(DAY - 24 * HOUR), report(DAY + 1_000)]);
  await sealDays(stand.parts, DAY_END);
  expect((await read(DAY)).rollups.map(({ reports }) => reports)).toEqual([61]);
});

it('[ROLLUP8] they are added to where the file of a later day says that their day was sealed', async () => {
  await stand.add([...every(DAY, DAY + HOUR, MINUTE), report(DAY + 24 * HOUR)]);
  await sealDays(stand.parts, DAY_END + 24 * HOUR);
  await forgetSealed();
  await stand.database.deleteFrom('history_file').where('first_at', '<', new Date(DAY_END)).execute();
  await stand.add([report(DAY + 1_000)]);
  await sealDays(stand.parts, DAY_END);
  expect((await read(0, DAY_END)).rollups.map(({ reports }) => reports)).toEqual([61]);
});

it('[ROLLUP7] a file of rollups that is missing is named, and the hours of the table are read', async () => {
  await stand.add(every(DAY, DAY + HOUR, MINUTE));
  await sealDays(stand.parts, DAY_END);
  await fileMonths(stand.parts, Date.UTC(2026, 3, 1));
  await stand.add(every(Date.UTC(2026, 3, 2), Date.UTC(2026, 3, 2) + HOUR, MINUTE));
  await sealDays(stand.parts, Date.UTC(2026, 3, 3));
  const { name } = await stand.database.selectFrom('history_file').select('name').where('kind', '=', 'rollups').executeTakeFirstOrThrow();
  await stand.storage.remove(name);
  const { rollups, unreadable } = await read();
  expect([rollups.length, unreadable]).toEqual([1, [{ name, reason: 'missing' }]]);
});
