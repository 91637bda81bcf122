import { postDeleteUser, postDisableUser, postEnableUser, postResetPassword, postUpdateUser } from '#contract/user';
import { fieldText } from '#domain/text/fieldText';
import { inviteEmail, inviteProblems, inviteToSend, mayInviteType } from '#domain/people/invite';
import { organisationGroups, seesEverything, roleOf, userTypesIn } from '#domain/people/rights';
import { isSelf, requireChangeable } from '../identity/accountReach.ts';
import type { AccountChange, ManagedAccount } from '../identity/administration.ts';
import { covers } from '../locations/visibility.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { forbidden, invalid } from '../platform/failure/failure.ts';
import { noteDone } from '../platform/audit/changes.ts';
import { serve, type Handlers } from '../platform/http/serve.ts';
import type { Principal, ScopedCaller } from '../platform/principal.ts';
import { addPerson } from './addPerson.ts';
import { checkLocale } from './locales.ts';
import type { CountedMail } from './mailLimits.ts';
import { authenticationGroupOf, requireGroups, requireMailDomain, type UserDependencies, userOf } from './organisations.ts';

/** The calls of accounts: change, block, unblock, delete, mail a link for a new password. */
export type AccountCall = 'postUpdateUser' | 'postDisableUser' | 'postEnableUser' | 'postDeleteUser' | 'postResetPassword';

const isAdmin = ({ role }: Principal) => role === 'system_admin' || role === 'organisation_admin';

/** Returns an account that the caller may change: the caller's own, or another one within reach. */
async function managedAccount({ identity }: UserDependencies, caller: Principal, email: string): Promise<ManagedAccount> {
  const account = await identity.administration.find(inviteEmail(email));
  const isOwn = isSelf(caller, account);
  if (!isAdmin(caller) && !isOwn) throw forbidden('Accounts are for administrators to change.');
  return account !== undefined && isOwn ? account : requireChangeable(caller, account);
}

/** Returns the account of another person. Throws 403 for the caller's own, since nobody may block, delete or readdress their own account. */
export async function foreignAccount(
  dependencies: UserDependencies,
  caller: Principal,
  email: string,
  act = 'block or delete',
): Promise<ManagedAccount> {
  const account = await managedAccount(dependencies, caller, email);
  if (isSelf(caller, account)) throw forbidden(`Your own account is for another administrator to ${act}.`);
  return account;
}

/** The input of an update. */
interface Asked {
  readonly email: string;
  readonly name: string;
  readonly family_name: string;
  readonly locale: string;
  readonly user_type: string;
  readonly organisation_id: string;
  /** The organisation in whose list the account is changed; null if it is not given. */
  readonly from: string | null;
}

/**
 * Returns whether an account belongs to an organisation, which need not be its first one: it is listed in each of its organisations. '' is the organisation of
 * an account without one. Source: PEOPLE11.
 */
function isMember({ registry }: UserDependencies, { groups }: ManagedAccount, organisation: string): boolean {
  const own = registry.organisationsOf(organisationGroups(groups));
  return own.size === 0 ? organisation === '' : own.has(organisation);
}

/**
 * Returns whether an account stays in its organisations: the requested one is among them and, if a list is given, is the organisation of that list. Source:
 * PEOPLE11.
 */
const stays = (dependencies: UserDependencies, account: ManagedAccount, { organisation_id, from }: Asked): boolean =>
  (from === null || from === organisation_id) && isMember(dependencies, account, organisation_id);

/** Returns the groups of an account after a change: the groups of its organisations are kept if the account stays in them. */
async function groupsFor(dependencies: UserDependencies, account: ManagedAccount, asked: Asked): Promise<readonly string[]> {
  const type = `user_type:${asked.user_type}`;
  if (seesEverything(roleOf([type]))) return [type];
  const isStaying = stays(dependencies, account, asked);
  // A new address that is not confirmed yet moves with the account.
  const addresses = [account.email, account.newEmail].filter((email) => email !== undefined);
  if (!isStaying) for (const email of addresses) await requireMailDomain(dependencies, email, asked.organisation_id);
  return [
    type,
    ...(isStaying ? organisationGroups(account.groups) : [await authenticationGroupOf(dependencies.database, asked.organisation_id)]),
  ];
}

const TYPE_OF_OTHER = 'Only system admins can make somebody a system admin or license support engineer';

/** Throws for a user type or an organisation that the caller may not assign. */
function checkPlace(dependencies: UserDependencies, asker: ScopedCaller, account: ManagedAccount, asked: Asked): void {
  const { caller } = asker;
  const { user_type } = userOf(account, dependencies.registry);
  const isStaff = seesEverything(roleOf([`user_type:${asked.user_type}`]));
  const isSame = user_type === asked.user_type && (isStaff || stays(dependencies, account, asked));
  if (isSame) return;
  if (isSelf(caller, account)) throw forbidden('Your own user type and organisation are for another administrator to change.');
  if (!mayInviteType(caller.role, asked.user_type)) throw forbidden(TYPE_OF_OTHER);
  // The current scope is used, because a directory may have taken seconds to find the account.
  if (!isStaff && !covers(asker.scope, asked.organisation_id)) throw createFailure('noOrganisation');
}

/**
 * Returns the first problem of the fields that differ from those of the account; unchanged ones, such as names from a directory, are not checked. Source:
 * PEOPLE1, PATCH1.
 */
function firstProblem(asked: Asked, account: Omit<Asked, 'from'>, caller: Principal): string | undefined {
  // The user type is checked by the groups of the account; the organisation is checked only if it or the type changes.
  const { user_type: _, organisation_id, ...problems } = inviteProblems(asked, caller.role);
  const names = ['email', 'name', 'family_name', 'locale'] as const;
  const changed = names.filter((name) => fieldText(asked[name]) !== fieldText(account[name]));
  const isOtherPlace = asked.user_type !== account.user_type || asked.organisation_id !== account.organisation_id;
  return changed.map((name) => problems[name]).find((text) => text !== undefined) ?? (isOtherPlace ? organisation_id : undefined);
}

async function changeOf(
  dependencies: UserDependencies,
  asker: ScopedCaller,
  account: ManagedAccount,
  asked: Asked,
): Promise<AccountChange> {
  const { caller } = asker;
  const isKnownType = account.groups.includes(`user_type:${asked.user_type}`);
  // The caller needs no right to assign a type that the account already has.
  const { user_type } = inviteProblems(asked, caller.role);
  const known = userOf(account, dependencies.registry);
  const organisation_id = isMember(dependencies, account, asked.organisation_id) ? asked.organisation_id : (known.organisation_id ?? '');
  const problem = firstProblem(asked, { ...known, organisation_id }, caller) ?? (isKnownType ? undefined : user_type);
  if (problem !== undefined && problem === user_type && roleOf([`user_type:${asked.user_type}`]) !== null) throw forbidden(TYPE_OF_OTHER);
  if (problem !== undefined) throw invalid(problem);
  checkPlace(dependencies, asker, account, asked);
  await checkLocale(dependencies.database, asked.locale, account.locale);
  const { name, family_name, locale } = inviteToSend(asked);
  return { name, family_name, locale, groups: await groupsFor(dependencies, account, asked) };
}

/** Returns the fields of an account that the audit record compares. */
const shownOf = ({ name, family_name, locale, groups }: AccountChange) => ({
  name,
  family_name,
  locale,
  user_type: userTypesIn(groups).join(', '),
  groups: organisationGroups(groups).toSorted().join(', '),
});

/** Saves a change of an account, which may add the person to organisations, and passes the change on to features that depend on people's groups. */
async function saveChange(dependencies: UserDependencies, account: ManagedAccount, change: AccountChange): Promise<void> {
  const { database, registry, changeAccess } = dependencies;
  const { administration } = dependencies.identity;
  const known = new Set(account.groups);
  const groups = organisationGroups(change.groups).filter((group) => !known.has(group));
  await addPerson(database, [...registry.organisationsOf(groups)], {
    act: () => administration.update(account, change),
    undo: () => administration.update({ ...account, ...change }, account),
    check: async () => {
      await checkLocale(database, change.locale, account.locale);
      await requireGroups(database, groups);
    },
    change: [shownOf(account), shownOf({ ...account, ...change })],
  });
  await changeAccess(account.username, change.groups);
}

/** Creates the handlers of accounts: change, block, unblock, delete, mail a link for a new password. */
export function accountHandlers(dependencies: UserDependencies, sendCounted: CountedMail): Pick<Handlers, AccountCall> {
  const { administration } = dependencies.identity;
  return {
    postUpdateUser: serve(postUpdateUser, async (request) => {
      const { caller, body } = request;
      const account = await managedAccount(dependencies, caller, body.email);
      const asked = { ...body, organisation_id: body.organisation_id ?? '', from: body.from_organisation_id ?? null };
      await saveChange(dependencies, account, await changeOf(dependencies, request, account, asked));
      return { result: true };
    }),
    postDisableUser: serve(postDisableUser, async ({ caller, body }) => {
      const account = await foreignAccount(dependencies, caller, body.email);
      await administration.disable(account);
      noteDone({ enabled: account.isEnabled }, { enabled: false });
      await dependencies.changeAccess(account.username, null);
      return { result: true };
    }),
    postEnableUser: serve(postEnableUser, async ({ caller, body }) => {
      const account = await foreignAccount(dependencies, caller, body.email);
      // Staff belongs to no organisation.
      const own = seesEverything(roleOf(account.groups))
        ? []
        : [...dependencies.registry.organisationsOf(organisationGroups(account.groups))];
      await addPerson(dependencies.database, account.isEnabled ? [] : own, {
        act: () => administration.enable(account),
        undo: () => administration.disable(account),
        change: [{ enabled: account.isEnabled }, { enabled: true }],
      });
      await dependencies.changeAccess(account.username, account.groups);
      return { result: true };
    }),
    postDeleteUser: serve(postDeleteUser, async ({ caller, body }) => {
      const account = await foreignAccount(dependencies, caller, body.email);
      const note = () => noteDone(shownOf(account), null);
      await administration.remove(account, async (removeAccount) => {
        if (removeAccount === null) note();
        await dependencies.forgetPerson(account.username, removeAccount);
        if (removeAccount !== null) note();
      });
      return { result: true };
    }),
    postResetPassword: serve(postResetPassword, async ({ caller, body }) => {
      const account = await managedAccount(dependencies, caller, body.email);
      await sendCounted(caller, account.email, () => administration.mailPasswordLink(account));
      return { result: true };
    }),
  };
}
