import type { JWTPayload } from 'jose';
import { Failure, unauthenticated } from '../../platform/failure/failure.ts';
import type { Principal } from '../../platform/principal.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { isJwt, readToken, type TokenRules } from '../accessTokens.ts';
import { type TokenReading, principalOf, provesSecondFactor } from '../claims.ts';
import type { Identity } from '../identity.ts';
import { type Introspection, tokenKey } from './introspection.ts';
import type { SecondFactorProofs } from './secondFactorProofs.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Maximum time for which a stop waits for provider and database, in ms. */
const PATIENCE_MS = 300;
/** Assumed lifetime, in seconds, of an opaque token whose introspection returns no expiry. */
const USUAL_LIFE_SECONDS = 300;

/** Dependencies of the functions that verify an external provider's tokens. `introspection` is null if it is not set up. */
export interface VerifierParts {
  readonly settings: Settings;
  readonly rules: TokenRules;
  readonly reading: TokenReading;
  readonly introspection: Introspection | null;
  readonly proofs: SecondFactorProofs;
  readonly now: () => number;
  /** Called with the cause of each refusal. */
  readonly refused: (cause: string) => void;
}

/**
 * Throws unless a token is an access token for this server. With `OIDC_AUDIENCE` set, `aud` decides; otherwise the client id must match, because some
 * providers' access tokens carry no `aud`. ID tokens, marked by `token_use`, `typ` or `at_hash`, are rejected.
 */
function checkKind(claims: Claims, { OIDC_AUDIENCE, OIDC_CLIENT_ID }: Settings): void {
  const marks = [claims['token_use'], claims['typ']];
  if (marks.some((mark) => mark === 'id' || mark === 'ID') || 'at_hash' in claims)
    throw unauthenticated('The access token is not valid: it is an ID token.');
  const client = claims['client_id'] ?? claims['azp'];
  if (OIDC_AUDIENCE === undefined && client !== OIDC_CLIENT_ID)
    throw unauthenticated(
      'The access token is of another client: its client_id or azp is not OIDC_CLIENT_ID, and OIDC_AUDIENCE is not set.',
    );
}

/** Checks the issuer and audience of introspected claims, which no signature protects. */
function checkIntrospected(claims: Claims, { issuer, audience }: TokenRules): void {
  const iss = claims['iss'];
  if (iss !== undefined && iss !== issuer) throw unauthenticated('The access token is of another issuer than OIDC_ISSUER.');
  const audiences = [claims['aud']].flat();
  if (audience !== undefined && !audiences.includes(audience))
    throw unauthenticated('The access token is for another audience than OIDC_AUDIENCE.');
}

const ended = () => unauthenticated('The identity provider has ended this sign-in.');

/** Returns the value of a promise; null when it is late or fails. */
async function inTime<T>(value: Promise<T>): Promise<T | null> {
  let impatience: NodeJS.Timeout | undefined;
  const silence = new Promise<null>((resolve) => {
    impatience = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  const first = await Promise.race([value.catch(() => null), silence]);
  clearTimeout(impatience);
  return first;
}

/** Creates a reader of claims, which verifies the signature of a JWT and introspects an opaque token. */
function claimsReader({ settings, rules, introspection, now }: VerifierParts) {
  return async (token: string): Promise<Claims> => {
    if (introspection === null || isJwt(token)) {
      const payload = await readToken(token, rules, now());
      checkKind(payload, settings);
      return payload;
    }
    const claims = await introspection.introspect(token);
    if (claims === null) throw ended();
    checkIntrospected(claims, rules);
    checkKind(claims, settings);
    return { exp: Math.floor(now() / 1000) + USUAL_LIFE_SECONDS, ...claims };
  };
}

/** Checks whether the sign-in of a JWT is still active; if the provider does not respond, its signature and times decide. */
async function checkActive(introspection: Introspection | null, token: string): Promise<void> {
  if (introspection === null || !isJwt(token)) return;
  const isAway = (error: unknown) => error instanceof Failure && error.status === 503;
  const claims = await introspection.introspect(token).catch((error: unknown) => {
    if (!isAway(error)) throw error;
    return undefined;
  });
  if (claims === null) throw ended();
}

const isActive = (introspection: Introspection | null, token: string): Promise<boolean> =>
  checkActive(introspection, token).then(
    () => true,
    () => false,
  );

/** Returns whether the claims that identify the person and the session are equal in an ID token and an access token. */
const isOfOneSignIn = (idToken: JWTPayload, accessToken: Claims): boolean =>
  idToken.sub === accessToken['sub'] &&
  (idToken['sid'] === undefined || accessToken['sid'] === undefined || idToken['sid'] === accessToken['sid']);

/** Returns whether both tokens contain the same session or authentication: the ID token of another sign-in must not prove the second factor of this one. */
function isSurelyOfOneSignIn(idToken: JWTPayload, accessToken: Claims): boolean {
  const shared = ['sid', 'auth_time'].filter((name) => idToken[name] !== undefined && accessToken[name] !== undefined);
  return shared.length > 0 && shared.every((name) => idToken[name] === accessToken[name]);
}

/**
 * Time, in seconds, after its expiry for which the ID token of a sign-in still proves the second factor, because a renewal need not return an ID token (OpenID
 * Connect Core, 12.2).
 */
const ID_TOKEN_AFTER_SECONDS = 43_200;

/** Returns the claims of an ID token that belongs to an access token; null if it is invalid or belongs to another one. */
async function idTokenFor(accessToken: Claims, idToken: string, rules: TokenRules, now: number): Promise<JWTPayload | null> {
  const claims = await readToken(idToken, rules, now).catch(() => null);
  if (claims !== null) return isOfOneSignIn(claims, accessToken) ? claims : null;
  const earlier = await readToken(idToken, { ...rules, toleranceSeconds: ID_TOKEN_AFTER_SECONDS }, now).catch(() => null);
  const isOver = earlier?.exp !== undefined && earlier.exp * 1000 <= now;
  return earlier !== null && isOver && isOfOneSignIn(earlier, accessToken) && isSurelyOfOneSignIn(earlier, accessToken) ? earlier : null;
}

/** Creates the functions that verify an external provider's tokens, and the text that explains why a sign-in has no second factor. */
export function tokenVerifier(parts: VerifierParts) {
  const { settings, rules, reading, introspection, proofs, now, refused } = parts;
  const read = claimsReader(parts);
  /** The key and the claims of the token of each caller. */
  const origins = new WeakMap<Principal, { readonly key: string; readonly claims: Claims }>();
  const principal = (token: string, claims: Claims, secondFactor: boolean) => {
    const named = principalOf(claims, reading);
    // The clock of the provider may differ from the server's, so the token's times are tolerated by this difference.
    const toleranceMs = rules.toleranceSeconds * 1000;
    const issuedAt = named.issuedAt === null ? null : named.issuedAt - toleranceMs;
    const caller = { ...named, secondFactor, expiresAt: named.expiresAt + toleranceMs, issuedAt };
    if (caller.expiresAt <= now()) throw unauthenticated('The access token has expired.');
    origins.set(caller, { key: tokenKey(token), claims });
    return caller;
  };
  const isProved = async (token: string, claims: Claims) => provesSecondFactor(claims, reading.secondFactor) || proofs.has(tokenKey(token));

  const noting =
    (verify: Identity['verify']): Identity['verify'] =>
    (token) =>
      verify(token).catch((error: unknown) => {
        if (error instanceof Failure) refused(error.message);
        throw error;
      });

  return {
    verify: noting(async (token) => {
      const claims = await read(token);
      await checkActive(introspection, token);
      return principal(token, claims, await isProved(token, claims));
    }),
    // Neither the provider nor the database may delay a stop: if a response is late, the sign-in is assumed to be active, unless it is known to have ended.
    verifyForStop: noting(async (token) => {
      const claims = introspection?.last(token) === null ? null : await read(token);
      if (claims === null || (await inTime(isActive(introspection, token))) === false) throw ended();
      return principal(token, claims, (await inTime(isProved(token, claims))) ?? true);
    }),
    proveSecondFactor: async (caller: Principal, idToken: string): Promise<boolean> => {
      const origin = origins.get(caller);
      if (origin === undefined || !isJwt(idToken)) return false;
      const { typ: _, ...ofIssuer } = rules;
      const claims = await idTokenFor(origin.claims, idToken, { ...ofIssuer, audience: settings.OIDC_CLIENT_ID }, now());
      if (claims === null || !provesSecondFactor(claims, reading.secondFactor)) return false;
      await proofs.add(origin.key, caller.expiresAt);
      return true;
    },
    noSecondFactorText: (caller: Principal): string => {
      const claims = origins.get(caller)?.claims ?? {};
      const reported = (['amr', 'acr'] as const).map((name) => `${name} ${JSON.stringify(claims[name]) ?? 'missing'}`).join(', ');
      return `The identity provider does not say that you used a second factor (${reported}). Its setting on the server is OIDC_SECOND_FACTOR, now ${settings.OIDC_SECOND_FACTOR}.`;
    },
  };
}
