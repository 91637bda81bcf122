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
import { notFound } from '../platform/failure/failure.ts';
import { serve, type Handlers } from '../platform/http/serve.ts';
import type { ManagedAccount } from '../identity/administration.ts';
import type { Principal, Scope, ScopedCaller } from '../platform/principal.ts';
import { covers } from '../locations/visibility.ts';
import { checkInvite, managesAccount } from './mayInvite.ts';
import { accountHandlers, type AccountCall } from './accountHandlers.ts';
import { addPerson } from './addPerson.ts';
import { addressHandlers } from './addressHandlers.ts';
import { type LocaleCall, localeHandlers } from './localeHandlers.ts';
import { checkLocale } from './locales.ts';
import { createMailLimits } from './mailLimits.ts';
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

/** Creates the handlers of users: the staff of a role, the users of an organisation, invite, resend, revoke. */
export function userHandlers(dependencies: UserDependencies): Pick<Handlers, UserCall | AccountCall | 'postChangeAddress' | LocaleCall> {
  const { database, identity } = dependencies;
  const sendCounted = createMailLimits(dependencies.now);
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
      const own = of.organisation_id === null ? [] : [await authenticationGroupOf(database, of.organisation_id)];
      const person = { email, name, family_name, locale, groups: [`user_type:${user_type}`, ...own] };
      const check = async () => {
        await checkLocale(database, locale);
        await requireGroups(database, own);
      };
      await addPerson(database, of.organisation_id === null ? [] : [of.organisation_id], {
        act: () => sendCounted(caller, email, () => identity.administration.invite(person)),
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
      await sendCounted(request.caller, account.email, () => identity.administration.resend(account));
      return { result: true };
    }),
    postRevokeInvitation: serve(postRevokeInvitation, async (request) => {
      await identity.administration.revoke(await invitedAccount(dependencies, request, request.body.email));
      return { result: true };
    }),
    ...accountHandlers(dependencies, sendCounted),
    ...addressHandlers(dependencies, sendCounted),
    ...localeHandlers(dependencies),
  };
}
