/** The four roles, from the group `user_type:*`. Source: ROLE-002..005. */
export const roles = ['system_admin', 'license_support_engineer', 'organisation_admin', 'organisation_user'] as const;
/** A role. */
export type Role = (typeof roles)[number];

const USER_TYPE = 'user_type:';

/** The user type after the colon of the first `user_type:*` group; null without one or for an unknown word. Source: ROLE-001. */
export function roleOf(groups: readonly string[]): Role | null {
  const name = groups.find((group) => group.startsWith(USER_TYPE))?.slice(USER_TYPE.length);
  return roles.find((role) => role === name) ?? null;
}

/** The words after the colon of every `user_type:*` group; a sound account has one. */
export const userTypesIn = (groups: readonly string[]): readonly string[] =>
  groups.flatMap((group) => (group.startsWith(USER_TYPE) ? [group.slice(USER_TYPE.length)] : []));

/** The groups that are not the user type: authentication groups of organisations. Source: GAP-101. */
export function organisationGroups(groups: readonly string[]): readonly string[] {
  return groups.filter((group) => !group.startsWith(USER_TYPE));
}

/** What an account lacks to see anything: a role, or for people of organisations an organisation; null when it lacks nothing. Source: ROLE-011, GAP-101. */
export function missingStanding(groups: readonly string[]): 'role' | 'organisation' | null {
  const role = roleOf(groups);
  if (role === null) return 'role';
  return seesEverything(role) || organisationGroups(groups).length > 0 ? null : 'organisation';
}

/**
 * Staff of the provider see every organisation; everybody else only those whose authentication group is among theirs. So only staff add devices,
 * which belong to nobody at first, and name their types, which belong to all. Source: GAP-94, GAP-101, SEE2.
 */
export function seesEverything(role: Role | null): boolean {
  return role === 'system_admin' || role === 'license_support_engineer';
}

/** Who takes the credentials of a device away. Source: ROLE-025, MGMT-042, MGMT-044. */
export const deletesCredentials = (role: Role | null): boolean => role === 'system_admin';
