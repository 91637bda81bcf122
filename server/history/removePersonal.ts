/** Removes what the history keeps of a person, with the account of the person. */

import { sql, type Transaction } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { locks } from '../platform/database/locks.ts';
import type { HistoryDependencies } from './reports/historyDependencies.ts';
import { removeBookmarks } from './bookmarks/removeBookmarks.ts';
import { ACCOUNTS_AT_ONCE } from './accounts/accountPolicy.ts';

/**
 * Removes all bookmarks of a person with the account, also the shared ones, with what they pin, the reviews of episodes, and the accounts of sessions; spans that the
 * person pinned stay, without the name. `removeAccount` removes the account, and what other features keep. All this stays where the account cannot be removed, and the account stays where this cannot be.
 */
export async function removePersonalWith(
  database: HistoryDependencies['database'],
  username: string,
  removeAccount: (tx: Transaction<Database>) => Promise<void>,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    // Lines that are being written come before, and go; later ones find that the notice was not seen.
    await sql`select pg_advisory_xact_lock(${locks.sessionAccounts}, hashtext(${username}))`.execute(tx);
    await tx.deleteFrom('account_notice').where('username', '=', username).execute();
    await tx.deleteFrom('history_review').where('username', '=', username).execute();
    await tx.updateTable('history_pin').set({ username: null, author: null }).where('username', '=', username).execute();
    // In short statements: all with their lines would take longer than a query may.
    const some = sql`delete from session_account where session_id = any (array(
      select session_id from session_account where username = ${username} limit ${ACCOUNTS_AT_ONCE}))`;
    let removed = ACCOUNTS_AT_ONCE;
    while (removed === ACCOUNTS_AT_ONCE) removed = Number((await some.execute(tx)).numAffectedRows ?? 0n);
    // After the pins, whose rows somebody may hold who waits for the lock that this takes; and late, since whoever keeps a span waits for its end.
    await removeBookmarks(tx, sql<boolean>`username = ${username}`);
    await removeAccount(tx);
  });
}
