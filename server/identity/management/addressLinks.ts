/** The links that change the address of an account: creates, replaces and ends them, and returns the account and new address of a token. */

import type { Kysely } from 'kysely';
import { DAY_MS } from '#domain/text/timeUnits';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { findAccount, lockOwner, type Account } from '../accounts.ts';
import { hashOf, type LinkEnd, newLinkToken } from '../invitations/invitationLinks.ts';
import type { IdentityTables } from '../tables.ts';

/** Lifetime of a link: 24 hours. */
export const ADDRESS_LINK_MS = DAY_MS;

/** A valid link, with its current account. */
export interface OpenAddressLink {
  readonly hash: string;
  readonly account: Account;
  readonly newEmail: string;
}

/**
 * Creates a link token for a new address of an account and stores its hash; the token itself is returned only here. `now` is ms since epoch. Throws 404 if the
 * account may no longer sign in or has another address by now.
 */
export async function createAddressLink(
  database: Kysely<IdentityTables>,
  owner: Pick<Account, 'username' | 'email'>,
  new_email: string,
  now: number,
) {
  const { token, hash } = newLinkToken();
  const expires_at = new Date(now + ADDRESS_LINK_MS);
  await database.transaction().execute(async (tx) => {
    if (!(await lockOwner(tx, owner))) throw createFailure('noAccount');
    const link = { token_hash: hash, username: owner.username, new_email, expires_at, ended: null };
    await tx.insertInto('identity_address_link').values(link).execute();
  });
  return { token, hash };
}

/** Ends the open links of an account. Returns their number. */
export async function endAddressLinks(database: Kysely<IdentityTables>, username: string): Promise<number> {
  const ended = await database
    .updateTable('identity_address_link')
    .set({ ended: 'revoked' })
    .where('username', '=', username)
    .where('ended', 'is', null)
    .executeTakeFirst();
  return Number(ended.numUpdatedRows);
}

/** Ends the open links of an account that are older than the one with this hash: of two links that are mailed at the same time, the newer one stays valid. */
export async function replaceAddressLinks(database: Kysely<IdentityTables>, username: string, hash: string): Promise<void> {
  await database
    .updateTable('identity_address_link')
    .set({ ended: 'replaced' })
    .where('username', '=', username)
    .where('number', '<', database.selectFrom('identity_address_link').select('number').where('token_hash', '=', hash))
    .where('ended', 'is', null)
    .execute();
}

/** Returns the account and the new address of a link's token, or the reason why the link cannot be used. */
export async function openAddressLink(database: Kysely<IdentityTables>, token: string, now: number): Promise<OpenAddressLink | LinkEnd> {
  const hash = hashOf(token);
  const row = await database.selectFrom('identity_address_link').selectAll().where('token_hash', '=', hash).executeTakeFirst();
  if (row === undefined) return 'unknown';
  if (row.ended !== null) return row.ended;
  if (row.expires_at.getTime() <= now) return 'expired';
  const account = await findAccount(database, row.username);
  const maySignIn = account?.status === 'ACTIVE' && account.disabled_at === null;
  return maySignIn ? { hash, account, newEmail: row.new_email } : 'unknown';
}

/** Returns the new address of each account with an open link, by user name; of several links, the newest counts. */
export async function pendingAddresses(
  database: Kysely<IdentityTables>,
  usernames: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  if (usernames.length === 0) return new Map();
  const rows = await database
    .selectFrom('identity_address_link')
    .select(['username', 'new_email'])
    .where('username', 'in', usernames)
    .where('ended', 'is', null)
    .where('expires_at', '>', new Date(now))
    .orderBy('number')
    .execute();
  return new Map(rows.map(({ username, new_email }) => [username, new_email]));
}
