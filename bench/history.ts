/**
 * Measures `history`: bytes and CPU of sealed days, a field, a moment and a year of a device; beside DuckDB and `COPY`. Last, what a month costs with ever more
 * months before it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { DuckDBInstance } from '@duckdb/node-api';
import { HOUR_MS } from '#domain/text/timeUnits';
import { encodeBlock } from '#server/fleet/history/historyBlock';
import type { KeptReport } from '#server/fleet/history/keptReport';
import type { CataloguedFile } from '#server/history/parquet/catalogue';
import { storedParquets } from '#server/history/parquet/storedParquet';
import { createParquet } from '#server/history/parquet/writeParquet';
import { hoursInFile, wholeHours } from '#server/history/rollups/readRollups';
import { rollupFold } from '#server/history/rollups/rollup';
import { rollupCells, rollupColumns, rowOfRollup } from '#server/history/rollups/rollupRow';
import { readSealed, readSealedCells } from '#server/history/sealed/readSealed';
import { sealInThread } from '#server/history/sealed/sealInThread';
import { folderStorage } from '#server/platform/storage/folderStorage';
import { budgets } from './budgets.ts';
import { openHistoryDatabase, type HistoryDatabase } from './historyDatabase.ts';
import { keptSeconds, START } from './noisyFleet.ts';
import { measured, median, type Result } from './result.ts';

const DEVICES = 24;
const SECONDS = 24 * 3_600;
/** The large fleet is measured over a part of a day: what a report costs does not depend on it. */
const [MANY_DEVICES, MANY_SECONDS] = [1_000, 600];
const BLOCK_REPORTS = 5_000;
const ROUNDS = 7;
const [YEAR_MONTHS, MONTH_HOURS] = [12, 730];
/** Months of history behind the one that is added up. */
const AGES = [1, 10, 40];
const MOMENT_MS = 300_000;

/** Returns the blocks of a fleet as they are after they were joined; `note` is called with the length of each. */
async function* blocksOf(devices: number, seconds: number, note: (bytes: number) => void): AsyncGenerator<Buffer> {
  let waiting: KeptReport[] = [];
  const block = () => {
    const bytes = encodeBlock(waiting);
    waiting = [];
    note(bytes.length);
    return bytes;
  };
  for (const reports of keptSeconds(devices, seconds)) {
    waiting.push(...reports);
    if (waiting.length >= BLOCK_REPORTS) yield block();
  }
  if (waiting.length > 0) yield block();
}

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** CPU time of all threads in ms, the median after a round that warms up. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const rounds: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const from = cpuMs();
    await work();
    if (round >= 0) rounds.push(cpuMs() - from);
  }
  return median(rounds);
}

/** A folder with the storage that the product uses. */
function openFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'orangery-history-'));
  const storage = folderStorage(path.join(folder, 'files'), { warn: () => undefined });
  return { folder, storage, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
type Folder = ReturnType<typeof openFolder>;

/** Seals blocks that were made before, and returns the file and the processor time in ms of all threads. */
async function seal({ folder, storage }: Folder, name: string, blocks: readonly Buffer[]) {
  const from = cpuMs();
  const parts = { storage, folder: path.join(folder, 'spool'), services: new Map(), signal: new AbortController().signal };
  const { rollups: _rollups, damaged: _damaged, ...file } = await sealInThread(name, Readable.from(blocks), parts);
  return { file: { ...file, name, isCut: false } satisfies CataloguedFile, cpu: cpuMs() - from };
}

/** Writes rollups as files of a month; returns the files. */
async function writeMonths({ storage }: Folder, months: number): Promise<readonly CataloguedFile[]> {
  const hour = [...keptSeconds(1, 3_600)].flat();
  const files: CataloguedFile[] = [];
  for (let month = 0; month < months; month += 1) {
    const parquet = createParquet(rollupColumns);
    const [firstAt, pieces] = [START + month * MONTH_HOURS * HOUR_MS, new Array<Uint8Array>()];
    const serials = Array.from({ length: DEVICES }, (_, device) => `LF-${String(device).padStart(4, '0')}-23`);
    for (const serial of serials) {
      const fold = rollupFold(serial, []);
      for (const report of hour) fold.push(report);
      const [counted] = fold.done();
      if (counted === undefined) throw new Error('an hour has no reports');
      const rows = Array.from({ length: MONTH_HOURS }, (_, count) =>
        rowOfRollup({
          ...counted,
          serial,
          hour: firstAt + count * HOUR_MS,
          reports: counted.reports + ((count * 7) % 11),
          onlineMs: counted.onlineMs - count,
        }),
      );
      pieces.push(parquet.group(rollupCells(rows)));
    }
    const { bytes, seal: sealed } = parquet.end();
    const name = `history/rollups/month=${String(month + 1)}/bench.parquet`;
    await storage.save(name, Readable.from([...pieces, bytes]));
    files.push({ ...sealed, name, firstAt, lastAt: firstAt + MONTH_HOURS * HOUR_MS, serials, isCut: false });
  }
  return files;
}

/** Measures one field of a device over the day of a file, a moment of the whole fleet, and the same field by DuckDB. */
async function readingResults({ folder, storage }: Folder, file: CataloguedFile, database: HistoryDatabase): Promise<readonly Result[]> {
  const [serial = ''] = file.serials;
  const span = { from: file.firstAt, to: file.lastAt + 1 };
  const parquets = storedParquets(storage);
  const oneField = async () => {
    const { found } = await readSealedCells([file], parquets, { ...span, serials: [serial] }, ['battery_level']);
    const read = found.reduce((sum, { rows }) => sum + rows, 0);
    if (read !== SECONDS) throw new Error(`${String(read)} reports were read`);
  };
  const from = (span.from + span.to) / 2;
  const moment = async () => {
    const { reports } = await readSealed([file], parquets, { from, to: from + MOMENT_MS });
    if (reports.length < (DEVICES * MOMENT_MS) / 1_000 - DEVICES * 2) throw new Error('the moment lacks reports');
  };
  const duck = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
  const parquet = `read_parquet('${path.join(folder, 'files', file.name)}')`;
  const query = `select received_at, battery_level from ${parquet} where serial = '${serial}'`;
  const ofMoment = `select * from ${parquet} where received_at >= epoch_ms(${String(from)}) and received_at < epoch_ms(${String(from + MOMENT_MS)})`;
  const rows = await database.rowsOf(keptSeconds(DEVICES, SECONDS));
  const results = [
    measured('CPU time: one field of a device over 24 h, of its sealed day', await cpuOf(oneField), budgets.historyDay),
    { what: 'the same by DuckDB, one thread, to its own columns', value: await cpuOf(() => duck.runAndReadAll(query)), unit: 'ms' },
    { what: '  wall time: COPY … TO STDOUT from indexed rows of it', value: await rows.field('battery_level', serial, span), unit: 'ms' },
    { what: 'all fields of 24 devices for five minutes of it', value: await cpuOf(moment), unit: 'ms' },
    { what: '  the same by DuckDB, one thread', value: await cpuOf(() => duck.runAndReadAll(ofMoment)), unit: 'ms' },
    {
      what: '  wall time: COPY … TO STDOUT from indexed rows of it',
      value: await rows.moment({ from, to: from + MOMENT_MS }),
      unit: 'ms',
    },
    { what: 'bytes per report in rows of PostgreSQL, with two indexes', value: rows.bytes, unit: 'B' },
  ];
  duck.closeSync();
  return results;
}

/** Measures the times of a month, added up for all devices, where the history holds more and more months before it. */
async function agedResults(files: readonly CataloguedFile[], folder: Folder, database: HistoryDatabase): Promise<readonly Result[]> {
  const parquets = storedParquets(folder.storage);
  const [first = NaN, ...later] = await AGES.reduce<Promise<readonly number[]>>(
    async (before, months) => [...(await before), await database.lastMonth(files, months, parquets)],
    Promise.resolve([]),
  );
  const reports = (months: number) => `${Math.round((months * MONTH_HOURS * 3_600 * DEVICES) / 1e6).toLocaleString('en')} million`;
  return [
    { what: `wall time: a month of ${String(DEVICES)} devices, with ${reports(AGES[0] ?? 0)} reports`, value: first, unit: 'ms' },
    ...later.map((time, index) =>
      measured(`  the same with ${reports(AGES[index + 1] ?? 0)} reports / that`, time / first, budgets.historyAge),
    ),
  ];
}

async function yearResults(folder: Folder, database: HistoryDatabase): Promise<readonly Result[]> {
  const months = await writeMonths(folder, Math.max(...AGES));
  const files = months.slice(0, YEAR_MONTHS);
  const parquets = storedParquets(folder.storage);
  const span = { from: 0, to: Number.MAX_SAFE_INTEGER, serials: files[0]?.serials.slice(0, 1) ?? [] };
  const year = async () => {
    let hours = 0;
    for (const file of files) {
      const read = await parquets.read(file, (open) => hoursInFile(open, span, wholeHours));
      hours += 'value' in read ? read.value.length : 0;
    }
    if (hours !== YEAR_MONTHS * MONTH_HOURS) throw new Error(`${String(hours)} hours were read`);
  };
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return [
    measured('CPU time: a year of a device from its rollups', await cpuOf(year), budgets.historyYear),
    { what: 'bytes per hour and device of rollups', value: bytes / files.reduce((sum, { rows }) => sum + rows, 0), unit: 'B' },
    ...(await agedResults(months, folder, database)),
  ];
}

/** Measures `history`. */
export async function historyBench(): Promise<readonly Result[]> {
  const folder = openFolder();
  const database = await openHistoryDatabase(folder.folder);
  try {
    let blockBytes = 0;
    const blocks: Buffer[] = [];
    for await (const block of blocksOf(DEVICES, SECONDS, (bytes) => (blockBytes += bytes))) blocks.push(block);
    const day = await seal(folder, 'history/reports/day=2026-03-04/bench.parquet', blocks);
    const many: Buffer[] = [];
    let manyBytes = 0;
    for await (const block of blocksOf(MANY_DEVICES, MANY_SECONDS, (bytes) => (manyBytes += bytes))) many.push(block);
    const large = await seal(folder, 'history/reports/day=2026-03-05/bench.parquet', many);
    return [
      measured(
        `bytes per report, sealed: 24 h of ${String(DEVICES)} devices, with index`,
        day.file.bytes / day.file.rows,
        budgets.historySealed,
      ),
      measured('the same in joined blocks', blockBytes / day.file.rows, budgets.historyHot),
      { what: `joined blocks of ${String(MANY_DEVICES)} devices`, value: manyBytes / large.file.rows, unit: 'B' },
      measured(
        `share of a core: sealing ${String(MANY_DEVICES)} devices at one report a second`,
        (large.cpu / large.file.rows) * MANY_DEVICES * 0.1,
        budgets.historyCore,
      ),
      { what: 'the same per report, with decoding and rollups', value: (large.cpu / large.file.rows) * 1_000, unit: 'µs' },
      ...(await readingResults(folder, day.file, database)),
      ...(await yearResults(folder, database)),
    ];
  } finally {
    await database.stop();
    folder.remove();
  }
}
