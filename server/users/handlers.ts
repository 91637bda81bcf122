import {
  getLicenseSupportEngineers,
  getOrganisationUsers,
  getSystemAdmins,
  postCreateUser,
  postResendInvitation,
  postRevokeInvitation,
} from '#contract/user';
import { inviteEmail, inviteToSend } from '#domain/people/invite';
import { type Role, roleOf, seesEverything } from '#domain/people/rights';
import { createFailure } from '../platform/failure/catalogue.ts';
import { notFound, tooMany } from '../platform/failure/failure.ts';
import { createRateLimit } from '../platform/limits/rateLimit.ts';
import type { Rate } from '../platform/limits/tokenBucket.ts';
import { serve, type Handlers } from '../platform/http/serve.ts';
import type { ManagedAccount } from '../identity/administration.ts';
import type { Principal, Scope, ScopedCaller } from '../platform/principal.ts';
import { covers } from '../locations/visibility.ts';
import { checkInvite, managesAccount } from './mayInvite.ts';
import { accountHandlers, type AccountCall } from './accountHandlers.ts';
import { addPerson } from './addPerson.ts';
import { type LocaleCall, localeHandlers } from './localeHandlers.ts';
import { checkLocale } from './locales.ts';
import { authenticationGroupOf, readGroup, requireGroups, requireMailDomain, type UserDependencies, userOf } from './organisations.ts';

type UserCall =
  | 'getSystemAdmins'
  | 'getLicenseSupportEngineers'
  | 'getOrganisationUsers'
  | 'postCreateUser'
  | 'postResendInvitation'
  | 'postRevokeInvitation';

/** Returns the provider's staff of one role; empty for callers who are not staff. */
async function staffOf({ identity, registry }: UserDependencies, caller: Principal, role: Role) {
  if (!seesEverything(caller.role)) return { result: [] };
  const accounts = await identity.administration.inGroup(`user_type:${role}`);
  return { result: accounts.map((account) => userOf(account, registry)) };
}

/** Returns the users of an organisation; none when it has no authentication group. Source: OPEN-71. */
async function usersOf({ database, identity, registry }: UserDependencies, scope: Scope, organisation: string) {
  if (!covers(scope, organisation)) throw createFailure('noOrganisation');
  const group = await readGroup(database, organisation);
  if (group === null) return { result: [] };
  const accounts = await identity.administration.inGroup(group);
  const theirs = accounts.filter(({ groups }) => !seesEverything(roleOf(groups)));
  return { result: theirs.map((account) => ({ ...userOf(account, registry), organisation_id: organisation })) };
}

/**
 * Returns the account of an invitation that the caller may manage. Throws the same 404 for an account that the caller may not manage and for an unknown one.
 */
async function invitedAccount({ identity, registry }: UserDependencies, asker: ScopedCaller, email: string): Promise<ManagedAccount> {
  const account = await identity.administration.find(inviteEmail(email));
  // The current scope is used, because a directory may have taken seconds to find the account.
  if (account === undefined || !managesAccount(asker.caller, asker.scope, userOf(account, registry))) throw notFound('no such invitation');
  return account;
}

/** Limits per person and per address, so that nobody can send large numbers of unwanted mails. */
const OF_PERSON: Rate = { perSecond: 50 / 3_600, burst: 50 };
const TO_ADDRESS: Rate = { perSecond: 5 / 86_400, burst: 5 };

function invitationLimits(now: () => number) {
  const [ofPerson, toAddress] = [createRateLimit(OF_PERSON, now), createRateLimit(TO_ADDRESS, now)];
  return (caller: Principal, email: string) => {
    const wait = ofPerson.waitSeconds(caller.username) || toAddress.waitSeconds(inviteEmail(email));
    if (wait > 0) throw tooMany('too many invitations', wait);
  };
}

/** Creates the handlers of users: the staff of a role, the users of an organisation, invite, resend, revoke. */
export function userHandlers(dependencies: UserDependencies): Pick<Handlers, UserCall | AccountCall | LocaleCall> {
  const { database, identity } = dependencies;
  const countInvitation = invitationLimits(dependencies.now);
  return {
    getSystemAdmins: serve(getSystemAdmins, ({ caller }) => staffOf(dependencies, caller, 'system_admin')),
    getLicenseSupportEngineers: serve(getLicenseSupportEngineers, ({ caller }) =>
      staffOf(dependencies, caller, 'license_support_engineer'),
    ),
    getOrganisationUsers: serve(getOrganisationUsers, ({ scope, params }) => usersOf(dependencies, scope, params.organisation)),
    postCreateUser: serve(postCreateUser, async ({ caller, scope, body }) => {
      const invite = { ...body, organisation_id: body.organisation_id ?? '' };
      checkInvite(caller, scope, invite);
      const { email, name, family_name, locale, user_type, ...of } = { organisation_id: null, ...inviteToSend(invite) };
      await checkLocale(database, locale);
      if (of.organisation_id !== null) await requireMailDomain(dependencies, email, of.organisation_id);
      countInvitation(caller, email);
      const own = of.organisation_id === null ? [] : [await authenticationGroupOf(database, of.organisation_id)];
      const check = async () => {
        await checkLocale(database, locale);
        await requireGroups(database, own);
      };
      await addPerson(database, of.organisation_id === null ? [] : [of.organisation_id], {
        act: () => identity.administration.invite({ email, name, family_name, locale, groups: [`user_type:${user_type}`, ...own] }),
        undo: async () => {
          const account = await identity.administration.find(inviteEmail(email));
          if (account !== undefined) await identity.administration.revoke(account);
        },
        check,
      });
      return { result: true };
    }),
    postResendInvitation: serve(postResendInvitation, async (request) => {
      const account = await invitedAccount(dependencies, request, request.body.email);
      countInvitation(request.caller, account.email);
      await identity.administration.resend(account);
      return { result: true };
    }),
    postRevokeInvitation: serve(postRevokeInvitation, async (request) => {
      await identity.administration.revoke(await invitedAccount(dependencies, request, request.body.email));
      return { result: true };
    }),
    ...accountHandlers(dependencies, countInvitation),
    ...localeHandlers(dependencies),
  };
}
