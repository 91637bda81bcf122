import {
  BehaviorSubject,
  defer,
  EMPTY,
  exhaustMap,
  ignoreElements,
  map,
  switchMap,
  timer,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import type { ClaimMapping } from '#contract/config';
import type { Profile } from '#contract/identity';
import type { Token } from '#streams/ports';
import type { Locks } from './locks.ts';
import { createRenewal, type Identify } from './renewal.ts';
import { accessTokenIn, isNewer, readSignedUser, withNote, type SignedUser } from './signedUser.ts';
import type { PopupEnd, SignInClient } from './signInClient.ts';
import { joinTabs, type Channel } from './tabs.ts';

/** User refresh interval, 300,000 ms. Source: CONST-023, SIGN-033. */
const RENEW_EVERY_MS = 300_000;
/** A renewal that could not be asked for is tried again after this. */
const RENEW_AGAIN_MS = 20_000;
/** Of a token's life: a shorter one than the specification expects is renewed earlier, and again, well within what remains. */
const RENEW_AT_RATIO = 5 / 6;
const RENEW_AGAIN_RATIO = 1 / 18;
/** What people read when a token ran out that its provider does not renew. */
const RAN_OUT = 'Your sign-in has ended. Log in again.';
const NOBODY = 'The identity provider did not say who signed in.';

/** How a sign-in ended. `blocked`: the browser refused the popup; a button that calls `signIn` directly opens it. */
type SignInResult = Exclude<PopupEnd, { kind: 'signed-in' }> | { readonly kind: 'signed-in'; readonly profile: Profile };

/** What a sign-in is informed beside the address. */
interface SignInOptions {
  /** Gives up waiting and closes the popup. */
  readonly signal?: AbortSignal;
  /** Whether the account has a second factor, as `login_method` answers; it may still be asked while the popup is open. True by default. */
  readonly mfaEnabled?: Promise<boolean>;
}

/** Who is signed in, in this tab and, kept equal, in all others. */
export interface Session {
  /** The token now and at every change; null while nobody is signed in. Replays its latest. */
  readonly token$: Observable<Token | null>;
  /** The token of this moment. */
  readonly token: () => Token | null;
  /** The person now and at every change. Replays its latest. */
  readonly profile$: Observable<Profile | null>;
  /** Renews once, one flight for all tabs; emits whether it worked. */
  readonly renew: () => Observable<boolean>;
  /**
   * Keeps the sign-in alive while subscribed: a renewal every 300 s, earlier where the token's life asks for it. Emits a sentence for people when a
   * sign-in ran out that its provider does not renew.
   */
  readonly upkeep$: Observable<string>;
  /** Opens the popup. Never rejects. */
  readonly signIn: (email: string, options?: SignInOptions) => Promise<SignInResult>;
  /** The second factor was set up: this sign-in no longer waits for it. Renews, so that the token says so where it does. */
  readonly enrolled: () => Promise<void>;
  /** Ends the sign-in in every tab and leaves for the provider's log-out page, which returns to the root. */
  readonly signOut: () => Promise<void>;
  /** Forgets the sign-in in this tab alone: the server refuses its token. */
  readonly drop: () => Promise<void>;
}

/** What a session lives on. `me` is a name of this page load that no other has. */
export interface SessionParts {
  readonly client: SignInClient;
  readonly channel: Channel;
  readonly locks: Locks;
  readonly clock: SchedulerLike;
  readonly me: string;
  readonly mapping: ClaimMapping;
  /** Who the person of an access token is to the server; null where the server does not tell. */
  readonly whoIs: (accessToken: string) => Promise<Profile | null>;
}

const tokenOf = (user: SignedUser | null): Token | null => user && { value: user.accessToken, expiresAt: user.expiresAt };

/** Who is signed in here: in memory for everybody who asks, in the tab's storage for the next reload. */
function holdUser(client: SignInClient, read: (text: string | null) => SignedUser | null) {
  const user$ = new BehaviorSubject<SignedUser | null>(read(client.stored()));
  const keep = async (user: SignedUser) => {
    user$.next(user);
    await client.keep(user.text);
  };
  return {
    user$,
    current: () => user$.value,
    keep,
    accept: async (text: string) => {
      const user = read(text);
      if (user !== null && isNewer(user, user$.value)) await keep(user);
    },
    drop: async () => {
      user$.next(null);
      await client.forget();
    },
  };
}

/** Renews in time; after a failure again and again until it worked or the sign-in is over. What cannot be renewed ends with its token. */
const upkeep = (user$: Observable<SignedUser | null>, renew: () => Observable<boolean>, clock: SchedulerLike): Observable<string> =>
  user$.pipe(
    switchMap((user) => {
      if (user === null) return EMPTY;
      if (!user.isRenewable) return timer(Math.max(0, user.expiresAt - clock.now()), clock).pipe(map(() => RAN_OUT));
      const lifeMs = user.expiresAt - user.givenAt;
      const renewAt = user.givenAt + Math.min(RENEW_EVERY_MS, lifeMs * RENEW_AT_RATIO);
      const againMs = Math.min(RENEW_AGAIN_MS, lifeMs * RENEW_AGAIN_RATIO);
      return timer(Math.max(0, renewAt - clock.now()), againMs, clock).pipe(exhaustMap(renew), ignoreElements());
    }),
  );

/** Writes into a stored user when it was given and who it is to the server; a server that does not answer now is believed by its earlier answer. */
const identifier =
  ({ clock, whoIs }: Pick<SessionParts, 'clock' | 'whoIs'>): Identify =>
  async (text, note) => {
    const given_at = clock.now();
    const accessToken = accessTokenIn(text);
    return withNote(text, { ...note, given_at, me: (accessToken === null ? null : await whoIs(accessToken)) ?? note.me });
  };

/** Opens the session: what this tab stored, or what another tab has, renewed when it ran out meanwhile. */
export async function openSession(parts: SessionParts): Promise<Session> {
  const { client, channel, locks, clock, me, mapping } = parts;
  const read = (text: string | null) => readSignedUser(text, mapping);
  const { user$, current, keep, accept, drop } = holdUser(client, read);
  const settle = { onUser: (text: string) => void accept(text), onEnded: () => void drop() };
  const tabs = joinTabs({ me, channel, locks, clock, mine: () => current()?.text ?? null, ...settle });
  const endEverywhere = () => {
    tabs.tellEnded();
    return drop();
  };
  const keepEverywhere = async (text: string): Promise<SignedUser | null> => {
    const user = read(text);
    if (user === null) return null;
    await keep(user);
    tabs.tellUser(user.text);
    return user;
  };
  const identify = identifier(parts);
  const renewal = createRenewal({ client, tabs, locks, current, accept, endEverywhere, identify });
  for (const text of await tabs.ask()) await accept(text);
  if ((current()?.expiresAt ?? Infinity) <= clock.now()) await renewal();
  const renewed = () => (current()?.isRenewable === true ? renewal() : Promise.resolve(false));
  const renew = () => defer(renewed);
  return {
    token$: user$.pipe(map(tokenOf)),
    token: () => tokenOf(current()),
    profile$: user$.pipe(map((user) => user?.profile ?? null)),
    renew,
    upkeep$: upkeep(user$, renew, clock),
    signIn: async (email, { signal, mfaEnabled } = {}) => {
      const end = await client.popup(email, signal);
      if (end.kind !== 'signed-in') return end;
      const text = await identify(end.text, { email, mfa_pending: (await mfaEnabled) === false, me: null });
      const user = await keepEverywhere(text);
      return user === null ? { kind: 'failed', text: NOBODY } : { kind: 'signed-in', profile: user.profile };
    },
    enrolled: async () => {
      const user = current();
      if (user?.note != null) await keepEverywhere(withNote(user.text, { ...user.note, mfa_pending: false }));
      await renewed();
    },
    signOut: async () => {
      tabs.tellEnded();
      user$.next(null);
      await client.leave().catch(() => client.forget());
    },
    drop,
  };
}
