import { jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { unauthenticated } from '../platform/failure.ts';

/** How access tokens of an issuer are validated. */
export interface TokenRules {
  readonly issuer: string;
  readonly keys: JWTVerifyGetKey;
  readonly algorithms: readonly string[];
  /** Absent where the issuer's access tokens carry no `aud`. */
  readonly audience?: string;
  /** Expected `typ` header, where the issuer sets one: distinguishes an access token from an ID token. */
  readonly typ?: string;
  /** Tolerated clock difference to the issuer, in seconds. */
  readonly toleranceSeconds: number;
}

/** Validates signature, issuer, audience, type and times of a token. Throws `unauthenticated` without naming the failed check. */
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
    if ((payload.iat ?? 0) > now / 1000 + Math.max(toleranceSeconds, 5)) throw new Error('issued in the future');
    return payload;
  } catch {
    throw unauthenticated('The access token is not valid.');
  }
}
