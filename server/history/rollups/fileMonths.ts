/** Moves the rollups of finished months into files, which outlive the reports. */

import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { z } from '#contract/schema';
import type { Database } from '../../platform/database/tables.ts';
import { type CatalogueParts, discardFile, writingFile } from '../parquet/catalogue.ts';
import { writeInThread } from '../parquet/writeInThread.ts';

const script = new URL('monthThread.ts', import.meta.url);
const seal = z.object({ bytes: z.number(), rows: z.number(), sha256: z.string(), footerBytes: z.number(), footerCrc: z.number() });

interface Month {
  readonly from: Date;
  readonly to: Date;
}

const monthOf = (at: Date): Month => ({
  from: new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth())),
  to: new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1)),
});

const ofMonth = (database: Kysely<Database>, { from, to }: Month) =>
  database.selectFrom('history_rollup').where('hour', '>=', from).where('hour', '<', to);

async function serialsOf(database: Kysely<Database>, month: Month): Promise<string[]> {
  const rows = await ofMonth(database, month).select('serial').distinct().orderBy('serial').execute();
  return rows.map(({ serial }) => serial);
}

async function* rowsOf(database: Kysely<Database>, month: Month, serials: readonly string[]): AsyncGenerator<Buffer> {
  for (const serial of serials) {
    const rows = await ofMonth(database, month).selectAll().where('serial', '=', serial).orderBy('hour').orderBy('organisation').execute();
    yield Buffer.from(JSON.stringify(rows));
  }
}

async function fileMonth(parts: CatalogueParts, month: Month): Promise<void> {
  const { database, storage, fence, signal, now } = parts;
  const name = `history/rollups/month=${month.from.toISOString().slice(0, 7)}/${randomUUID().slice(0, 8)}.parquet`;
  const serials = await serialsOf(database, month);
  await writingFile(parts, { name, kind: 'rollups', firstAt: month.from.getTime(), lastAt: month.to.getTime() - 1 });
  try {
    const source = Readable.from(rowsOf(database, month, serials));
    const file = seal.parse(await writeInThread(source, { script, data: null, name, storage, signal }));
    await database.transaction().execute(async (tx) => {
      let deleted = 0;
      for (const serial of serials) {
        const own = tx
          .deleteFrom('history_rollup')
          .where('hour', '>=', month.from)
          .where('hour', '<', month.to)
          .where('serial', '=', serial);
        deleted += Number((await own.executeTakeFirst()).numDeletedRows);
      }
      if (deleted !== file.rows) throw new Error('rollups were added while their month was filed');
      const { rows: row_count, bytes, sha256, footerBytes: footer_bytes, footerCrc: footer_crc } = file;
      await tx
        .updateTable('history_file')
        .set({ state: 'complete', serials, row_count, bytes, sha256, footer_bytes, footer_crc, written_at: new Date(now()) })
        .where('name', '=', name)
        .execute();
      await fence(tx);
    });
  } catch (error) {
    // If the file cannot be removed now, the next run removes it.
    await discardFile(parts, name).catch(() => undefined);
    throw error;
  }
}

/** Moves the rollups of each month that ended before `before` (ms since epoch), the end of the sealed days, into a file. */
export async function fileMonths(parts: CatalogueParts, before: number): Promise<void> {
  for (;;) {
    parts.signal.throwIfAborted();
    const oldest = await parts.database.selectFrom('history_rollup').select('hour').orderBy('hour').limit(1).executeTakeFirst();
    if (oldest === undefined) return;
    const month = monthOf(oldest.hour);
    if (month.to.getTime() > before) return;
    await fileMonth(parts, month);
  }
}
