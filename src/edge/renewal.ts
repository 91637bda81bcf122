import type { Locks } from './locks.ts';
import type { SignInClient } from './signInClient.ts';
import { isNewer, type Note, type SignedUser } from './signedUser.ts';
import type { Tabs } from './tabs.ts';

/** Writes into a stored user what the console itself knows of it. */
export type Identify = (text: string, note: Omit<Note, 'given_at'>) => Promise<string>;

/** What a renewal works on: the person this tab has now, and how to take over a newer one or end. */
export interface RenewalParts {
  readonly client: SignInClient;
  readonly tabs: Tabs;
  readonly locks: Locks;
  readonly current: () => SignedUser | null;
  /** Takes a person over when newer than the one there is. */
  readonly accept: (text: string) => Promise<void>;
  readonly endEverywhere: () => Promise<void>;
  readonly identify: Identify;
}

const NOTHING_KNOWN = { email: '', mfa_pending: false, me: null };

/** Renews in this flight: what another tab has renewed meanwhile is taken instead of spending a token again. */
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
  // The token was spent: by a tab that died before it could tell, or by one that is about to.
  if (await takeFromOthers()) return true;
  await endEverywhere();
  return false;
}

/** One renewal at a time over all tabs; a caller who waited for another's flight shares its result. Source: SIGN-033. */
export function createRenewal(parts: RenewalParts): () => Promise<boolean> {
  return async () => {
    const seen = parts.current();
    if (seen === null) return false;
    try {
      return await parts.locks.alone('orangery-renew', () => fly(parts, seen));
    } catch {
      // The turn did not come, or the library could not be loaded: not renewed, but not signed out either.
      return false;
    }
  };
}
