/** The links that change the address of an account: token, hash, new address, lifetime and end. */

import type { Kysely } from 'kysely';
import { DAY_MS } from '#domain/text/timeUnits';
import { findAccount, type Account } from '../accounts.ts';
import { hashOf, type LinkEnd, newLinkToken } from '../invitations/invitationLinks.ts';
import type { IdentityTables } from '../tables.ts';

/** Lifetime of a link: 24 hours. */
export const ADDRESS_LINK_MS = DAY_MS;

/** A valid link, with its account as it is now. */
export interface OpenAddressLink {
  readonly hash: string;
  readonly account: Account;
  readonly newEmail: string;
}

/** Creates a link token for a new address of an account and stores its hash; the token itself is returned only here. `now` is ms since epoch. */
export async function createAddressLink(database: Kysely<IdentityTables>, username: string, new_email: string, now: number) {
  const { token, hash } = newLinkToken();
  await database
    .insertInto('identity_address_link')
    .values({ token_hash: hash, username, new_email, expires_at: new Date(now + ADDRESS_LINK_MS), ended: null })
    .execute();
  return { token, hash };
}

/** Ends the open links of an account, except the one with hash `kept`. */
export async function endAddressLinks(
  database: Kysely<IdentityTables>,
  username: string,
  how: 'revoked' | 'replaced',
  kept = '',
): Promise<void> {
  await database
    .updateTable('identity_address_link')
    .set({ ended: how })
    .where('username', '=', username)
    .where('token_hash', '!=', kept)
    .where('ended', 'is', null)
    .execute();
}

/** Returns the account and the new address of a link's token, or the reason why it cannot be used. */
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

/** Returns the new addresses of the accounts that have an open link, by user name. */
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
    .execute();
  return new Map(rows.map(({ username, new_email }) => [username, new_email]));
}
