/** Maintains a sign-in: when its token is renewed, and when a sign-in that cannot be renewed ends. */

import { EMPTY, exhaustMap, expand, first, ignoreElements, map, of, switchMap, timer, type Observable, type SchedulerLike } from 'rxjs';
import type { Renewal } from '#streams/ports';
import type { SignedUser } from './signedUser.ts';

/** User refresh interval, 300,000 ms. Source: CONST-023, SIGN-033. */
const RENEW_EVERY_MS = 300_000;
/** Delay after which a renewal without a response is retried, in ms. */
const RENEW_AGAIN_MS = 20_000;
/**
 * Fraction of a token's lifetime after which the token is renewed: tokens with a shorter lifetime than in the specification are renewed earlier, and retried in
 * the remaining time.
 */
const RENEW_AT_RATIO = 5 / 6;
const RENEW_AGAIN_RATIO = 1 / 18;
/** Tolerance in ms: setting the clock back by less than this has no effect. */
const CLOCK_STEP_MS = 10_000;
/**
 * Interval at which the clock is compared with the expiry of a token, in ms: a timer stops while a laptop sleeps, and one above 24.8 days fires immediately.
 */
const COMPARE_MS = 60_000;
/** The message after the expiry of a token that its provider does not renew. */
const RAN_OUT = 'Your sign-in has ended. Log in again.';

/**
 * Returns the time since a token was issued, in ms. A token with a time of issue in the future was issued while the clock was wrong; its age is unknown, and it
 * is treated as old.
 */
const ageMs = (user: SignedUser, now: number): number =>
  (user.note?.given_at ?? -Infinity) > now + CLOCK_STEP_MS ? Infinity : now - user.givenAt;

/** Returns whether a token must be renewed before it is used: it has expired, or its expiry is unknown. */
export const isDoubtful = (user: SignedUser, now: number): boolean => user.expiresAt <= now || ageMs(user, now) === Infinity;

/** Emits once the clock has reached an instant, however far in the future. Source: TOKEN4. */
const reached = (at: number, clock: SchedulerLike): Observable<unknown> =>
  of(null).pipe(
    expand(() => timer(Math.max(0, Math.min(at - clock.now(), COMPARE_MS)), clock)),
    first(() => clock.now() >= at),
  );

/**
 * Renews the token in time, and retries after a failure until a renewal succeeds or the sign-in is over. A sign-in that cannot be renewed ends with its token,
 * with a message.
 */
export const upkeep = (user$: Observable<SignedUser | null>, renew: () => Observable<Renewal>, clock: SchedulerLike): Observable<string> =>
  user$.pipe(
    switchMap((user) => {
      if (user === null) return EMPTY;
      if (!user.isRenewable) return reached(user.expiresAt, clock).pipe(map(() => RAN_OUT));
      const lifeMs = user.expiresAt - user.givenAt;
      const renewAfterMs = Math.min(RENEW_EVERY_MS, lifeMs * RENEW_AT_RATIO);
      const againMs = Math.min(RENEW_AGAIN_MS, lifeMs * RENEW_AGAIN_RATIO);
      return timer(Math.max(0, renewAfterMs - ageMs(user, clock.now())), againMs, clock).pipe(
        exhaustMap(() => renew()),
        ignoreElements(),
      );
    }),
  );
