/** Path of the service worker in the build. */
const SERVICE_WORKER = '/sw.js';

interface Workplace {
  readonly navigator: {
    readonly serviceWorker?: { readonly register: (address: string, options: RegistrationOptions) => Promise<unknown> };
  };
  readonly addEventListener: (kind: 'load', listener: () => void) => void;
}

/** Registers the service worker, so the built console can start offline from its next load on. Waits until the page has loaded, so as not to delay it. */
export function workOffline(page: Workplace): void {
  const worker = page.navigator.serviceWorker;
  // `serviceWorker` is undefined in an insecure context (neither https nor localhost).
  if (worker === undefined) return;
  page.addEventListener('load', () => {
    // A browser that rejects the registration (private window, full disk) logs this to its developer console; everything else works.
    worker.register(SERVICE_WORKER, { scope: '/', updateViaCache: 'none' }).catch(() => undefined);
  });
}
