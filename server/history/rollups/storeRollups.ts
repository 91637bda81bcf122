/** Writes rollups to the table. */

import type { Kysely, Transaction } from 'kysely';
import { DAY_MS } from '#domain/text/timeUnits';
import { chunks } from '../../platform/database/chunks.ts';
import { groupBy } from '../../platform/groupBy.ts';
import type { Database } from '../../platform/database/tables.ts';
import { mergedRollups } from './rollup.ts';
import { type RollupRow, rollupOfRow, rowOfRollup } from './rollupRow.ts';

async function insertRows(database: Kysely<Database>, rows: readonly RollupRow[]): Promise<void> {
  for (const part of chunks(rows)) await database.insertInto('history_rollup').values(part).execute();
}

/** Replaces the rollups of a span of hours. */
export async function replaceRollups(
  tx: Transaction<Database>,
  { from, to }: { readonly from: number; readonly to: number },
  rows: readonly RollupRow[],
): Promise<void> {
  await tx.deleteFrom('history_rollup').where('hour', '>=', new Date(from)).where('hour', '<', new Date(to)).execute();
  await insertRows(tx, rows);
}

/** Adds rollups to those of the same hours and devices. */
async function addRollups(tx: Transaction<Database>, rows: readonly RollupRow[]): Promise<void> {
  for (const [serial, added] of groupBy(rows, (row) => row.serial)) {
    const hours = added.map(({ hour }) => new Date(hour));
    const own = tx.deleteFrom('history_rollup').where('serial', '=', serial).where('hour', 'in', hours);
    const stored = (await own.returningAll().execute()).map(rollupOfRow);
    const further = added.map((row) => rollupOfRow({ ...row, hour: new Date(row.hour), ...nullsOf(row) }));
    await insertRows(tx, mergedRollups([...stored, ...further]).map(rowOfRollup));
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
 * Stores the rollups of reports that are sealed in this transaction: in place of those that were counted before the day was sealed, or in addition to those of
 * earlier files of the day.
 */
export async function storeSealedRollups(tx: Transaction<Database>, day: number, rows: readonly RollupRow[]): Promise<void> {
  const span = { from: day, to: day + DAY_MS };
  const earlier = await tx
    .selectFrom('history_file')
    .select('name')
    .where('kind', '=', 'reports')
    .where('state', '=', 'complete')
    .where('last_at', '>=', new Date(span.from))
    .where('first_at', '<', new Date(span.to))
    .limit(1)
    .executeTakeFirst();
  await (earlier === undefined ? replaceRollups(tx, span, rows) : addRollups(tx, rows));
}
