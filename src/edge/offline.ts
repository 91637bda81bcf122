const WORKER = '/sw.js';

interface ScriptRules {
  readonly createScriptURL: (address: string) => string;
}
interface Workplace {
  readonly navigator: {
    readonly serviceWorker?: { readonly register: (address: string, options: RegistrationOptions) => Promise<unknown> };
  };
  /** Browsers that know Trusted Types take a script's address from a policy alone. */
  readonly trustedTypes?: { readonly createPolicy: (name: string, rules: ScriptRules) => unknown };
  readonly addEventListener: (kind: 'load', listener: () => void) => void;
}

/** The page's one policy for script addresses: it lets the worker's pass and no other. */
function onlyTheWorker(address: string): string {
  if (address !== WORKER) throw new TypeError('script address refused');
  return address;
}

/** Makes the built console start without a network from its next load on. Begins once the page is loaded, which it would only delay. */
export function workOffline(page: Workplace): void {
  const worker = page.navigator.serviceWorker;
  // Absent where the page is neither https nor of this machine.
  if (worker === undefined) return;
  page.trustedTypes?.createPolicy('default', { createScriptURL: onlyTheWorker });
  page.addEventListener('load', () => {
    // A browser that refuses (private window, full disk) says so in its console; all else works as before.
    worker.register(WORKER, { scope: '/', updateViaCache: 'none' }).catch(() => undefined);
  });
}
