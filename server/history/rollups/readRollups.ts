/** Reads the hours of devices from the table and from the monthly files. */

import { type Kysely, type Selectable, sql } from 'kysely';
import { HOUR_MS } from '#domain/text/timeUnits';
import { chunks } from '../../platform/database/chunks.ts';
import type { Database } from '../../platform/database/tables.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import { filesOfSpan } from '../parquet/catalogue.ts';
import type { Cell } from '../parquet/columns.ts';
import type { OpenParquet } from '../parquet/openParquet.ts';
import type { StoredParquets, UnreadableFile } from '../parquet/storedParquet.ts';
import { mergedRollups, type Rollup } from './rollup.ts';
import { minuteCountsOf, organisationOfRow, rollupColumnNames, rollupOfCells, rollupOfRow } from './rollupRow.ts';

/** The query: the hours of these devices that start from `from` to before `to` (ms since epoch). */
export interface RollupSpan {
  readonly from: number;
  readonly to: number;
  readonly serials: readonly string[];
}

/** The number of hours that are read at once: several MB. */
const HOURS_AT_ONCE = 8_000;
/** The number of hours, without their minutes, that are read at once. */
export const TIMES_AT_ONCE = 40_000;

/** Splits a span by devices, so that the hours of each part can be read at once. */
export function deviceParts(span: RollupSpan, hoursAtOnce = HOURS_AT_ONCE): readonly RollupSpan[] {
  const hours = Math.max(1, Math.ceil((span.to - span.from) / HOUR_MS));
  return [...chunks(span.serials, Math.max(1, Math.floor(hoursAtOnce / hours)))].map((serials) => ({ ...span, serials }));
}

/** Rollups, and the files that could not be read for them. */
export interface ReadRollups {
  /** Rollups, sorted by device, then by hour. */
  readonly rollups: readonly Rollup[];
  readonly unreadable: readonly UnreadableFile[];
}

/** The columns of an hour to read, and the functions that read it from the table and from a file. */
interface HourReader<Hour> {
  readonly columns: readonly (keyof Database['history_rollup'])[];
  readonly ofRow: (row: Selectable<Database['history_rollup']>) => Hour;
  readonly ofCells: (cellAt: (column: string) => Cell) => Hour;
}

/** The reader of whole rollups. */
export const wholeHours: HourReader<Rollup> = { columns: rollupColumnNames, ofRow: rollupOfRow, ofCells: rollupOfCells };

/** Returns the hours of a span in one file, in short turns of the event loop. */
export async function hoursInFile<Hour>(
  { groups }: OpenParquet,
  { from, to, serials }: RollupSpan,
  reader: HourReader<Hour>,
): Promise<Hour[]> {
  const [wanted, found] = [new Set<unknown>(serials), new Array<Hour>()];
  for (const group of groups) {
    if (!wanted.has(group.bounds('serial')?.least)) continue;
    const columns = await group.open(reader.columns);
    const cells = new Map<string, readonly Cell[]>();
    for (const name of reader.columns) cells.set(name, await columns.cells(name, 0, group.rows));
    const hours = cells.get('hour') ?? [];
    const rows = [...hours.keys()].filter((row) => Number(hours[row]) >= from && Number(hours[row]) < to);
    for (const hour of await mapInTurns(rows, (row) => reader.ofCells((name) => cells.get(name)?.[row] ?? null))) found.push(hour);
  }
  return found;
}

async function readHours<Hour>(database: Kysely<Database>, parquets: StoredParquets, span: RollupSpan, reader: HourReader<Hour>) {
  if (span.serials.length === 0) return { hours: [], unreadable: [] };
  // Rows and files are read in one snapshot; otherwise, a month that is moved to a file in between would be missing from both.
  const { rows, files } = await database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      rows: await tx
        .selectFrom('history_rollup')
        .select([...reader.columns])
        .where(sql<boolean>`serial = any (${span.serials}::text[])`)
        .where('hour', '>=', new Date(span.from))
        .where('hour', '<', new Date(span.to))
        .execute(),
      files: await filesOfSpan(tx, 'rollups', span),
    }));
  const hours = await mapInTurns(rows, reader.ofRow);
  const unreadable: UnreadableFile[] = [];
  for (const file of files) {
    const found = await parquets.read(file, (open) => hoursInFile(open, span, reader));
    if ('value' in found) for (const hour of found.value) hours.push(hour);
    else unreadable.push(found);
  }
  return { hours, unreadable };
}

/**
 * Returns the rollups of the hours in which devices reported.
 * @public Charts and analytics read it.
 */
export async function readRollups(database: Kysely<Database>, parquets: StoredParquets, span: RollupSpan): Promise<ReadRollups> {
  const { hours, unreadable } = await readHours(database, parquets, span, wholeHours);
  return { rollups: mergedRollups(hours), unreadable };
}

/** Returns the end of the newest counted hour of a span, ms since epoch; its start if none is counted. Source: ROLLUP10. */
export async function countedUntil(database: Kysely<Database>, { from, to, serials }: RollupSpan): Promise<number> {
  const row = await database
    .selectFrom('history_rollup')
    .select('hour')
    .where(sql<boolean>`serial = any (${serials}::text[])`)
    .where('hour', '>=', new Date(from))
    .where('hour', '<', new Date(to))
    .orderBy('hour', 'desc')
    .limit(1)
    .executeTakeFirst();
  const inTable = row === undefined ? from : row.hour.getTime() + HOUR_MS;
  const files = await filesOfSpan(database, 'rollups', { from, to, serials });
  // The last instant of a file is within its last hour; a row has the start of its hour.
  return files.reduce((last, { lastAt }) => Math.max(last, (Math.floor(lastAt / HOUR_MS) + 1) * HOUR_MS), inTable);
}

/** The minutes of an hour in which a device reported. */
export type ReportedMinutes = Pick<Rollup, 'serial' | 'hour' | 'minuteReports'>;

const minutesReader: HourReader<ReportedMinutes> = {
  columns: ['serial', 'hour', 'minute_reports'],
  ofRow: ({ serial, hour, minute_reports }) => ({ serial, hour: hour.getTime(), minuteReports: minuteCountsOf(minute_reports) }),
  ofCells: (cellAt) => ({
    serial: String(cellAt('serial')),
    hour: Number(cellAt('hour')),
    minuteReports: minuteCountsOf(String(cellAt('minute_reports'))),
  }),
};

/** Returns the minutes in which devices reported, without the rest of the rollups; an hour may occur more than once. */
export async function readReportedMinutes(
  database: Kysely<Database>,
  parquets: StoredParquets,
  span: RollupSpan,
): Promise<readonly ReportedMinutes[]> {
  return (await readHours(database, parquets, span, minutesReader)).hours;
}

/** The times of an hour of a device, without the rest of its rollup. */
export type HourTimes = Pick<Rollup, 'serial' | 'organisation' | 'hour' | 'onlineMs' | 'treatingMs' | 'errorMs'>;

const timesReader: HourReader<HourTimes> = {
  columns: ['serial', 'organisation', 'hour', 'online_ms', 'treating_ms', 'error_ms'],
  ofRow: ({ serial, organisation, hour, online_ms, treating_ms, error_ms }) => ({
    serial,
    organisation: organisationOfRow(organisation),
    hour: hour.getTime(),
    onlineMs: online_ms,
    treatingMs: treating_ms,
    errorMs: error_ms,
  }),
  ofCells: (cellAt) => ({
    serial: String(cellAt('serial')),
    organisation: cellAt('organisation') === null ? null : String(cellAt('organisation')),
    hour: Number(cellAt('hour')),
    onlineMs: Number(cellAt('online_ms')),
    treatingMs: Number(cellAt('treating_ms')),
    errorMs: Number(cellAt('error_ms')),
  }),
};

/** Returns the time that devices were online, treating and in error in each hour; an hour may occur more than once, and its durations add up. */
export const readHourTimes = (database: Kysely<Database>, parquets: StoredParquets, span: RollupSpan) =>
  readHours(database, parquets, span, timesReader);
