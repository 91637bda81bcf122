/**
 * Rows of accounts (`identity_account`): finds them by name or address, locks and inserts them; reads their groups and token claims, and records used TOTP
 * codes.
 */

import { type InsertObject, type Kysely, type Selectable, sql } from 'kysely';
import { locks } from '../platform/database/locks.ts';
import type { AccountTable, IdentityTables } from './tables.ts';

/** A row of the account table. */
export type Account = Selectable<AccountTable>;

/** Returns the account of a user name or, if it contains `@`, of an e-mail address (case-insensitive). */
export const findAccount = (database: Kysely<IdentityTables>, usernameOrEmail: string): Promise<Account | undefined> => {
  // A text with NUL is in no row, and PostgreSQL would reject it.
  if (usernameOrEmail.includes('\0')) return Promise.resolve(undefined);
  const people = database.selectFrom('identity_account').selectAll();
  return usernameOrEmail.includes('@')
    ? people.where('email', '=', usernameOrEmail.trim().toLowerCase()).executeTakeFirst()
    : people.where('username', '=', usernameOrEmail).executeTakeFirst();
};

/** Returns the groups of the accounts that may sign in, by user name. */
export async function readGroups(
  database: Kysely<IdentityTables>,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (usernames.length === 0) return new Map();
  const rows = await database
    .selectFrom('identity_account')
    .select(['username', 'groups'])
    .where('username', 'in', usernames)
    .where('status', '!=', 'INVITED')
    .where('disabled_at', 'is', null)
    .execute();
  return new Map(rows.map(({ username, groups }) => [username, groups]));
}

/**
 * Keeps the names of all groups unchanged until the end of a transaction: a rename waits for the transaction, and the transaction waits for a rename. This lock
 * is taken before the locks of accounts.
 */
export const shareGroupNames = (tx: Kysely<IdentityTables>) => sql`select pg_advisory_xact_lock_shared(${locks.groupNames})`.execute(tx);

/**
 * Locks the row of an account until the end of a transaction if the account may sign in and still has this address; returns whether it does. This lock is taken
 * before the locks of the account's links.
 */
export async function lockOwner(tx: Kysely<IdentityTables>, { username, email }: Pick<Account, 'username' | 'email'>): Promise<boolean> {
  const open = await tx
    .selectFrom('identity_account')
    .select('username')
    .where('username', '=', username)
    .where('email', '=', email)
    .where('status', '=', 'ACTIVE')
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return open !== undefined;
}

/** Inserts accounts, except those whose user name or address is taken. Returns the number of inserted accounts. */
export async function insertAccounts(
  database: Kysely<IdentityTables>,
  accounts: readonly InsertObject<IdentityTables, 'identity_account'>[],
): Promise<number> {
  if (accounts.length === 0) return 0;
  const added = await database
    .insertInto('identity_account')
    .values(accounts)
    .onConflict((clash) => clash.doNothing())
    .executeTakeFirst();
  return Number(added.numInsertedOrUpdatedRows);
}

/**
 * Returns whether the login requires a second factor. It also returns true for an unknown address and an invited account, so that the response does not reveal
 * which accounts exist.
 */
export const looksEnrolled = (account: Account | undefined): boolean =>
  account === undefined || account.status === 'INVITED' || account.totp_secret !== null;

/** Maximum number of steps by which the last used step may be ahead of a code; a later step was accepted while the clock was wrong, and is ignored. */
const STEPS_AHEAD = 4;

/**
 * Marks a TOTP step as used. Returns true for exactly one of several concurrent calls; false for a step that is not newer than the last used one, unless that
 * is more than `STEPS_AHEAD` ahead.
 */
export async function burnStep(database: Kysely<IdentityTables>, username: string, step: number): Promise<boolean> {
  const burnt = await database
    .updateTable('identity_account')
    .set({ totp_last_step: step })
    .where('username', '=', username)
    .where((where) =>
      where.or([where('totp_last_step', 'is', null), where('totp_last_step', '<', step), where('totp_last_step', '>', step + STEPS_AHEAD)]),
    )
    .executeTakeFirst();
  return burnt.numUpdatedRows === 1n;
}

/** Returns the token claims of an account. Source: spec, User. */
export const claimsOf = (account: Account) => ({
  sub: account.username,
  email: account.email,
  name: account.name,
  family_name: account.family_name,
  locale: account.locale,
  'cognito:username': account.username,
  'cognito:groups': [...account.groups],
});
