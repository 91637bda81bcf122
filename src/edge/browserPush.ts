/** Registers this browser with its push service, for notifications. */

import type { BrowserPush, PushRegistration } from '#streams/browserPush';
import { browserLabel } from './browserLabel.ts';

/** The worker that receives push messages. It is separate from the worker that caches the console's files, and never answers a request of a page. */
const WORKER = '/push.js';
const SCOPE = '/push/';
/** The lock under which a tab subscribes again. */
const LOCK = 'push-resubscribe';

interface Subscription {
  readonly toJSON: () => { readonly endpoint?: string; readonly keys?: Readonly<Record<string, string>> };
  readonly unsubscribe: () => Promise<boolean>;
}
interface Registration {
  readonly scope: string;
  readonly active: unknown;
  readonly installing: EventTarget | null;
  readonly waiting: EventTarget | null;
  readonly pushManager: {
    readonly getSubscription: () => Promise<Subscription | null>;
    readonly subscribe: (options: { readonly userVisibleOnly: true; readonly applicationServerKey: BufferSource }) => Promise<Subscription>;
  };
}
/** The browser features that push messages need; some browsers lack some of these. */
export interface PushPage {
  readonly navigator: {
    readonly userAgent: string;
    /** Missing in old browsers. */
    readonly locks?: { readonly request: <T>(name: string, run: () => Promise<T>) => Promise<T> };
    readonly serviceWorker?: {
      readonly register: (address: string, options: RegistrationOptions) => Promise<Registration>;
      readonly getRegistration: (address: string) => Promise<Registration | undefined>;
    };
  };
  readonly Notification?: { readonly permission: string; readonly requestPermission: () => Promise<string> };
  readonly PushManager?: unknown;
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** Resolves once the worker is active, because only then can a browser subscribe it. */
function activated(registration: Registration): Promise<void> {
  if (registration.active !== null) return Promise.resolve();
  const worker = registration.installing ?? registration.waiting;
  return new Promise((resolve) => {
    worker?.addEventListener('statechange', () => {
      if (registration.active !== null) resolve();
    });
  });
}

/** Creates the access to the push notifications of this browser. */
export function createBrowserPush(page: PushPage): BrowserPush {
  const worker = page.navigator.serviceWorker;
  const known = async () => {
    const registration = await worker?.getRegistration(SCOPE);
    // If this worker is not registered, a browser returns the registration of the console's service worker.
    return registration?.scope.endsWith(SCOPE) === true ? registration : null;
  };
  const subscription = async () => (await known())?.pushManager.getSubscription() ?? null;
  const alone = <T>(run: () => Promise<T>): Promise<T> => page.navigator.locks?.request(LOCK, run) ?? run();
  const described = (one: Subscription): PushRegistration => {
    const { endpoint = '', keys = {} } = one.toJSON();
    return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' }, label: browserLabel(page.navigator.userAgent) };
  };
  const subscribed = async (publicKey: string): Promise<PushRegistration> => {
    if (worker === undefined) throw new Error('This browser has no push service.');
    const registration = await worker.register(WORKER, { scope: SCOPE, updateViaCache: 'none' });
    await activated(registration);
    // A subscription with the key of another server receives nothing from this server.
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    return described(await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) }));
  };
  return {
    state: async () => {
      if (worker === undefined || page.Notification === undefined || page.PushManager === undefined) return 'unsupported';
      if (page.Notification.permission === 'denied') return 'blocked';
      return (await subscription()) === null ? 'off' : 'on';
    },
    subscribe: async (publicKey) => {
      if ((await page.Notification?.requestPermission()) !== 'granted') throw new Error('Notifications are not allowed in this browser.');
      return subscribed(publicKey);
    },
    resubscribe: async (publicKey) => {
      if (page.Notification?.permission !== 'granted') return null;
      // Two tabs that start together would each end the other one's subscription.
      return alone(async () => {
        const one = await subscription();
        return one === null ? subscribed(publicKey) : described(one);
      });
    },
    registration: async () => {
      const one = await subscription();
      return one === null ? null : described(one);
    },
    unsubscribe: async () => void (await (await subscription())?.unsubscribe()),
  };
}
