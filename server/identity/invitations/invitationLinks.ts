import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { findAccount, type Account } from '../accounts.ts';
import type { IdentityTables } from '../tables.ts';

const DAY_MS = 24 * 3_600_000;
/** Lifetime of an invitation: 7 days. */
export const INVITATION_MS = 7 * DAY_MS;
/** How long ended links are kept, to show why a link has ended. */
const KEEP_ENDED_MS = 90 * DAY_MS;
const TOKEN_BYTES = 32;

/** Why a link cannot be used; `unknown` also for a link that was deleted after its retention. */
export type LinkEnd = 'used' | 'revoked' | 'replaced' | 'expired' | 'unknown';

/** An invitation that can still be accepted. */
export interface OpenInvitation {
  readonly hash: string;
  readonly account: Account;
}

/** Only the hash of a token is stored, so that read access to the database is not enough to accept an invitation. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Creates a link token for an account and stores its hash; the token itself is returned only here. `now` is ms since epoch. */
export async function createLink(database: Kysely<IdentityTables>, username: string, now: number) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const hash = hashOf(token);
  await database
    .deleteFrom('identity_invitation')
    .where('expires_at', '<', new Date(now - KEEP_ENDED_MS))
    .execute();
  await database
    .insertInto('identity_invitation')
    .values({ token_hash: hash, username, expires_at: new Date(now + INVITATION_MS), ended: null })
    .execute();
  return { token, hash };
}

/** Ends the open links of an account, except the one with hash `kept`. */
export async function endLinks(database: Kysely<IdentityTables>, username: string, how: 'revoked' | 'replaced', kept = ''): Promise<void> {
  await database
    .updateTable('identity_invitation')
    .set({ ended: how })
    .where('username', '=', username)
    .where('token_hash', '!=', kept)
    .where('ended', 'is', null)
    .execute();
}

/** Returns the invitation of a token, or the reason why it cannot be used. */
export async function openInvitation(database: Kysely<IdentityTables>, token: string, now: number): Promise<OpenInvitation | LinkEnd> {
  const hash = hashOf(token);
  const row = await database.selectFrom('identity_invitation').selectAll().where('token_hash', '=', hash).executeTakeFirst();
  if (row === undefined) return 'unknown';
  if (row.ended !== null) return row.ended;
  if (row.expires_at.getTime() <= now) return 'expired';
  const account = await findAccount(database, row.username);
  return account?.status === 'INVITED' ? { hash, account } : 'unknown';
}
