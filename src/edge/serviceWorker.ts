/** The service worker (`/sw.js`), which serves the cached build offline. */

import { offlineCopies, type Build } from './offlineCopies.ts';

interface Phase {
  readonly waitUntil: (done: Promise<unknown>) => void;
}
interface Asking {
  readonly request: Request;
  readonly respondWith: (answer: Promise<Response>) => void;
}
/** The part of the worker's global scope used here; TypeScript's worker library conflicts with the DOM library. */
interface WorkerScope {
  readonly location: { readonly origin: string };
  readonly caches: CacheStorage;
  readonly clients: { readonly claim: () => Promise<void> };
  readonly skipWaiting: () => Promise<void>;
  addEventListener(kind: 'install' | 'activate', listener: (phase: Phase) => void): void;
  addEventListener(kind: 'fetch', listener: (asking: Asking) => void): void;
}

declare const self: WorkerScope;
/** Inserted by the build. It changes the content of this file, from which a browser detects a new build. */
declare const CONSOLE_BUILD: Build;

const copies = offlineCopies({
  build: CONSOLE_BUILD,
  origin: self.location.origin,
  caches: self.caches,
  fetch: (request: Request | string) => fetch(request),
});

self.addEventListener('install', (phase) => phase.waitUntil(copies.take().then(() => self.skipWaiting())));
self.addEventListener('activate', (phase) => phase.waitUntil(copies.dropOlder().then(() => self.clients.claim())));
self.addEventListener('fetch', (asking) => {
  const answer = copies.answer(asking.request);
  if (answer !== null) asking.respondWith(answer);
});
