/** Reads the hours of devices, from the table and from the files of months. */

import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { filesOfSpan } from '../parquet/catalogue.ts';
import type { Cell } from '../parquet/columns.ts';
import type { OpenParquet } from '../parquet/openParquet.ts';
import type { StoredParquets, UnreadableFile } from '../parquet/storedParquet.ts';
import { mergedRollups, type Rollup } from './rollup.ts';
import { rollupColumns, rollupOfCells, rollupOfRow } from './rollupRow.ts';

/** Which hours: those that begin from `from` to before `to` (ms since epoch), of these devices. */
export interface RollupSpan {
  readonly from: number;
  readonly to: number;
  readonly serials: readonly string[];
}

/** Rollups, and the files that could not be read for them. */
export interface ReadRollups {
  /** By device, then by hour. */
  readonly rollups: readonly Rollup[];
  readonly unreadable: readonly UnreadableFile[];
}

const names = rollupColumns.map(({ name }) => name);

/** Returns the rollups of a span in one file. */
export async function rollupsInFile({ groups }: OpenParquet, { from, to, serials }: RollupSpan): Promise<readonly Rollup[]> {
  const found: Rollup[] = [];
  for (const group of groups) {
    if (!serials.includes(String(group.bounds('serial')?.least))) continue;
    const columns = await group.open(names);
    const cells = new Map<string, readonly Cell[]>();
    for (const name of names) cells.set(name, await columns.cells(name, 0, group.rows));
    for (let row = 0; row < group.rows; row += 1) {
      const hour = Number(cells.get('hour')?.[row]);
      if (hour >= from && hour < to) found.push(rollupOfCells((name) => cells.get(name)?.[row] ?? null));
    }
  }
  return found;
}

/** Returns the hours of devices that have a report. */
export async function readRollups(database: Kysely<Database>, parquets: StoredParquets, span: RollupSpan): Promise<ReadRollups> {
  if (span.serials.length === 0) return { rollups: [], unreadable: [] };
  // One statement each, at one moment: a month that becomes a file meanwhile must not be missing in both.
  const [rows, files] = await database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const stored = await tx
        .selectFrom('history_rollup')
        .selectAll()
        .where('serial', 'in', [...span.serials])
        .where('hour', '>=', new Date(span.from))
        .where('hour', '<', new Date(span.to))
        .execute();
      return [stored, await filesOfSpan(tx, 'rollups', span)] as const;
    });
  const rollups = rows.map(rollupOfRow);
  const unreadable: UnreadableFile[] = [];
  for (const file of files) {
    const found = await parquets.read(file, (open) => rollupsInFile(open, span));
    if ('value' in found) rollups.push(...found.value);
    else unreadable.push(found);
  }
  return { rollups: mergedRollups(rollups), unreadable };
}
