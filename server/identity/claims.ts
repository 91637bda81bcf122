/** Maps the claims of a token to the caller (`Principal`), and determines whether the claims prove a second factor. */

import type { ClaimMapping } from '#contract/config';
import { z } from '#contract/schema';
import { personOf, textClaim } from '#domain/people/claims';
import { roleOf } from '#domain/people/rights';
import { unauthenticated } from '../platform/failure/failure.ts';
import type { Principal } from '../platform/principal.ts';

/** The mapping of the claims of an issuer's tokens to a caller. */
export interface TokenReading {
  readonly claims: ClaimMapping;
  /** Values of `amr` or `acr` that prove a second factor; `'provider'` if the provider itself requires a second factor for every sign-in. */
  readonly secondFactor: readonly string[] | 'provider';
}

/** A claim as a list of words: a list of texts, or one text with words separated by blanks. */
const words = z.catch(
  z.union([
    z.array(z.string()),
    z.pipe(
      z.string(),
      z.transform((text) => text.split(' ')),
    ),
  ]),
  [],
);

/** Returns whether the claims of an access or ID token prove a second factor. */
export function provesSecondFactor(claims: Readonly<Record<string, unknown>>, secondFactor: TokenReading['secondFactor']): boolean {
  if (secondFactor === 'provider') return true;
  const proofs = [...words.parse(claims['amr']), ...words.parse(claims['acr'])];
  return secondFactor.some((value) => proofs.includes(value));
}

/** Claims that identify the sign-in of a token, by issuer. */
const GRANTS = ['grant', 'sid', 'origin_jti'];

/** Returns the caller from a verified token's claims. Throws `unauthenticated` without a user name or `exp`. */
export function principalOf(claims: Readonly<Record<string, unknown>>, { claims: mapping, secondFactor }: TokenReading): Principal {
  const { username, email, groups, first_name, family_name } = personOf(claims, mapping);
  const expiresAt = z.number().safeParse(claims['exp']);
  const issuedAt = z.number().safeParse(claims['iat']);
  if (username === '' || !expiresAt.success) throw unauthenticated('The token names nobody.');
  const name = [first_name, family_name].filter((part) => part !== null).join(' ');
  return {
    username,
    email,
    name: name === '' ? username : name,
    role: roleOf(groups),
    groups,
    secondFactor: provesSecondFactor(claims, secondFactor),
    expiresAt: expiresAt.data * 1000,
    issuedAt: issuedAt.success ? issuedAt.data * 1000 : null,
    grant: textClaim(claims, GRANTS) || null,
  };
}
