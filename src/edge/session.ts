import { BehaviorSubject, defer, EMPTY, exhaustMap, map, switchMap, timer, type Observable, type SchedulerLike } from 'rxjs';
import type { Profile } from '#contract/identity';
import type { Token } from '#streams/ports';
import type { Locks } from './locks.ts';
import { createRenewal } from './renewal.ts';
import { isNewer, readSignedUser, type SignedUser } from './signedUser.ts';
import type { SignInClient } from './signInClient.ts';
import { joinTabs, type Channel } from './tabs.ts';

/** User refresh interval, 300,000 ms. Source: CONST-023, SIGN-033. */
const RENEW_EVERY_MS = 300_000;
/** A renewal that could not be asked for is tried again after this, well within what remains of the token. */
const RENEW_AGAIN_MS = 20_000;

/** How a sign-in ended. `blocked`: the browser refused the popup; a button that calls `signIn` directly opens it. */
type SignInResult =
  | { readonly kind: 'signed-in'; readonly profile: Profile }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'blocked' }
  | { readonly kind: 'failed'; readonly text: string };

/** Who is signed in, in this tab and, kept equal, in all others. */
export interface Session {
  /** The token now and at every change; null while nobody is signed in. Replays its latest. */
  readonly token$: Observable<Token | null>;
  /** The token of this moment. */
  readonly token: () => Token | null;
  /** The person now and at every change; `amr` tells whether there was a second factor. Replays its latest. */
  readonly profile$: Observable<Profile | null>;
  /** Renews once, one flight for all tabs; emits whether it worked. */
  readonly renew: () => Observable<boolean>;
  /** Keeps the sign-in alive while subscribed: a renewal every 300 s. Emits the outcome of those that failed. */
  readonly upkeep$: Observable<boolean>;
  /** Opens the popup. Never rejects. `signal` gives up waiting. */
  readonly signIn: (email: string, signal?: AbortSignal) => Promise<SignInResult>;
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
}

const tokenOf = (user: SignedUser | null): Token | null => user && { value: user.accessToken, expiresAt: user.expiresAt };

/** Who is signed in here: in memory for everybody who asks, in the tab's storage for the next reload. */
function holdUser(client: SignInClient) {
  const user$ = new BehaviorSubject<SignedUser | null>(readSignedUser(client.stored()));
  const keep = async (user: SignedUser) => {
    user$.next(user);
    await client.keep(user.text);
  };
  return {
    user$,
    current: () => user$.value,
    keep,
    accept: async (text: string) => {
      const user = readSignedUser(text);
      if (user !== null && isNewer(user, user$.value)) await keep(user);
    },
    drop: async () => {
      user$.next(null);
      await client.forget();
    },
  };
}

/** Renews 300 s after each token was given; after a failure again and again until it worked or the sign-in is over. */
const upkeep = (user$: Observable<SignedUser | null>, renew: () => Observable<boolean>, clock: SchedulerLike) =>
  user$.pipe(
    switchMap((user) => {
      if (user === null) return EMPTY;
      return timer(Math.max(0, user.givenAt + RENEW_EVERY_MS - clock.now()), RENEW_AGAIN_MS, clock).pipe(exhaustMap(renew));
    }),
  );

/** Opens the session: what this tab stored, or what another tab has, renewed when it ran out meanwhile. */
export async function openSession({ client, channel, locks, clock, me }: SessionParts): Promise<Session> {
  const { user$, current, keep, accept, drop } = holdUser(client);
  const heard = { onUser: (text: string) => void accept(text), onEnded: () => void drop() };
  const tabs = joinTabs({ me, channel, locks, clock, mine: () => current()?.text ?? null, ...heard });
  const endEverywhere = () => {
    tabs.tellEnded();
    return drop();
  };
  const renewal = createRenewal({ client, tabs, locks, current, accept, endEverywhere });
  for (const text of await tabs.ask()) await accept(text);
  if ((current()?.expiresAt ?? Infinity) <= clock.now()) await renewal();
  const renew = () => defer(renewal);
  return {
    token$: user$.pipe(map(tokenOf)),
    token: () => tokenOf(current()),
    profile$: user$.pipe(map((user) => user?.profile ?? null)),
    renew,
    upkeep$: upkeep(user$, renew, clock),
    signIn: async (email, signal) => {
      const end = await client.popup(email, signal);
      if (end.kind !== 'signed-in') return end;
      const user = readSignedUser(end.text);
      if (user === null) return { kind: 'failed', text: 'The identity provider did not say who signed in.' };
      await keep(user);
      tabs.tellUser(user.text);
      return { kind: 'signed-in', profile: user.profile };
    },
    signOut: async () => {
      tabs.tellEnded();
      user$.next(null);
      await client.leave().catch(() => client.forget());
    },
    drop,
  };
}
