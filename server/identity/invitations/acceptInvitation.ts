import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type NewPassword, passwordProblem } from '#domain/people/newPassword';
import type { IdentityTables } from '../tables.ts';
import type { OpenInvitation } from './invitationLinks.ts';
import { hashPassword } from '../password.ts';
import { openTotp, sealTotp } from '../secondFactor/sealedTotp.ts';
import { newTotpSecret, totpStep } from '../secondFactor/totp.ts';
import { attemptSubject, countAttempt, forgetAttemptsAt, TOO_MANY_ATTEMPTS } from '../secondFactor/attemptLimit.ts';

/** Form fields of the invitation page. */
export interface Acceptance extends NewPassword {
  readonly code: string;
}

/** Returns the pending TOTP secret for the QR image: created on the first request, unchanged until the invitation is accepted. */
export async function pendingSecret(database: Kysely<IdentityTables>, key: KeyObject, username: string): Promise<string> {
  await database
    .updateTable('identity_account')
    .set({ totp_pending: sealTotp(key, username, newTotpSecret()) })
    .where('username', '=', username)
    .where('status', '=', 'INVITED')
    .where('totp_pending', 'is', null)
    .execute();
  const { totp_pending } = await database
    .selectFrom('identity_account')
    .select('totp_pending')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return openTotp(key, username, totp_pending) ?? '';
}

/**
 * Activates the account and ends the link in one transaction, so that only one of two concurrent submissions succeeds, and none succeeds after the invitation
 * was revoked.
 */
const open = (database: Kysely<IdentityTables>, { hash, account }: OpenInvitation, password_hash: string, step: number): Promise<boolean> =>
  database.transaction().execute(async (tx) => {
    const link = tx.selectFrom('identity_invitation').select('token_hash').where('token_hash', '=', hash).where('ended', 'is', null);
    const opened = await tx
      .updateTable('identity_account')
      .set({
        password_hash,
        status: 'ACTIVE',
        totp_secret: account.totp_pending,
        totp_pending: null,
        totp_last_step: step,
        device_name: 'Authenticator app',
      })
      .where('username', '=', account.username)
      .where('status', '=', 'INVITED')
      .where((where) => where.exists(link))
      .executeTakeFirst();
    if (opened.numUpdatedRows !== 1n) return false;
    await tx.updateTable('identity_invitation').set({ ended: 'used' }).where('token_hash', '=', hash).execute();
    await forgetAttemptsAt(tx, account.email);
    return true;
  });

/** Dependencies of the function that accepts an invitation. */
interface AcceptanceParts {
  readonly database: Kysely<IdentityTables>;
  /** The key that decrypts TOTP secrets. */
  readonly credentialKey: KeyObject;
  readonly now: () => number;
}

/**
 * Accepts an invitation: sets the password and the second factor of the account and activates it. Each wrong code counts as an attempt of the account's
 * links. Returns the problem, or null on success.
 */
export async function acceptInvitation(
  { database, credentialKey, now }: AcceptanceParts,
  invitation: OpenInvitation,
  form: Acceptance,
): Promise<string | null> {
  const { account } = invitation;
  const problem = passwordProblem(form, account.email);
  if (problem !== null) return problem;
  const tried = await countAttempt(database, attemptSubject('links', account.username), now());
  if (tried === null) return TOO_MANY_ATTEMPTS;
  const pending = openTotp(credentialKey, account.username, account.totp_pending);
  const step = pending === null ? null : totpStep(pending, form.code, now());
  if (step === null) return 'The code is wrong. Scan the picture, then type the code that the app shows now.';
  const isOpen = await open(database, invitation, await hashPassword(form.password), step);
  await tried.forgive();
  return isOpen ? null : 'This invitation has ended.';
}
