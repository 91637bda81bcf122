import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import type { Database } from '../../platform/database/tables.ts';
import { readBlocks, readServices } from './hotBlocks.ts';
import { type SealingParts, spoolFolder } from './sealDays.ts';
import { rollUpInThread } from './sealInThread.ts';
import { atOneMoment } from '../../platform/database/atOneMoment.ts';
import { allowPauses } from '../../platform/database/sessionLimits.ts';
import { replaceRollups } from '../rollups/storeRollups.ts';

/** Time, in ms, after the end of an hour in which its reports may still reach the database; later reports are counted with the rest of their day. */
const SETTLED_MS = 10 * MINUTE_MS;

/** Returns the hour after the newest hour with rollups; `from` if no hour from `from` on has rollups. */
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

const blocksOfHour = (database: Kysely<Database>, { from, to }: { readonly from: number; readonly to: number }) =>
  database
    .selectFrom('history_block')
    .select(['id', 'report_count'])
    .where('last_at', '>=', new Date(from))
    .where('first_at', '<', new Date(to))
    .orderBy('first_at')
    .orderBy('id')
    .execute();

/** Returns the next hour with blocks after an hour without blocks; null if there is none. Hours of days without reports need not be checked one by one. */
async function hourOfNextBlock(database: Kysely<Database>, hour: number): Promise<number | null> {
  const { at } = await database
    .selectFrom('history_block')
    .select((row) => row.fn.min('first_at').as('at'))
    .where('last_at', '>=', new Date(hour + HOUR_MS))
    .executeTakeFirstOrThrow();
  return at === null ? null : Math.max(hour + HOUR_MS, Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
}

/** Counts an hour from its blocks and replaces its rollups; returns false if it has no blocks. */
export async function rollUpHour({ database, fence, dataDir, signal }: SealingParts, hour: number): Promise<boolean> {
  const span = { from: hour, to: hour + HOUR_MS };
  const folder = path.join(spoolFolder(dataDir), randomUUID());
  // The blocks are read in one snapshot, because small blocks may be merged meanwhile.
  const rows = await atOneMoment(database, async (tx) => {
    const blocks = await blocksOfHour(tx, span);
    if (blocks.length === 0) return null;
    await allowPauses.execute(tx);
    return rollUpInThread(readBlocks(tx, blocks), span, { folder, services: await readServices(tx), signal });
  });
  if (rows === null) return false;
  await database.transaction().execute(async (tx) => {
    await replaceRollups(tx, span, rows);
    await fence(tx);
  });
  return true;
}

/** Counts the finished hours since `from` (ms since epoch), the end of the sealed days. Source: ROLLUP5, ROLLUP11. */
export async function rollUpHours(parts: SealingParts, from: number): Promise<void> {
  const { database, signal, now } = parts;
  const end = Math.floor((now() - SETTLED_MS) / HOUR_MS) * HOUR_MS;
  let hour: number | null = await nextHour(database, from);
  while (hour !== null && hour < end) {
    signal.throwIfAborted();
    hour = (await rollUpHour(parts, hour)) ? hour + HOUR_MS : await hourOfNextBlock(database, hour);
  }
}
