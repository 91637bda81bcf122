/** Removes bookmarks, after which retention may remove the data that they kept. */

import type { RawBuilder, Transaction } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { cutAgain, keptAround } from '../retention/cutAgain.ts';

/** Removes the bookmarks for which a condition holds; retention no longer keeps the time around them. Source: RETAIN7. */
export async function removeBookmarks(tx: Transaction<Database>, condition: RawBuilder<boolean>): Promise<void> {
  const removed = await tx.deleteFrom('history_bookmark').where(condition).returning('at').execute();
  await cutAgain(
    tx,
    removed.map(({ at }) => keptAround(at)),
  );
}
