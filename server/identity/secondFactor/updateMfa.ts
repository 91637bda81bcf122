import type { Kysely } from 'kysely';
import { mayChangeAccount } from '#domain/administers';
import { forbidden, notFound } from '../../platform/failure.ts';
import type { Principal } from '../../platform/principal.ts';
import { findAccount, type Account } from '../accounts.ts';
import { endSignIns } from '../endSignIns.ts';
import type { IdentityTables } from '../tables.ts';
import type { SecondFactorParts } from './secondFactor.ts';

/** The account of an address, for who may change it; a foreign one and an unknown one get the same words. */
async function accountFor(database: Kysely<IdentityTables>, caller: Principal, email: string): Promise<Account> {
  if (caller.role !== 'system_admin' && caller.role !== 'organisation_admin') throw forbidden('second factors are for admins to change');
  const account = email.includes('@') ? await findAccount(database, email) : undefined;
  if (account === undefined || !mayChangeAccount(caller.groups, account.groups)) throw notFound('no such account');
  return account;
}

/** Takes the second factor away; who had one is signed out everywhere, and sets up a new one at the next sign-in. Gives the grants that ended. */
const takeAway = (database: Kysely<IdentityTables>, username: string): Promise<readonly string[]> =>
  database.transaction().execute(async (tx) => {
    const taken = await tx
      .updateTable('identity_account')
      .set({ totp_secret: null, totp_pending: null, totp_last_step: null, device_name: null })
      .where('username', '=', username)
      .where('totp_secret', 'is not', null)
      .executeTakeFirst();
    return taken.numUpdatedRows === 1n ? endSignIns(tx, username) : [];
  });

/** Changes whether an account has a second factor; nobody can set one up but its owner. Source: CALL-035, OPEN-04. */
export async function updateMfa(
  { database, revoked }: Pick<SecondFactorParts, 'database' | 'revoked'>,
  caller: Principal,
  { email, enable }: { readonly email: string; readonly enable: boolean },
): Promise<{ ok: boolean; error?: string }> {
  const account = await accountFor(database, caller, email);
  if (enable) {
    return account.totp_secret === null ? { ok: false, error: 'The owner sets the second factor up at the next sign-in.' } : { ok: true };
  }
  // A stolen sign-in must not rid itself of the factor that it lacks.
  if (account.username === caller.username) throw forbidden('your own second factor is for another admin to take away');
  for (const grant of await takeAway(database, account.username)) revoked(grant);
  return { ok: true };
}
