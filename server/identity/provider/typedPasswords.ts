/** Passwords typed on login pages whose code was wrong: they are kept on the server, because pages never contain passwords. */

/** Time for which a password is kept, in ms: long enough to read the next code in an app. */
const KEPT_MS = 300_000;
/** Maximum number of kept passwords; beyond it the oldest is dropped and must be typed again. */
const MAX_KEPT = 1_000;

/** The passwords typed on login pages whose code was wrong, by sign-in. */
export interface TypedPasswords {
  /** Keeps the typed password of a sign-in for an address. */
  readonly store: (uid: string, email: string, password: string) => void;
  /** Returns the typed password of a sign-in for an address; '' if none is kept. */
  readonly typed: (uid: string, email: string) => string;
  readonly forget: (uid: string) => void;
}

/** Creates an empty store in the memory of this process; on another instance the password must be typed again. */
export function createTypedPasswords(now: () => number): TypedPasswords {
  const kept = new Map<string, { readonly email: string; readonly password: string; readonly until: number }>();
  return {
    store: (uid, email, password) => {
      kept.delete(uid);
      kept.set(uid, { email, password, until: now() + KEPT_MS });
      for (const [other, { until }] of kept) {
        if (kept.size <= MAX_KEPT && until > now()) break;
        kept.delete(other);
      }
    },
    typed: (uid, email) => {
      const found = kept.get(uid);
      if (found !== undefined && found.until <= now()) kept.delete(uid);
      return found !== undefined && found.email === email && found.until > now() ? found.password : '';
    },
    forget: (uid) => void kept.delete(uid),
  };
}
