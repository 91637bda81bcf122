/** Changes, blocks, unblocks and deletes accounts at the embedded provider; the last system_admin is always kept. */

import { isDeepStrictEqual } from 'node:util';
import { sql, type Kysely } from 'kysely';
import { organisationGroups, roleOf, userTypesIn } from '#domain/people/rights';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { conflict } from '../../platform/failure/failure.ts';
import { shareGroupNames } from '../accounts.ts';
import type { AccountChange, Administration, ManagedAccount } from '../administration.ts';
import { endSignIns } from '../endSignIns.ts';
import { endLinks } from '../invitations/invitationLinks.ts';
import { type IdentityTables, withIdentityTables } from '../tables.ts';
import { endAddressLinks } from './addressLinks.ts';

/** Dependencies of the functions that change accounts. */
export interface ChangeParts {
  readonly database: Kysely<IdentityTables>;
  readonly now: () => number;
  /** Called with every grant that a change ends. */
  readonly revoked: (grant: string) => void;
}

const ADMINS = JSON.stringify(['user_type:system_admin']);

/**
 * Takes the lock under which one change at a time runs across all servers: if two administrators remove each other at the same time, one remains. It is taken
 * before locks of rows.
 */
const lockAdmins = (tx: Kysely<IdentityTables>) => sql`select pg_advisory_xact_lock(hashtextextended('accounts', 41))`.execute(tx);

/** Throws if no system_admin who can sign in is left. */
async function requireAnAdmin(tx: Kysely<IdentityTables>): Promise<void> {
  const admin = await tx
    .selectFrom('identity_account')
    .select('username')
    .where('status', '=', 'ACTIVE')
    .where('disabled_at', 'is', null)
    .where(sql<boolean>`groups @> ${ADMINS}::jsonb`)
    .limit(1)
    .executeTakeFirst();
  if (admin === undefined) throw createFailure('lastSystemAdmin');
}

async function keepingAnAdmin<T>(tx: Kysely<IdentityTables>, change: (tx: Kysely<IdentityTables>) => Promise<T>): Promise<T> {
  await lockAdmins(tx);
  const result = await change(tx);
  await requireAnAdmin(tx);
  return result;
}

/** Creates the failure for an account that somebody else deleted meanwhile. */
const noAccount = () => createFailure('noAccount');

/** The groups of an account when it was read, after the wanted change, and now. */
interface GroupChange {
  readonly read: readonly string[];
  readonly wanted: readonly string[];
  readonly now: readonly string[];
}

/**
 * Returns the groups after a change of the user type, of the organisations, or of neither. Groups that the change does not concern stay as they are now:
 * somebody else may have changed them since the account was read, e.g. renamed a group.
 */
function groupsAfter({ read, wanted, now }: GroupChange): readonly string[] {
  if (isDeepStrictEqual(now, read)) return wanted;
  const typesIn = (groups: readonly string[]) => groups.filter((group) => userTypesIn([group]).length > 0);
  return [typesIn, organisationGroups].flatMap((part) => part(isDeepStrictEqual(part(read), part(wanted)) ? now : wanted));
}

const isAdmin = (groups: readonly string[]) => roleOf(groups) === 'system_admin';

/**
 * Writes names and groups of an account. A group that is being renamed is already renamed in the account's row, or is renamed there afterwards (`groupNames`).
 * The row decides whether the account was a system_admin's, because the account may have changed since it was read. Source: GROUP2.
 */
async function writeAccount(tx: Kysely<IdentityTables>, account: ManagedAccount, change: AccountChange): Promise<void> {
  const { name, family_name, locale } = change;
  const row = await tx
    .selectFrom('identity_account')
    .select('groups')
    .where('username', '=', account.username)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw noAccount();
  const groups = groupsAfter({ read: account.groups, wanted: change.groups, now: row.groups });
  await tx
    .updateTable('identity_account')
    .set({ name, family_name, locale, groups: JSON.stringify(groups) })
    .where('username', '=', account.username)
    .execute();
  if (isAdmin(row.groups) && !isAdmin(groups)) await requireAnAdmin(tx);
}

/** Deletes an account and records its user name. Returns the ended grants. */
async function removeAccount(tx: Kysely<IdentityTables>, { username, status }: ManagedAccount): Promise<readonly string[]> {
  const removed = await tx.deleteFrom('identity_account').where('username', '=', username).executeTakeFirst();
  if (removed.numDeletedRows !== 1n) throw noAccount();
  await endLinks(tx, username);
  // The rows of these links contain an address of the person.
  await tx.deleteFrom('identity_address_link').where('username', '=', username).execute();
  // The user name is not recorded for a person who has never signed in, because no action is recorded under it.
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
  const serially = <T>(change: (tx: Kysely<IdentityTables>) => Promise<T>): Promise<T> =>
    database.transaction().execute((tx) => keepingAnAdmin(tx, change));
  const end = (grants: readonly string[]) => {
    for (const grant of grants) revoked(grant);
  };
  return {
    update: (account, change) =>
      database.transaction().execute(async (tx) => {
        await shareGroupNames(tx);
        await lockAdmins(tx);
        await writeAccount(tx, account, change);
      }),
    disable: async ({ username, status }) => {
      if (status === 'INVITED') throw conflict('The invitation is not accepted yet: revoke it instead.');
      end(
        await serially(async (tx) => {
          await tx
            .updateTable('identity_account')
            .set({ disabled_at: new Date(now()) })
            .where('username', '=', username)
            .where('disabled_at', 'is', null)
            .execute();
          await endLinks(tx, username);
          await endAddressLinks(tx, username);
          return endSignIns(tx, username);
        }),
      );
    },
    enable: ({ username }) =>
      database.transaction().execute(async (tx) => {
        await tx.updateTable('identity_account').set({ disabled_at: null }).where('username', '=', username).execute();
        // A server of the previous version, which does not know these links, may have blocked the account.
        await endAddressLinks(tx, username);
      }),
    remove: async (account, removePerson) => {
      let ended: readonly string[] = [];
      await removePerson(async (tx) => {
        ended = await keepingAnAdmin(withIdentityTables(tx), (own) => removeAccount(own, account));
      });
      end(ended);
    },
  };
}
