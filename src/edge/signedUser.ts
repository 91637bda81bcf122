import { profile, type Profile } from '#contract/identity';
import { z } from '#contract/schema';

/** A signed-in person with the tokens of the sign-in. `text` is how the sign-in library stores it; it holds secrets. */
export interface SignedUser {
  readonly text: string;
  readonly accessToken: string;
  /** ms since epoch, by this browser's clock. */
  readonly expiresAt: number;
  readonly profile: Profile;
  /** `[auth_time, iat, rot]` of the access token: which of two tokens is newer. `iat` alone ties within a second. */
  readonly order: readonly number[];
  /** When the token was given, ms since epoch by this browser's clock. */
  readonly givenAt: number;
}

const stored = z.object({
  access_token: z.string(),
  expires_at: z.number(),
  profile: profile.extend({ auth_time: z.number().optional(), iat: z.number().optional() }),
});
const tokenClaims = z.object({ auth_time: z.number(), iat: z.number(), exp: z.number(), rot: z.number() }).partial();
/** The life of a token that does not tell it. */
const USUAL_LIFE_SECONDS = 360;

function claimsOf(accessToken: string): z.infer<typeof tokenClaims> {
  try {
    const part = accessToken.split('.')[1] ?? '';
    return tokenClaims.catch({}).parse(JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/'))));
  } catch {
    // Some providers' access tokens are no JWTs; the ID token's claims must do.
    return {};
  }
}

/** Reads what the sign-in library stored; null for anything that does not name a person. */
export function readSignedUser(text: string | null): SignedUser | null {
  if (text === null) return null;
  try {
    const { access_token: accessToken, expires_at, profile: person } = stored.parse(JSON.parse(text));
    const claims = claimsOf(accessToken);
    const life = claims.exp !== undefined && claims.iat !== undefined ? claims.exp - claims.iat : USUAL_LIFE_SECONDS;
    return {
      text,
      accessToken,
      expiresAt: expires_at * 1000,
      profile: profile.parse(person),
      order: [claims.auth_time ?? person.auth_time ?? 0, claims.iat ?? person.iat ?? 0, claims.rot ?? 0],
      givenAt: (expires_at - life) * 1000,
    };
  } catch {
    return null;
  }
}

/** Whether `one` is newer than `other`; anybody is newer than nobody. */
export function isNewer(one: SignedUser, other: SignedUser | null): boolean {
  if (other === null) return true;
  const at = one.order.findIndex((value, index) => value !== other.order[index]);
  return at >= 0 && (one.order[at] ?? 0) > (other.order[at] ?? 0);
}
