import { offlineCopies, type Build } from './offlineCopies.ts';

interface Phase {
  readonly waitUntil: (done: Promise<unknown>) => void;
}
interface Asking {
  readonly request: Request;
  readonly respondWith: (answer: Promise<Response>) => void;
}
/** As much of the worker's scope as is used here; the compiler's library for workers cannot stand beside the one for pages. */
interface WorkerScope {
  readonly location: { readonly origin: string };
  readonly caches: CacheStorage;
  readonly clients: { readonly claim: () => Promise<void> };
  readonly skipWaiting: () => Promise<void>;
  addEventListener(kind: 'install' | 'activate', listener: (phase: Phase) => void): void;
  addEventListener(kind: 'fetch', listener: (asking: Asking) => void): void;
}

declare const self: WorkerScope;
/** Written in by the build. With it the text of this file changes, and that is how a browser learns that there is a newer console. */
declare const CONSOLE_BUILD: Build;

const copies = offlineCopies({
  build: CONSOLE_BUILD,
  origin: self.location.origin,
  caches: self.caches,
  fetch: (request: Request) => fetch(request),
});

self.addEventListener('install', (phase) => phase.waitUntil(copies.take().then(() => self.skipWaiting())));
self.addEventListener('activate', (phase) => phase.waitUntil(copies.dropOlder().then(() => self.clients.claim())));
self.addEventListener('fetch', (asking) => {
  const answer = copies.answer(asking.request);
  if (answer !== null) asking.respondWith(answer);
});
