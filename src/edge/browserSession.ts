/**
 * Opens the session in this browser and requests the profile: from the server (`/me`), with the ID token as proof of a second factor, or else from the
 * provider.
 */

import { documentedClaims, type ConsoleConfig, type ServerFeature } from '#contract/config';
import { getMe, postMe, type Profile } from '#contract/identity';
import { liveClock } from './clock.ts';
import { webLocks } from './locks.ts';
import { openOidcClient } from './oidcClient.ts';
import { openSession, type Session } from './session.ts';
import type { StoredTokens } from './signedUser.ts';
import { createFetchUserInfo } from './userInfo.ts';

const ME: ServerFeature = 'me';
const ID_TOKEN: ServerFeature = 'id_token';

/**
 * Creates the query for the profile of a sign-in; the ID token is sent if the server accepts it as proof of a second factor. The query returns null if the
 * server does not offer the call or does not answer in time, or if the response is invalid.
 */
export function createFetchProfile(
  config: Pick<ConsoleConfig, 'api_root' | 'features'>,
  fetch: typeof globalThis.fetch,
  timeout: (ms: number) => AbortSignal = (ms) => AbortSignal.timeout(ms),
) {
  return async ({ accessToken, idToken }: StoredTokens, patienceMs: number): Promise<Profile | null> => {
    if (!config.features.includes(ME)) return null;
    const isProof = idToken !== null && config.features.includes(ID_TOKEN);
    const address = `${config.api_root.replace(/\/$/, '')}/${isProof ? postMe.path : getMe.path}`;
    const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}` };
    const proof = {
      method: 'POST',
      body: JSON.stringify({ id_token: idToken }),
      headers: { ...headers, 'content-type': 'application/json' },
    };
    const request = { headers, cache: 'no-store', redirect: 'error', credentials: 'include', ...(isProof ? proof : {}) } as const;
    const answer = await fetch(address, { ...request, signal: timeout(patienceMs) }).catch(() => null);
    const body: unknown = answer?.ok === true ? await answer.json().catch(() => null) : null;
    return getMe.answer.safeParse(body).data ?? null;
  };
}

/**
 * Opens the session of this browser tab. For users who are not signed in, the sign-in library is preloaded, so it is ready at the first click; for others it is
 * loaded at the first renewal.
 */
export function openBrowserSession(config: ConsoleConfig, page: Window & typeof globalThis): Promise<Session> {
  const client = openOidcClient(config, page);
  const fetch = page.fetch.bind(page);
  const fetchProfile = (config.features.includes(ME) ? createFetchProfile : createFetchUserInfo)(config, fetch);
  if (client.stored() === null) void client.load();
  return openSession({
    client,
    channel: new page.BroadcastChannel('orangery-session'),
    locks: webLocks(page.navigator.locks),
    clock: liveClock,
    me: page.crypto.randomUUID(),
    mapping: config.oidc.claims ?? documentedClaims,
    fetchProfile,
  });
}
