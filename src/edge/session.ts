/** The session of this tab, shared with all tabs: the signed-in user, sign-in, sign-out, renewal every 5 minutes, and expiry. */

import { BehaviorSubject, defer, map, type Observable, type SchedulerLike } from 'rxjs';
import type { ClaimMapping } from '#contract/config';
import type { Profile } from '#contract/identity';
import type { Renewal, RenewalOptions, Token } from '#streams/ports';
import type { Locks } from './locks.ts';
import { createRenewal, type Identify } from './renewal.ts';
import { isNewer, readSignedUser, tokensIn, withSignInNote, type SignedUser, type StoredTokens } from './signedUser.ts';
import type { PopupEnd, SignInClient } from './signInClient.ts';
import { joinTabs, type Channel } from './tabs.ts';
import { isDoubtful, upkeep } from './upkeep.ts';

/** Maximum time that a sign-in waits for the server's profile, in ms. */
const SIGN_IN_PATIENCE_MS = 30_000;
const NOBODY = 'The identity provider did not say who signed in.';

/** The result of a sign-in. `blocked`: the browser blocked the popup; a button that calls `signIn` directly can open it. */
type SignInResult = Exclude<PopupEnd, { kind: 'signed-in' }> | { readonly kind: 'signed-in'; readonly profile: Profile };

/** Options of a sign-in, in addition to the e-mail address. */
interface SignInOptions {
  /** The signal that cancels the wait and closes the popup. */
  readonly signal?: AbortSignal;
  /** Whether the account has a second factor, from `login_method`; may resolve while the popup is open. True by default. */
  readonly mfaEnabled?: Promise<boolean>;
}

/** The signed-in user of this tab, synchronised with all other tabs. */
export interface Session {
  /** Emits the token now and at every change; null while nobody is signed in. Replays the latest value. */
  readonly token$: Observable<Token | null>;
  /** Returns the current token. */
  readonly token: () => Token | null;
  /** Emits the profile now and at every change. Replays the latest value. */
  readonly profile$: Observable<Profile | null>;
  /** Renews the token once for all tabs and emits the outcome. */
  readonly renew: (options?: RenewalOptions) => Observable<Renewal>;
  /**
   * Renews the session while subscribed: every 300 s, or earlier for tokens that expire sooner. Emits a message when a sign-in that its provider does not renew
   * has expired.
   */
  readonly upkeep$: Observable<string>;
  /** Opens the popup. Never rejects. */
  readonly signIn: (email: string, options?: SignInOptions) => Promise<SignInResult>;
  /**
   * Records that the second factor was set up, so this sign-in is no longer pending, and renews the token, which then contains the second factor if the
   * provider supports that.
   */
  readonly enrolled: () => Promise<void>;
  /**
   * Requests the profile from the server again, once per token; used after the server refused a call for lack of a second factor that the claims seemed to
   * contain.
   */
  readonly recheck: () => Promise<void>;
  /** Ends the sign-in in every tab and navigates to the provider's log-out page, which returns to the root. */
  readonly signOut: () => Promise<void>;
  /** Removes the sign-in from this tab only; used when the server rejects its token. */
  readonly drop: () => Promise<void>;
}

/** Dependencies of a session. `me` is a unique name for this load of the page. */
export interface SessionParts {
  readonly client: SignInClient;
  readonly channel: Channel;
  readonly locks: Locks;
  readonly clock: SchedulerLike;
  readonly me: string;
  readonly mapping: ClaimMapping;
  /** Returns the server's profile for the tokens of a sign-in; null if the server does not offer it or does not respond. */
  readonly fetchProfile: (tokens: StoredTokens, patienceMs: number) => Promise<Profile | null>;
}

const tokenOf = (user: SignedUser | null): Token | null => user && { value: user.accessToken, expiresAt: user.expiresAt };

/** Creates the holder of the signed-in user: in memory, and in the tab's storage for a reload. */
function holdUser(client: SignInClient, read: (text: string | null) => SignedUser | null) {
  const user$ = new BehaviorSubject<SignedUser | null>(read(client.stored()));
  const signIn = { ending: new AbortController() };
  const end = () => {
    signIn.ending.abort();
    signIn.ending = new AbortController();
    user$.next(null);
  };
  const keep = async (user: SignedUser) => {
    // Another user has signed in, in another tab: the data of the former user in this tab are removed, as with a sign-out.
    if (user$.value !== null && user$.value.subject !== user.subject) end();
    user$.next(user);
    await client.store(user.text);
  };
  return {
    user$,
    current: () => user$.value,
    signInSignal: () => signIn.ending.signal,
    end,
    keep,
    accept: async (text: string) => {
      const user = read(text);
      if (user !== null && isNewer(user, user$.value)) await keep(user);
    },
    drop: async () => {
      end();
      await client.forget();
    },
  };
}

/**
 * Creates a function that adds to a stored user the time of issue, the order after the current user, and the server's profile; without a response, the earlier
 * profile is kept.
 */
const identifier =
  ({ clock, fetchProfile }: Pick<SessionParts, 'clock' | 'fetchProfile'>, current: () => SignedUser | null): Identify =>
  async (text, note, patienceMs) => {
    const given_at = clock.now();
    const renewals = (current()?.note?.renewals ?? 0) + 1;
    const tokens = tokensIn(text);
    return withSignInNote(text, {
      ...note,
      given_at,
      renewals,
      me: (tokens === null ? null : await fetchProfile(tokens, patienceMs)) ?? note.me,
    });
  };

/** Creates the function that requests the profile again, once per token; without a response, the request may be repeated. */
function createRecheck(
  { fetchProfile }: Pick<SessionParts, 'fetchProfile'>,
  current: () => SignedUser | null,
  keep: (text: string) => Promise<unknown>,
): () => Promise<void> {
  const requested = new Set<string>();
  return async () => {
    const user = current();
    const tokens = user === null ? null : tokensIn(user.text);
    if (user === null || tokens === null || requested.has(tokens.accessToken)) return;
    requested.add(tokens.accessToken);
    const me = await fetchProfile(tokens, SIGN_IN_PATIENCE_MS);
    if (me === null) requested.delete(tokens.accessToken);
    else if (current()?.accessToken === tokens.accessToken) {
      const { note } = user;
      await keep(
        withSignInNote(user.text, {
          email: note?.email ?? '',
          given_at: note?.given_at ?? user.givenAt,
          renewals: note?.renewals,
          mfa_pending: note?.mfa_pending ?? false,
          me,
        }),
      );
    }
  };
}

/** Opens the session from this tab's storage or from another tab, and renews it if it has expired meanwhile. */
export async function openSession(parts: SessionParts): Promise<Session> {
  const { client, channel, locks, clock, me, mapping } = parts;
  const read = (text: string | null) => readSignedUser(text, mapping);
  const { user$, current, signInSignal, end, keep, accept, drop } = holdUser(client, read);
  const settle = { onUser: (text: string) => void accept(text), onEnded: () => void drop() };
  const tabs = joinTabs({ me, channel, locks, clock, ownUser: () => current()?.text ?? null, ...settle });
  const endEverywhere = () => {
    tabs.shareEnd();
    return drop();
  };
  const keepEverywhere = async (text: string): Promise<SignedUser | null> => {
    const user = read(text);
    if (user === null) return null;
    await keep(user);
    tabs.shareUser(user.text);
    return user;
  };
  const identify = identifier(parts, current);
  const renewal = createRenewal({ client, tabs, locks, clock, current, signInSignal, accept, endEverywhere, identify });
  for (const text of await tabs.requestUsers()) await accept(text);
  const known = current();
  if (known !== null && isDoubtful(known, clock.now())) await renewal();
  const renewed = (options?: RenewalOptions) => (current()?.isRenewable === true ? renewal(options) : Promise.resolve<Renewal>('refused'));
  const renew = (options?: RenewalOptions) => defer(() => renewed(options));
  return {
    token$: user$.pipe(map(tokenOf)),
    token: () => tokenOf(current()),
    profile$: user$.pipe(map((user) => user?.profile ?? null)),
    renew,
    upkeep$: upkeep(user$, renew, clock),
    signIn: async (email, { signal, mfaEnabled } = {}) => {
      const popup = await client.popup(email, signal);
      if (popup.kind !== 'signed-in') return popup;
      const text = await identify(popup.text, { email, mfa_pending: (await mfaEnabled) === false, me: null }, SIGN_IN_PATIENCE_MS);
      // The sign-in was cancelled or refused after the popup ended, and another sign-in may have followed.
      if (signal?.aborted === true) return { kind: 'cancelled' };
      const user = await keepEverywhere(text);
      return user === null ? { kind: 'failed', text: NOBODY } : { kind: 'signed-in', profile: user.profile };
    },
    enrolled: async () => {
      const user = current();
      if (user?.note != null) await keepEverywhere(withSignInNote(user.text, { ...user.note, mfa_pending: false }));
      if (current()?.isRenewable === true) await renewal({ isUrgent: true });
    },
    recheck: createRecheck(parts, current, keepEverywhere),
    signOut: async () => {
      tabs.shareEnd();
      end();
      // The log-out removes the user first and may fail much later, when another user may be signed in.
      await client.logOut().catch(() => undefined);
    },
    drop,
  };
}
