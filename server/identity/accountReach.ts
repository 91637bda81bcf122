import { isSharedAccount, mayChangeAccount, SHARED_ACCOUNT } from '#domain/people/rights';
import { createFailure } from '../platform/failure/catalogue.ts';
import { forbidden } from '../platform/failure/failure.ts';
import type { Principal } from '../platform/principal.ts';

/**
 * Returns an account that the caller may change. Throws 403 for an account that the caller sees and that also belongs to another organisation, and the same 404
 * for an account that is not visible and for an unknown one. Source: ADMIN1, ADMIN2.
 */
export function requireChangeable<T extends { readonly groups: readonly string[] }>(
  caller: Pick<Principal, 'groups'>,
  account: T | undefined,
): T {
  if (account !== undefined && mayChangeAccount(caller.groups, account.groups)) return account;
  if (account !== undefined && isSharedAccount(caller.groups, account.groups)) throw forbidden(SHARED_ACCOUNT);
  throw createFailure('noAccount');
}
