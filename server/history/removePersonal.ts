/** Removes a person's personal data from the history, together with the person's account. */

import { sql, type Transaction } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { locks } from '../platform/database/locks.ts';
import type { HistoryDependencies } from './reports/historyDependencies.ts';
import { removeBookmarks } from './bookmarks/removeBookmarks.ts';
import { ACCOUNTS_AT_ONCE } from './accounts/accountPolicy.ts';

/**
 * Removes a person's account, all bookmarks of the person (also shared ones) with the spans that they keep, the reviews of episodes, and the accounts of
 * sessions; spans that the person pinned stay, without the name. `removeAccount` removes the account and the data of other features. All of it happens in one
 * transaction: if one part fails, nothing is removed.
 */
export async function removePersonalWith(
  database: HistoryDependencies['database'],
  username: string,
  removeAccount: (tx: Transaction<Database>) => Promise<void>,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    // The lock waits for lines that are being written, which are then removed too; later lines are refused, because the notice no longer counts as seen.
    await sql`select pg_advisory_xact_lock(${locks.sessionAccounts}, hashtext(${username}))`.execute(tx);
    await tx.deleteFrom('account_notice').where('username', '=', username).execute();
    await tx.deleteFrom('history_review').where('username', '=', username).execute();
    await tx.updateTable('history_pin').set({ username: null, author: null }).where('username', '=', username).execute();
    // Short statements are used, because one statement for all accounts with their lines would exceed the time limit of a query.
    const some = sql`delete from session_account where session_id = any (array(
      select session_id from session_account where username = ${username} limit ${ACCOUNTS_AT_ONCE}))`;
    let removed = ACCOUNTS_AT_ONCE;
    while (removed === ACCOUNTS_AT_ONCE) removed = Number((await some.execute(tx)).numAffectedRows ?? 0n);
    // Bookmarks are removed after the pins: a holder of the pins' rows may wait for the lock taken here, which would cause a deadlock. They are removed late,
    // because everybody who keeps a span waits for the end of this transaction.
    await removeBookmarks(tx, sql<boolean>`username = ${username}`);
    await removeAccount(tx);
  });
}
