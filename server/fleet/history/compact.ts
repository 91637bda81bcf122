import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { decodeBlock } from './historyBlock.ts';
import { insertBlocks } from './insertBlocks.ts';

/** Number of reports below which a block is small. */
const SMALL_REPORTS = 2_500;
/** Maximum number of blocks merged in one run: five minutes at one block per second. */
const JOINED_BLOCKS = 300;
/** Minimum number of small blocks for a merge. */
const WORTH_BLOCKS = 30;

/**
 * Merges small history blocks, oldest first, because every block adds the overhead of a row and a dictionary. Returns the number of merged
 * blocks.
 */
export async function compactHistory(database: Kysely<Database>): Promise<number> {
  return database.transaction().execute(async (tx) => {
    const small = await tx
      .selectFrom('history_block')
      .select(['id', 'reports'])
      .where('report_count', '<', SMALL_REPORTS)
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
