import type { SchedulerLike } from 'rxjs';
import { documentedClaims } from '#contract/config';
import type { Profile } from '#contract/identity';
import type { Locks } from '#edge/locks';
import type { StoredTokens } from '#edge/signedUser';
import { openSession, type Session } from '#edge/session';
import type { PopupEnd, RefreshEnd, SignInClient } from '#edge/signInClient';
import type { Channel } from '#edge/tabs';

/** The token of a sign-in after some renewals, as the sign-in library stores it. */
export function userText(options: {
  rot: number;
  authTime?: number;
  expiresAt?: number;
  username?: string;
  amr?: readonly string[];
}): string {
  const { rot, authTime = 100, expiresAt = 1_000, username = 'an', amr = ['pwd', 'otp'] } = options;
  const claims = { auth_time: authTime, iat: authTime + rot, exp: authTime + rot + 360, rot };
  const token = `h.${btoa(JSON.stringify(claims))}.${username}${rot}`;
  const profile = { 'cognito:username': username, email: `${username}@serrarobotics.example`, amr };
  return JSON.stringify({ access_token: token, refresh_token: `r${rot}`, expires_at: expiresAt, profile });
}

/** The storage of one tab. */
export interface TabStorage {
  text: string | null;
}

/** One browser: the state that its tabs share, and the answers of its provider. */
export class FakeBrowser {
  readonly #listeners = new Map<string, (event: { readonly data: unknown }) => void>();
  readonly #held: string[] = [];
  #queue: Promise<unknown> = Promise.resolve();
  /** How often a refresh token was spent. */
  refreshes = 0;
  /** The provider's answer to the next refresh; by default the next rotation. */
  answer: (spent: string) => Promise<RefreshEnd> = () => Promise.resolve({ kind: 'failed' });
  popup: (email: string) => PopupEnd = () => ({ kind: 'cancelled' });
  /** Calls the listener of a tab, now by default; a busy tab is called later. */
  deliver: (to: string, call: () => void) => void = (_, call) => queueMicrotask(call);
  /** The owner of a token, according to the server. */
  whoIs: (tokens: StoredTokens, patienceMs: number) => Promise<Profile | null> = () => Promise.resolve(null);

  locks: Locks = {
    hold: (name) => void this.#held.push(name),
    countHeld: (prefix) => Promise.resolve(this.#held.filter((name) => name.startsWith(prefix)).length),
    runExclusively: (_, work) => {
      const turn = this.#queue.then(work);
      this.#queue = turn.catch(() => undefined);
      return turn;
    },
  };

  /** Opens a tab with what its own storage holds. */
  async open(me: string, clock: SchedulerLike, storage: TabStorage): Promise<Session> {
    const channel: Channel = {
      postMessage: (message) => {
        const others = [...this.#listeners].filter(([name]) => name !== me);
        // A channel delivers later, and a copy.
        const data: unknown = structuredClone(message);
        for (const [name, listener] of others) this.deliver(name, () => listener({ data }));
      },
      addEventListener: (_, listener) => void this.#listeners.set(me, listener),
    };
    const client: SignInClient = {
      stored: () => storage.text,
      store: async (text) => void (storage.text = text),
      forget: async () => void (storage.text = null),
      popup: (email) => Promise.resolve(this.popup(email)),
      refresh: () => {
        this.refreshes += 1;
        return this.answer(storage.text ?? '');
      },
      logOut: async () => void (storage.text = null),
    };
    return openSession({
      client,
      channel,
      locks: this.locks,
      clock,
      me,
      mapping: documentedClaims,
      fetchProfile: (tokens, patienceMs) => this.whoIs(tokens, patienceMs),
    });
  }
}
