import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import { burnStep, lockOwner, type Account } from '../accounts.ts';
import { endSignIns } from '../endSignIns.ts';
import { passwordProblem } from '#domain/people/newPassword';
import type { Acceptance } from '../invitations/acceptInvitation.ts';
import type { OpenInvitation } from '../invitations/invitationLinks.ts';
import { hashPassword } from '../password.ts';
import { attemptSubject, countAttempt, forgetAttemptsAt, TOO_MANY_ATTEMPTS } from '../secondFactor/attemptLimit.ts';
import { openTotp } from '../secondFactor/sealedTotp.ts';
import { totpStep } from '../secondFactor/totp.ts';
import type { IdentityTables } from '../tables.ts';
import type { MailNotices } from '../mail/notices.ts';

/** Dependencies of the functions that set a new password. */
export interface ChoosePasswordParts {
  readonly database: Kysely<IdentityTables>;
  /** The key that decrypts TOTP secrets. */
  readonly credentialKey: KeyObject;
  readonly now: () => number;
  /** Called with every grant that the change ends. */
  readonly revoked: (grant: string) => void;
  readonly notify: MailNotices;
}

/** Returns whether the code of the second factor is right; true for an account without one, because otherwise a mailbox alone is not enough. */
export async function codeCounts({ database, credentialKey, now }: ChoosePasswordParts, account: Account, code: string): Promise<boolean> {
  if (account.totp_secret === null) return true;
  const secret = openTotp(credentialKey, account.username, account.totp_secret);
  const step = secret === null ? null : totpStep(secret, code, now());
  return step !== null && (await burnStep(database, account.username, step));
}

/**
 * Sets the password and ends the link, every sign-in and a lock of the login page, in one transaction, so a link can be used only once. Returns the ended
 * grants; null when the link had already ended.
 */
const change = (database: Kysely<IdentityTables>, { hash, account }: OpenInvitation, password_hash: string) =>
  database.transaction().execute(async (tx) => {
    if (!(await lockOwner(tx, account))) return null;
    const ended = await tx
      .updateTable('identity_invitation')
      .set({ ended: 'used' })
      .where('token_hash', '=', hash)
      .where('ended', 'is', null)
      .executeTakeFirst();
    if (ended.numUpdatedRows !== 1n) return null;
    await tx.updateTable('identity_account').set({ password_hash }).where('username', '=', account.username).execute();
    await forgetAttemptsAt(tx, account.email);
    return endSignIns(tx, account.username);
  });

/** Sets a new password through a mailed link. Each wrong code counts as an attempt of the account's links. Returns the problem, null on success. */
export async function choosePassword(parts: ChoosePasswordParts, link: OpenInvitation, form: Acceptance): Promise<string | null> {
  const { database, now, revoked, notify } = parts;
  const { account } = link;
  const problem = passwordProblem(form, account.email);
  if (problem !== null) return problem;
  const tried = await countAttempt(database, attemptSubject('links', account.username), now());
  if (tried === null) return TOO_MANY_ATTEMPTS;
  if (!(await codeCounts(parts, account, form.code))) return 'The code is wrong, or used. Type the next one that the app shows.';
  const ended = await change(database, link, await hashPassword(form.password));
  await tried.forgive();
  if (ended === null) return 'This link has ended.';
  for (const grant of ended) revoked(grant);
  notify(account, 'password_changed');
  return null;
}
