/** Schemas of Keycloak (user, group, role and credential), and the mapping of a user to an account. */

import { z } from '#contract/schema';
import type { DirectoryAccount } from './directory.ts';

const words = z.catch(z.nullish(z.string()), null);
const flag = z.catch(z.nullish(z.boolean()), null);
const list = z.catch(z.nullish(z.array(z.string())), null);

/** An account of Keycloak (`UserRepresentation`): each part except its id may be missing, null or of another type. */
export const keycloakUser = z.looseObject({
  id: z.string(),
  username: words,
  email: words,
  firstName: words,
  lastName: words,
  enabled: flag,
  emailVerified: flag,
  totp: flag,
  createdTimestamp: z.catch(z.nullish(z.number()), null),
  requiredActions: list,
  attributes: z.catch(z.nullish(z.record(z.string(), z.unknown())), null),
});
/** An account of Keycloak. */
export type KeycloakUser = z.infer<typeof keycloakUser>;

/** A group (`GroupRepresentation`) with its subgroups, which versions before 23 include. */
export const keycloakGroup = z.looseObject({
  id: z.string(),
  name: z.string(),
  subGroupCount: z.catch(z.nullish(z.number()), null),
  subGroups: z.catch(z.nullish(z.array(z.unknown())), null),
});
/** A group of Keycloak. */
export type KeycloakGroup = z.infer<typeof keycloakGroup>;

/** A role of the realm (`RoleRepresentation`). */
export const keycloakRole = z.looseObject({ id: z.string(), name: z.string() });
/** A credential of an account, without its secret. */
export const keycloakCredential = z.looseObject({ id: z.string(), type: z.string() });

/** The required actions of an invited person: Keycloak has no status for invited accounts. */
export const INVITED_ACTIONS = ['VERIFY_EMAIL', 'UPDATE_PASSWORD', 'CONFIGURE_TOTP'] as const;
/** Types of credentials that are a second factor. */
const SECOND_FACTORS = new Set(['otp', 'webauthn']);
/** Checks whether a credential is a second factor. */
export const isSecondFactor = ({ type }: { readonly type: string }): boolean => SECOND_FACTORS.has(type);

function statusOf({ emailVerified, requiredActions }: KeycloakUser): string {
  if (emailVerified === true) return 'ACTIVE';
  return requiredActions?.includes('UPDATE_PASSWORD') === true ? 'INVITED' : 'UNVERIFIED';
}

function localeOf({ attributes }: KeycloakUser): string {
  const first = [attributes?.['locale']].flat()[0];
  return typeof first === 'string' ? first : '';
}

/**
 * Returns the name of an account in its tokens: the first name claim that the account has, as in the reading of a token; the user name for claims that a mapper
 * of the realm creates. Source: DIRECTORY17.
 */
function usernameOf(user: KeycloakUser, claims: readonly string[]): string {
  const values: Readonly<Record<string, string | null | undefined>> = {
    sub: user.id,
    email: user.email,
    preferred_username: user.username,
  };
  const named = claims.map((claim) => (claim in values ? values[claim] : user.username)).find((value) => value != null && value !== '');
  return named ?? user.username ?? user.id;
}

/** Maps an account of Keycloak; `groups` are the groups in its tokens. A list reports only one-time codes, not passkeys. */
export const keycloakAccount = (
  user: KeycloakUser,
  groups: readonly string[],
  nameClaims: readonly string[],
  hasSecondFactor: boolean | null = user.totp === true ? true : null,
): DirectoryAccount => ({
  id: user.id,
  username: usernameOf(user, nameClaims),
  email: user.email ?? '',
  name: user.firstName ?? '',
  family_name: user.lastName ?? '',
  locale: localeOf(user),
  groups,
  status: statusOf(user),
  hasSecondFactor,
  isEnabled: user.enabled !== false,
  createdAt: user.createdTimestamp == null ? null : new Date(user.createdTimestamp),
});
