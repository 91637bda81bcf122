/** Validates an access token (signature, issuer, audience, type and times), and returns the reason for a refusal. */

import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { Failure, unauthenticated } from '../platform/failure/failure.ts';

/** The rules by which access tokens of an issuer are validated. */
export interface TokenRules {
  readonly issuer: string;
  readonly keys: JWTVerifyGetKey;
  readonly algorithms: readonly string[];
  /** Expected `aud`; absent if the issuer's access tokens carry none. */
  readonly audience?: string;
  /** Expected `typ` header, if the issuer sets one; it distinguishes an access token from an ID token. */
  readonly typ?: string;
  /** Tolerated clock difference to the issuer, in seconds. */
  readonly toleranceSeconds: number;
}

/** Returns whether a token has the form of a JWT; any other token is opaque. */
export const isJwt = (token: string): boolean => /^[\w-]+\.[\w-]*\.[\w-]*$/.test(token);

const OPAQUE =
  'The access token is opaque, not a JWT: let the identity provider issue JWTs, or set OIDC_INTROSPECTION_SECRET, so that the server can ask what it says.';
const clocks = (seconds: number) =>
  `The access token begins ${seconds} s in the future: the clocks of identity provider and server differ by more than OIDC_CLOCK_TOLERANCE.`;
/** Maximum length of a quoted claim, in characters. */
const MAX_QUOTED = 200;
const quoted = (claim: unknown): string => (claim === undefined ? 'none' : JSON.stringify(claim).slice(0, MAX_QUOTED));

function claimCause({ claim, payload }: errors.JWTClaimValidationFailed, { issuer, audience }: TokenRules, now: number): string {
  if (claim === 'aud')
    return `The access token is for another audience: ${quoted(payload.aud)} instead of ${quoted(audience)} (OIDC_AUDIENCE).`;
  if (claim === 'iss') return `The access token is of another issuer: ${quoted(payload.iss)} instead of ${quoted(issuer)} (OIDC_ISSUER).`;
  if (claim === 'nbf' && payload.nbf !== undefined) return clocks(Math.round(payload.nbf - now / 1000));
  return `The access token is not valid: its claim ${quoted(claim)} is missing or wrong.`;
}

/** Returns the reason why a token is refused, as a sentence for the person who configured the provider. */
function causeOf(error: unknown, token: string, rules: TokenRules, now: number): string {
  if (!isJwt(token)) return OPAQUE;
  if (error instanceof errors.JWTExpired) {
    const seconds = Math.round(now / 1000 - (error.payload.exp ?? 0));
    return `The access token expired ${seconds} s ago by the server's clock.`;
  }
  if (error instanceof errors.JWTClaimValidationFailed) return claimCause(error, rules, now);
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'The access token is not valid: its signature is wrong.';
  if (error instanceof errors.JWKSNoMatchingKey) return 'The access token is not valid: the identity provider does not publish its key.';
  return 'The access token is not valid.';
}

/** Validates signature, issuer, audience, type and times of a token. Throws `unauthenticated` with the cause, 503 when the keys cannot be read. */
export async function readToken(token: string, rules: TokenRules, now: number): Promise<JWTPayload> {
  const { issuer, keys, algorithms, audience, typ, toleranceSeconds } = rules;
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      algorithms: [...algorithms],
      currentDate: new Date(now),
      clockTolerance: toleranceSeconds,
      requiredClaims: ['exp', 'iat', 'sub'],
      ...(audience === undefined ? {} : { audience }),
      ...(typ === undefined ? {} : { typ }),
    });
    const aheadSeconds = (payload.iat ?? 0) - now / 1000;
    if (aheadSeconds > Math.max(toleranceSeconds, 5)) throw unauthenticated(clocks(Math.round(aheadSeconds)));
    return payload;
  } catch (error) {
    throw error instanceof Failure ? error : unauthenticated(causeOf(error, token, rules, now));
  }
}
