/** Where the build puts the program that starts the console without a network. */
const SERVICE_WORKER = '/sw.js';

interface Workplace {
  readonly navigator: {
    readonly serviceWorker?: { readonly register: (address: string, options: RegistrationOptions) => Promise<unknown> };
  };
  readonly addEventListener: (kind: 'load', listener: () => void) => void;
}

/** Makes the built console start without a network from its next load on. Begins once the page is loaded, which it would only delay. */
export function workOffline(page: Workplace): void {
  const worker = page.navigator.serviceWorker;
  // Absent where the page is neither https nor of this machine.
  if (worker === undefined) return;
  page.addEventListener('load', () => {
    // A browser that refuses (private window, full disk) says so in its console; all else works as before.
    worker.register(SERVICE_WORKER, { scope: '/', updateViaCache: 'none' }).catch(() => undefined);
  });
}
