/** Renews the tokens of the session: one tab for all tabs, with increasing pauses after failures. */

import type { Renewal, RenewalOptions } from '#streams/ports';
import type { SchedulerLike } from 'rxjs';
import type { Locks } from './locks.ts';
import type { SignInClient } from './signInClient.ts';
import { isNewer, type SignInNote, type SignedUser } from './signedUser.ts';
import type { BrowserTabs } from './tabs.ts';

/** Adds the console's own data to a stored user; waits at most `patienceMs` for the server's profile. */
export type Identify = (text: string, note: Omit<SignInNote, 'given_at'>, patienceMs: number) => Promise<string>;

/** Dependencies of a renewal: this tab's current user, and how to accept a newer one or end the session. */
export interface RenewalParts {
  readonly client: SignInClient;
  readonly tabs: BrowserTabs;
  readonly locks: Locks;
  readonly clock: SchedulerLike;
  readonly current: () => SignedUser | null;
  /** Returns the signal of the current sign-in, which is aborted when the sign-in ends, even if another sign-in follows. */
  readonly signInSignal: () => AbortSignal;
  /** Accepts a user that is newer than the current one. */
  readonly accept: (text: string) => Promise<void>;
  readonly endEverywhere: () => Promise<void>;
  readonly identify: Identify;
}

/** Maximum time that a renewal waits for the server's profile, in ms: the new token, and a stop that needs it, wait too, and the earlier profile is known. */
const PROFILE_PATIENCE_MS = 5_000;
const NOTHING_KNOWN = { email: '', mfa_pending: false, me: null };

/**
 * Pause after a renewal without a response, in ms; it doubles each time, up to the maximum. Many polls request a renewal at once, and a provider that is
 * available again must not be flooded.
 */
const PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** Creates the backoff, which decides whether a renewal may be tried again after renewals without a response. */
function createBackoff(clock: SchedulerLike) {
  const state = { failures: 0, since: -Infinity, until: -Infinity };
  return {
    // Otherwise, setting the clock back would lengthen the pause by the same time.
    isOpen: () => clock.now() >= state.until || clock.now() < state.since,
    note: (end: Renewal) => {
      state.failures = end === 'unreachable' ? state.failures + 1 : 0;
      state.since = clock.now();
      state.until = end === 'unreachable' ? clock.now() + Math.min(PAUSE_MS * 2 ** (state.failures - 1), LONGEST_PAUSE_MS) : -Infinity;
    },
  };
}

type Backoff = ReturnType<typeof createBackoff>;

/** The user for whom a renewal was requested, and the signal that is aborted when the sign-in of that user ends. */
interface RenewedSignIn {
  readonly seen: SignedUser;
  readonly signal: AbortSignal;
}

/**
 * Renews under the lock: uses a token that another tab has renewed meanwhile, because a refresh token must not be used twice. Responses after the end of the
 * sign-in sign nobody in or out. Source: SIGNIN3.
 */
async function fly(parts: RenewalParts, { seen, signal }: RenewedSignIn, backoff: Pick<Backoff, 'isOpen' | 'note'>): Promise<Renewal> {
  const { client, tabs, current, accept, endEverywhere, identify } = parts;
  const isNewerNow = () => {
    const now = current();
    return now !== null && isNewer(now, seen);
  };
  const takeFromOthers = async () => {
    for (const text of await tabs.requestUsers()) if (!signal.aborted) await accept(text);
    return isNewerNow();
  };
  // `refused` would end the sign-in of the next user.
  const afterEnd = (): Renewal => (current() === null ? 'refused' : 'unreachable');
  if (isNewerNow() || (!signal.aborted && (await takeFromOthers()))) return 'renewed';
  if (signal.aborted) return afterEnd();
  if (!backoff.isOpen()) return 'unreachable';
  const end = await client.refresh();
  backoff.note(end.kind === 'failed' ? 'unreachable' : end.kind);
  if (signal.aborted) return afterEnd();
  if (end.kind === 'failed') return 'unreachable';
  if (end.kind === 'renewed') {
    const text = await identify(end.text, current()?.note ?? NOTHING_KNOWN, PROFILE_PATIENCE_MS);
    if (signal.aborted) return afterEnd();
    await accept(text);
    tabs.shareUser(text);
    return 'renewed';
  }
  // The refresh token was already used, by a tab that closed before it could share the result, or by a tab that is about to share the result.
  if (await takeFromOthers()) return 'renewed';
  if (signal.aborted) return afterEnd();
  await endEverywhere();
  return 'refused';
}

/**
 * Creates the renewal, which runs once at a time across all tabs; a caller that waited for another tab's renewal uses its result. An urgent renewal, for which
 * a user waits, skips the pause. Source: SIGN-033.
 */
export function createRenewal(parts: RenewalParts): (options?: RenewalOptions) => Promise<Renewal> {
  const backoff = createBackoff(parts.clock);
  return async ({ isUrgent = false } = {}) => {
    const seen = parts.current();
    const signal = parts.signInSignal();
    if (seen === null) return 'refused';
    // Other tabs share renewed tokens by themselves. Requesting these under the lock would delay an urgent renewal.
    if (!isUrgent && !backoff.isOpen()) return 'unreachable';
    try {
      return await parts.locks.runExclusively('orangery-renew', () =>
        fly(parts, { seen, signal }, { ...backoff, ...(isUrgent ? { isOpen: () => true } : {}) }),
      );
    } catch {
      // The lock was not granted or the library could not be loaded, so the session neither gets a new token nor ends.
      return 'unreachable';
    }
  };
}
