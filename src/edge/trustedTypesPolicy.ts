interface ScriptRules {
  readonly createScriptURL: (address: string) => string;
}
interface Workplace {
  readonly location: { readonly origin: string };
  /** Browsers with Trusted Types accept a script URL only from a policy. */
  readonly trustedTypes?: { readonly createPolicy: (name: string, rules: ScriptRules) => unknown };
}

/** The build's own workers: the service worker, the worker for push messages, the workers of socket, recorder and map files, and MapLibre's worker. */
const OWN = /^\/(?:sw\.js|push\.js|assets\/(?:socketWorker|recorderWorker|mapFileWorker|maplibre-gl-worker)-[\w-]+\.js)$/;

/** Creates the page's Trusted Types policy for script URLs, which allows only the build's own workers. */
export function trustScripts({ location, trustedTypes }: Workplace): void {
  const createScriptURL = (address: string): string => {
    const path = address.startsWith(`${location.origin}/`) ? address.slice(location.origin.length) : address;
    if (!OWN.test(path)) throw new TypeError('script address refused');
    return address;
  };
  trustedTypes?.createPolicy('default', { createScriptURL });
}
