/** Maps the claims of a token to the profile of a person; claims are named directly or by dotted paths. */

import type { ClaimMapping } from '#contract/config';
import type { Profile } from '#contract/identity';

type Claims = Readonly<Record<string, unknown>>;

const isClaims = (value: unknown): value is Claims => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the claim `name`; a name that is not a claim is read as a dotted path (`realm_access.roles`). Undefined when not found. */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>((found, part) => (isClaims(found) && Object.hasOwn(found, part) ? found[part] : undefined), claims);
}

/** Returns the first of the named claims that is a non-blank string, or ''. */
export function textClaim(claims: Claims, names: readonly string[]): string {
  const texts = names.map((name) => claimAt(claims, name)).filter((value) => typeof value === 'string');
  return texts.find((text) => text.trim() !== '') ?? '';
}

/** Returns the distinct, trimmed values of the named claims; each claim is an array of strings or one string split at `separator`. */
export function listClaim(claims: Claims, names: readonly string[], separator: string): string[] {
  const words = names.flatMap((name): unknown[] => {
    const value = claimAt(claims, name);
    if (typeof value === 'string') return value.split(separator);
    return Array.isArray(value) ? value : [];
  });
  const trimmed = words.flatMap((word) => (typeof word === 'string' && word.trim() !== '' ? [word.trim()] : []));
  return [...new Set(trimmed)];
}

/** Maps the claims of a token to a user profile; `username` is '' when no claim contains one. Used by console and server. Source: spec, User; GAP-40. */
export function personOf(claims: Claims, mapping: ClaimMapping): Omit<Profile, 'second_factor'> {
  return {
    username: textClaim(claims, mapping.username),
    email: textClaim(claims, mapping.email),
    groups: listClaim(claims, mapping.groups, mapping.groups_separator),
    first_name: textClaim(claims, mapping.first_name) || null,
    family_name: textClaim(claims, mapping.family_name) || null,
    locale: textClaim(claims, mapping.locale) || null,
  };
}
