interface ScriptRules {
  readonly createScriptURL: (address: string) => string;
}
interface Workplace {
  readonly location: { readonly origin: string };
  /** Browsers that know Trusted Types take a script's address from a policy alone. */
  readonly trustedTypes?: { readonly createPolicy: (name: string, rules: ScriptRules) => unknown };
}

/** The build's own programs beside the page: what works offline, and what reads apart. */
const OWN = /^\/(?:sw|assets\/reader-[\w-]+)\.js$/;

/** Sets the page's one policy for the addresses of scripts it starts: its own programs pass, and no other. */
export function trustScripts({ location, trustedTypes }: Workplace): void {
  const createScriptURL = (address: string): string => {
    const path = address.startsWith(`${location.origin}/`) ? address.slice(location.origin.length) : address;
    if (!OWN.test(path)) throw new TypeError('script address refused');
    return address;
  };
  trustedTypes?.createPolicy('default', { createScriptURL });
}
