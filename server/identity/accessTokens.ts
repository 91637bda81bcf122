import { jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { unauthenticated } from '../platform/failure.ts';

/** What a token must be to count. */
export interface TokenRules {
  readonly issuer: string;
  readonly keys: JWTVerifyGetKey;
  readonly algorithms: readonly string[];
  /** Absent where the issuer's access tokens carry no `aud`. */
  readonly audience?: string;
  /** The header's `typ`, where the issuer sets it: it tells an access token from an ID token. */
  readonly typ?: string;
  /** How much the issuer's clock may differ, in seconds. */
  readonly toleranceSeconds: number;
}

/** Checks signature, issuer, audience, kind and times of a token; throws `unauthenticated` without saying which of them failed. */
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
