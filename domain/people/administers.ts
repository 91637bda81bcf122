import { organisationGroups, roleOf, seesEverything } from './rights.ts';

/**
 * Checks whether `caller` may change the account of `other`, both given as groups: a system_admin may change every account, an organisation_admin
 * the accounts whose organisations are all the admin's own, any other role none. Source: ADMIN1.
 */
export function mayChangeAccount(caller: readonly string[], other: readonly string[]): boolean {
  const role = roleOf(caller);
  if (role === 'system_admin') return true;
  if (role !== 'organisation_admin' || seesEverything(roleOf(other))) return false;
  const own = new Set(organisationGroups(caller));
  const theirs = organisationGroups(other);
  return theirs.length > 0 && theirs.every((group) => own.has(group));
}
