import type { ClaimMapping } from '#contract/config';
import type { Profile } from '#contract/identity';

type Claims = Readonly<Record<string, unknown>>;

const isClaims = (value: unknown): value is Claims => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The claim of a name; a name that is none is a path of names by dots, `realm_access.roles`. Undefined where there is none. */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>((found, part) => (isClaims(found) && Object.hasOwn(found, part) ? found[part] : undefined), claims);
}

/** The first of these claims that is a text with something in it; '' where none is. */
export function textClaim(claims: Claims, names: readonly string[]): string {
  const texts = names.map((name) => claimAt(claims, name)).filter((value) => typeof value === 'string');
  return texts.find((text) => text.trim() !== '') ?? '';
}

/** The words of all these claims, each once: a claim is a list of words, or one text in which a separator stands between them. */
export function listClaim(claims: Claims, names: readonly string[], separator: string): string[] {
  const words = names.flatMap((name): unknown[] => {
    const value = claimAt(claims, name);
    if (typeof value === 'string') return value.split(separator);
    return Array.isArray(value) ? value : [];
  });
  const trimmed = words.flatMap((word) => (typeof word === 'string' && word.trim() !== '' ? [word.trim()] : []));
  return [...new Set(trimmed)];
}

/** Who the claims of a token speak of; `username` is '' where they name nobody. Server and console read them alike. Source: spec, User; GAP-40. */
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
