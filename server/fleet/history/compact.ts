/** Merges small blocks of the history, because every block adds the overhead of a row and a dictionary. */

import { type Kysely, sql, type Transaction } from 'kysely';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import type { Database } from '../../platform/database/tables.ts';
import { decodeReadable } from './historyBlock.ts';
import { insertBlocks } from './insertBlocks.ts';
import type { KeptReport } from './keptReport.ts';

/** Number of reports below which a block is small. */
const SMALL_REPORTS = 2_500;
/** Maximum numbers of blocks and of reports merged in one transaction. */
const JOINED_BLOCKS = 300;
const JOINED_REPORTS = 50_000;
/** Minimum number of small blocks for a merge. */
const WORTH_BLOCKS = 30;
/** Maximum number of transactions in one call: in five minutes they merge twice as many blocks as ten flushes per second write, so a backlog shrinks. */
const JOINS = 20;

const utcDay = (column: 'first_at' | 'last_at') => sql<Date>`date_trunc('day', ${sql.ref(column)}, 'UTC')`;

/** The blocks to merge. */
export interface Compaction {
  /** The instant, in ms since epoch, before which blocks are left as they are: their days are sealed, which fails if they change meanwhile. */
  readonly from: number;
  /** The ids of the blocks that cannot be read, which are left as they are; new ones are added. */
  readonly damaged: Set<number>;
  readonly signal: AbortSignal;
}

/** Selects small blocks within one day: a day is sealed as a whole, so no block may cross its end. */
const smallBlocks = (tx: Transaction<Database>, { from, damaged }: Compaction) =>
  tx
    .selectFrom('history_block')
    .where('report_count', '<', SMALL_REPORTS)
    .where('first_at', '>=', new Date(from))
    .where(utcDay('first_at'), '=', utcDay('last_at'))
    .where(sql<boolean>`id <> all (${[...damaged]}::bigint[])`);

/** Returns the first of some blocks that together have at most `JOINED_REPORTS` reports. */
function firstOf<Block extends { readonly report_count: number }>(blocks: readonly Block[]): readonly Block[] {
  let reports = 0;
  return blocks.filter(({ report_count }) => (reports += report_count) <= JOINED_REPORTS);
}

/** Merges small blocks of the newest day that has enough of them, oldest first. Returns how many blocks it selected. */
async function joinBlocks(tx: Transaction<Database>, compaction: Compaction): Promise<number> {
  const worth = await smallBlocks(tx, compaction)
    .select(utcDay('first_at').as('day'))
    .groupBy('day')
    .having(({ fn }) => fn.countAll(), '>=', WORTH_BLOCKS)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (worth === undefined) return 0;
  const small = await smallBlocks(tx, compaction)
    .select(['id', 'report_count'])
    .where(utcDay('first_at'), '=', worth.day)
    .orderBy('id')
    .limit(JOINED_BLOCKS)
    .forUpdate()
    .skipLocked()
    .execute();
  if (small.length < WORTH_BLOCKS) return 0;
  const ids = firstOf(small).map(({ id }) => id);
  const blocks = await tx.selectFrom('history_block').select(['id', 'reports']).where('id', 'in', ids).orderBy('id').execute();
  const read = await mapInTurns(blocks, ({ id, reports }) => ({ id, kept: decodeReadable(reports) }));
  const reports: KeptReport[] = [];
  for (const { id, kept } of read) {
    if (kept === null) compaction.damaged.add(id);
    else for (const report of kept) reports.push(report);
  }
  await insertBlocks(tx, reports);
  await tx
    .deleteFrom('history_block')
    .where('id', 'in', ids)
    .where(sql<boolean>`id <> all (${[...compaction.damaged]}::bigint[])`)
    .execute();
  return ids.length;
}

/**
 * Merges small history blocks, the newest day first, until each day has few of them, in short transactions and turns of the thread, and in a limited
 * number of transactions. Source: COMPACT1, COMPACT2.
 */
export async function compactHistory(database: Kysely<Database>, compaction: Compaction): Promise<void> {
  for (let joins = 0; joins < JOINS && !compaction.signal.aborted; joins += 1) {
    const joined = await database.transaction().execute((tx) => joinBlocks(tx, compaction));
    if (joined === 0) return;
  }
}
