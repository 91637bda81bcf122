import type { ConsoleConfig } from '#contract/config';

/** How a sign-in in the popup ended. Expected ends are values; `text` is for people. */
export type PopupEnd =
  | { readonly kind: 'signed-in'; readonly text: string }
  | { readonly kind: 'cancelled' }
  /** The browser refused the popup: show a second button that calls `signIn` again at once. */
  | { readonly kind: 'blocked' }
  | { readonly kind: 'failed'; readonly text: string };

/** How a renewal ended. `refused`: the provider reported that this sign-in is over. `failed`: it could not be asked. */
export type RefreshEnd = { readonly kind: 'renewed'; readonly text: string } | { readonly kind: 'refused' } | { readonly kind: 'failed' };

/** The sign-in library, as far as the session needs it. Users are the library's stored text. */
export interface SignInClient {
  /** What this tab's storage holds. */
  readonly stored: () => string | null;
  readonly keep: (text: string) => Promise<void>;
  readonly forget: () => Promise<void>;
  /** Opens the popup; `signal` closes it. */
  readonly popup: (email: string, signal?: AbortSignal) => Promise<PopupEnd>;
  /** Spends the stored refresh token. */
  readonly refresh: () => Promise<RefreshEnd>;
  /** Leaves for the provider's log-out page, which returns to the root. */
  readonly leave: () => Promise<void>;
}

/** Where the provider sends the popup back to. */
const RETURN_PATH = '/signed-in';

/** Whether a page is the popup that the provider sent back. A plain web server gives it the console's page, which must then not start the console. */
export function isReturn({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  const parameters = new URLSearchParams(search);
  return pathname === RETURN_PATH && parameters.has('state') && (parameters.has('code') || parameters.has('error'));
}

/** What the library is informed. Scopes as the specification asks unless the configuration names others. Source: CONST-059, SIGN-022..024. */
export const settingsOf = ({ oidc }: ConsoleConfig, origin: string) => ({
  authority: oidc.authority,
  ...(oidc.discovery_url == null ? {} : { metadataUrl: oidc.discovery_url }),
  client_id: oidc.client_id,
  redirect_uri: `${origin}${RETURN_PATH}`,
  post_logout_redirect_uri: `${origin}/`,
  response_type: 'code',
  scope: oidc.scope ?? `openid email ${oidc.admin_scope}`.trim(),
  ...(oidc.resource === undefined ? {} : { resource: oidc.resource }),
  // The session's own renewal is the only flight.
  automaticSilentRenew: false,
  monitorSession: false,
  loadUserInfo: false,
  // With the filter the claims that tell when the sign-in began would be missing.
  filterProtocolClaims: false,
  requestTimeoutInSeconds: 10,
  popupWindowFeatures: { width: 450, height: 600 },
});
