/** The claims about a user at the provider's userinfo endpoint, for providers whose ID tokens contain neither the user's name nor groups. */

import { type ConsoleConfig, documentedClaims } from '#contract/config';
import type { Profile } from '#contract/identity';
import { claimAt, personOf } from '#domain/people/claims';
import type { StoredTokens } from './signedUser.ts';

type Claims = Readonly<Record<string, unknown>>;

const isClaims = (value: unknown): value is Claims => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the claims of an ID token, which the sign-in library has validated; empty without a token. */
function claimsOf(idToken: string | null): Claims {
  try {
    const part = (idToken?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims: unknown = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(part), (letter) => letter.charCodeAt(0))));
    return isClaims(claims) ? claims : {};
  } catch {
    return {};
  }
}

const discoveryOf = ({ authority, discovery_url }: ConsoleConfig['oidc']) =>
  discovery_url ?? `${authority.replace(/\/$/, '')}/.well-known/openid-configuration`;

/**
 * Creates the query for the profile from the claims of the ID token and of the userinfo endpoint, which by default provides the claims about a user. Nothing is
 * requested if the ID token contains the user's name and groups. The query returns null if the provider has no such endpoint, does not answer in time, or
 * answers about another user. Claims of the ID token take precedence. Source: OIDC12; OpenID Connect Core 5.3, 5.4.
 */
export function createFetchUserInfo(
  { oidc }: Pick<ConsoleConfig, 'oidc'>,
  fetch: typeof globalThis.fetch,
  timeout: (ms: number) => AbortSignal = (ms) => AbortSignal.timeout(ms),
) {
  const mapping = oidc.claims ?? documentedClaims;
  const read = async (address: string, signal: AbortSignal, headers: Readonly<Record<string, string>> = {}): Promise<Claims> => {
    const request = { headers: { accept: 'application/json', ...headers }, cache: 'no-store', redirect: 'error', signal } as const;
    const answer = await fetch(address, request).catch(() => null);
    const body: unknown = answer?.ok === true ? await answer.json().catch(() => null) : null;
    return isClaims(body) ? body : {};
  };
  return async ({ accessToken, idToken }: StoredTokens, patienceMs: number): Promise<Profile | null> => {
    const claims = claimsOf(idToken);
    const hasGroups = mapping.groups.some((name) => claimAt(claims, name) !== undefined);
    // Not null, because null would keep the profile of an earlier token.
    const person: Profile = { ...personOf(claims, mapping), second_factor: true };
    if (person.username !== '' && hasGroups) return person;
    const signal = timeout(patienceMs);
    const { userinfo_endpoint: address } = await read(discoveryOf(oidc), signal);
    if (typeof address !== 'string') return null;
    const info = await read(address, signal, { authorization: `Bearer ${accessToken}` });
    if (info['sub'] !== claims['sub'] || typeof info['sub'] !== 'string') return null;
    return { ...personOf({ ...info, ...claims }, mapping), second_factor: true };
  };
}
