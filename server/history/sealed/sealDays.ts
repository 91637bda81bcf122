/** Seals days: moves the reports of blocks into files, in transactions that keep each report in exactly one place. */

import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { sql, type Transaction } from 'kysely';
import { DAY_MS } from '#domain/text/timeUnits';
import { decodeReadable } from '../../fleet/history/historyBlock.ts';
import { insertBlocks } from '../../fleet/history/insertBlocks.ts';
import { chunks } from '../../platform/database/chunks.ts';
import { groupBy } from '../../platform/groupBy.ts';
import type { Database } from '../../platform/database/tables.ts';
import { type CatalogueParts, discardFile, writingFile } from '../parquet/catalogue.ts';
import { type CountedDay, countedDay, storeSealedRollups } from '../rollups/storeRollups.ts';
import { type BlockRow, readBlocks, readServices } from './hotBlocks.ts';
import { sealInThread, type SealedFile } from './sealInThread.ts';

/** Approximate number of reports in one file: a day of 500 devices that report each second. */
const FILE_REPORTS = 50_000_000;
/** Number of blocks that one statement deletes. */
const DELETED_AT_ONCE = 100;
/** Number of blocks across the end of a day that are split in one transaction. */
const CUT_BLOCKS = 20;

/** Dependencies of the functions that seal days. */
export interface SealingParts extends CatalogueParts {
  /** The data folder of this server, in which reports are sorted. */
  readonly dataDir: string;
  /** Called with the number of blocks that cannot be read; these blocks stay unchanged. */
  readonly onDamaged: (blocks: number) => void;
}

/** Returns the folder of the spools: temporary files that exist only during a run. */
export const spoolFolder = (dataDir: string): string => path.join(dataDir, 'sealing');

const dayOf = (at: number) => Math.floor(at / DAY_MS) * DAY_MS;
/** Returns a day (ms since epoch) as text for names of files. */
export const dayText = (day: number) => new Date(day).toISOString().slice(0, 10);
const utcDay = (column: 'first_at' | 'last_at') => sql<Date>`date_trunc('day', ${sql.ref(column)}, 'UTC')`;

/** Splits blocks across the end of a day that began before `before` into one per day, so that a day can be sealed without the next one. */
export async function cutAtMidnight({ database, fence }: SealingParts, before: number): Promise<void> {
  let last: number | undefined = 0;
  while (last !== undefined) {
    const after: number = last;
    last = await database.transaction().execute(async (tx) => {
      const blocks = await tx
        .selectFrom('history_block')
        .select(['id', 'reports'])
        .where('id', '>', after)
        .where('first_at', '<', new Date(before))
        .where(utcDay('first_at'), '<>', utcDay('last_at'))
        .orderBy('id')
        .limit(CUT_BLOCKS)
        .forUpdate()
        .execute();
      for (const { id, reports } of blocks) {
        const kept = decodeReadable(reports);
        if (kept === null) continue;
        for (const part of groupBy(kept, ({ receivedAt }) => dayText(dayOf(receivedAt))).values()) await insertBlocks(tx, part);
        await tx.deleteFrom('history_block').where('id', '=', id).execute();
      }
      await fence(tx);
      return blocks.at(-1)?.id;
    });
  }
}

interface DayBlock extends BlockRow {
  readonly first_at: Date;
}

/** Splits blocks, which are sorted by time, into parts with about the number of reports of one file. */
function fileParts(blocks: readonly DayBlock[], most: number): readonly (readonly DayBlock[])[] {
  const parts: DayBlock[][] = [];
  let reports = Number.POSITIVE_INFINITY;
  for (const block of blocks) {
    if (reports + block.report_count > most) {
      parts.push([]);
      reports = 0;
    }
    reports += block.report_count;
    parts.at(-1)?.push(block);
  }
  return parts;
}

/**
 * Deletes blocks whose reports are now in a file. Throws if a block no longer exists: its reports have been moved to another block, and would be stored twice.
 */
async function deleteBlocks(tx: Transaction<Database>, blocks: readonly BlockRow[]): Promise<void> {
  for (const part of chunks(blocks, DELETED_AT_ONCE)) {
    const ids = part.map(({ id }) => id);
    const { numDeletedRows } = await tx.deleteFrom('history_block').where('id', 'in', ids).executeTakeFirstOrThrow();
    if (Number(numDeletedRows) !== ids.length) throw new Error('blocks of the history were joined while they were sealed');
  }
}

/** Returns the row of the catalogue for a written file of reports. */
export const rowOf = ({ firstAt, lastAt, serials, rows, bytes, sha256, footerBytes, footerCrc }: SealedFile) => ({
  first_at: new Date(firstAt),
  last_at: new Date(lastAt),
  serials,
  row_count: rows,
  bytes,
  sha256,
  footer_bytes: footerBytes,
  footer_crc: footerCrc,
});

/** Seals blocks of one day as one file. `laterFrom`: the first instant of the blocks that become later files, null for the last file. */
async function sealFile(
  parts: SealingParts,
  { counted, laterFrom }: { readonly counted: CountedDay; readonly laterFrom: number | null },
  blocks: readonly BlockRow[],
): Promise<void> {
  const { day } = counted;
  const { database, storage, fence, now, signal, dataDir, onDamaged } = parts;
  const id = randomUUID().slice(0, 8);
  // Each attempt writes its own file, so an attempt that lost the lease cannot overwrite the file of its successor.
  const name = `history/reports/day=${dayText(day)}/${id}.parquet`;
  await writingFile(parts, { name, kind: 'reports', firstAt: day, lastAt: day + DAY_MS - 1 });
  try {
    const services = await readServices(database);
    const folder = path.join(spoolFolder(dataDir), id);
    const { damaged, rollups, ...file } = await sealInThread(name, readBlocks(database, blocks), { storage, folder, services, signal });
    onDamaged(damaged.length);
    if (file.rows === 0) return await discardFile(parts, name);
    const left = new Set(damaged);
    await database.transaction().execute(async (tx) => {
      await deleteBlocks(
        tx,
        blocks.filter((_, place) => !left.has(place)),
      );
      await storeSealedRollups(tx, { counted, rows: rollups, laterFrom });
      await tx
        .updateTable('history_file')
        .set({ ...rowOf({ ...file, damaged }), state: 'complete', written_at: new Date(now()) })
        .where('name', '=', name)
        .execute();
      // The lease cannot be renewed while this transaction locks it, so it is locked last.
      await fence(tx);
    });
  } catch (error) {
    // If the file cannot be removed now, the next run removes it.
    await discardFile(parts, name).catch(() => undefined);
    throw error;
  }
}

/**
 * Seals all reports that were received before `before` (ms since epoch, the end of a day): each day as one file, or several of about `fileReports`
 * reports. Reports of a day that arrive after it was sealed form a further file of that day. If sealing throws, each report stays where it was.
 */
export async function sealDays(parts: SealingParts, before: number, fileReports = FILE_REPORTS): Promise<void> {
  const { database, signal } = parts;
  await cutAtMidnight(parts, before);
  const days = await database
    .selectFrom('history_block')
    .select(utcDay('first_at').as('day'))
    .where('last_at', '<', new Date(before))
    .groupBy('day')
    .orderBy('day')
    .execute();
  for (const { day } of days) {
    const from = day.getTime();
    const blocks = await database
      .selectFrom('history_block')
      .select(['id', 'report_count', 'first_at'])
      .where('first_at', '>=', day)
      .where('last_at', '<', new Date(from + DAY_MS))
      .orderBy('first_at')
      .orderBy('id')
      .execute();
    const files = fileParts(blocks, fileReports);
    const reports = blocks.reduce((sum, { report_count }) => sum + report_count, 0);
    const counted = await countedDay(database, from, { reports, files: files.length });
    for (const [place, part] of files.entries()) {
      signal.throwIfAborted();
      const laterFrom = files[place + 1]?.[0]?.first_at.getTime() ?? null;
      await sealFile(parts, { counted, laterFrom }, part);
    }
  }
}
