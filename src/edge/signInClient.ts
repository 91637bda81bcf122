/** `SignInClient`, the interface of the sign-in library (popup, renewal), and its settings: scopes and URLs. */

import type { ConsoleConfig } from '#contract/config';

/** The result of a sign-in in the popup. Expected failures are values; `text` is shown to users. */
export type PopupEnd =
  | { readonly kind: 'signed-in'; readonly text: string }
  | { readonly kind: 'cancelled' }
  /** The browser blocked the popup; the page must then show a second button that calls `signIn` directly. */
  | { readonly kind: 'blocked' }
  | { readonly kind: 'failed'; readonly text: string };

/** The result of a renewal. `refused`: the provider reports that this sign-in is over. `failed`: there was no response, or one that requests a later retry. */
export type RefreshEnd = { readonly kind: 'renewed'; readonly text: string } | { readonly kind: 'refused' } | { readonly kind: 'failed' };

/** The sign-in library as the session uses it. A user is represented by the library's stored text. */
export interface SignInClient {
  /** Returns the user stored in this tab. */
  readonly stored: () => string | null;
  readonly store: (text: string) => Promise<void>;
  readonly forget: () => Promise<void>;
  /** Opens the popup; `signal` closes it. */
  readonly popup: (email: string, signal?: AbortSignal) => Promise<PopupEnd>;
  /** Renews the tokens with the stored refresh token. */
  readonly refresh: () => Promise<RefreshEnd>;
  /** Navigates to the provider's log-out page, which returns to the root. */
  readonly logOut: () => Promise<void>;
}

/** Redirect path of the popup. */
const RETURN_PATH = '/signed-in';

/**
 * Returns whether a page is the popup after the provider's redirect. A plain web server serves the console's page at that path, which must not start the
 * console.
 */
export function isReturn({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  const parameters = new URLSearchParams(search);
  return pathname === RETURN_PATH && parameters.has('state') && (parameters.has('code') || parameters.has('error'));
}

/** Returns the library's settings. The scopes are those of the specification unless the configuration overrides them. Source: CONST-059, SIGN-022..024. */
export const settingsOf = ({ oidc }: ConsoleConfig, origin: string) => ({
  authority: oidc.authority,
  ...(oidc.discovery_url == null ? {} : { metadataUrl: oidc.discovery_url }),
  client_id: oidc.client_id,
  redirect_uri: `${origin}${RETURN_PATH}`,
  post_logout_redirect_uri: `${origin}/`,
  response_type: 'code',
  scope: oidc.scope ?? `openid email ${oidc.admin_scope}`.trim(),
  ...(oidc.resource === undefined ? {} : { resource: oidc.resource }),
  // Only the session itself renews tokens.
  automaticSilentRenew: false,
  monitorSession: false,
  loadUserInfo: false,
  // The filter would remove `auth_time`, by which tokens are ordered.
  filterProtocolClaims: false,
  requestTimeoutInSeconds: 10,
  popupWindowFeatures: { width: 450, height: 600 },
});
