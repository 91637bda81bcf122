import type { BodyOf } from '#contract/call';
import type { postPushReceiver } from '#contract/notification';

/** What a browser registers with, without the secrets of anybody else. */
export type PushRegistration = BodyOf<typeof postPushReceiver>;

/** The notifications of this browser. Not part of the log: what is registered here is this browser's alone. */
export interface BrowserPush {
  /** What this browser can do: receive no notifications at all, not by the person's choice in its settings, not yet, or receive them. */
  readonly state: () => Promise<'unsupported' | 'blocked' | 'off' | 'on'>;
  /** Asks the person and registers at the browser's push service, with the server's public key. Throws where the person or the browser refuses. */
  readonly subscribe: (publicKey: string) => Promise<PushRegistration>;
  /** What is registered; null for nothing. */
  readonly registration: () => Promise<PushRegistration | null>;
  readonly unsubscribe: () => Promise<void>;
}
