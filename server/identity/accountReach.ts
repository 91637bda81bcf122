import { isSharedAccount, mayChangeAccount, SHARED_ACCOUNT } from '#domain/people/rights';
import { createFailure } from '../platform/failure/catalogue.ts';
import { forbidden } from '../platform/failure/failure.ts';
import type { Principal } from '../platform/principal.ts';

/**
 * Returns an account that the caller may change. Throws 403 for a visible account that also belongs to another organisation, and the same 404 for an invisible
 * account and for an unknown one. Source: ADMIN1, ADMIN2.
 */
export function requireChangeable<T extends { readonly groups: readonly string[] }>(
  caller: Pick<Principal, 'groups'>,
  account: T | undefined,
): T {
  if (account !== undefined && mayChangeAccount(caller.groups, account.groups)) return account;
  if (account !== undefined && isSharedAccount(caller.groups, account.groups)) throw forbidden(SHARED_ACCOUNT);
  throw createFailure('noAccount');
}

/**
 * Returns whether an account is the caller's, by user name or address, because a directory may use other user names than its tokens. Source: DIRECTORY17,
 * PEOPLE2, MFA1.
 */
export const isSelf = (
  caller: Pick<Principal, 'username' | 'email'>,
  account: { readonly username: string; readonly email: string } | undefined,
): boolean =>
  account !== undefined &&
  (account.username === caller.username || (account.email !== '' && account.email.toLowerCase() === caller.email.toLowerCase()));
