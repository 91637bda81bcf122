/** Changes, blocks, unblocks and deletes accounts at the embedded provider; the last system_admin is always kept. */

import { sql, type Kysely } from 'kysely';
import { roleOf } from '#domain/people/rights';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { conflict } from '../../platform/failure/failure.ts';
import type { Administration, ManagedAccount } from '../administration.ts';
import { endSignIns } from '../endSignIns.ts';
import { endLinks } from '../invitations/invitationLinks.ts';
import type { IdentityTables } from '../tables.ts';

/** Dependencies of changes to accounts. */
export interface ChangeParts {
  readonly database: Kysely<IdentityTables>;
  readonly now: () => number;
  /** Called with every grant that a change ends. */
  readonly revoked: (grant: string) => void;
}

const ADMINS = JSON.stringify(['user_type:system_admin']);

/**
 * Runs one change at a time across all servers, and rolls it back if no system_admin who can sign in is left: if two administrators remove each other at the
 * same time, one remains.
 */
const keepingAnAdmin = <T>({ database }: ChangeParts, change: (tx: Kysely<IdentityTables>) => Promise<T>): Promise<T> =>
  database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('accounts', 41))`.execute(tx);
    const result = await change(tx);
    const admin = await tx
      .selectFrom('identity_account')
      .select('username')
      .where('status', '=', 'ACTIVE')
      .where('disabled_at', 'is', null)
      .where(sql<boolean>`groups @> ${ADMINS}::jsonb`)
      .limit(1)
      .executeTakeFirst();
    if (admin === undefined) throw createFailure('lastSystemAdmin');
    return result;
  });

/** The failure for an account that somebody else deleted meanwhile. */
const noAccount = () => createFailure('noAccount');

/** Deletes an account and remembers its user name. Returns the grants that ended. */
async function removeAccount(tx: Kysely<IdentityTables>, { username, status }: ManagedAccount): Promise<readonly string[]> {
  const removed = await tx.deleteFrom('identity_account').where('username', '=', username).executeTakeFirst();
  if (removed.numDeletedRows !== 1n) throw noAccount();
  await endLinks(tx, username, 'revoked');
  // Nothing is recorded under the name of a person who has never signed in.
  if (status !== 'INVITED') {
    await tx
      .insertInto('identity_former_username')
      .values({ username })
      .onConflict((clash) => clash.doNothing())
      .execute();
  }
  return endSignIns(tx, username);
}

/**
 * Creates the functions with which an administrator changes accounts. A changed group takes effect at the next request, a blocked or deleted account at once.
 */
export function accountChanges(parts: ChangeParts): Pick<Administration, 'update' | 'disable' | 'enable' | 'remove'> {
  const { database, now, revoked } = parts;
  const end = (grants: readonly string[]) => {
    for (const grant of grants) revoked(grant);
  };
  return {
    update: async (account, { name, family_name, locale, groups }) => {
      const change = async (tx: Kysely<IdentityTables>) => {
        const changed = await tx
          .updateTable('identity_account')
          .set({ name, family_name, locale, groups: JSON.stringify(groups) })
          .where('username', '=', account.username)
          .executeTakeFirst();
        if (changed.numUpdatedRows !== 1n) throw noAccount();
      };
      const isAdmin = roleOf(account.groups) === 'system_admin' && roleOf(groups) !== 'system_admin';
      await (isAdmin ? keepingAnAdmin(parts, change) : change(database));
    },
    disable: async ({ username, status }) => {
      if (status === 'INVITED') throw conflict('The invitation is not accepted yet: revoke it instead.');
      end(
        await keepingAnAdmin(parts, async (tx) => {
          await tx
            .updateTable('identity_account')
            .set({ disabled_at: new Date(now()) })
            .where('username', '=', username)
            .where('disabled_at', 'is', null)
            .execute();
          await endLinks(tx, username, 'revoked');
          return endSignIns(tx, username);
        }),
      );
    },
    enable: async ({ username }) => {
      await database.updateTable('identity_account').set({ disabled_at: null }).where('username', '=', username).execute();
    },
    remove: async (account) => end(await keepingAnAdmin(parts, (tx) => removeAccount(tx, account))),
  };
}
