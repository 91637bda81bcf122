/** Writes rollups to the table. */

import { type Kysely, sql, type Transaction } from 'kysely';
import { DAY_MS, HOUR_MS } from '#domain/text/timeUnits';
import { chunks } from '../../platform/database/chunks.ts';
import { groupBy } from '../../platform/groupBy.ts';
import type { Database } from '../../platform/database/tables.ts';
import { mergedRollups } from './rollup.ts';
import { type RollupRow, rollupOfRow, rowOfRollup } from './rollupRow.ts';

/** Inserts rollups. `is_sealed`: whether their reports have been sealed. */
async function insertRows(database: Kysely<Database>, rows: readonly RollupRow[], is_sealed: boolean): Promise<void> {
  const marked = rows.map((row) => ({ ...row, is_sealed }));
  for (const part of chunks(marked)) await database.insertInto('history_rollup').values(part).execute();
}

/** Replaces the rollups of a span of hours whose days are not sealed yet. */
export async function replaceRollups(
  tx: Transaction<Database>,
  { from, to }: { readonly from: number; readonly to: number },
  rows: readonly RollupRow[],
): Promise<void> {
  await tx.deleteFrom('history_rollup').where('hour', '>=', new Date(from)).where('hour', '<', new Date(to)).execute();
  await insertRows(tx, rows, false);
}

/** Adds rollups of sealed reports to the rows of the same hours and devices. */
async function addRollups(tx: Transaction<Database>, rows: readonly RollupRow[]): Promise<void> {
  for (const [serial, added] of groupBy(rows, (row) => row.serial)) {
    const hours = added.map(({ hour }) => new Date(hour));
    const own = tx.deleteFrom('history_rollup').where('serial', '=', serial).where('hour', 'in', hours);
    const stored = (await own.returningAll().execute()).map(rollupOfRow);
    const further = added.map((row) => rollupOfRow({ ...row, hour: new Date(row.hour), ...nullsOf(row) }));
    await insertRows(tx, mergedRollups([...stored, ...further]).map(rowOfRollup), true);
  }
}

/** Returns the optional columns of a row, null if absent. */
const nullsOf = (row: RollupRow) => ({
  battery_min: row.battery_min ?? null,
  battery_max: row.battery_max ?? null,
  battery_avg: row.battery_avg ?? null,
  speed_min: row.speed_min ?? null,
  speed_max: row.speed_max ?? null,
  speed_avg: row.speed_avg ?? null,
});

/**
 * Returns SQL for "an older server, which did not record it, counted these rows from sealed reports": days are sealed in order, so a file with reports from
 * this day or later implies it.
 */
const wereSealed = (day: number) => sql<boolean>`exists (select from history_file where kind = 'reports' and state = 'complete'
  and last_at >= ${new Date(day)})`;

/** The state of a day's rollups that were counted before its reports are sealed. `day`: its start, ms since epoch. */
export interface CountedDay {
  readonly day: number;
  /** Whether the blocks of the day still have all reports that were counted. */
  readonly isWhole: boolean;
}

/** The rollups of one file of a day. */
export interface FileRollups {
  readonly counted: CountedDay;
  readonly rows: readonly RollupRow[];
  /** The first instant, in ms since epoch, from which later files may also have reports of the day; null for the last file. */
  readonly laterFrom: number | null;
}

const keyOf = ({ serial, hour }: Pick<RollupRow, 'serial' | 'hour'>) => `${new Date(hour).toISOString()} ${serial}`;

/** Returns SQL for "this rollup of the day was counted before its reports were sealed". */
const isUnsealed = (day: number) => sql<boolean>`hour >= ${new Date(day)} and hour < ${new Date(day + DAY_MS)}
  and (not is_sealed or (is_sealed is null and not ${wereSealed(day)}))`;

/** Returns a day, and whether its blocks, which have `reports` reports and become `files` files, still have all counted reports. */
export async function countedDay(
  database: Kysely<Database>,
  day: number,
  { reports, files }: { readonly reports: number; readonly files: number },
): Promise<CountedDay> {
  // A single file shows hour by hour whether reports are missing. Of several files, two may share an hour, and neither shows whether its reports are missing.
  if (files < 2) return { day, isWhole: false };
  const { counted, sealed } = await database
    .selectFrom('history_rollup')
    .select([
      sql<number | null>`sum(reports) filter (where ${isUnsealed(day)})::float8`.as('counted'),
      sql<number>`count(*) filter (where is_sealed)::integer`.as('sealed'),
    ])
    .where('hour', '>=', new Date(day))
    .where('hour', '<', new Date(day + DAY_MS))
    .executeTakeFirstOrThrow();
  // A day with sealed hours counts as not whole: sealing may have stopped between two of its files, and reports that arrived since may outnumber the missing
  // ones.
  return { day, isWhole: sealed === 0 && reports >= (counted ?? 0) };
}

/** Returns the number of reports of rows by hour and device. */
function reportsOf(rows: readonly Pick<RollupRow, 'serial' | 'hour' | 'reports'>[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.reports);
  return sums;
}

/**
 * Keeps the hours of which more reports were counted than are sealed now, removes the other counted hours, and returns the keys of the kept ones. Kept hours
 * are marked as sealed, unless later files may have reports of them, because sealing may stop before these files.
 */
async function keepCounted(tx: Transaction<Database>, { counted: { day }, rows, laterFrom }: FileRollups): Promise<ReadonlySet<string>> {
  const counted = await tx.selectFrom('history_rollup').select(['serial', 'hour', 'reports']).where(isUnsealed(day)).execute();
  const [before, now] = [reportsOf(counted), reportsOf(rows)];
  const isMore = (row: (typeof counted)[number]) => (before.get(keyOf(row)) ?? 0) > (now.get(keyOf(row)) ?? 0);
  const isSealed = ({ hour }: (typeof counted)[number]) => laterFrom === null || hour.getTime() + HOUR_MS <= laterFrom;
  for (const own of groupBy(counted, (row) => `${row.serial} ${isMore(row)} ${isSealed(row)}`).values()) {
    const [first] = own;
    if (first === undefined) continue;
    const hours = own.map(({ hour }) => hour);
    const remove = tx.deleteFrom('history_rollup').where('serial', '=', first.serial).where('hour', 'in', hours);
    const keep = tx.updateTable('history_rollup').where('serial', '=', first.serial).where('hour', 'in', hours);
    await (isMore(first) ? keep.set({ is_sealed: isSealed(first) }).where(isUnsealed(day)) : remove.where(isUnsealed(day))).execute();
  }
  return new Set(counted.filter(isMore).map(keyOf));
}

/** Removes the rollups of a day that were counted before its reports were sealed; all these reports are sealed now, so it returns no keys of kept hours. */
async function removeCounted(tx: Transaction<Database>, { counted: { day } }: FileRollups): Promise<ReadonlySet<string>> {
  await tx.deleteFrom('history_rollup').where(isUnsealed(day)).execute();
  return new Set();
}

/**
 * Stores the rollups of reports that are sealed in this transaction: they replace the rollups that were counted before the day was sealed, and are added to the
 * rollups of reports that were sealed earlier. The rows record which is which, because the files of that day may have been removed by age. An hour of which
 * more reports were counted keeps its rollup: the missing reports were removed by age while days stayed in the database. Source: ROLLUP12, ROLLUP13.
 */
export async function storeSealedRollups(tx: Transaction<Database>, file: FileRollups): Promise<void> {
  const { day, isWhole } = file.counted;
  const [from, to] = [new Date(day), new Date(day + DAY_MS)];
  const kept = await (isWhole ? removeCounted : keepCounted)(tx, file);
  const added = file.rows.filter((row) => !kept.has(keyOf(row)));
  const sealed = await tx.selectFrom('history_rollup').select('hour').where('hour', '>=', from).where('hour', '<', to).limit(1).execute();
  await (sealed.length === 0 ? insertRows(tx, added, true) : addRollups(tx, added));
}
