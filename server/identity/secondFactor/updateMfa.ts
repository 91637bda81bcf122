import type { Kysely } from 'kysely';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { noteDone } from '../../platform/audit/changes.ts';
import type { Principal } from '../../platform/principal.ts';
import { isSelf, requireChangeable } from '../accountReach.ts';
import { findAccount, type Account } from '../accounts.ts';
import { endSignIns } from '../endSignIns.ts';
import type { IdentityTables } from '../tables.ts';
import type { SecondFactorParts } from './secondFactor.ts';

/** Returns the account of an address that the caller may change. Throws the same error for an account that the caller may not change and for an unknown one. */
async function accountFor(database: Kysely<IdentityTables>, caller: Principal, email: string): Promise<Account> {
  if (caller.role !== 'system_admin' && caller.role !== 'organisation_admin') throw createFailure('factorsForAdmins');
  return requireChangeable(caller, email.includes('@') ? await findAccount(database, email) : undefined);
}

/**
 * Removes the second factor; an account that had one is signed out everywhere and enrols at the next sign-in. Returns the ids of the ended grants; null if the
 * account had none.
 */
const takeAway = (database: Kysely<IdentityTables>, username: string): Promise<readonly string[] | null> =>
  database.transaction().execute(async (tx) => {
    const taken = await tx
      .updateTable('identity_account')
      .set({ totp_secret: null, totp_pending: null, totp_last_step: null, device_name: null })
      .where('username', '=', username)
      .where('totp_secret', 'is not', null)
      .executeTakeFirst();
    return taken.numUpdatedRows === 1n ? endSignIns(tx, username) : null;
  });

/** Removes the second factor of an account on behalf of an administrator; only the owner can set one up. Source: CALL-035, OPEN-04. */
export async function updateMfa(
  { database, revoked, notify }: Pick<SecondFactorParts, 'database' | 'revoked' | 'notify'>,
  caller: Principal,
  { email, enable }: { readonly email: string; readonly enable: boolean },
): Promise<{ ok: boolean; error?: string }> {
  const account = await accountFor(database, caller, email);
  if (enable) {
    return account.totp_secret === null ? { ok: false, error: 'The owner sets the second factor up at the next sign-in.' } : { ok: true };
  }
  // A stolen sign-in without the second factor must not remove that factor.
  if (isSelf(caller, account)) throw createFailure('ownFactor');
  const ended = await takeAway(database, account.username);
  if (ended === null) return { ok: true };
  noteDone({ mfa_enabled: true }, { mfa_enabled: false });
  for (const grant of ended) revoked(grant);
  notify(account, 'second_factor_removed');
  return { ok: true };
}
