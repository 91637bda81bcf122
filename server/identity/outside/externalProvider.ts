import { type JWTPayload, createRemoteJWKSet } from 'jose';
import { z } from '#contract/schema';
import { Failure, conflict, forbidden, unauthenticated } from '../../platform/failure.ts';
import { BadSetting, type Settings } from '../../platform/settings.ts';
import { type TokenRules, readToken } from '../accessTokens.ts';
import { isAllowedMail } from '../allowedMail.ts';
import { type TokenReading, principalOf } from '../claims.ts';
import type { Identity } from '../identity.ts';
import type { Administration } from '../administration.ts';

/** Returns the sentence shown instead of account management for an external provider. */
const elsewhereText = (adminUrl: string | undefined): string =>
  adminUrl === undefined
    ? 'Accounts are kept by the identity provider: its administrator adds the person there, in the group of the user type and the group of the organisation.'
    : `Accounts are kept by the identity provider: add the person at ${adminUrl}, in the group of the user type and the group of the organisation.`;

/** Creates the account management for an external provider: every operation fails with a sentence that names the provider. */
export function outsideAdministration(adminUrl: string | undefined): Administration {
  const elsewhere = () => Promise.reject(conflict(elsewhereText(adminUrl)));
  return { managesInvitations: false, inGroup: elsewhere, find: elsewhere, invite: elsewhere, resend: elsewhere, revoke: elsewhere };
}

const discovery = z.looseObject({ issuer: z.string(), jwks_uri: z.url() });
/** Asymmetric algorithms only: with HS256 the public key would be accepted as the shared secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const TOLERANCE_SECONDS = 30;

/** Dependencies of an external provider. */
export interface ExternalProviderDependencies {
  readonly settings: Settings;
  readonly issuer: string;
  readonly now: () => number;
}

/** Loads the provider's discovery document. Throws `BadSetting` when it is missing or names another issuer. */
async function discover(issuer: string, address: string): Promise<z.infer<typeof discovery>> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
  if (answer?.ok !== true) throw new BadSetting(`Setting OIDC_ISSUER: the provider does not answer with its configuration at ${address}`);
  const found = discovery.safeParse(await answer.json().catch(() => null));
  if (!found.success || found.data.issuer !== issuer) throw new BadSetting('Setting OIDC_ISSUER: the provider names another issuer');
  return found.data;
}

/** Returns the origins of all endpoints in a discovery document: Cognito's endpoints, for example, are not on the issuer's origin. */
export function originsIn(document: Readonly<Record<string, unknown>>): readonly string[] {
  const addresses = Object.entries(document).flatMap(([name, value]) =>
    /^issuer$|_endpoint$|_uri$/.test(name) && typeof value === 'string' && URL.canParse(value) ? [new URL(value)] : [],
  );
  const origins = addresses.filter(({ protocol }) => protocol === 'https:' || protocol === 'http:').map(({ origin }) => origin);
  return [...new Set(origins)];
}

const byCommas = (text: string): readonly string[] => text.split(',').map((part) => part.trim());

/** Returns the claim mapping from the settings. */
export const readingOf = (settings: Settings): TokenReading => ({
  claims: {
    username: byCommas(settings.OIDC_USERNAME_CLAIM),
    groups: byCommas(settings.OIDC_GROUPS_CLAIM),
    groups_separator: settings.OIDC_GROUPS_SEPARATOR,
    email: byCommas(settings.OIDC_EMAIL_CLAIM),
    first_name: byCommas(settings.OIDC_FIRST_NAME_CLAIM),
    family_name: byCommas(settings.OIDC_FAMILY_NAME_CLAIM),
    locale: byCommas(settings.OIDC_LOCALE_CLAIM),
  },
  secondFactor: settings.OIDC_SECOND_FACTOR === 'provider' ? 'provider' : byCommas(settings.OIDC_SECOND_FACTOR),
});

/**
 * Throws unless a token is an access token for this server. With `OIDC_AUDIENCE` set, `aud` decides; otherwise the client id must match, because some
 * providers' access tokens carry no `aud`. ID tokens, marked by `token_use`, `typ` or `at_hash`, are rejected.
 */
function checkKind(payload: JWTPayload, { OIDC_AUDIENCE, OIDC_CLIENT_ID }: Settings): void {
  const marks = [payload['token_use'], payload['typ']];
  const isIdToken = marks.some((mark) => mark === 'id' || mark === 'ID') || 'at_hash' in payload;
  const client = payload['client_id'] ?? payload['azp'];
  if (isIdToken || (OIDC_AUDIENCE === undefined && client !== OIDC_CLIENT_ID)) throw unauthenticated('The access token is not valid.');
}

const notHere = () => forbidden('The second factor is managed by the identity provider.');

/** Opens an external identity provider by its discovery document; the provider manages accounts and second factors itself. */
export async function openExternalProvider({ settings, issuer, now }: ExternalProviderDependencies): Promise<Identity> {
  const { OIDC_AUDIENCE, OIDC_DISCOVERY_URL } = settings;
  const address = OIDC_DISCOVERY_URL ?? `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const document = await discover(issuer, address);
  const reading = readingOf(settings);
  const rules: TokenRules = {
    issuer,
    keys: createRemoteJWKSet(new URL(document.jwks_uri)),
    algorithms: ALGORITHMS,
    ...(OIDC_AUDIENCE === undefined ? {} : { audience: OIDC_AUDIENCE }),
    toleranceSeconds: TOLERANCE_SECONDS,
  };
  const verify = async (accessToken: string) => {
    const payload = await readToken(accessToken, rules, now());
    checkKind(payload, settings);
    return principalOf(payload, reading);
  };
  return {
    oidc: {
      authority: issuer,
      client_id: settings.OIDC_CLIENT_ID,
      admin_scope: settings.OIDC_ADMIN_SCOPE,
      popup_isolated: false,
      ...(settings.OIDC_SCOPES === undefined ? {} : { scope: settings.OIDC_SCOPES }),
      ...(OIDC_DISCOVERY_URL === undefined ? {} : { discovery_url: OIDC_DISCOVERY_URL }),
      claims: reading.claims,
    },
    origins: [...new Set([...originsIn(document), new URL(address).origin])],
    verify,
    // External tokens are verified without the database.
    verifyForStop: verify,
    // An external provider does not report when a sign-in ends; its tokens expire.
    onRevoked: () => () => undefined,
    mount: () => Promise.resolve(),
    loginMethod: ({ email }) =>
      isAllowedMail(email, settings.ALLOWED_MAIL_DOMAINS)
        ? Promise.resolve({ mfa_enabled: true })
        : Promise.reject(new Failure(403, 'NotAllowed', 'This address may not use the console.')),
    setupMfa: () => Promise.reject(notHere()),
    associateCode: () => Promise.reject(notHere()),
    updateMfa: () => Promise.reject(notHere()),
    administration: outsideAdministration(settings.OIDC_ADMIN_URL),
    accounts: () => Promise.resolve(null),
  };
}
