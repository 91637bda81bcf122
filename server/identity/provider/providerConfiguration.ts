import type { Kysely } from 'kysely';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import type { Settings } from '../../platform/settings/settings.ts';
import { claimsOf, findAccount } from '../accounts.ts';
import { adapterOf } from './databaseAdapter.ts';
import type { IdentityTables } from '../tables.ts';
import type { Keys } from '../keys/signingKeys.ts';
import { loadGrant } from './loadGrant.ts';
import { loginPolicy } from './loginPolicy.ts';
import { renderError, renderGoodbye, renderLeave } from './providerPages.ts';
import { ADMIN_SCOPE, MOUNT, RESOURCE, SCOPES } from '../scopes.ts';

/** Access tokens live for 6 min, so that a renewal every 5 min (CONST-023) has a margin. */
const ACCESS_SECONDS = 360;
/** A sign-in ends after 12 h, regardless of renewals. */
const SIGN_IN_SECONDS = 43_200;

/** Dependencies of the provider. */
export interface ProviderParts {
  readonly settings: Settings;
  readonly database: Kysely<IdentityTables>;
  readonly keys: Keys;
  readonly now: () => number;
  /** Time, in ms, by which `now` is ahead of this machine's clock, which the provider library uses. */
  readonly aheadMs: () => number;
}

/** Returns the lifetime of an access token, in seconds, limited to the end of the sign-in, which is counted from its first token. */
function accessSeconds({ oidc }: KoaContextWithOIDC, now: () => number): number {
  const since = oidc.entities.RefreshToken?.iiat;
  if (since === undefined) return ACCESS_SECONDS;
  return Math.max(1, Math.min(ACCESS_SECONDS, since + SIGN_IN_SECONDS - Math.floor(now() / 1000)));
}

const clientOf = ({ OIDC_CLIENT_ID, publicUrl }: Settings) => ({
  client_id: OIDC_CLIENT_ID,
  application_type: 'web' as const,
  token_endpoint_auth_method: 'none' as const,
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code' as const],
  redirect_uris: [new URL('/signed-in', publicUrl).href],
  post_logout_redirect_uris: [new URL('/', publicUrl).href],
});

const features = (product: string): Configuration['features'] => ({
  devInteractions: { enabled: false },
  userinfo: { enabled: false },
  revocation: { enabled: true },
  rpInitiatedLogout: { enabled: true, logoutSource: renderLeave(product), postLogoutSuccessSource: renderGoodbye(product) },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => RESOURCE,
    useGrantedResource: () => true,
    getResourceServerInfo: () => ({
      scope: SCOPES,
      audience: RESOURCE,
      accessTokenFormat: 'jwt',
      jwt: { sign: { alg: 'RS256' } },
    }),
  },
});

/** Returns the claims configuration; the access token also carries its sign-in (`grant`) and its number of renewals (`rot`). */
const claims = (database: Kysely<IdentityTables>): Configuration => ({
  // `amr` must be listed here, otherwise the ID token lacks it and the console cannot see that the second factor was used.
  claims: {
    openid: ['sub', 'amr', 'auth_time', 'cognito:groups', 'cognito:username'],
    email: ['email'],
    profile: ['name', 'family_name', 'locale'],
  },
  conformIdTokenClaims: false,
  findAccount: async (_, username) => {
    const account = await findAccount(database, username);
    return account?.disabled_at === null ? { accountId: username, claims: () => claimsOf(account) } : undefined;
  },
  extraTokenClaims: async ({ oidc }, token) => {
    const from = oidc.entities.RefreshToken ?? oidc.entities.AuthorizationCode;
    if (from?.accountId === undefined || !('grantId' in token)) return undefined;
    const account = await findAccount(database, from.accountId);
    if (account?.disabled_at !== null) return undefined;
    const rot = oidc.entities.RefreshToken?.rotations ?? 0;
    return { ...claimsOf(account), amr: from.amr, auth_time: from.authTime, rot, grant: token.grantId };
  },
});

/** Returns the lifetimes of all records, in seconds. */
const lives = (now: () => number): Configuration['ttl'] => ({
  AccessToken: (ctx) => accessSeconds(ctx, now),
  AuthorizationCode: 60,
  Grant: SIGN_IN_SECONDS,
  IdToken: ACCESS_SECONDS,
  Interaction: 600,
  // A rotated token inherits the remaining lifetime of the first one, so rotation never extends the sign-in.
  RefreshToken: ({ oidc }) => oidc.entities.RotatedRefreshToken?.remainingTTL ?? SIGN_IN_SECONDS,
  Session: SIGN_IN_SECONDS,
});

/** Returns the formats of tokens: access tokens contain instants of the shared clock, because every server reads them. */
const formats = (aheadMs: () => number): Configuration['formats'] => ({
  customizers: {
    jwt: (_, __, { payload }) => {
      const ahead = Math.round(aheadMs() / 1000);
      for (const name of ['iat', 'exp']) if (typeof payload[name] === 'number') payload[name] += ahead;
    },
  },
});

/**
 * Returns the configuration of oidc-provider: client, claims, lifetimes. Sign-in is authorization code with PKCE only. Source: CONST-060,
 * SIGN-021.
 */
export function providerConfiguration({ settings, database, keys, now, aheadMs }: ProviderParts): Configuration {
  const { origin } = new URL(settings.publicUrl);
  return {
    ...claims(database),
    adapter: adapterOf(database, now, aheadMs),
    formats: formats(aheadMs),
    clients: [clientOf(settings)],
    jwks: keys.jwks,
    cookies: {
      keys: keys.cookie_keys,
      long: { path: MOUNT, sameSite: 'lax', httpOnly: true },
      short: { sameSite: 'lax', httpOnly: true },
    },
    clientBasedCORS: (_, from) => from === origin,
    responseTypes: ['code'],
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile', ADMIN_SCOPE],
    features: features(settings.PRODUCT),
    interactions: { policy: loginPolicy(database), url: (_, interaction) => `${MOUNT}/interaction/${interaction.uid}` },
    loadExistingGrant: loadGrant,
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    // With `false`, a log-out would leave every token valid.
    expiresWithSession: () => true,
    renderError: renderError(settings.PRODUCT),
    ttl: lives(now),
  };
}
