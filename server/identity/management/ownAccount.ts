/** Changes of a person's own account: a new password, and the move of the second factor to a new phone. */

import type { Kysely } from 'kysely';
import { toDataURL } from 'qrcode';
import { passwordProblem } from '#domain/people/newPassword';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { conflict } from '../../platform/failure/failure.ts';
import type { Slots } from '../../platform/limits/slots.ts';
import { noteDone } from '../../platform/audit/changes.ts';
import type { Principal } from '../../platform/principal.ts';
import { burnStep, findAccount, type Account } from '../accounts.ts';
import { endOtherSignIns } from '../endSignIns.ts';
import { hashPassword, passwordMatches } from '../password.ts';
import { attemptSubject, countAttempt, TOO_MANY_ATTEMPTS } from '../secondFactor/attemptLimit.ts';
import { pendingSecret } from '../secondFactor/pendingSecret.ts';
import { openTotp } from '../secondFactor/sealedTotp.ts';
import type { SecondFactorParts } from '../secondFactor/secondFactor.ts';
import { totpAddress, totpStep } from '../secondFactor/totp.ts';
import type { IdentityTables } from '../tables.ts';

/** Dependencies of the functions that change the caller's own account. */
export interface OwnAccountParts extends SecondFactorParts {
  /** Slots for password hashing. */
  readonly slots: Slots;
}

/** Result of a change. `field` is the invalid field of the body, if there is one. */
interface Outcome {
  readonly ok: boolean;
  readonly error?: string;
  readonly field?: string;
}

const refused = (error: string, field?: string): Outcome => ({ ok: false, error, ...(field === undefined ? {} : { field }) });

/** Returns the account and the sign-in of a caller. Throws if the account is deleted or the caller has no sign-in. */
async function ownSignIn(database: Kysely<IdentityTables>, { username, grant }: Principal): Promise<{ account: Account; grant: string }> {
  const account = await findAccount(database, username);
  if (account === undefined || grant === null) throw createFailure('signInEnded');
  return { account, grant };
}

/** Ends the sign-ins of an account except this one. Returns the ended grants. */
async function endTheOthers(tx: Kysely<IdentityTables>, username: string, grant: string): Promise<readonly string[]> {
  const token = await tx
    .selectFrom('identity_record')
    .select('payload')
    .where('model', '=', 'RefreshToken')
    .where('grant_id', '=', grant)
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  return endOtherSignIns(tx, { username, grant, sessionUid: token?.payload.sessionUid ?? '' });
}

/** Changes the caller's password. Each wrong password counts as an attempt of the account's sign-ins. */
export async function changePassword(
  { database, slots, now, revoked, notify }: OwnAccountParts,
  caller: Principal,
  { password, new_password }: { readonly password: string; readonly new_password: string },
): Promise<Outcome> {
  const { account, grant } = await ownSignIn(database, caller);
  const problem = passwordProblem({ password: new_password, again: new_password }, account.email);
  if (problem !== null) return refused(problem, 'new_password');
  const tried = await countAttempt(database, attemptSubject('account', account.username), now());
  if (tried === null) return refused(TOO_MANY_ATTEMPTS);
  const password_hash = await slots(account.username, async () =>
    (await passwordMatches(password, account.password_hash ?? undefined)) ? hashPassword(new_password) : null,
  );
  if (password_hash === null) return refused('The password of now is wrong.', 'password');
  const ended = await database.transaction().execute(async (tx) => {
    await tx.updateTable('identity_account').set({ password_hash }).where('username', '=', account.username).execute();
    return endTheOthers(tx, account.username, grant);
  });
  await tried.forgive();
  for (const each of ended) revoked(each);
  notify(account, 'password_changed');
  return { ok: true };
}

const none = () => conflict('The account has no second factor.');

/**
 * Starts moving the second factor to a new phone, or continues the move of this sign-in. The new secret stays the same until the move is completed or another
 * sign-in begins a move; the old secret is valid until the move is completed.
 */
export async function moveMfa(parts: OwnAccountParts, caller: Principal): Promise<{ qr_code: string; otpauth: string }> {
  const read = async () => {
    const { account } = await ownSignIn(parts.database, caller);
    if (account.totp_secret === null) throw none();
    return account;
  };
  const secret = await pendingSecret({ ...parts, grant: caller.grant, read });
  const otpauth = totpAddress(secret, parts.product, (await read()).email);
  const picture = await toDataURL(otpauth, { margin: 2, width: 240 });
  return { qr_code: picture.slice(picture.indexOf(',') + 1), otpauth };
}

/** Completes a move with a code from each phone. Each wrong code counts as an attempt of the account's sign-ins. */
export async function confirmMoveMfa(
  { database, credentialKey, now, revoked, notify }: OwnAccountParts,
  caller: Principal,
  { device_name, current_code, code }: { readonly device_name: string; readonly current_code: string; readonly code: string },
): Promise<Outcome> {
  const { account, grant } = await ownSignIn(database, caller);
  const { username, totp_secret, totp_pending } = account;
  if (totp_secret === null) throw none();
  const tried = await countAttempt(database, attemptSubject('account', account.username), now());
  if (tried === null) return refused(TOO_MANY_ATTEMPTS);
  const [old, fresh] = [openTotp(credentialKey, username, totp_secret), openTotp(credentialKey, username, totp_pending)];
  const oldStep = old === null ? null : totpStep(old, current_code, now());
  const step = fresh === null || account.totp_pending_grant !== grant ? null : totpStep(fresh, code, now());
  if (step === null)
    return refused('The code of the new phone is wrong, or over. Scan the picture, then type the code that it shows now.', 'code');
  if (oldStep === null || !(await burnStep(database, username, oldStep)))
    return refused('The code of the phone of now is wrong, or used. Type the next one.', 'current_code');
  const ended = await database.transaction().execute(async (tx) => {
    const moved = await tx
      .updateTable('identity_account')
      .set({ totp_secret: totp_pending, totp_pending: null, totp_pending_grant: null, totp_last_step: step, device_name })
      .where('username', '=', username)
      .where('totp_secret', '=', totp_secret)
      .executeTakeFirst();
    if (moved.numUpdatedRows !== 1n) throw conflict('The second factor was changed meanwhile.');
    return endTheOthers(tx, username, grant);
  });
  noteDone({ device_name: account.device_name }, { device_name });
  await tried.forgive();
  for (const each of ended) revoked(each);
  notify(account, 'second_factor_moved');
  return { ok: true };
}
