import type { Locks } from './locks.ts';
import type { SignInClient } from './signInClient.ts';
import { isNewer, type Note, type SignedUser } from './signedUser.ts';
import type { Tabs } from './tabs.ts';

/** Adds the console's own data to a stored user. */
export type Identify = (text: string, note: Omit<Note, 'given_at'>) => Promise<string>;

/** Dependencies of a renewal: this tab's current user, and how to accept a newer one or end the session. */
export interface RenewalParts {
  readonly client: SignInClient;
  readonly tabs: Tabs;
  readonly locks: Locks;
  readonly current: () => SignedUser | null;
  /** Accepts a user that is newer than the current one. */
  readonly accept: (text: string) => Promise<void>;
  readonly endEverywhere: () => Promise<void>;
  readonly identify: Identify;
}

const NOTHING_KNOWN = { email: '', mfa_pending: false, me: null };

/** Renews under the lock: uses a token that another tab renewed meanwhile, instead of using a refresh token again. */
async function fly({ client, tabs, current, accept, endEverywhere, identify }: RenewalParts, seen: SignedUser): Promise<boolean> {
  const takeFromOthers = async () => {
    for (const text of await tabs.ask()) await accept(text);
    const now = current();
    return now !== null && isNewer(now, seen);
  };
  if (await takeFromOthers()) return true;
  if (current() === null) return false;
  const end = await client.refresh();
  if (end.kind === 'failed') return false;
  if (end.kind === 'renewed') {
    const text = await identify(end.text, current()?.note ?? NOTHING_KNOWN);
    await accept(text);
    tabs.tellUser(text);
    return true;
  }
  // The refresh token was already used: by a tab that closed before it could share the result, or by one that is about to.
  if (await takeFromOthers()) return true;
  await endEverywhere();
  return false;
}

/** Creates the renewal: one at a time over all tabs; a caller that waited for another tab's renewal uses its result. Source: SIGN-033. */
export function createRenewal(parts: RenewalParts): () => Promise<boolean> {
  return async () => {
    const seen = parts.current();
    if (seen === null) return false;
    try {
      return await parts.locks.alone('orangery-renew', () => fly(parts, seen));
    } catch {
      // The lock was not granted or the library could not be loaded: not renewed, but not signed out either.
      return false;
    }
  };
}
