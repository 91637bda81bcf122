/** The pending TOTP secret of a sign-in, for the enrolment of a second factor and for its move to a new phone. */

import type { KeyObject } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Account } from '../accounts.ts';
import type { IdentityTables } from '../tables.ts';
import { openTotp, sealTotp } from './sealedTotp.ts';
import { newTotpSecret } from './totp.ts';

/** The sign-in for which a secret is pending. */
interface PendingParts {
  readonly database: Kysely<IdentityTables>;
  /** The key that encrypts TOTP secrets. */
  readonly credentialKey: KeyObject;
  readonly grant: string | null;
  /** Reads the account. Throws if it may not (or no longer) have a pending secret. */
  readonly read: () => Promise<Account>;
}

/**
 * Returns the pending secret of a sign-in. Concurrent calls return the same, stored one, so every shown QR code is valid. Another sign-in replaces it by its
 * own secret, because a person who has only the password must not know the secret that the owner enrols. Source: ENROL1.
 */
export async function pendingSecret(parts: PendingParts): Promise<string> {
  const { database, credentialKey, grant, read } = parts;
  const { username, totp_secret, totp_pending, totp_pending_grant } = await read();
  const isOwn = grant !== null && totp_pending_grant === grant;
  const known = isOwn ? openTotp(credentialKey, username, totp_pending) : null;
  if (known !== null) return known;
  const secret = newTotpSecret();
  const stored = await database
    .updateTable('identity_account')
    .set({ totp_pending: sealTotp(credentialKey, username, secret), totp_pending_grant: grant })
    .where('username', '=', username)
    .where(sql<boolean>`(totp_secret, totp_pending) is not distinct from (${totp_secret}::text, ${totp_pending}::text)`)
    .executeTakeFirst();
  // If another call was first, its secret is read: it is returned for the same sign-in, and replaced for another one.
  return stored.numUpdatedRows === 1n ? secret : pendingSecret(parts);
}
