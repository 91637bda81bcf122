import type { ConsoleConfig } from '#contract/config';
import { liveClock } from './clock.ts';
import { webLocks } from './locks.ts';
import { openOidcClient } from './oidcClient.ts';
import { openSession, type Session } from './session.ts';

/** The session of this browser tab. The sign-in library is fetched meanwhile, so that the first click finds it there. */
export function openBrowserSession(config: ConsoleConfig, page: Window & typeof globalThis): Promise<Session> {
  const client = openOidcClient(config, page);
  void client.load();
  return openSession({
    client,
    channel: new page.BroadcastChannel('orangery-session'),
    locks: webLocks(page.navigator.locks),
    clock: liveClock,
    me: page.crypto.randomUUID(),
  });
}
