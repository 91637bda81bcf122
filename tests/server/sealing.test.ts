import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { KeptReport } from '#server/fleet/history/keptReport';
import { storedParquets, type UnreadableFile } from '#server/history/parquet/storedParquet';
import { discardUnfinished, filesOfSpan } from '#server/history/parquet/catalogue';
import { readSealed, readSealedCells } from '#server/history/sealed/readSealed';
import { sealDays } from '#server/history/sealed/sealDays';
import { LeaseLost } from '#server/platform/instances/leases';
import { openFileStorage } from '#server/platform/storage/openFileStorage';
import { storageAway } from '#server/platform/storage/fileStorage';
import { startS3 } from '../support/providers/s3Server.ts';
import { DAY, DAY_END, openSealingStand, type SealingStand } from '../support/history/sealing.ts';

let stand: SealingStand;
beforeEach(async () => {
  stand = await openSealingStand();
});
afterEach(() => stand.close());

const HOUR = 3_600_000;
/** Reports of three devices, one a minute, from an instant on. */
const minutes = (from: number, count: number): KeptReport[] =>
  Array.from({ length: count * 3 }, (_, index) => ({
    serial: `LF-${index % 3}`,
    receivedAt: from + Math.floor(index / 3) * 60_000 + (index % 3),
    deviceTime: from + Math.floor(index / 3) * 60_000,
    sequence: Math.floor(index / 3),
    state: { current_state: 'executing_task', battery_level: 50 + (index % 9) / 8, note: index % 4 === 0 ? { deep: [index] } : null },
  }));
const inOrder = (reports: readonly KeptReport[]) =>
  reports.toSorted((a, b) => (a.serial < b.serial ? -1 : a.serial > b.serial ? 1 : a.receivedAt - b.receivedAt));

const everything = { from: 0, to: Date.UTC(2100, 0) };
const found: UnreadableFile[] = [];
async function sealed(span: Partial<Parameters<typeof readSealed>[2]> = {}) {
  const asked = { ...everything, ...span };
  const parquets = storedParquets(stand.storage, (file) => void found.push(file));
  return readSealed(await filesOfSpan(stand.database, 'reports', asked), parquets, asked);
}
const files = () => stand.database.selectFrom('history_file').selectAll().orderBy('first_at').execute();

it('[SEALED1] [SEALED2] a finished day moves into one file with the reports of each device by time; what is not finished stays', async () => {
  const [day, next] = [minutes(DAY, 1_440), minutes(DAY_END, 10)];
  for (let at = 0; at < day.length; at += 600) await stand.add(day.slice(at, at + 600));
  // A block over the end of the day, as a batch of the ingest may be.
  await stand.add([...minutes(DAY_END - 30_000, 1), ...next]);
  await sealDays(stand.parts, DAY_END);
  expect(inOrder(await stand.hot())).toEqual(inOrder(next));
  const all = inOrder([...day, ...minutes(DAY_END - 30_000, 1)]);
  const { reports, unreadable } = await sealed();
  expect([reports.length, unreadable]).toEqual([all.length, []]);
  expect(inOrder(reports)).toEqual(all);
  const [file, ...others] = await files();
  expect(others).toEqual([]);
  expect(file).toMatchObject({ kind: 'reports', state: 'complete', serials: ['LF-0', 'LF-1', 'LF-2'], row_count: all.length });
  expect(file?.name).toMatch(/^history\/reports\/day=2026-03-04\/[\da-f]{8}\.parquet$/);
  expect([file?.first_at.getTime(), file?.last_at.getTime()]).toEqual([DAY, DAY_END - 30_000 + 2]);
});

it('[SEALED4] a device, a span and a field are read alone', async () => {
  await stand.add(minutes(DAY, 600));
  await sealDays(stand.parts, DAY_END);
  const span = { from: DAY + HOUR, to: DAY + 2 * HOUR, serials: ['LF-1'] };
  const { reports } = await sealed(span);
  const expected = minutes(DAY, 600).filter(
    ({ serial, receivedAt }) => serial === 'LF-1' && receivedAt >= span.from && receivedAt < span.to,
  );
  expect(reports).toEqual(expected);
  const stored = await filesOfSpan(stand.database, 'reports', span);
  const { found: cells } = await readSealedCells(stored, storedParquets(stand.storage), span, ['battery_level', 'no_column']);
  expect(cells.map(({ serial, rows }) => [serial, rows])).toEqual([['LF-1', expected.length]]);
  expect([...(cells[0]?.cells ?? [])]).toEqual([
    ['received_at', expected.map(({ receivedAt }) => receivedAt)],
    ['battery_level', expected.map(({ state }) => state['battery_level'])],
  ]);
  expect(await filesOfSpan(stand.database, 'reports', { ...everything, serials: ['LF-9'] })).toEqual([]);
});

it('[SEALED5] a day of many reports becomes several files, and reports that come to a sealed day one more', async () => {
  const day = minutes(DAY, 900);
  for (let at = 0; at < day.length; at += 300) await stand.add(day.slice(at, at + 300));
  await sealDays(stand.parts, DAY_END, 1_000);
  expect((await files()).map(({ row_count }) => row_count)).toEqual([900, 900, 900]);
  await stand.add(minutes(DAY + HOUR + 30_000, 1));
  await sealDays(stand.parts, DAY_END);
  expect(await stand.hot()).toEqual([]);
  expect(inOrder((await sealed()).reports)).toEqual(inOrder([...day, ...minutes(DAY + HOUR + 30_000, 1)]));
});

it('[SEALED7] a day stays in the database while the storage is away or full, and is sealed afterwards', async () => {
  const day = minutes(DAY, 60);
  await stand.add(day);
  const parts = { ...stand.parts, storage: { ...stand.storage, save: () => Promise.reject(storageAway()) } };
  await expect(sealDays(parts, DAY_END)).rejects.toThrow('the storage of files does not answer');
  expect(inOrder(await stand.hot())).toEqual(inOrder(day));
  expect(await files()).toEqual([]);
  await sealDays(stand.parts, DAY_END);
  expect(inOrder((await sealed()).reports)).toEqual(inOrder(day));
});

it('[SEALED7] a full disk of the server is named, and the day stays in the database', async () => {
  await stand.add(minutes(DAY, 60));
  // The folder of the spool cannot be made where a file is.
  writeFileSync(path.join(stand.folder, 'sealing'), '');
  await expect(sealDays(stand.parts, DAY_END)).rejects.toThrow(/ENOTDIR|EEXIST/);
  expect((await stand.hot()).length).toBe(180);
  expect(await files()).toEqual([]);
});

it('[SEALED8] a server that has lost the duty while it sealed leaves reports and catalogue as they are', async () => {
  const day = minutes(DAY, 60);
  await stand.add(day);
  let calls = 0;
  const fence = () => ((calls += 1) > 2 ? Promise.reject(new LeaseLost('sealing')) : Promise.resolve());
  await expect(sealDays({ ...stand.parts, fence }, DAY_END)).rejects.toThrow('another instance has taken over');
  expect([inOrder(await stand.hot()), await files()]).toEqual([inOrder(day), []]);
});

it('[SEALED8] of two servers that seal the same day one does, and each report is there once', async () => {
  const day = minutes(DAY, 60);
  await stand.add(day);
  const both = await Promise.allSettled([sealDays(stand.parts, DAY_END), sealDays(stand.parts, DAY_END)]);
  expect(both.map(({ status }) => status).toSorted()).toContain('fulfilled');
  await discardUnfinished(stand.parts);
  expect(await stand.hot()).toEqual([]);
  expect(inOrder((await sealed()).reports)).toEqual(inOrder(day));
});

it('[SEALED8] blocks that are joined while their day is sealed stay, and are sealed the next time', async () => {
  const day = minutes(DAY, 60);
  await stand.add(day.slice(0, 90));
  await stand.add(day.slice(90));
  const save: typeof stand.storage.save = async (name, body) => {
    await stand.storage.save(name, body);
    await stand.database.deleteFrom('history_block').execute();
    await stand.add(day);
  };
  await expect(sealDays({ ...stand.parts, storage: { ...stand.storage, save } }, DAY_END)).rejects.toThrow(
    'were joined while they were sealed',
  );
  expect(await files()).toEqual([]);
  await sealDays(stand.parts, DAY_END);
  expect([await stand.hot(), inOrder((await sealed()).reports)]).toEqual([[], inOrder(day)]);
});

it('[SEALED8] what an ended server was writing is removed with its row', async () => {
  await stand.add(minutes(DAY, 60));
  await sealDays(stand.parts, DAY_END);
  const [file] = await files();
  if (file === undefined) throw new Error('nothing is sealed');
  const name = 'history/reports/day=2026-03-04/left.parquet';
  await stand.database
    .insertInto('history_file')
    .values({ ...file, name, state: 'writing' })
    .execute();
  writeFileSync(path.join(stand.folder, 'files', name), 'half of a file');
  expect((await sealed()).reports.length).toBe(180);
  await discardUnfinished(stand.parts);
  expect((await files()).map((row) => row.name)).toEqual([file.name]);
  expect(await stand.storage.find(name)).toBeNull();
});

it('[SEALED9] a damaged block stays where it is and is counted; the others of its day are sealed', async () => {
  await stand.add(minutes(DAY, 60));
  await stand.database
    .insertInto('history_block')
    .values({
      first_at: new Date(DAY + 5),
      last_at: new Date(DAY + 6),
      report_count: 1,
      serials: ['LF-1'],
      reports: Buffer.from('damaged'),
    })
    .execute();
  await sealDays(stand.parts, DAY_END);
  await sealDays(stand.parts, DAY_END);
  expect(stand.damaged).toEqual([1, 1]);
  expect((await sealed()).reports.length).toBe(180);
  const left = await stand.database.selectFrom('history_block').select('reports').execute();
  expect(left.map(({ reports }) => reports.toString())).toEqual(['damaged']);
  expect((await files()).length).toBe(1);
});

it.each(['missing', 'damaged', 'away'] as const)(
  '[SEALED3] a file that is %s is named and counted, and the rest of the answer stays',
  async (reason) => {
    await stand.add(minutes(DAY, 60));
    await stand.add(minutes(DAY_END, 60));
    await sealDays(stand.parts, DAY_END + 24 * HOUR);
    const [first] = await files();
    if (first === undefined) throw new Error('nothing is sealed');
    const file = path.join(stand.folder, 'files', first.name);
    if (reason === 'missing') rmSync(file);
    if (reason === 'damaged') writeFileSync(file, Buffer.alloc(first.bytes, 7));
    const find: typeof stand.storage.find = (name) =>
      reason === 'away' && name === first.name ? Promise.reject(storageAway()) : stand.storage.find(name);
    const noted: UnreadableFile[] = [];
    const parquets = storedParquets({ find }, (one) => void noted.push(one));
    const { reports, unreadable } = await readSealed(await filesOfSpan(stand.database, 'reports', everything), parquets, everything);
    expect(unreadable).toEqual([{ name: first.name, reason }]);
    expect(noted).toEqual(unreadable);
    expect(inOrder(reports)).toEqual(inOrder(minutes(DAY_END, 60)));
  },
);

it('[SEALED1] a day that is sealed into a bucket is read from there by ranges', async () => {
  const service = await startS3();
  const bucket = await openFileStorage({ DATA_DIR: stand.folder, S3_URL: service.url }, { warn: () => undefined });
  try {
    const day = minutes(DAY, 1_440);
    await stand.add(day.slice(0, 2_000));
    await stand.add(day.slice(2_000));
    await sealDays({ ...stand.parts, storage: bucket }, DAY_END);
    const span = { from: DAY + HOUR, to: DAY + 2 * HOUR, serials: ['LF-1'] };
    const { reports, unreadable } = await readSealed(await filesOfSpan(stand.database, 'reports', span), storedParquets(bucket), span);
    const expected = day.filter(({ serial, receivedAt }) => serial === 'LF-1' && receivedAt >= span.from && receivedAt < span.to);
    expect([reports, unreadable]).toEqual([expected, []]);
  } finally {
    bucket.close();
    await service.remove();
  }
});
