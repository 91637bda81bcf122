/** Renews the tokens of the session: one tab on behalf of all, with growing pauses. */

import type { Renewal } from '#streams/ports';
import type { SchedulerLike } from 'rxjs';
import type { Locks } from './locks.ts';
import type { SignInClient } from './signInClient.ts';
import { isNewer, type SignInNote, type SignedUser } from './signedUser.ts';
import type { BrowserTabs } from './tabs.ts';

/** Adds the console's own data to a stored user. */
export type Identify = (text: string, note: Omit<SignInNote, 'given_at'>) => Promise<string>;

/** Dependencies of a renewal: this tab's current user, and how to accept a newer one or end the session. */
export interface RenewalParts {
  readonly client: SignInClient;
  readonly tabs: BrowserTabs;
  readonly locks: Locks;
  readonly clock: SchedulerLike;
  readonly current: () => SignedUser | null;
  /** Accepts a user that is newer than the current one. */
  readonly accept: (text: string) => Promise<void>;
  readonly endEverywhere: () => Promise<void>;
  readonly identify: Identify;
}

const NOTHING_KNOWN = { email: '', mfa_pending: false, me: null };

/**
 * Pause after a renewal without a response, in ms: doubles each time, up to the maximum. Many polls request one renewal, and a provider that comes back must
 * not be flooded.
 */
const PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** Decides whether a renewal may be tried again, after unanswered ones. */
function createBackoff(clock: SchedulerLike) {
  const state = { failures: 0, until: -Infinity };
  return {
    isOpen: () => clock.now() >= state.until,
    note: (end: Renewal) => {
      state.failures = end === 'unreachable' ? state.failures + 1 : 0;
      state.until = end === 'unreachable' ? clock.now() + Math.min(PAUSE_MS * 2 ** (state.failures - 1), LONGEST_PAUSE_MS) : -Infinity;
    },
  };
}

type Backoff = ReturnType<typeof createBackoff>;

/** Renews under the lock: uses a token that another tab renewed meanwhile, instead of using a refresh token again. */
async function fly(parts: RenewalParts, seen: SignedUser, backoff: Pick<Backoff, 'isOpen' | 'note'>): Promise<Renewal> {
  const { client, tabs, current, accept, endEverywhere, identify } = parts;
  const takeFromOthers = async () => {
    for (const text of await tabs.requestUsers()) await accept(text);
    const now = current();
    return now !== null && isNewer(now, seen);
  };
  if (await takeFromOthers()) return 'renewed';
  if (current() === null) return 'refused';
  if (!backoff.isOpen()) return 'unreachable';
  const end = await client.refresh();
  backoff.note(end.kind === 'failed' ? 'unreachable' : end.kind);
  if (end.kind === 'failed') return 'unreachable';
  if (end.kind === 'renewed') {
    const text = await identify(end.text, current()?.note ?? NOTHING_KNOWN);
    await accept(text);
    tabs.shareUser(text);
    return 'renewed';
  }
  // The refresh token was already used: by a tab that closed before it could share the result, or by one that is about to share it.
  if (await takeFromOthers()) return 'renewed';
  await endEverywhere();
  return 'refused';
}

/**
 * Creates the renewal, which runs once at a time across all tabs; a caller that waited for another tab's renewal uses its result. An urgent renewal, for which
 * a user waits, skips the pause. Source: SIGN-033.
 */
export function createRenewal(parts: RenewalParts): (options?: { readonly isUrgent?: boolean }) => Promise<Renewal> {
  const backoff = createBackoff(parts.clock);
  return async ({ isUrgent = false } = {}) => {
    const seen = parts.current();
    if (seen === null) return 'refused';
    try {
      return await parts.locks.runExclusively('orangery-renew', () =>
        fly(parts, seen, { ...backoff, ...(isUrgent ? { isOpen: () => true } : {}) }),
      );
    } catch {
      // The lock was not granted or the library could not be loaded, so the session is neither renewed nor signed out.
      return 'unreachable';
    }
  };
}
