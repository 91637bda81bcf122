import { documentedClaims, type ConsoleConfig, type ServerFeature } from '#contract/config';
import { getMe, type Profile } from '#contract/identity';
import { liveClock } from './clock.ts';
import { webLocks } from './locks.ts';
import { openOidcClient } from './oidcClient.ts';
import { openSession, type Session } from './session.ts';

const ME: ServerFeature = 'me';

/** Asks the server who the person of a token is; null from a server that does not offer it, and without a readable answer. */
export function createWhoIs(config: Pick<ConsoleConfig, 'api_root' | 'features'>, fetch: typeof globalThis.fetch) {
  return async (accessToken: string): Promise<Profile | null> => {
    if (!config.features.includes(ME)) return null;
    const address = `${config.api_root.replace(/\/$/, '')}/${getMe.path}`;
    const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}` };
    const answer = await fetch(address, { headers, cache: 'no-store', redirect: 'error', credentials: 'include' }).catch(() => null);
    const body: unknown = answer?.ok === true ? await answer.json().catch(() => null) : null;
    return getMe.answer.safeParse(body).data ?? null;
  };
}

/** The session of this browser tab. Who is not signed in gets the sign-in library meanwhile, so that the first click finds it there; others when they renew. */
export function openBrowserSession(config: ConsoleConfig, page: Window & typeof globalThis): Promise<Session> {
  const client = openOidcClient(config, page);
  if (client.stored() === null) void client.load();
  return openSession({
    client,
    channel: new page.BroadcastChannel('orangery-session'),
    locks: webLocks(page.navigator.locks),
    clock: liveClock,
    me: page.crypto.randomUUID(),
    mapping: config.oidc.claims ?? documentedClaims,
    whoIs: createWhoIs(config, page.fetch.bind(page)),
  });
}
