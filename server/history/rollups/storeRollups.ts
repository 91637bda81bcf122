/** Writes rollups to the table. */

import { type Kysely, sql, type Transaction } from 'kysely';
import { DAY_MS } from '#domain/text/timeUnits';
import { chunks } from '../../platform/database/chunks.ts';
import { groupBy } from '../../platform/groupBy.ts';
import type { Database } from '../../platform/database/tables.ts';
import { mergedRollups } from './rollup.ts';
import { type RollupRow, rollupOfRow, rowOfRollup } from './rollupRow.ts';

/** Inserts rollups. `is_sealed`: whether the reports of them are sealed. */
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

/** Adds rollups of sealed reports to those of the same hours and devices. */
async function addRollups(tx: Transaction<Database>, rows: readonly RollupRow[]): Promise<void> {
  for (const [serial, added] of groupBy(rows, (row) => row.serial)) {
    const hours = added.map(({ hour }) => new Date(hour));
    const own = tx.deleteFrom('history_rollup').where('serial', '=', serial).where('hour', 'in', hours);
    const stored = (await own.returningAll().execute()).map(rollupOfRow);
    const further = added.map((row) => rollupOfRow({ ...row, hour: new Date(row.hour), ...nullsOf(row) }));
    await insertRows(tx, mergedRollups([...stored, ...further]).map(rowOfRollup), true);
  }
}

/** The columns that a row may leave out when it is written. */
const nullsOf = (row: RollupRow) => ({
  battery_min: row.battery_min ?? null,
  battery_max: row.battery_max ?? null,
  battery_avg: row.battery_avg ?? null,
  speed_min: row.speed_min ?? null,
  speed_max: row.speed_max ?? null,
  speed_avg: row.speed_avg ?? null,
});

/**
 * SQL for "an older server counted these rows of sealed reports", which did not note that: days are sealed in their order, so that the file of a day says that of
 * all days before.
 */
const wereSealed = (day: number) => sql<boolean>`exists (select from history_file where kind = 'reports' and state = 'complete'
  and last_at >= ${new Date(day)})`;

/**
 * Stores the rollups of reports that are sealed in this transaction: in place of those that were counted before the day was sealed, and in addition to those of
 * reports that were sealed earlier. The rows say which are which: the files of that day may have been removed by their age.
 */
export async function storeSealedRollups(tx: Transaction<Database>, day: number, rows: readonly RollupRow[]): Promise<void> {
  const [from, to] = [new Date(day), new Date(day + DAY_MS)];
  await tx
    .deleteFrom('history_rollup')
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .where(sql<boolean>`(not is_sealed or (is_sealed is null and not ${wereSealed(day)}))`)
    .execute();
  const sealed = await tx.selectFrom('history_rollup').select('hour').where('hour', '>=', from).where('hour', '<', to).limit(1).execute();
  await (sealed.length === 0 ? insertRows(tx, rows, true) : addRollups(tx, rows));
}
