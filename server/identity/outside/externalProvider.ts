/** Opens the external OpenID provider of the settings with its claim mapping, and with account management if it has a directory. */

import type { FastifyBaseLogger } from 'fastify';
import { addElsewhereText } from '#domain/people/accountsElsewhere';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { conflict, forbidden } from '../../platform/failure/failure.ts';
import type { Principal } from '../../platform/principal.ts';
import { BadSetting, type Settings } from '../../platform/settings/settings.ts';
import type { TokenRules } from '../accessTokens.ts';
import { isAllowedMail, type MailAllowance } from '../allowedMail.ts';
import type { TokenReading } from '../claims.ts';
import type { Identity } from '../identity.ts';
import type { Administration } from '../administration.ts';
import { discover, type Discovery, originsIn } from './discovery.ts';
import type { ProviderFile } from './providerFile.ts';
import { createIntrospection } from './introspection.ts';
import { providerKeys } from './providerKeys.ts';
import type { SecondFactorProofs } from './secondFactorProofs.ts';
import { tokenVerifier } from './tokenVerifier.ts';
import { isRecent } from '../../platform/steadyClock.ts';
import type { AdminLock } from '../directory/adminLock.ts';
import type { Directory } from '../directory/directory.ts';
import { directoryAccounts, type DirectoryAccounts, type DirectoryBus } from '../directory/directoryAccounts.ts';

/** Creates the account management for an external provider: every operation fails with a message that names the provider. */
export function outsideAdministration(adminUrl: string | undefined): Administration {
  const elsewhere = () => Promise.reject(conflict(addElsewhereText({ admin_url: adminUrl })));
  return {
    managesAccounts: false,
    // Nothing is renamed here, because the groups are in the provider's directory.
    renameGroup: () => Promise.resolve(),
    peopleIn: () => Promise.resolve({ all: 0, active: 0 }),
    emailsWith: () => Promise.resolve([]),
    inGroup: elsewhere,
    find: elsewhere,
    invite: elsewhere,
    resend: elsewhere,
    revoke: elsewhere,
    update: elsewhere,
    disable: elsewhere,
    enable: elsewhere,
    remove: elsewhere,
    mailPasswordLink: elsewhere,
    changeAddress: elsewhere,
    keepAddress: elsewhere,
  };
}

/** The algorithms are all asymmetric: with HS256 the public key would be accepted as the shared secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** Dependencies of an external provider. */
export interface ExternalProviderDependencies {
  readonly settings: Settings;
  readonly issuer: string;
  /** The access tokens whose second factor an ID token has proved. */
  readonly proofs: SecondFactorProofs;
  /** The store of the documents that the provider published, for a start while it is unavailable. Default: nothing is stored. */
  readonly file?: ProviderFile;
  /** Checks addresses before a sign-in. Default: by the setting alone. */
  readonly isAllowed?: MailAllowance;
  /** The directory of the provider's accounts. Default: no accounts are read. */
  readonly directory?: Directory | null;
  /** Reads the groups of this installation's organisations. Default: no groups. */
  readonly groups?: () => Promise<ReadonlySet<string>>;
  /** The lock that runs changes of system_admins in the directory one at a time. Default: no lock. */
  readonly adminLock?: AdminLock;
  /** Notifies the other servers of changes in the directory. Default: no other servers. */
  readonly bus?: DirectoryBus;
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * Returns the provider's current document; while the provider is unavailable, the last stored document with its keys. Throws `BadSetting` if there is neither.
 */
async function published({ issuer, file }: ExternalProviderDependencies, address: string) {
  const document = await discover(issuer, address);
  if (document !== null) return { document, keys: null };
  const kept = file?.of(issuer) ?? null;
  if (kept === null) throw new BadSetting(`Setting OIDC_ISSUER: the provider does not answer with its configuration at ${address}`);
  return kept;
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

/** Returns the client of the introspection endpoint; null if its secret is not set. Throws `BadSetting` if no endpoint is known. */
function introspectionOf({ settings, now, log }: ExternalProviderDependencies, document: Discovery) {
  const secret = settings.OIDC_INTROSPECTION_SECRET;
  if (secret === undefined) return null;
  const address = settings.OIDC_INTROSPECTION_URL ?? document.introspection_endpoint;
  if (address === undefined)
    throw new BadSetting(
      'Setting OIDC_INTROSPECTION_URL: the provider names no introspection endpoint, so it is needed with OIDC_INTROSPECTION_SECRET',
    );
  const clientId = settings.OIDC_INTROSPECTION_CLIENT_ID ?? settings.OIDC_CLIENT_ID;
  const onFailure = (reason: string) => log.warn({ reason }, 'the identity provider does not answer what a token says');
  return createIntrospection({ address, clientId, secret, now, onFailure });
}

/** Minimum interval at which a cause is logged, in ms: a client that polls with a refused token must not fill the log. */
const CAUSE_PAUSE_MS = 60_000;
const MAX_CAUSES = 100;

/** Creates the log of the reasons for refused tokens. */
function refusalLog({ now, log }: ExternalProviderDependencies): (cause: string) => void {
  const loggedAt = new Map<string, number>();
  return (cause) => {
    // Causes that differ only in numbers are treated as the same.
    const kind = cause.replaceAll(/\d+/g, '');
    if (isRecent(loggedAt.get(kind) ?? -Infinity, now(), CAUSE_PAUSE_MS)) return;
    if (loggedAt.size >= MAX_CAUSES) loggedAt.clear();
    loggedAt.set(kind, now());
    log.warn({ cause }, 'access token refused');
  };
}

/** Returns the `oidc` part of `/config.json`. */
const consoleOidc = (settings: Settings, issuer: string, reading: TokenReading): Identity['oidc'] => ({
  authority: issuer,
  client_id: settings.OIDC_CLIENT_ID,
  admin_scope: settings.OIDC_ADMIN_SCOPE,
  popup_isolated: settings.OIDC_POPUP_ISOLATED,
  ...(settings.OIDC_RESOURCE === undefined ? {} : { resource: settings.OIDC_RESOURCE }),
  ...(settings.OIDC_SCOPES === undefined ? {} : { scope: settings.OIDC_SCOPES }),
  ...(settings.OIDC_DISCOVERY_URL === undefined ? {} : { discovery_url: settings.OIDC_DISCOVERY_URL }),
  claims: reading.claims,
});

/** Returns the accounts of the provider's directory; null without a directory. */
function accountsOf(
  { settings, directory, groups, adminLock = (change) => change(), bus, log }: ExternalProviderDependencies,
  isAllowed: MailAllowance,
): DirectoryAccounts | null {
  if (directory == null) return null;
  return directoryAccounts({
    directory,
    changes: settings.OIDC_DIRECTORY_CHANGES,
    refuseChange: () => Promise.reject(conflict(addElsewhereText({ admin_url: settings.OIDC_ADMIN_URL }))),
    groups: groups ?? (() => Promise.resolve(new Set())),
    isAllowed,
    adminLock,
    ...(bus === undefined ? {} : { bus }),
    log,
  });
}

/**
 * Returns true if an address is known to have a second factor, because the provider requires one from everybody or its directory reports it. It never returns
 * false, because the console would then enrol a second factor on this server, although the provider does that itself. Source: DIRECTORY5.
 */
async function loginMethod(settings: Settings, accounts: DirectoryAccounts | null, email: string): Promise<{ mfa_enabled?: true }> {
  if (settings.OIDC_SECOND_FACTOR === 'provider') return { mfa_enabled: true };
  return (await accounts?.hasSecondFactor(email)) === true ? { mfa_enabled: true } : {};
}

/** Opens an external identity provider by its discovery document; the provider manages accounts and second factors itself. */
export async function openExternalProvider(parts: ExternalProviderDependencies): Promise<Identity> {
  const { settings, issuer, proofs, file, now, log } = parts;
  const { OIDC_AUDIENCE, OIDC_DISCOVERY_URL } = settings;
  const { isAllowed = (email: string) => Promise.resolve(isAllowedMail(email, settings.ALLOWED_MAIL_DOMAINS)) } = parts;
  const address = OIDC_DISCOVERY_URL ?? `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const { document, keys } = await published(parts, address);
  const reading = readingOf(settings);
  const onFailure = (reason: string) => log.warn({ reason }, 'the keys of the identity provider cannot be read; those of before are used');
  const rules: TokenRules = {
    issuer,
    keys: providerKeys({ address: document.jwks_uri, kept: keys, onRead: (read) => file?.store({ document, keys: read }), now, onFailure }),
    algorithms: ALGORITHMS,
    ...(OIDC_AUDIENCE === undefined ? {} : { audience: OIDC_AUDIENCE }),
    toleranceSeconds: settings.OIDC_CLOCK_TOLERANCE,
  };
  const introspection = introspectionOf(parts, document);
  const verifier = tokenVerifier({ settings, rules, reading, introspection, proofs, now, refused: refusalLog(parts) });
  const accounts = accountsOf(parts, isAllowed);
  const notHere = (caller: Principal) =>
    Promise.reject(caller.secondFactor ? createFailure('factorElsewhere') : forbidden(verifier.noSecondFactorText(caller)));
  return {
    oidc: consoleOidc(settings, issuer, reading),
    origins: [...new Set([...originsIn(document), new URL(address).origin])],
    verify: verifier.verify,
    verifyForStop: verifier.verifyForStop,
    verifyAgain: (caller) => Promise.resolve(caller),
    proveSecondFactor: verifier.proveSecondFactor,
    // An external provider does not report when a sign-in ends, so the tokens of open sockets are verified again.
    onRevoked: () => () => undefined,
    onSignIn: () => () => undefined,
    mount: () => Promise.resolve(),
    loginMethod: async ({ email }) => {
      if (await isAllowed(email)) return loginMethod(settings, accounts, email);
      throw createFailure('addressNotAllowed');
    },
    setupMfa: notHere,
    associateCode: notHere,
    updateMfa: accounts?.updateMfa ?? notHere,
    changePassword: () => Promise.reject(forbidden('The password is managed by the identity provider.')),
    moveMfa: notHere,
    confirmMoveMfa: notHere,
    administration: accounts?.administration ?? outsideAdministration(settings.OIDC_ADMIN_URL),
    groupsOf: () => Promise.resolve(null),
    accounts: accounts?.accounts ?? (() => Promise.resolve(null)),
  };
}
