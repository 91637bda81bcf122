import { afterEach, beforeEach, expect, it } from 'vitest';
import type { KeptReport } from '#server/fleet/history/keptReport';
import { storedParquets } from '#server/history/parquet/storedParquet';
import { fileMonths } from '#server/history/rollups/fileMonths';
import { readRollups } from '#server/history/rollups/readRollups';
import { bothRollups, type Rollup, rollupFold } from '#server/history/rollups/rollup';
import { rollUpHours } from '#server/history/sealed/rollUpHours';
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
