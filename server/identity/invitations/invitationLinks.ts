/** The links of invitations and password resets: creates, replaces and ends them, and returns the account of a token. */

import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { DAY_MS, HOUR_MS } from '#domain/text/timeUnits';
import { findAccount, type Account } from '../accounts.ts';
import type { IdentityTables, LinkPurpose } from '../tables.ts';

/** Lifetime of an invitation: 7 days. */
export const INVITATION_MS = 7 * DAY_MS;
/** Lifetime of a link for choosing a new password: 2 hours. */
export const PASSWORD_LINK_MS = 2 * HOUR_MS;
const lifetimes: Readonly<Record<LinkPurpose, number>> = { invitation: INVITATION_MS, password: PASSWORD_LINK_MS };
/** Time for which ended links are kept, in ms, to show the reason why a link has ended. */
const KEEP_ENDED_MS = 90 * DAY_MS;
const TOKEN_BYTES = 32;

/** The reason why a link cannot be used; `unknown` includes a link that was deleted after its retention. */
export type LinkEnd = 'used' | 'revoked' | 'replaced' | 'expired' | 'unknown';

/** A valid link, with its account. */
export interface OpenInvitation {
  readonly hash: string;
  readonly account: Account;
}

/** Returns the hash of a token; only the hash is stored, so that read access to the database does not allow accepting an invitation. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Creates the token of a new link, and its hash. */
export function newLinkToken(): { readonly token: string; readonly hash: string } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, hash: hashOf(token) };
}

/** Creates a link token for an account and stores its hash; the token itself is returned only here. `now` is ms since epoch. */
export async function createLink(database: Kysely<IdentityTables>, username: string, now: number, purpose: LinkPurpose = 'invitation') {
  const { token, hash } = newLinkToken();
  await database
    .deleteFrom('identity_invitation')
    .where('expires_at', '<', new Date(now - KEEP_ENDED_MS))
    .execute();
  await database
    .insertInto('identity_invitation')
    .values({ token_hash: hash, username, expires_at: new Date(now + lifetimes[purpose]), ended: null, purpose })
    .execute();
  return { token, hash };
}

/** Ends the open links of an account. */
export async function endLinks(database: Kysely<IdentityTables>, username: string): Promise<void> {
  await database
    .updateTable('identity_invitation')
    .set({ ended: 'revoked' })
    .where('username', '=', username)
    .where('ended', 'is', null)
    .execute();
}

/** Ends the open links of an account that are older than the one with this hash: of two links that are mailed at the same time, the newer one stays valid. */
export async function replaceLinks(database: Kysely<IdentityTables>, username: string, hash: string): Promise<void> {
  await database
    .updateTable('identity_invitation')
    .set({ ended: 'replaced' })
    .where('username', '=', username)
    .where('number', '<', database.selectFrom('identity_invitation').select('number').where('token_hash', '=', hash))
    .where('ended', 'is', null)
    .execute();
}

/** Returns whether the account is in the state for which a link was created. */
const isFor = (account: Account, purpose: LinkPurpose): boolean =>
  purpose === 'invitation' ? account.status === 'INVITED' : account.status === 'ACTIVE' && account.disabled_at === null;

/** Returns the link with its account, or the reason why the link cannot be used. */
export async function openLink(
  database: Kysely<IdentityTables>,
  token: string,
  now: number,
  purpose: LinkPurpose,
): Promise<OpenInvitation | LinkEnd> {
  const hash = hashOf(token);
  const row = await database.selectFrom('identity_invitation').selectAll().where('token_hash', '=', hash).executeTakeFirst();
  if (row === undefined || row.purpose !== purpose) return 'unknown';
  if (row.ended !== null) return row.ended;
  if (row.expires_at.getTime() <= now) return 'expired';
  const account = await findAccount(database, row.username);
  return account !== undefined && isFor(account, purpose) ? { hash, account } : 'unknown';
}

/** Returns the invitation of a token, or the reason why the invitation cannot be used. */
export const openInvitation = (database: Kysely<IdentityTables>, token: string, now: number) =>
  openLink(database, token, now, 'invitation');
