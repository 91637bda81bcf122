import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import type { Database } from '../../platform/database/tables.ts';
import { readBlocks, readServices } from './hotBlocks.ts';
import { type SealingParts, spoolFolder } from './sealDays.ts';
import { rollUpInThread } from './sealInThread.ts';
import { replaceRollups } from '../rollups/storeRollups.ts';

/** Reports of an hour that reach the database later than this after its end, in ms, are counted when their day is sealed. */
const SETTLED_MS = 10 * MINUTE_MS;

/** Returns the first hour from `from` on that has no rollups yet. */
async function nextHour(database: Kysely<Database>, from: number): Promise<number> {
  const last = await database
    .selectFrom('history_rollup')
    .select('hour')
    .where('hour', '>=', new Date(from))
    .orderBy('hour', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last === undefined ? from : last.hour.getTime() + HOUR_MS;
}

/** Counts the finished hours since `from` (ms since epoch), the end of the sealed days. */
export async function rollUpHours(parts: SealingParts, from: number): Promise<void> {
  const { database, fence, dataDir, signal, now } = parts;
  const end = Math.floor((now() - SETTLED_MS) / HOUR_MS) * HOUR_MS;
  for (let hour = await nextHour(database, from); hour < end; hour += HOUR_MS) {
    signal.throwIfAborted();
    const span = { from: hour, to: hour + HOUR_MS };
    const blocks = await database
      .selectFrom('history_block')
      .select(['id', 'report_count'])
      .where('last_at', '>=', new Date(span.from))
      .where('first_at', '<', new Date(span.to))
      .orderBy('first_at')
      .orderBy('id')
      .execute();
    if (blocks.length === 0) continue;
    const folder = path.join(spoolFolder(dataDir), randomUUID());
    const services = await readServices(database);
    const rows = await rollUpInThread(readBlocks(database, blocks), span, { folder, services, signal });
    await database.transaction().execute(async (tx) => {
      await replaceRollups(tx, span, rows);
      await fence(tx);
    });
  }
}
