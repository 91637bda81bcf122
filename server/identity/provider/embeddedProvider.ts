/** Opens the embedded identity provider (oidc-provider): its keys and accounts in the database, its pages and its events. */

import { documentedClaims } from '#contract/config';
import type { FastifyBaseLogger } from 'fastify';
import type { KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Provider } from 'oidc-provider';
import type { Database } from '../../platform/database/tables.ts';
import { createFailure } from '../../platform/failure/catalogue.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { type TokenRules, readToken } from '../accessTokens.ts';
import { logOnce } from '../../platform/failure/logOnce.ts';
import { createMailer } from '../../platform/mail/mailer.ts';
import { localClock, openDatabaseClock } from '../../platform/instances/databaseClock.ts';
import { findAccount, looksEnrolled, readGroups } from '../accounts.ts';
import { createHashingSlots } from '../password.ts';
import { isAllowedMail, type MailAllowance, mailAllowance } from '../allowedMail.ts';
import { readMailDomains } from '../../locations/mailDomains.ts';
import { type TokenReading, principalOf } from '../claims.ts';
import { grantVerifier } from '../grantVerifier.ts';
import type { Identity } from '../identity.ts';
import { createSignInEvents, type SignInEvents } from '../signInEvents.ts';
import { type IdentityTables, withIdentityTables } from '../tables.ts';
import { embeddedAdministration } from '../management/embeddedAdministration.ts';
import { createGrantCache, type GrantCache } from '../grantCache.ts';
import { keyFinder, loadKeys } from '../keys/signingKeys.ts';
import { sealSecrets } from '../keys/sealSecrets.ts';
import { DELETE_EVERY_MS, deletePeriodically } from './deleteExpired.ts';
import { createKnownBrowsers } from '../signIn/knownBrowser.ts';
import { createDemoFill } from '../seed/demoFill.ts';
import { createFailedSignIns } from '../signIn/failedSignIns.ts';
import { mountProvider } from './mountProvider.ts';
import { PAGE_HEADERS } from '../pages/pageLayout.ts';
import { type ProviderParts, providerConfiguration } from './providerConfiguration.ts';
import { ADMIN_SCOPE, MOUNT, RESOURCE, SCOPES } from '../scopes.ts';
import { createNotices } from '../mail/notices.ts';
import { changePassword, confirmMoveMfa, moveMfa, type OwnAccountParts } from '../management/ownAccount.ts';
import { associateCode, setupMfa } from '../secondFactor/secondFactor.ts';
import { peopleOf, seedAccounts } from '../seed/seedAccounts.ts';
import { updateMfa } from '../secondFactor/updateMfa.ts';
import type { AccountFacts } from '#domain/people/accountFindings';

/** Returns all accounts of the embedded provider without secrets. `setting` lists mail domains that may sign in, in addition to the organisations' domains. */
async function readAccounts(database: Kysely<IdentityTables>, setting: string): Promise<readonly AccountFacts[]> {
  const domains = [setting, ...(await readMailDomains(database))].join(',');
  const rows = await database
    .selectFrom('identity_account')
    .select(['username', 'email', 'name', 'family_name', 'locale', 'groups', 'disabled_at'])
    .select(sql<boolean>`totp_secret is not null`.as('hasSecondFactor'))
    .orderBy('username')
    .execute();
  return rows.map(({ disabled_at, ...row }) => ({
    ...row,
    isEnabled: disabled_at === null,
    isMailAllowed: isAllowedMail(row.email, domains),
  }));
}

/** Dependencies of the embedded provider. `now` is ms since epoch. */
export interface EmbeddedParts {
  readonly settings: Settings;
  readonly database: Kysely<Database>;
  /** The key that encrypts signing keys, cookie keys and TOTP secrets in the database. */
  readonly credentialKey: KeyObject;
  readonly now: () => number;
  /** Database connections that are reserved for stop commands. Default: the connections of `database`. */
  readonly stopDatabase?: Kysely<Database>;
  /** Waits before a refusal for too many sign-ins. Default: a timer. */
  readonly wait?: (ms: number) => Promise<unknown>;
  /** Interval at which expired records are deleted, in ms. Default: ten minutes. */
  readonly deleteEveryMs?: number;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

const DELETING = { lost: 'expired sign-ins cannot be deleted', back: 'expired sign-ins are deleted again' };

const READING: TokenReading = { claims: documentedClaims, secondFactor: ['otp', 'mfa'] };

/** Rules for the validation of the embedded provider's tokens, in addition to issuer and key. */
const RULES = { algorithms: ['RS256'], audience: RESOURCE, typ: 'at+jwt', toleranceSeconds: 0 };

function startProvider(parts: ProviderParts, log: EmbeddedParts['log']) {
  const provider = new Provider(new URL(MOUNT, parts.settings.publicUrl).href, providerConfiguration(parts));
  // Behind a TLS proxy the provider must trust the forwarded protocol, otherwise its cookies are not marked secure.
  provider.proxy = parts.settings.publicUrl.startsWith('https:');
  // The policy is set before `next`, because the provider adds the script of its own page to an existing policy.
  provider.use(async (ctx, next) => {
    ctx.set(PAGE_HEADERS);
    await next();
  });
  provider.on('server_error', (_, error) => log.error({ reason: error.message }, 'identity provider failed'));
  provider.on('grant.error', (_, error) => log.info({ reason: error.message }, 'token refused'));
  return provider;
}

/**
 * Returns the groups of the account of a grant; null if the grant has ended. A grant ends by deletion (log-out, replay, enrolment elsewhere) or with its
 * account, which every server on the database sees at once.
 */
async function groupsOfGrant(database: Kysely<IdentityTables>, grant: string): Promise<readonly string[] | null> {
  const row = await database
    .selectFrom('identity_record')
    .innerJoin('identity_account', 'identity_account.username', 'identity_record.account_id')
    .select('identity_account.groups')
    .where('identity_record.model', '=', 'Grant')
    .where('identity_record.id', '=', grant)
    .where('identity_account.disabled_at', 'is', null)
    .executeTakeFirst();
  return row?.groups ?? null;
}

async function loginMethod(database: Kysely<IdentityTables>, isAllowed: MailAllowance, email: string) {
  if (!(await isAllowed(email))) throw createFailure('addressNotAllowed');
  // An unknown address gets the same response as an account with a second factor, so that the response does not reveal which accounts exist.
  return { mfa_enabled: looksEnrolled(await findAccount(database, email)) };
}

/** Creates the record of ended grants: each end is recorded at once and reported to the listeners. */
function createRevocations(provider: Provider, known: GrantCache) {
  const listeners = new Set<(grant: string) => void>();
  const revoked = (grant: string) => {
    known.note(grant, null);
    for (const listener of listeners) listener(grant);
  };
  provider.on('grant.revoked', (_, grant) => revoked(grant));
  const onRevoked: Identity['onRevoked'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return { revoked, onRevoked };
}

/** Records each log-out, with the groups of its account. */
function noteSignOuts(provider: Provider, database: Kysely<IdentityTables>, { note }: Pick<SignInEvents, 'note'>): void {
  provider.on('end_session.success', ({ oidc }) => {
    const username = oidc.session?.accountId;
    if (username === undefined) return;
    const noteWith = (groups: readonly string[]) => note({ kind: 'sign_out', username, groups });
    findAccount(database, username).then(
      (account) => noteWith(account?.groups ?? []),
      () => noteWith([]),
    );
  });
}

/** The dependencies of the functions that verify access tokens. */
interface VerifierParts extends ProviderParts {
  readonly stopDatabase: Kysely<IdentityTables>;
  readonly known: GrantCache;
}

/** Creates the functions that verify access tokens of the provider, and whether their sign-ins are still active. */
function tokenVerifier(issuer: string, { keys, now, database, stopDatabase, known }: VerifierParts) {
  const rules: TokenRules = { ...RULES, issuer, keys: keyFinder(keys) };
  return grantVerifier({
    read: async (accessToken) => principalOf(await readToken(accessToken, rules, now()), READING),
    readGroups: (grant, by) => groupsOfGrant(by === undefined ? database : withIdentityTables(by), grant),
    readGroupsForStop: (grant) => groupsOfGrant(stopDatabase, grant),
    known,
    now,
  });
}

/** Creates the functions that enrol, move and remove second factors, and change passwords. */
function secondFactorCalls(parts: OwnAccountParts) {
  return {
    setupMfa: (caller, { email }) => setupMfa(parts, caller, email),
    associateCode: (caller, body) => associateCode(parts, caller, body),
    updateMfa: (caller, body) => updateMfa(parts, caller, body),
    changePassword: (caller, body) => changePassword(parts, caller, body),
    moveMfa: (caller) => moveMfa(parts, caller),
    confirmMoveMfa: (caller, body) => confirmMoveMfa(parts, caller, body),
  } satisfies Partial<Identity>;
}

const oidcOf = (issuer: string, { OIDC_CLIENT_ID }: Settings): Identity['oidc'] => ({
  authority: issuer,
  client_id: OIDC_CLIENT_ID,
  admin_scope: ADMIN_SCOPE,
  resource: RESOURCE,
  popup_isolated: false,
  scope: SCOPES,
});

/** Opens the embedded identity provider: keys and accounts in the database, pages under `/idp`. */
export async function openEmbeddedIdentity(parts: EmbeddedParts): Promise<Identity> {
  const { settings, credentialKey, log, wait = sleep, deleteEveryMs = DELETE_EVERY_MS } = parts;
  // Several servers read each other's codes, tokens and sessions, so they use the clock of the database.
  const clock = settings.NATS_URL === undefined ? localClock(parts.now) : await openDatabaseClock(parts);
  const { now, aheadMs } = clock;
  const database = withIdentityTables(parts.database);
  await sealSecrets(database, credentialKey);
  const keys = await loadKeys(database, credentialKey);
  const people = peopleOf(keys, settings.DEVICES);
  if (settings.isDemo) await seedAccounts(database, credentialKey, people);
  const providerParts: ProviderParts = { settings, database, keys, now, aheadMs };
  const provider = startProvider(providerParts, log);
  const known = createGrantCache(now);
  const { revoked, onRevoked } = createRevocations(provider, known);
  const events = createSignInEvents(now);
  noteSignOuts(provider, database, events);
  const mailer = createMailer(settings, now, (reason) => log.warn({ reason }, 'a mail did not leave'));
  const slots = createHashingSlots();
  const failures = createFailedSignIns({ database, mailer, product: settings.PRODUCT, now });
  const browsers = createKnownBrowsers(keys.cookie_keys, settings.publicUrl.startsWith('https:'));
  const demo = createDemoFill({ settings, database, credentialKey, people, now });
  const notify = createNotices(mailer, settings.PRODUCT);
  const own = { database, credentialKey, product: settings.PRODUCT, now, revoked, notify, slots };
  const { stopDatabase = parts.database } = parts;
  return {
    oidc: oidcOf(provider.issuer, settings),
    origins: [],
    demoAccounts: demo.accounts,
    ...tokenVerifier(provider.issuer, { ...providerParts, stopDatabase: withIdentityTables(stopDatabase), known }),
    onRevoked,
    onSignIn: events.listen,
    // The access tokens of the embedded provider already state whether the sign-in had a second factor.
    proveSecondFactor: ({ secondFactor }) => Promise.resolve(secondFactor),
    mount: async (app) => {
      const stopDeleting = deletePeriodically(database, deleteEveryMs, now, logOnce(log, DELETING));
      app.addHook('onClose', async () => {
        stopDeleting();
        clock.close();
      });
      await mountProvider(app, { ...own, provider, settings, mailer, failures, events, browsers, demo, wait });
    },
    loginMethod: ({ email }) => loginMethod(database, mailAllowance(database, settings.ALLOWED_MAIL_DOMAINS), email),
    ...secondFactorCalls(own),
    administration: embeddedAdministration({ database, mailer, settings, now, revoked, notify }),
    groupsOf: (usernames) => readGroups(database, usernames),
    accounts: () => readAccounts(database, settings.ALLOWED_MAIL_DOMAINS),
  };
}
