/** Roles from groups (`user_type:*`), the organisations of a person, and the rights to see everything and to change accounts. */

/** The four roles, as named in the group `user_type:*`. Source: ROLE-002..005. */
export const roles = ['system_admin', 'license_support_engineer', 'organisation_admin', 'organisation_user'] as const;
/** One of the `roles`. */
export type Role = (typeof roles)[number];

const USER_TYPE = 'user_type:';

/** Returns the role of the first `user_type:*` group; null if there is none or the role is unknown. Source: ROLE-001. */
export function roleOf(groups: readonly string[]): Role | null {
  const name = groups.find((group) => group.startsWith(USER_TYPE))?.slice(USER_TYPE.length);
  return roles.find((role) => role === name) ?? null;
}

/** Returns the suffixes of all `user_type:*` groups; a valid account has exactly one. */
export const userTypesIn = (groups: readonly string[]): readonly string[] =>
  groups.flatMap((group) => (group.startsWith(USER_TYPE) ? [group.slice(USER_TYPE.length)] : []));

/** Returns the authentication groups of organisations: all groups except `user_type:*`. Source: GAP-101. */
export function organisationGroups(groups: readonly string[]): readonly string[] {
  return groups.filter((group) => !group.startsWith(USER_TYPE));
}

/**
 * Returns the membership that an account needs before data is visible to it: a role, or for non-staff an organisation; null when complete. Source: ROLE-011,
 * GAP-101.
 */
export function missingMembership(groups: readonly string[]): 'role' | 'organisation' | null {
  const role = roleOf(groups);
  if (role === null) return 'role';
  return seesEverything(role) || organisationGroups(groups).length > 0 ? null : 'organisation';
}

/**
 * Checks whether a user is the provider's staff, to whom every organisation is visible; other users see only the organisations of their authentication groups.
 * Therefore only staff add devices, which have no organisation at first, and name device types, which all organisations share. Source: GAP-94, GAP-101, SEE2.
 */
export function seesEverything(role: Role | null): boolean {
  return role === 'system_admin' || role === 'license_support_engineer';
}

/** Checks whether a role may delete the credentials of a device. Source: ROLE-025, MGMT-042, MGMT-044. */
export const deletesCredentials = (role: Role | null): boolean => role === 'system_admin';

/** Checks whether a role may receive access tokens, which allow acting as a device: staff and administrators may. Source: design 12.18. */
export const issuesDeviceTokens = (role: Role | null): boolean => seesEverything(role) || role === 'organisation_admin';

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

/** The text for an organisation_admin who acts on a person belonging both to the admin's organisation and to another one. */
export const SHARED_ACCOUNT = 'This person belongs to other organisations too: a system admin of the provider changes the account.';

/**
 * Checks whether the caller sees an account but may not change it, because its owner belongs both to an organisation of the caller and to another one.
 * Source: ADMIN2.
 */
export function isSharedAccount(caller: readonly string[], other: readonly string[]): boolean {
  if (roleOf(caller) !== 'organisation_admin' || seesEverything(roleOf(other)) || mayChangeAccount(caller, other)) return false;
  const own = new Set(organisationGroups(caller));
  return organisationGroups(other).some((group) => own.has(group));
}
