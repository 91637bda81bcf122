/** Enrolment of a second factor: a pending secret, confirmed by a code. */

import type { KeyObject } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { toDataURL } from 'qrcode';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { conflict, forbidden, unauthenticated } from '../../platform/failure/failure.ts';
import { noteDone } from '../../platform/audit/changes.ts';
import type { Principal } from '../../platform/principal.ts';
import { findAccount, type Account } from '../accounts.ts';
import type { MailNotices } from '../mail/notices.ts';
import { endOtherSignIns } from '../endSignIns.ts';
import type { IdentityTables } from '../tables.ts';
import { WHOLE } from '../scopes.ts';
import { pendingSecret } from './pendingSecret.ts';
import { openTotp } from './sealedTotp.ts';
import { totpAddress, totpStep } from './totp.ts';
import { attemptSubject, countAttempt, TOO_MANY_ATTEMPTS } from './attemptLimit.ts';

/** Dependencies of enrolment. `revoked` is called with every grant that the enrolment ends. */
export interface SecondFactorParts {
  readonly database: Kysely<IdentityTables>;
  /** The key that encrypts TOTP secrets. */
  readonly credentialKey: KeyObject;
  readonly product: string;
  readonly now: () => number;
  readonly revoked: (grant: string) => void;
  readonly notify: MailNotices;
}

type EnrolmentParts = Omit<SecondFactorParts, 'notify'>;

const already = () => conflict('The account already has a second factor.');

async function ownAccount(database: Kysely<IdentityTables>, caller: Principal): Promise<Account> {
  const account = await findAccount(database, caller.username);
  if (account === undefined) throw unauthenticated('The account is gone.');
  if (account.totp_secret !== null) throw already();
  return account;
}

/**
 * Starts an enrolment, or continues the one of this sign-in: its secret does not change until it is enrolled or another sign-in starts an enrolment, so the
 * entry in the app remains valid after a mistyped code. Source: OPEN-02, ENROL1.
 */
export async function setupMfa(parts: EnrolmentParts, caller: Principal, email: string): Promise<{ qr_code: string; otpauth: string }> {
  if (email.trim().toLowerCase() !== caller.email.toLowerCase())
    throw forbidden('A second factor can be set up for your own account only.');
  const read = () => ownAccount(parts.database, caller);
  const otpauth = totpAddress(await pendingSecret({ ...parts, grant: caller.grant, read }), parts.product, (await read()).email);
  const picture = await toDataURL(otpauth, { margin: 2, width: 240 });
  return { qr_code: picture.slice(picture.indexOf(',') + 1), otpauth };
}

/**
 * Makes the pending secret the second factor, marks this sign-in as proved from its next renewal on, and ends all other sign-ins of the account: a session with
 * only a stolen password must not gain the second factor when the owner enrols.
 */
async function associate(database: Kysely<IdentityTables>, proof: { account: Account; grant: string; step: number; device_name: string }) {
  const { account, grant, step, device_name } = proof;
  return database.transaction().execute(async (tx) => {
    const made = await tx
      .updateTable('identity_account')
      .set({ totp_secret: account.totp_pending, totp_pending: null, totp_pending_grant: null, totp_last_step: step, device_name })
      .where('username', '=', account.username)
      .where('totp_secret', 'is', null)
      .where('totp_pending', '=', account.totp_pending)
      .executeTakeFirst();
    if (made.numUpdatedRows !== 1n) throw already();
    const raised = { payload: sql<string>`jsonb_set(payload, '{amr}', ${JSON.stringify(WHOLE)}::jsonb)` };
    const token = await tx
      .updateTable('identity_record')
      .set(raised)
      .where('model', '=', 'RefreshToken')
      .where('grant_id', '=', grant)
      .where('consumed_at', 'is', null)
      .returning('payload')
      .executeTakeFirst();
    const sessionUid = token?.payload.sessionUid;
    if (sessionUid === undefined) throw createFailure('signInEnded');
    await tx.updateTable('identity_record').set(raised).where('model', '=', 'Session').where('uid', '=', sessionUid).execute();
    return endOtherSignIns(tx, { username: account.username, grant, sessionUid });
  });
}

/** Completes the enrolment of this sign-in with a code; each wrong code counts as an attempt of the sign-in. Source: OPEN-03. */
export async function associateCode(
  { database, credentialKey, now, revoked }: EnrolmentParts,
  caller: Principal,
  body: { readonly device_name: string; readonly code: string },
): Promise<{ ok: boolean; error?: string }> {
  const { grant } = caller;
  if (grant === null) throw unauthenticated('The token belongs to no sign-in.');
  const account = await ownAccount(database, caller);
  const tried = await countAttempt(database, attemptSubject('grant', grant), now());
  if (tried === null) return { ok: false, error: TOO_MANY_ATTEMPTS };
  // Only this sign-in's own secret counts: guesses at another sign-in's secret would be counted anew for each sign-in.
  const pending = account.totp_pending_grant === grant ? openTotp(credentialKey, account.username, account.totp_pending) : null;
  const step = pending === null ? null : totpStep(pending, body.code, now());
  if (step === null) return { ok: false, error: 'Code mismatch' };
  const ended = await associate(database, { account, grant, step, device_name: body.device_name });
  noteDone({ mfa_enabled: false, device_name: null }, { mfa_enabled: true, device_name: body.device_name });
  await tried.forgive();
  for (const each of ended) revoked(each);
  return { ok: true };
}
