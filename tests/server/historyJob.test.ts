import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RemovedCount } from '#server/history/retention/removeOld';
import { sealDays } from '#server/history/sealed/sealDays';
import { startHistoryJob } from '#server/history/startHistoryJob';
import { storageAway } from '#server/platform/storage/fileStorage';
import { DAY, DAY_END, openSealingStand, type SealingStand } from '../support/history/sealing.ts';
import { until } from '../support/until.ts';

let stand: SealingStand;
beforeEach(async () => {
  stand = await openSealingStand();
});
afterEach(() => stand.close());

const HOUR = 3_600_000;
const reports = Array.from({ length: 120 }, (_, minute) => ({
  serial: 'LF-1',
  receivedAt: DAY + minute * 60_000,
  deviceTime: DAY,
  sequence: minute,
  state: { battery_level: 50 },
}));
const files = () => stand.database.selectFrom('history_file').select('kind').where('state', '=', 'complete').execute();

const forever = { reports: 0, unsealed: 0, rollups: 0, events: 0, accounts: 0 };

/** Starts the job; `nextHour` lets its next hour begin. */
function start(now: () => number, storage = stand.storage, retention = forever, isSealing = true) {
  const [lines, removed]: [string[], RemovedCount[]] = [[], []];
  let hour: () => void = () => undefined;
  const { database, fence, dataDir } = stand.parts;
  const stop = startHistoryJob({
    database,
    storage,
    fence,
    dataDir,
    sealDays: 2,
    isSealing,
    retention,
    onRemoved: async (count) => void removed.push(count),
    now,
    log: { warn: (_detail: unknown, text?: string) => void lines.push(text ?? String(_detail)) },
    every: (_ms, run) => {
      hour = run;
      return () => undefined;
    },
  });
  return { lines, removed, stop, nextHour: () => hour() };
}

it('[SEALED2] a day is sealed two days after its end, and its hours are counted before', async () => {
  await stand.add(reports);
  let now = DAY_END + 48 * HOUR - 1;
  const job = start(() => now);
  await until(
    'its hours are counted',
    async () => (await stand.database.selectFrom('history_rollup').select('hour').execute()).length === 2,
  );
  expect(await files()).toEqual([]);
  now += 1;
  await until('it is sealed', async () => {
    job.nextHour();
    return (await files()).length === 1;
  });
  await job.stop();
  expect(job.lines).toEqual([]);
});

it('[SEALED7] a storage that is away is named once, and the day is sealed in the hour in which it is back', async () => {
  await stand.add(reports);
  let isAway = true;
  let tries = 0;
  const save: typeof stand.storage.save = (name, body) => (
    (tries += 1),
    isAway ? Promise.reject(storageAway()) : stand.storage.save(name, body)
  );
  const job = start(() => DAY_END + 48 * HOUR, { ...stand.storage, save });
  for (const count of [2, 3])
    await until('it tries again', () => {
      job.nextHour();
      return tries >= count;
    });
  isAway = false;
  await until('it is sealed', () => {
    job.nextHour();
    return job.lines.length === 2;
  });
  expect((await files()).length).toBe(1);
  await job.stop();
  expect(job.lines).toEqual(['a day of the history cannot be sealed: it stays in the database', 'days of the history are sealed again']);
});

it('[SEALED8] what a killed server left in the folder of its reports is removed', async () => {
  const left = path.join(stand.folder, 'sealing', 'left');
  mkdirSync(left, { recursive: true });
  writeFileSync(path.join(left, 'reports'), 'reports of a killed server');
  await stand.add(reports);
  const job = start(() => DAY_END + 48 * HOUR);
  await until('it is sealed', async () => (await files()).length === 1);
  await job.stop();
  expect(() => writeFileSync(path.join(left, 'reports'), '')).toThrow('ENOENT');
});

const away = () => Promise.reject(storageAway());
const unsealed = 'a day of the history cannot be sealed: it stays in the database';
// The file has left the catalogue in the first hour, so the second one has nothing to remove.
const unremoved = ['old history cannot be removed: it is tried again', 'old history is removed again'];
const unfinished = 'files of the history that are no longer in use cannot be removed: they are tried again';
const dayLater = (days: number) => reports.map((report) => ({ ...report, receivedAt: report.receivedAt + days * 24 * HOUR }));

it.each([
  { what: 'removes no file', fault: { remove: away }, sealedDays: 2, removedFiles: 1, log: [...unremoved, unfinished] },
  { what: 'stores no file', fault: { save: away }, sealedDays: 0, removedFiles: 1, log: [unsealed] },
  { what: 'does neither', fault: { save: away, remove: away }, sealedDays: 0, removedFiles: 1, log: [unsealed, ...unremoved, unfinished] },
])('[RETAIN13] a storage that $what holds up no other step of the job', async ({ fault, sealedDays, removedFiles, log }) => {
  const { database } = stand;
  const review = (episode_id: string) =>
    database
      .insertInto('history_review')
      .values({ episode_id, username: 'an', name: 'An', at: new Date(DAY) })
      .execute();
  const reviews = async () => (await database.selectFrom('history_review').select('episode_id').execute()).length;
  const hours = () => database.selectFrom('history_rollup').select('hour').where('is_sealed', '=', false).execute();
  await stand.add(reports);
  await sealDays(stand.parts, DAY_END);
  await stand.add([...dayLater(40), ...dayLater(42)]);
  await review('first');
  const job = start(() => DAY_END + 42 * 24 * HOUR, { ...stand.storage, ...fault }, { ...forever, reports: 30, events: 30 });
  const isDone = async (sealed: number, failures: number) =>
    (await reviews()) === 0 &&
    (await files()).filter(({ kind }) => kind === 'reports').length === sealed &&
    (await hours()).length === 2 &&
    job.removed.reduce((sum, count) => sum + count.files, 0) === removedFiles &&
    job.lines.length >= failures;
  await until('the first hour has passed', () => isDone(Math.min(sealedDays, 1), 1));
  await stand.add(dayLater(39));
  await review('second');
  await until('the next hour has passed', () => {
    job.nextHour();
    return isDone(sealedDays, log.length);
  });
  await job.stop();
  expect(job.lines.toSorted()).toEqual(log.toSorted());
});
