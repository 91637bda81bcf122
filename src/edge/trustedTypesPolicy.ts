interface ScriptRules {
  readonly createScriptURL: (address: string) => string;
}
interface Workplace {
  readonly location: { readonly origin: string };
  /** Browsers that know Trusted Types take a script's address from a policy alone. */
  readonly trustedTypes?: { readonly createPolicy: (name: string, rules: ScriptRules) => unknown };
}

/** The build's own programs beside the page: what works offline, what reads apart, and what prepares the ground of the map. */
const OWN = /^\/(?:sw\.js|assets\/parseWorker-[\w-]+\.js|assets\/maplibre-gl-worker-[\w-]+\.mjs)$/;

/** Sets the page's one policy for the addresses of scripts it starts: its own programs pass, and no other. */
export function trustScripts({ location, trustedTypes }: Workplace): void {
  const createScriptURL = (address: string): string => {
    const path = address.startsWith(`${location.origin}/`) ? address.slice(location.origin.length) : address;
    if (!OWN.test(path)) throw new TypeError('script address refused');
    return address;
  };
  trustedTypes?.createPolicy('default', { createScriptURL });
}
