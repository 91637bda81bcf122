/** The reason why the console cannot run in this browser or at this URL: missing browser features. */

/** Browser features that the console requires; without them nobody can sign in. */
export interface BrowserParts {
  readonly isSecureContext: boolean;
  readonly location: { readonly origin: string };
  readonly crypto?: { readonly subtle?: unknown; readonly randomUUID?: unknown } | undefined;
  readonly navigator: { readonly locks?: unknown };
  readonly BroadcastChannel?: unknown;
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

const PROBE = 'orangery.probe';

const BLOCKED =
  'This browser blocks cookies and storage for this site, and without them nobody can sign in. Allow them for this address, then reload the page.';
const OLD = 'This browser is too old for the console, or parts of it are turned off. Open the console in a current browser.';

const insecure = (origin: string) =>
  `The console works over a secure connection only, and ${origin} is not one. Open its address with https://, or ask the administrator for it.`;

/** Returns whether values can be stored until the tab is closed. If storage is forbidden, access to the property throws. */
function canStore(page: BrowserParts): boolean {
  try {
    page.sessionStorage.setItem(PROBE, '1');
    const isKept = page.sessionStorage.getItem(PROBE) === '1';
    page.sessionStorage.removeItem(PROBE);
    return isKept;
  } catch {
    return false;
  }
}

/** Returns the reason why the console cannot run in this browser at this URL, as a sentence for users; null if it can. */
export function missingSupport(page: BrowserParts): string | null {
  if (!page.isSecureContext) return insecure(page.location.origin);
  if (!canStore(page)) return BLOCKED;
  const { crypto, navigator } = page;
  const needed = [crypto?.subtle, crypto?.randomUUID, navigator.locks, page.BroadcastChannel];
  return needed.every((part) => part !== undefined && part !== null) ? null : OLD;
}
