import { organisationGroups, roleOf, seesEverything } from './rights.ts';

/**
 * Whether a person may change another's account, both by their groups: a system_admin everybody's, an organisation_admin those of people who are
 * of their own organisations alone, nobody else any. Source: ADMIN1.
 */
export function administers(caller: readonly string[], other: readonly string[]): boolean {
  const role = roleOf(caller);
  if (role === 'system_admin') return true;
  if (role !== 'organisation_admin' || seesEverything(roleOf(other))) return false;
  const own = new Set(organisationGroups(caller));
  const theirs = organisationGroups(other);
  return theirs.length > 0 && theirs.every((group) => own.has(group));
}
