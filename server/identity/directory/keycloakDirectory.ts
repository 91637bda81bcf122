import { createAccount } from './createAccount.ts';
import type { Directory, DirectoryAccount, DirectoryChange } from './directory.ts';
import { directoryFailure } from './directoryFailure.ts';
import type { DirectoryAnswer } from './directoryClient.ts';
import {
  INVITED_ACTIONS,
  isSecondFactor,
  keycloakAccount,
  keycloakCredential,
  keycloakUser,
  type KeycloakUser,
} from './keycloakSchemas.ts';
import { createKeycloakSession, type KeycloakParts, type KeycloakSession, type RealmRequest } from './keycloakSession.ts';
import { keycloakLists, type GroupSources, type KeycloakLists, type KeycloakNamed } from './keycloakLists.ts';

/** The settings by which tokens name a person. */
export interface KeycloakReading extends GroupSources {
  /** The claims of the user name (`OIDC_USERNAME_CLAIM`); the first one that an account has is used. */
  readonly nameClaims: readonly string[];
}

const CLASH = 409;

/** Returns the reason in a response, which Keycloak names `errorMessage` or `error`. */
function reasonOf({ status, body }: DirectoryAnswer): string {
  const named = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const text = named.find(([name, value]) => (name === 'errorMessage' || name === 'error') && typeof value === 'string')?.[1];
  return typeof text === 'string' ? text.slice(0, 200) : String(status);
}

type Account = Pick<DirectoryAccount, 'id'>;
type Person = Pick<DirectoryChange, 'name' | 'family_name' | 'locale'>;

const pathOf = ({ id }: Account, below = '') => `/users/${encodeURIComponent(id)}${below}`;

/** Returns the names of a person in Keycloak's form, with the other attributes of `before`, because Keycloak deletes attributes that are left out. */
const namesOf = ({ name, family_name, locale }: Person, before?: KeycloakUser) => ({
  firstName: name,
  lastName: family_name,
  attributes: { ...before?.attributes, locale: [locale] },
});

/** Creates the functions that change accounts in a realm; each throws the reason if the change is refused. */
function keycloakChanges(send: KeycloakSession) {
  const change = async (request: RealmRequest): Promise<DirectoryAnswer> => {
    const answer = await send(request);
    if (answer.status >= 400) throw directoryFailure.unchanged(reasonOf(answer));
    return answer;
  };
  return {
    create: async (person: Person & { readonly email: string }): Promise<void> => {
      const body = { username: person.email, email: person.email, enabled: true, emailVerified: false, requiredActions: INVITED_ACTIONS };
      const answer = await send({ method: 'POST', path: '/users', body: { ...body, ...namesOf(person) } });
      if (answer.status === CLASH) throw directoryFailure.exists();
      if (answer.status >= 400) throw directoryFailure.unchanged(reasonOf(answer));
    },
    /** Writes the account with some parts changed and all others, because Keycloak deletes attributes that are left out. */
    write: async (account: Account, changed: (user: KeycloakUser) => Partial<KeycloakUser>): Promise<void> => {
      const read = keycloakUser.safeParse((await change({ path: pathOf(account) })).body);
      if (!read.success) throw directoryFailure.unclear('an account');
      await change({ method: 'PUT', path: pathOf(account), body: { ...read.data, ...changed(read.data) } });
    },
    join: (account: Account, { kind, id, name }: KeycloakNamed) =>
      kind === 'group'
        ? change({ method: 'PUT', path: pathOf(account, `/groups/${encodeURIComponent(id)}`), body: {} })
        : change({ method: 'POST', path: pathOf(account, '/role-mappings/realm'), body: [{ id, name }] }),
    leave: (account: Account, { kind, id, name }: KeycloakNamed) =>
      kind === 'group'
        ? change({ method: 'DELETE', path: pathOf(account, `/groups/${encodeURIComponent(id)}`) })
        : change({ method: 'DELETE', path: pathOf(account, '/role-mappings/realm'), body: [{ id, name }] }),
    mailActions: (account: Account, actions: readonly string[]) =>
      change({ method: 'PUT', path: pathOf(account, '/execute-actions-email'), body: actions }),
    removeCredential: (account: Account, id: string) =>
      change({ method: 'DELETE', path: pathOf(account, `/credentials/${encodeURIComponent(id)}`) }),
    logout: (account: Account) => change({ method: 'POST', path: pathOf(account, '/logout') }),
    remove: (account: Account) => change({ method: 'DELETE', path: pathOf(account) }),
  };
}

/** Creates the functions that read all accounts of a realm, the accounts of an address, and the second factors of an account. */
function keycloakAccounts(send: KeycloakSession, lists: KeycloakLists, nameClaims: readonly string[]) {
  const secondFactors = async (account: Account) =>
    lists.itemsOf(await send({ path: pathOf(account, '/credentials') }), keycloakCredential, 'credentials').filter(isSecondFactor);
  const accounts: Directory['accounts'] = async (signal) => {
    const [users, names] = await Promise.all([lists.users(signal), lists.memberships(signal)]);
    return users.map((user) => keycloakAccount(user, [...(names.get(user.id) ?? [])].toSorted(), nameClaims));
  };
  const find: Directory['find'] = async (email) => {
    const wanted = email.toLowerCase();
    const users = (await lists.users(undefined, { email, exact: 'true' })).filter((user) => user.email?.toLowerCase() === wanted);
    return Promise.all(
      users.map(async (user) => {
        const named = await lists.namedOf(user.id);
        const names = [...new Set(named.map(({ name }) => name))];
        return keycloakAccount(user, names, nameClaims, (await secondFactors(user)).length > 0);
      }),
    );
  };
  return { accounts, find, secondFactors };
}

/** Returns the groups and roles with these names. Throws if one is missing. */
async function namedAs(lists: KeycloakLists, names: readonly string[]): Promise<readonly KeycloakNamed[]> {
  const there = names.length === 0 ? [] : await lists.named();
  return names.map((name) => {
    const found = there.find((one) => one.name === name);
    if (found === undefined) throw directoryFailure.noGroup(name);
    return found;
  });
}

/** Dependencies of the function that creates accounts. */
interface CreationParts {
  readonly lists: ReturnType<typeof keycloakLists>;
  readonly changes: ReturnType<typeof keycloakChanges>;
  readonly find: Directory['find'];
  readonly nameClaims: KeycloakReading['nameClaims'];
}

/** Returns the function that creates an invited account with its groups; if it fails, no account is left. Source: DIRECTORY12. */
function keycloakCreation({ lists, changes, find, nameClaims }: CreationParts): Directory['create'] {
  /** Returns the user whose user name is an address, as in every account that this server creates. */
  const userNamed = async (email: string) => {
    const users = await lists.users(undefined, { username: email, exact: 'true' });
    return users.find(({ username }) => username?.toLowerCase() === email.toLowerCase());
  };
  const findNamed = async (email: string) => {
    const user = await userNamed(email);
    const named = user === undefined ? [] : await lists.namedOf(user.id);
    const names = named.map(({ name }) => name);
    return user === undefined ? undefined : keycloakAccount(user, names, nameClaims);
  };
  /** Removes the account that was just created under a user name that nobody had before. */
  const removeCreated = async (email: string) => {
    const created = await userNamed(email);
    if (created !== undefined) await changes.remove(created);
  };
  return async (person) => {
    const groups = await namedAs(lists, person.groups);
    await createAccount({
      groups: person.groups,
      create: () => changes.create(person),
      findNamed: () => findNamed(person.email),
      remove: changes.remove,
    });
    try {
      const [created] = await find(person.email);
      if (created === undefined) throw directoryFailure.unclear('the new account');
      for (const group of groups) await changes.join(created, group);
      await changes.mailActions(created, INVITED_ACTIONS);
    } catch (error) {
      // The reason why nobody was invited is reported even if the account cannot be removed.
      await removeCreated(person.email).catch(() => undefined);
      throw error;
    }
  };
}

/** Opens the directory of a Keycloak realm by its admin REST interface. Source: Keycloak Admin REST API, Users, Groups, Roles. */
export function keycloakDirectory(parts: KeycloakParts, reading: KeycloakReading): Directory {
  const send = createKeycloakSession(parts);
  const lists = keycloakLists(send, reading);
  const changes = keycloakChanges(send);
  const { accounts, find, secondFactors } = keycloakAccounts(send, lists, reading.nameClaims);
  return {
    accounts,
    find,
    create: keycloakCreation({ lists, changes, find, nameClaims: reading.nameClaims }),
    resend: async (account) => void (await changes.mailActions(account, INVITED_ACTIONS)),
    update: async (account, { joins, leaves, ...names }) => {
      const joined = await namedAs(lists, joins);
      await changes.write(account, (user) => namesOf(names, user));
      for (const group of joined) await changes.join(account, group);
      if (leaves.length === 0) return;
      for (const group of (await lists.namedOf(account.id)).filter(({ name }) => leaves.includes(name)))
        await changes.leave(account, group);
    },
    setEnabled: async (account, isEnabled) => {
      await changes.write(account, () => ({ enabled: isEnabled }));
      if (!isEnabled) await changes.logout(account);
    },
    remove: async (account) => void (await changes.remove(account)),
    mailPasswordLink: async (account) => void (await changes.mailActions(account, ['UPDATE_PASSWORD'])),
    removeSecondFactor: async (account) => {
      for (const { id } of await secondFactors(account)) await changes.removeCredential(account, id);
      await changes.logout(account);
    },
  };
}
