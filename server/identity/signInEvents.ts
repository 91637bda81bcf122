/** Sign-in events (signed in, failed, locked, signed out) for the audit record, and the change of an address by a mailed link. */

/**
 * A sign-in event at the provider; `username` is the account's. An address without an account causes no event, because it may be a password typed in the wrong
 * field.
 */
export interface SignInEvent {
  readonly kind: 'sign_in' | 'sign_in_failed' | 'sign_in_locked' | 'sign_out' | 'address_changed';
  readonly username: string;
  /** The account's groups at the time of the event. */
  readonly groups: readonly string[];
  /** The former and the new address; only for `address_changed`. */
  readonly addresses?: readonly [from: string, to: string];
}

/** The HTTP status in the audit record for each kind of event. */
export const signInStatus: Readonly<Record<SignInEvent['kind'], number>> = {
  sign_in: 200,
  sign_in_failed: 401,
  sign_in_locked: 429,
  sign_out: 200,
  address_changed: 200,
};

/** Minimum interval at which a locked account is reported, in ms, however many attempts are made. */
const LOCK_REPORTED_MS = 900_000;

/** The channel from the provider's pages to the listeners of sign-in events. */
export interface SignInEvents {
  readonly note: (event: SignInEvent) => void;
  /** Adds a listener. Returns the unsubscribe function. */
  readonly listen: (listener: (event: SignInEvent) => void) => () => void;
}

/** Creates the sign-in events without listeners. */
export function createSignInEvents(now: () => number): SignInEvents {
  const listeners = new Set<(event: SignInEvent) => void>();
  const lockedAt = new Map<string, number>();
  const isRepeated = ({ kind, username }: SignInEvent): boolean => {
    if (kind !== 'sign_in_locked') return false;
    const before = lockedAt.get(username);
    if (before !== undefined && Math.abs(now() - before) < LOCK_REPORTED_MS) return true;
    for (const [name, at] of lockedAt) if (Math.abs(now() - at) >= LOCK_REPORTED_MS) lockedAt.delete(name);
    lockedAt.set(username, now());
    return false;
  };
  return {
    note: (event) => {
      if (isRepeated(event)) return;
      for (const listener of listeners) listener(event);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
