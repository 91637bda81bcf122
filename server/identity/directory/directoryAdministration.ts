import { roleOf, userTypesIn } from '#domain/people/rights';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { conflict } from '../../platform/failure/failure.ts';
import type { Administration, ManagedAccount } from '../administration.ts';
import type { AdminLock } from './adminLock.ts';
import type { Directory, DirectoryAccount } from './directory.ts';
import { directoryFailure } from './directoryFailure.ts';
import type { Snapshot } from './snapshot.ts';

/** Dependencies of account management in a directory. */
export interface DirectoryAdministrationParts {
  readonly directory: Directory;
  readonly snapshot: Snapshot<readonly DirectoryAccount[]>;
  /** Whether this server may change accounts in the directory; otherwise each change fails with the message of `refuseChange`. */
  readonly changes: boolean;
  readonly refuseChange: () => Promise<never>;
  /** Reads the groups of this installation's organisations: groups of other systems must not be shown, compared or changed. */
  readonly groups: () => Promise<ReadonlySet<string>>;
  readonly adminLock: AdminLock;
}

const ADMIN = 'user_type:system_admin';
const byName = (one: ManagedAccount, other: ManagedAccount) =>
  one.name.localeCompare(other.name) || one.family_name.localeCompare(other.family_name) || one.email.localeCompare(other.email);

/** Returns the only account of an address. Throws 409 if there are several. */
async function onlyAccount(directory: Directory, email: string): Promise<DirectoryAccount | undefined> {
  if (!email.includes('@')) return undefined;
  const [found, ...others] = await directory.find(email);
  if (others.length > 0) throw directoryFailure.several();
  return found;
}

/** Returns a function that returns whether a group belongs to this installation's organisations, or assigns a role. */
async function ourGroups({ groups }: DirectoryAdministrationParts): Promise<(group: string) => boolean> {
  const known = await groups();
  return (group) => known.has(group) || userTypesIn([group]).length > 0;
}

const ours = <T extends ManagedAccount>(account: T, isOwn: (group: string) => boolean): T => ({
  ...account,
  groups: account.groups.filter(isOwn),
});

const invitedOnly = ({ status }: ManagedAccount) => {
  if (status !== 'INVITED') throw conflict('The account is no longer invited.');
};

/** Maximum number of administrators of the snapshot that are looked up, one after the other, before all accounts are read again. */
const MAX_ASKED = 3;

/**
 * Returns whether the directory now has another administrator who can sign in. A snapshot only provides the candidates: even a renewed one may be older than a
 * change at another server, because its read may have begun for an earlier attempt. Source: DIRECTORY11, DIRECTORY14.
 */
async function hasOtherAdmin({ directory, snapshot }: DirectoryAdministrationParts, { username }: ManagedAccount): Promise<boolean> {
  const isOther = (one: ManagedAccount) => one.isEnabled && one.username !== username && roleOf(one.groups) === 'system_admin';
  const isThere = async (accounts: readonly DirectoryAccount[], most = Infinity) => {
    const candidates = accounts.filter((one) => isOther(one) && one.email.includes('@'));
    for (const { email } of candidates.slice(0, most)) if ((await directory.find(email)).some(isOther)) return true;
    return false;
  };
  if (await isThere(await snapshot.read(), MAX_ASKED)) return true;
  const renewed = await snapshot.renew();
  // Accounts without an address cannot be looked up one by one.
  return (await isThere(renewed)) || renewed.some((one) => isOther(one) && !one.email.includes('@'));
}

/**
 * Runs a change after which an account is no longer an administrator's. Throws if no other administrator would be left; the last one can be blocked only in the
 * provider's own administration. Source: PEOPLE5, DIRECTORY11.
 */
async function keepingAnAdmin(parts: DirectoryAdministrationParts, account: ManagedAccount, change: () => Promise<void>): Promise<void> {
  if (!account.groups.includes(ADMIN)) return change();
  await parts.adminLock(async () => {
    if (!(await hasOtherAdmin(parts, account))) throw directoryFailure.lastAdmin();
    await change();
  });
}

/** Creates the functions that change accounts: each change is based on the current account, and the list is read again after each attempt to write. */
function directoryChanges(parts: DirectoryAdministrationParts) {
  const { directory, snapshot, changes, refuseChange } = parts;
  const changing = async (account: ManagedAccount, change: (found: DirectoryAccount) => Promise<void>): Promise<void> => {
    if (!changes) return refuseChange();
    const found = await onlyAccount(directory, account.email);
    if (found === undefined) throw createFailure('noAccount');
    return change(found);
  };
  // A change that was refused before the attempt to write does not drop a running read, so that the next attempt can use it.
  const written = (operation: Promise<void>) => operation.finally(snapshot.forget);
  return {
    resend: (account) =>
      changing(account, async (found) => {
        invitedOnly(found);
        await written(directory.resend(found));
      }),
    revoke: (account) =>
      changing(account, async (found) => {
        invitedOnly(found);
        await written(directory.remove(found));
      }),
    update: (account, { groups: wanted, ...names }) =>
      changing(account, async (found) => {
        const isOwn = await ourGroups(parts);
        const joins = wanted.filter((group) => !found.groups.includes(group));
        const leaves = found.groups.filter((group) => isOwn(group) && !wanted.includes(group));
        const change = () => written(directory.update(found, { ...names, joins, leaves }));
        await (wanted.includes(ADMIN) ? change() : keepingAnAdmin(parts, found, change));
      }),
    disable: (account) => changing(account, (found) => keepingAnAdmin(parts, found, () => written(directory.setEnabled(found, false)))),
    enable: (account) => changing(account, (found) => written(directory.setEnabled(found, true))),
    remove: async (account, removePerson) => {
      await changing(account, (found) => keepingAnAdmin(parts, found, () => written(directory.remove(found))));
      await removePerson(null);
    },
    mailPasswordLink: (account) =>
      changing(account, async (found) => {
        if (!found.isEnabled) throw createFailure('accountBlocked');
        await written(directory.mailPasswordLink(found));
      }),
    // The address may also be the user name there, or the provider may confirm it by its own mail.
    changeAddress: () => Promise.reject(directoryFailure.addressElsewhere()),
    keepAddress: () => Promise.reject(directoryFailure.addressElsewhere()),
  } satisfies Partial<Administration>;
}

/** Creates the `Administration` for the directory of an external provider. */
export function directoryAdministration(parts: DirectoryAdministrationParts): Administration {
  const { directory, snapshot, changes, refuseChange } = parts;
  return {
    managesAccounts: false,
    changesAccounts: changes,
    // A directory cannot rename a group in the transaction of this database, so an administrator must do it in the directory.
    renameGroup: () => Promise.resolve(),
    peopleIn: () => Promise.resolve({ all: 0, active: 0 }),
    emailsWith: () => Promise.resolve([]),
    inGroup: async (group) => {
      const isOwn = await ourGroups(parts);
      return (await snapshot.read())
        .filter((account) => account.groups.includes(group))
        .map((account) => ours(account, isOwn))
        .toSorted(byName);
    },
    find: async (email) => {
      if (!changes) return refuseChange();
      const found = await onlyAccount(directory, email);
      return found === undefined ? undefined : ours(found, await ourGroups(parts));
    },
    invite: async (person) => {
      if (!changes) await refuseChange();
      if ((await directory.find(person.email)).length > 0) throw directoryFailure.exists();
      await directory.create(person).finally(snapshot.forget);
    },
    ...directoryChanges(parts),
  };
}
