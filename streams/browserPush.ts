/** `BrowserPush`, the interface that registers a browser for notifications. */

import type { BodyOf } from '#contract/call';
import type { postPushReceiver } from '#contract/notification';

/** The registration of a browser, in the form of the request that registers it. */
export type PushRegistration = BodyOf<typeof postPushReceiver>;

/** The notifications of this browser. They are not part of the log, because the registration belongs to this browser alone. */
export interface BrowserPush {
  /** Returns the state of notifications in this browser: not supported, blocked by its settings, not registered yet, or registered. */
  readonly state: () => Promise<'unsupported' | 'blocked' | 'off' | 'on'>;
  /**
   * Requests the user's permission and registers with the browser's push service, using the server's public key. Rejects if the user or the browser refuses.
   */
  readonly subscribe: (publicKey: string) => Promise<PushRegistration>;
  /** Subscribes again without a question; null if the user has not allowed notifications. Throws if the browser refuses. */
  readonly resubscribe: (publicKey: string) => Promise<PushRegistration | null>;
  /** Returns the registration; null if there is none. */
  readonly registration: () => Promise<PushRegistration | null>;
  readonly unsubscribe: () => Promise<void>;
}
