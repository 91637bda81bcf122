import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { DAY_MS } from '#domain/text/timeUnits';
import { compactHistory } from '#server/fleet/history/compact';
import { decodeBlock } from '#server/fleet/history/historyBlock';
import { insertBlocks } from '#server/fleet/history/insertBlocks';
import type { Database } from '#server/platform/database/tables';
import { longestTurn } from '../support/mainThread.ts';
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
/** Joins the blocks of all days. */
const joinAll = (database: Kysely<Database>, damaged = new Set<number>()) =>
  compactHistory(database, { from: 0, damaged, signal: new AbortController().signal });
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
  await joinAll(database);
  const after = await read();
  expect(byDevice(after.flatMap(({ reports }) => decodeBlock(reports)))).toEqual(byDevice(all.flat()));
  expect(after.map(({ report_count }) => report_count)).toEqual([5_000, 2_200]);
  expect(bytes(after) * 3).toBeLessThan(bytes(before));
  await joinAll(database);
  expect(await read()).toEqual(after);
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
  await joinAll(database);
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
  await joinAll(database);
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
  await joinAll(database);
  const rows = await database.selectFrom('history_block').select(['first_at', 'last_at', 'report_count']).orderBy('first_at').execute();
  const days = rows.map(({ first_at, last_at, report_count }) => [first_at.getUTCDate(), last_at.getUTCDate(), report_count]);
  expect(days).toEqual([
    [4, 4, 40 * 24],
    [4, 5, 48],
    [5, 5, 30 * 24],
  ]);
  await database.destroy();
});

const MIDNIGHT = Date.UTC(2026, 2, 5);

/** Writes many blocks of one day that begins at an instant, each of one second. */
async function addBlocks(database: Kysely<Database>, day: number, count: number): Promise<void> {
  await database.transaction().execute((tx) => insertBlocks(tx, second(day / 1_000)));
  await sql`insert into history_block (first_at, last_at, report_count, serials, reports)
    select first_at, last_at, report_count, serials, reports from history_block, generate_series(2, ${count})
    where first_at >= ${new Date(day)} and first_at < ${new Date(day + DAY_MS)}`.execute(database);
}
/** Returns the numbers of blocks and of reports of a day. */
async function countsOf(database: Kysely<Database>, day: number) {
  const rows = await database
    .selectFrom('history_block')
    .select('report_count')
    .where('first_at', '>=', new Date(day))
    .where('first_at', '<', new Date(day + DAY_MS))
    .execute();
  return { blocks: rows.length, reports: rows.reduce((sum, { report_count }) => sum + report_count, 0) };
}

it('[COMPACT1] as many small blocks are joined as are written meanwhile, those of the newest day first, and a limited number in one go', async () => {
  const database = openTestDatabase(await databases.migrated());
  await addBlocks(database, MIDNIGHT - DAY_MS, 40);
  await addBlocks(database, MIDNIGHT, 6_100);
  await joinAll(database);
  const [older, newer] = [await countsOf(database, MIDNIGHT - DAY_MS), await countsOf(database, MIDNIGHT)];
  expect(older).toEqual({ blocks: 40, reports: 40 * 24 });
  expect(newer.blocks).toBeLessThan(200);
  expect(newer.reports).toBe(6_100 * 24);
  await joinAll(database);
  expect((await countsOf(database, MIDNIGHT)).blocks).toBeLessThan(60);
  expect(await countsOf(database, MIDNIGHT - DAY_MS)).toEqual({ blocks: 1, reports: 40 * 24 });
  await database.destroy();
});

it('[COMPACT1] blocks of days that are to be sealed are not joined', async () => {
  const database = openTestDatabase(await databases.migrated());
  await addBlocks(database, MIDNIGHT - DAY_MS, 40);
  await addBlocks(database, MIDNIGHT, 40);
  await compactHistory(database, { from: MIDNIGHT, damaged: new Set(), signal: new AbortController().signal });
  expect([(await countsOf(database, MIDNIGHT - DAY_MS)).blocks, (await countsOf(database, MIDNIGHT)).blocks]).toEqual([40, 1]);
  await database.destroy();
});

it('[COMPACT2] [SEALED9] blocks that cannot be read stay as they are, and the others of their day are joined', async () => {
  const database = openTestDatabase(await databases.migrated());
  const row = { first_at: new Date(MIDNIGHT), last_at: new Date(MIDNIGHT), report_count: 1, serials: ['LF-1'] };
  await database
    .insertInto('history_block')
    .values(Array.from({ length: 320 }, () => ({ ...row, reports: Buffer.from('damaged') })))
    .execute();
  await addBlocks(database, MIDNIGHT + 60_000, 1);
  await addBlocks(database, MIDNIGHT - DAY_MS, 40);
  const damaged = new Set<number>();
  await joinAll(database, damaged);
  // What is left are too few small ones.
  expect(damaged.size).toBe(300);
  expect(await countsOf(database, MIDNIGHT)).toEqual({ blocks: 321, reports: 320 + 24 });
  expect((await countsOf(database, MIDNIGHT - DAY_MS)).blocks).toBe(1);
  await database.destroy();
});

/** Longest turn, as a multiple of formatting a megabyte of JSON, as in LOOP3. */
const LONGEST_TURN = 10;

it('[LOOP3] the largest small blocks are joined in short turns of the thread', async () => {
  const database = openTestDatabase(await databases.migrated());
  await database.transaction().execute(async (tx) => {
    for (let block = 0; block < 60; block += 1)
      await insertBlocks(tx, Array.from({ length: 100 }, (_, at) => second(MIDNIGHT / 1_000 + block * 100 + at)).flat());
  });
  expect(await longestTurn(() => joinAll(database))).toBeLessThan(LONGEST_TURN);
  expect((await countsOf(database, MIDNIGHT)).reports).toBe(60 * 100 * 24);
  await database.destroy();
});
