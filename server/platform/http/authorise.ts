import type { Access } from '#contract/call';
import { createFailure } from '../failure/catalogue.ts';
import type { Principal } from '../principal.ts';

/** A verifier of access tokens. */
export interface TokenVerifier {
  /** Returns the caller. Throws `unauthenticated` for an invalid or expired token. */
  readonly verify: (accessToken: string) => Promise<Principal>;
}

/** The anonymous caller of a call that needs no token. */
export const nobody: Principal = {
  username: '',
  email: '',
  name: '',
  role: null,
  groups: [],
  secondFactor: false,
  expiresAt: 0,
  issuedAt: null,
  grant: null,
};

const BEARER = /^Bearer ([\w.~+/=-]{1,8192})$/i;

/** Authenticates a request and returns the caller. Throws 401 without a valid token, and 403 if the call requires a second factor and the sign-in has none. */
export async function authorise(header: string | undefined, access: Access, verifier: TokenVerifier, now: number): Promise<Principal> {
  if (access === 'none') return nobody;
  const token = BEARER.exec(header ?? '')?.[1];
  if (token === undefined) throw createFailure('noBearerToken');
  const caller = await verifier.verify(token);
  if (caller.expiresAt <= now) throw createFailure('tokenExpired');
  if (access === 'full' && !caller.secondFactor) throw createFailure('noSecondFactor');
  return caller;
}
