import { expect, it } from 'vitest';
import { compactHistory } from '#server/fleet/history/compact';
import { decodeBlock } from '#server/fleet/history/historyBlock';
import { insertBlocks } from '#server/fleet/history/insertBlocks';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { storedBlocks, storedReports } from '../support/storedBlocks.ts';
import { workerDatabases } from '../support/testDatabase.ts';

const databases = workerDatabases();

const second = (at: number) =>
  Array.from({ length: 24 }, (_, device) => ({
    serial: `LF-${device}`,
    receivedAt: at * 1_000 + device,
    deviceTime: at * 1_000,
    sequence: at,
    state: { current_state: 'executing_task', battery_level: 60 - Math.floor(at / 60), current_pose_x: device + at / 10 },
  }));
const byDevice = (reports: readonly { serial: string; receivedAt: number }[]) =>
  reports.toSorted((a, b) => a.serial.localeCompare(b.serial) || a.receivedAt - b.receivedAt);

it('[INGEST6] joined blocks hold the same reports in under a third of the bytes; a few small ones are left alone', async () => {
  const database = openTestDatabase(await databases.migrated());
  const all = Array.from({ length: 300 }, (_, at) => second(at + 1));
  await database.transaction().execute(async (tx) => {
    for (const reports of all) await insertBlocks(tx, reports);
  });
  const read = () => database.selectFrom('history_block').selectAll().orderBy('id').execute();
  const bytes = (rows: readonly { reports: Buffer }[]) => rows.reduce((sum, { reports }) => sum + reports.length, 0);
  const before = await read();
  expect(await compactHistory(database)).toBe(300);
  const after = await read();
  expect(byDevice(after.flatMap(({ reports }) => decodeBlock(reports)))).toEqual(byDevice(all.flat()));
  expect(after.map(({ report_count }) => report_count)).toEqual([5_000, 2_200]);
  expect(bytes(after) * 3).toBeLessThan(bytes(before));
  expect(await compactHistory(database)).toBe(0);
  await database.destroy();
});

it('[INGEST19] small blocks of version 1 are joined with newer ones into version 2', async () => {
  const database = openTestDatabase(await databases.migrated());
  const [first_at, last_at] = [new Date(1_770_000_000_105), new Date(1_770_000_001_104)];
  const row = { first_at, last_at, report_count: storedReports.length, serials: ['DV-1', 'LF-1'], reports: storedBlocks.version1 };
  await database
    .insertInto('history_block')
    .values(Array.from({ length: 30 }, () => row))
    .execute();
  await database.transaction().execute((tx) => insertBlocks(tx, second(1_770_000_100)));
  expect(await compactHistory(database)).toBe(31);
  const rows = await database.selectFrom('history_block').selectAll().execute();
  expect(rows.map(({ report_count, reports }) => [report_count, reports[0]])).toEqual([[30 * storedReports.length + 24, 2]]);
  const all = [...Array.from({ length: 30 }, () => storedReports).flat(), ...second(1_770_000_100)];
  expect(byDevice(rows.flatMap(({ reports }) => decodeBlock(reports)))).toEqual(byDevice(all));
  await database.destroy();
});

it('[ARRIVED1] joined blocks keep when late reports arrived', async () => {
  const database = openTestDatabase(await databases.migrated());
  const late = second(1).map((report) => ({ ...report, arrivedAt: 10_800_000 + report.receivedAt }));
  const all = [late, ...Array.from({ length: 40 }, (_, at) => second(at + 2))];
  await database.transaction().execute(async (tx) => {
    for (const reports of all) await insertBlocks(tx, reports);
  });
  expect(await compactHistory(database)).toBe(41);
  const rows = await database.selectFrom('history_block').selectAll().execute();
  expect(byDevice(rows.flatMap(({ reports }) => decodeBlock(reports)))).toEqual(byDevice(all.flat()));
  await database.destroy();
});

it('[SEALED2] blocks of different days are not joined, and neither is a block over the end of a day', async () => {
  const database = openTestDatabase(await databases.migrated());
  const midnight = Date.UTC(2026, 2, 5) / 1_000;
  await database.transaction().execute(async (tx) => {
    for (let at = midnight - 40; at < midnight + 30; at += 1) await insertBlocks(tx, second(at));
    await insertBlocks(tx, [...second(midnight - 1), ...second(midnight + 1)]);
  });
  expect([await compactHistory(database), await compactHistory(database), await compactHistory(database)]).toEqual([40, 30, 0]);
  const rows = await database.selectFrom('history_block').select(['first_at', 'last_at', 'report_count']).orderBy('first_at').execute();
  const days = rows.map(({ first_at, last_at, report_count }) => [first_at.getUTCDate(), last_at.getUTCDate(), report_count]);
  expect(days).toEqual([
    [4, 4, 40 * 24],
    [4, 5, 48],
    [5, 5, 30 * 24],
  ]);
  await database.destroy();
});
