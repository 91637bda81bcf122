import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { storedParquets } from '#server/history/parquet/storedParquet';
import { plannedRemovals, retentionDays } from '#server/history/retention/removals';
import { removeOld } from '#server/history/retention/removeOld';
import { startHistoryJob } from '#server/history/startHistoryJob';
import { DAY, openSealingStand } from '../support/history/sealing.ts';
import { newDataDir } from '../support/newDataDir.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { workerDatabases } from '../support/testDatabase.ts';
import { seededDatabase, startTestServer, testSettings } from '../support/testServer.ts';
import { until } from '../support/until.ts';

const SERIAL = 'LF-0140-23';
const OTHER = 'LF-0141-23';
const SEVERAL = {
  NATS_URL: 'nats://one:4222',
  DATABASE_URL: 'postgresql://one/orangery',
  CREDENTIAL_KEY: `${'A'.repeat(43)}=`,
};
const day = (count: number) => DAY + count * DAY_MS;
const reportsAt = (at: number, serials: readonly string[] = [SERIAL]) =>
  serials.map((serial) => ({ serial, receivedAt: at, deviceTime: at, sequence: 1, state: { battery_level: 50 } }));

async function openStand() {
  const stand = await openSealingStand(await seededDatabase());
  onTestFinished(stand.close);
  for (const table of ['history_block', 'device_event', 'command'] as const) await stand.database.deleteFrom(table).execute();
  const held = async () => {
    const blocks = await stand.database
      .selectFrom('history_block')
      .select(['first_at', 'serials'])
      .orderBy('first_at')
      .orderBy('id')
      .execute();
    return blocks.map(({ first_at, serials }) => [Math.floor((first_at.getTime() - DAY) / DAY_MS), serials]);
  };
  return { ...stand, held };
}

it.each([
  ['one server', {}, 0],
  ['one server with a bucket', { S3_URL: 'https://key:secret@s3.example/bucket' }, 0],
  ['several servers with a bucket', { ...SEVERAL, S3_URL: 'https://key:secret@s3.example/bucket' }, 0],
  ['several servers without a bucket', SEVERAL, 90],
])('[SEALED13] %s: reports are removed by their age from the files that every server reads, or from the database', (_, env, unsealed) => {
  expect(retentionDays(testSettings(env))).toMatchObject({ reports: 90, unsealed });
});

it('[SEALED13] where days stay in the database, neither they nor their months become files, and their hours are counted', async () => {
  const { database, add, held, parts, storage } = await openStand();
  for (const count of [0, 1, 40, 80]) await add(reportsAt(day(count) + HOUR_MS));
  const lines: unknown[] = [];
  let isIdle = false;
  const stop = startHistoryJob({
    database,
    storage: { ...storage, save: () => Promise.reject(new Error('nothing is stored as a file')) },
    fence: parts.fence,
    dataDir: parts.dataDir,
    sealDays: 2,
    isSealing: false,
    retention: { reports: 30, unsealed: 30, rollups: 0, events: 0, accounts: 0 },
    now: () => day(90),
    log: { warn: (...line: readonly unknown[]) => void lines.push(line) },
    every: () => () => undefined,
    onRemoved: async () => {
      isIdle = true;
    },
  });
  await until('old reports are removed', () => isIdle);
  await stop();
  expect(lines).toEqual([]);
  expect(await held()).toEqual([[80, [SERIAL]]]);
  expect(await database.selectFrom('history_file').select('name').execute()).toEqual([]);
  const hours = await database.selectFrom('history_rollup').select(['hour', 'reports']).orderBy('hour').execute();
  expect(hours).toEqual([0, 1, 40, 80].map((count) => ({ hour: new Date(day(count) + HOUR_MS), reports: 1 })));
});

it('[RETAIN15] a report that comes after a part of its day was removed by its age is removed, too, and its hour keeps its number', async () => {
  const { database, add, held, parts, storage } = await openStand();
  const limit = day(40) + 12 * HOUR_MS;
  const run = async () => {
    let isIdle = false;
    const stop = startHistoryJob({
      ...parts,
      storage,
      sealDays: 2,
      isSealing: false,
      retention: { reports: 30, unsealed: 30, rollups: 0, events: 0, accounts: 0 },
      now: () => limit + 30 * DAY_MS,
      log: { warn: () => undefined },
      every: () => () => undefined,
      onRemoved: async () => {
        isIdle = true;
      },
    });
    await until('old reports are removed', () => isIdle);
    await stop();
    return database.selectFrom('history_rollup').select(['hour', 'reports']).orderBy('hour').execute();
  };
  for (const at of [day(20), limit - HOUR_MS, limit - HOUR_MS + MINUTE_MS, limit + HOUR_MS]) await add(reportsAt(at));
  const counted = await run();
  expect(counted.map(({ reports }) => reports)).toEqual([1, 2, 1]);
  expect(await held()).toEqual([[40, [SERIAL]]]);
  for (const at of [day(20), limit - HOUR_MS]) for (const ms of [1_000, 2_000, 3_000]) await add(reportsAt(at + ms));
  expect(await run()).toEqual(counted);
  expect(await held()).toEqual([[40, [SERIAL]]]);
});

it('[RETAIN14] reports in the database stay while their hours cannot be counted', async () => {
  const { database, add, held, parts, storage } = await openStand();
  await add(reportsAt(day(0)));
  await database
    .insertInto('history_review')
    .values({ episode_id: 'e', username: 'an', name: 'An', at: new Date(day(0)) })
    .execute();
  const lines: unknown[] = [];
  let isIdle = false;
  const stop = startHistoryJob({
    database: database.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (result.rows.some((row) => 'report_count' in row)) throw new Error('blocks cannot be read');
        return result;
      },
    }),
    storage,
    fence: parts.fence,
    dataDir: parts.dataDir,
    sealDays: 2,
    isSealing: false,
    retention: { reports: 30, unsealed: 30, rollups: 0, events: 30, accounts: 0 },
    now: () => day(90),
    log: { warn: (...line: readonly unknown[]) => void lines.push(line) },
    every: () => () => undefined,
    onRemoved: async () => {
      isIdle = true;
    },
  });
  await until('something else is removed', () => isIdle);
  await stop();
  expect(lines.length).toBe(1);
  expect(await held()).toEqual([[0, [SERIAL]]]);
});

it('[SEALED13] a server of several without a bucket says at its start that the history stays in the database, and does so', async () => {
  const url = await workerDatabases().migrated();
  const database = openTestDatabase(url);
  onTestFinished(() => database.destroy());
  const stand = await openSealingStand(url);
  onTestFinished(stand.close);
  await stand.add(reportsAt(Date.now() - 5 * DAY_MS, ['gone']));
  const lines: string[] = [];
  const settings = testSettings({ ...SEVERAL, DATA_DIR: newDataDir(), DEMO: 'false' });
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const server = await startTestServer(url, undefined, { settings, log });
  await until('the hour is counted', async () => (await database.selectFrom('history_rollup').select('hour').execute()).length === 1);
  await server.close();
  expect(lines.filter((line) => line.includes('the history stays in the database')).length).toBe(1);
  expect(await database.selectFrom('history_file').select('name').execute()).toEqual([]);
  expect((await stand.hot()).length).toBe(1);
});

const days = { reports: 90, unsealed: 90, rollups: 0, events: 0, accounts: 0 };

it('[RETAIN14] old reports in the database are removed block by block; one of which something is kept stays whole', async () => {
  const { database, add, held, parts, storage } = await openStand();
  const at = (count: number) => day(count) + 2 * HOUR_MS;
  for (const count of [0, 10, 20, 30, 40, 60]) await add(reportsAt(at(count), [SERIAL, OTHER]));
  for (const minute of Array.from({ length: 120 }, (_, index) => index)) await add(reportsAt(at(5) + minute * MINUTE_MS));
  const pin = { reason: 'an incident', from_at: new Date(at(10) - 1), to_at: new Date(at(10) + 1), serial: SERIAL };
  await database.insertInto('history_pin').values(pin).execute();
  const near = { incident_id: 'near', serial: SERIAL, received_at: new Date(at(20)), manually_triggered: false };
  await database
    .insertInto('incident')
    .values({ ...near, incident_time: new Date(at(20) + 600_000) })
    .execute();
  const marked = { bookmark_id: 'noted', at: new Date(at(30)), text: 'noted', of_staff: true, organisations: [], is_shared: false };
  await database
    .insertInto('history_bookmark')
    .values({ ...marked, username: 'an', author: 'An', written_at: new Date(at(30)) })
    .execute();
  const before = await held();
  const planned = await plannedRemovals(database, days, day(140));
  expect([planned.rows.find(({ table }) => table === 'history_block'), await held()]).toEqual([
    { table: 'history_block', count: 122 },
    before,
  ]);
  const removing = { ...parts, parquets: storedParquets(storage), now: () => day(140) };
  expect(await removeOld(removing, days)).toEqual({ files: 0, rows: 122 });
  expect(await held()).toEqual([10, 20, 30, 60].map((count) => [count, [SERIAL, OTHER]]));
  expect(await removeOld({ ...removing, now: () => day(1_000) }, { ...days, unsealed: 0 })).toEqual({ files: 0, rows: 0 });
});

it('[RETAIN14] a block of which something is pinned while the blocks before it are removed stays', async () => {
  const { database, add, held, parts, storage } = await openStand();
  for (const minute of Array.from({ length: 130 }, (_, index) => index)) await add(reportsAt(DAY + minute * MINUTE_MS));
  await add(reportsAt(day(1)));
  let isPinned = false;
  const pinning = database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!isPinned && result.rows.some((row) => 'last_at' in row)) {
        isPinned = true;
        for (const from_at of [new Date(DAY), new Date(day(1))])
          await database
            .insertInto('history_pin')
            .values({ reason: 'kept', from_at, to_at: new Date(from_at.getTime() + 1), serial: SERIAL })
            .execute();
      }
      return result;
    },
  });
  const removing = { ...parts, database: pinning, parquets: storedParquets(storage), now: () => day(140) };
  expect(await removeOld(removing, days)).toEqual({ files: 0, rows: 129 });
  expect(await held()).toEqual([0, 1].map((count) => [count, [SERIAL]]));
});

it('[RETAIN3] a dry run counts the blocks of reports that several servers without a bucket would remove', async () => {
  const { url, add } = await openStand();
  await add(reportsAt(DAY));
  const env = { ...process.env, ...SEVERAL, DATABASE_URL: url, NODE_ENV: 'test' };
  const dryRun = async (more: object) =>
    (await promisify(execFile)(process.execPath, ['server/history/retention/run.ts', '--dry-run'], { env: { ...env, ...more } })).stdout;
  expect(await dryRun({})).toContain('\nhistory_block: 1 row\n');
  expect(await dryRun({ S3_URL: 'https://key:secret@s3.example/bucket' })).not.toContain('history_block');
});
