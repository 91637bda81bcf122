/** The worker for push messages (`/push.js`), which shows notifications and serves nothing. */

import { optionsToRenew, pageOf, shownNotice, type SubscriptionChange } from './pushMessage.ts';

interface Phase {
  readonly waitUntil: (done: Promise<unknown>) => void;
}
interface Pushed extends Phase {
  readonly data: { readonly text: () => string } | null;
}
interface Clicked extends Phase {
  readonly notification: { readonly data: unknown; readonly close: () => void };
}
/** The part of the worker's global scope used here. The worker only receives push messages: it has no listener for requests, so it never serves any. */
interface WorkerScope {
  readonly registration: {
    readonly showNotification: (title: string, options: object) => Promise<void>;
    readonly pushManager: { readonly subscribe: (options: object) => Promise<unknown> };
  };
  readonly clients: { readonly openWindow: (address: string) => Promise<unknown> };
  readonly skipWaiting: () => Promise<void>;
  addEventListener(kind: 'install', listener: (phase: Phase) => void): void;
  addEventListener(kind: 'push', listener: (pushed: Pushed) => void): void;
  addEventListener(kind: 'notificationclick', listener: (clicked: Clicked) => void): void;
  addEventListener(kind: 'pushsubscriptionchange', listener: (changed: Phase & SubscriptionChange) => void): void;
}

declare const self: WorkerScope;

self.addEventListener('install', (phase) => phase.waitUntil(self.skipWaiting()));
self.addEventListener('push', (pushed) => {
  const { title, options } = shownNotice(pushed.data?.text() ?? '', Date.now());
  pushed.waitUntil(self.registration.showNotification(title, options));
});
self.addEventListener('notificationclick', (clicked) => {
  clicked.notification.close();
  clicked.waitUntil(self.clients.openWindow(pageOf(clicked.notification.data)));
});
// The worker has no session, so the next start of the console registers the new subscription.
self.addEventListener('pushsubscriptionchange', (changed) => {
  const options = optionsToRenew(changed);
  if (options !== null) changed.waitUntil(self.registration.pushManager.subscribe(options));
});
