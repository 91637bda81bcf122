import type { Kysely } from 'kysely';
import type { IdentityTables } from '../tables.ts';
import type { OpenInvitation } from './invitationLinks.ts';
import { hashPassword } from '../password.ts';
import { newTotpSecret, totpStep } from '../secondFactor/totp.ts';
import { countAttempt, TOO_MANY_ATTEMPTS } from '../secondFactor/attemptLimit.ts';

/** Shortest and longest password, in characters. */
export const PASSWORD_LENGTH = { least: 12, most: 200 } as const;

/** What a person typed into the page of an invitation. */
export interface Acceptance {
  readonly password: string;
  readonly again: string;
  readonly code: string;
}

/** What is wrong with a new password; null when it counts. Length is what makes one strong. */
export function passwordProblem({ password, again }: Omit<Acceptance, 'code'>, email: string): string | null {
  const { length } = Array.from(password);
  if (length < PASSWORD_LENGTH.least) return `The password needs at least ${PASSWORD_LENGTH.least} characters.`;
  if (length > PASSWORD_LENGTH.most) return `The password can have at most ${PASSWORD_LENGTH.most} characters.`;
  if (password.trim().toLowerCase() === email) return 'The password cannot be your email address.';
  return password === again ? null : 'The two passwords differ.';
}

/** The secret that the page shows as a QR image: made at the first look, and the same until the invitation is accepted. */
export async function pendingSecret(database: Kysely<IdentityTables>, username: string): Promise<string> {
  await database
    .updateTable('identity_account')
    .set({ totp_pending: newTotpSecret() })
    .where('username', '=', username)
    .where('status', '=', 'INVITED')
    .where('totp_pending', 'is', null)
    .execute();
  const { totp_pending } = await database
    .selectFrom('identity_account')
    .select('totp_pending')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return totp_pending ?? '';
}

/** Opens the account and spends the link in one transaction: of two who send the form at once one succeeds, and none once it was taken back. */
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
    return true;
  });

/** Sets password and second factor of an invited account. Every code is a counted try, as at the login page. Gives what was wrong, null when it is done. */
export async function acceptInvitation(
  { database, now }: { readonly database: Kysely<IdentityTables>; readonly now: () => number },
  invitation: OpenInvitation,
  form: Acceptance,
): Promise<string | null> {
  const { account } = invitation;
  const problem = passwordProblem(form, account.email);
  if (problem !== null) return problem;
  const tried = await countAttempt(database, account.email, now());
  if (tried === null) return TOO_MANY_ATTEMPTS;
  const step = account.totp_pending === null ? null : totpStep(account.totp_pending, form.code, now());
  if (step === null) return 'The code is wrong. Scan the picture, then type the code that the app shows now.';
  const isOpen = await open(database, invitation, await hashPassword(form.password), step);
  await tried.forgive();
  return isOpen ? null : 'This invitation has ended.';
}
