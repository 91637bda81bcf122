import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { decodeBlock } from './historyBlock.ts';
import { insertBlocks } from './insertBlocks.ts';

/** Number of reports below which a block is small. */
const SMALL_REPORTS = 2_500;
/** Maximum number of blocks merged in one run: five minutes at one block per second. */
const JOINED_BLOCKS = 300;
/** Minimum number of small blocks for a merge. */
const WORTH_BLOCKS = 30;

const utcDay = (column: 'first_at' | 'last_at') => sql<Date>`date_trunc('day', ${sql.ref(column)}, 'UTC')`;

/** Selects small blocks within one day: a day is sealed as a whole, so no block may reach over its end. */
const smallBlocks = (tx: Transaction<Database>) =>
  tx.selectFrom('history_block').where('report_count', '<', SMALL_REPORTS).where(utcDay('first_at'), '=', utcDay('last_at'));

/**
 * Merges small history blocks of a day, the oldest day and block first, because every block adds the overhead of a row and a dictionary. Returns the number of
 * merged blocks.
 */
export async function compactHistory(database: Kysely<Database>): Promise<number> {
  return database.transaction().execute(async (tx) => {
    const worth = await smallBlocks(tx)
      .select(utcDay('first_at').as('day'))
      .groupBy('day')
      .having(({ fn }) => fn.countAll(), '>=', WORTH_BLOCKS)
      .orderBy('day')
      .limit(1)
      .executeTakeFirst();
    if (worth === undefined) return 0;
    const small = await smallBlocks(tx)
      .select(['id', 'reports'])
      .where(utcDay('first_at'), '=', worth.day)
      .orderBy('id')
      .limit(JOINED_BLOCKS)
      .forUpdate()
      .skipLocked()
      .execute();
    if (small.length < WORTH_BLOCKS) return 0;
    await insertBlocks(
      tx,
      small.flatMap(({ reports }) => decodeBlock(reports)),
    );
    const ids = small.map(({ id }) => id);
    await tx.deleteFrom('history_block').where('id', 'in', ids).execute();
    return ids.length;
  });
}
