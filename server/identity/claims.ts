import type { ClaimMapping } from '#contract/config';
import { z } from '#contract/schema';
import { personOf, textClaim } from '#domain/people/claims';
import { roleOf } from '#domain/people/rights';
import { unauthenticated } from '../platform/failure.ts';
import type { Principal } from '../platform/principal.ts';

/** How the claims of an issuer's tokens are mapped to a caller. */
export interface TokenReading {
  readonly claims: ClaimMapping;
  /** `amr` values that prove a second factor; `'provider'` when the provider itself requires one for every sign-in. */
  readonly secondFactor: readonly string[] | 'provider';
}

const words = z.array(z.string()).catch([]);
/** Claims that identify the sign-in of a token, by issuer. */
const GRANTS = ['grant', 'sid', 'origin_jti'];

/** Returns the caller from a verified token's claims. Throws `unauthenticated` without a user name or `exp`. */
export function principalOf(claims: Readonly<Record<string, unknown>>, { claims: mapping, secondFactor }: TokenReading): Principal {
  const { username, email, groups, first_name, family_name } = personOf(claims, mapping);
  const expiresAt = z.number().safeParse(claims['exp']);
  if (username === '' || !expiresAt.success) throw unauthenticated('The token names nobody.');
  const amr = words.parse(claims['amr']);
  const name = [first_name, family_name].filter((part) => part !== null).join(' ');
  return {
    username,
    email,
    name: name === '' ? username : name,
    role: roleOf(groups),
    groups,
    secondFactor: secondFactor === 'provider' || secondFactor.some((method) => amr.includes(method)),
    expiresAt: expiresAt.data * 1000,
    grant: textClaim(claims, GRANTS) || null,
  };
}
