/** Path of the service worker in the build. */
const SERVICE_WORKER = '/sw.js';

interface Workplace {
  readonly navigator: {
    readonly serviceWorker?: { readonly register: (address: string, options: RegistrationOptions) => Promise<unknown> };
  };
  readonly addEventListener: (kind: 'load', listener: () => void) => void;
}

/**
 * Registers the service worker, so that the built console starts offline from its next load on. Waits for the page's load, which it would
 * delay.
 */
export function workOffline(page: Workplace): void {
  const worker = page.navigator.serviceWorker;
  // Undefined in an insecure context (neither https nor localhost).
  if (worker === undefined) return;
  page.addEventListener('load', () => {
    // A browser that rejects the registration (private window, full disk) logs it to its console; everything else works.
    worker.register(SERVICE_WORKER, { scope: '/', updateViaCache: 'none' }).catch(() => undefined);
  });
}
