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
import { createKeycloakSession, type KeycloakParts, type RealmRequest } from './keycloakSession.ts';
import { keycloakLists, type GroupSources, type KeycloakNamed } from './keycloakLists.ts';

/** What of the settings says how tokens name a person. */
export interface KeycloakReading extends GroupSources {
  /** User names are the ids of accounts (`sub`). */
  readonly isNamedById: boolean;
}

const CLASH = 409;

/** Returns the reason in an answer: Keycloak names it `errorMessage`, or `error`. */
function reasonOf({ status, body }: DirectoryAnswer): string {
  const named = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const text = named.find(([name, value]) => (name === 'errorMessage' || name === 'error') && typeof value === 'string')?.[1];
  return typeof text === 'string' ? text.slice(0, 200) : String(status);
}

/** Opens the directory of a Keycloak realm by its admin REST interface. Source: Keycloak Admin REST API, Users, Groups, Roles. */
export function keycloakDirectory(parts: KeycloakParts, reading: KeycloakReading): Directory {
  const ask = createKeycloakSession(parts);
  const lists = keycloakLists(ask, reading);
  const change = async (request: RealmRequest): Promise<DirectoryAnswer> => {
    const answer = await ask(request);
    if (answer.status >= 400) throw directoryFailure.unchanged(reasonOf(answer));
    return answer;
  };
  const own = ({ id }: { readonly id: string }, path = '') => `/users/${encodeURIComponent(id)}${path}`;
  const mailActions = (account: { readonly id: string }, actions: readonly string[]) =>
    change({ method: 'PUT', path: own(account, '/execute-actions-email'), body: actions });
  const secondFactors = async (account: { readonly id: string }) =>
    lists.itemsOf(await ask({ path: own(account, '/credentials') }), keycloakCredential, 'credentials').filter(isSecondFactor);

  const find = async (email: string): Promise<readonly DirectoryAccount[]> => {
    const wanted = email.toLowerCase();
    const users = (await lists.users(undefined, { email, exact: 'true' })).filter((user) => user.email?.toLowerCase() === wanted);
    return Promise.all(
      users.map(async (user) => {
        const named = await lists.namedOf(user.id);
        const names = [...new Set(named.map(({ name }) => name))];
        return keycloakAccount(user, names, reading.isNamedById, (await secondFactors(user)).length > 0);
      }),
    );
  };

  /** Returns the groups and roles of these names. Throws for one that is not there. */
  const namedAs = async (names: readonly string[]): Promise<readonly KeycloakNamed[]> => {
    const there = names.length === 0 ? [] : await lists.named();
    return names.map((name) => {
      const found = there.find((one) => one.name === name);
      if (found === undefined) throw directoryFailure.noGroup(name);
      return found;
    });
  };
  const member = (method: 'PUT' | 'DELETE', account: { readonly id: string }, { kind, id, name }: KeycloakNamed) =>
    kind === 'group'
      ? change({ method, path: own(account, `/groups/${encodeURIComponent(id)}`), ...(method === 'PUT' ? { body: {} } : {}) })
      : change({ method: method === 'PUT' ? 'POST' : method, path: own(account, '/role-mappings/realm'), body: [{ id, name }] });

  /** Writes the account as it is with some parts changed: Keycloak forgets attributes that are left out. */
  const write = async (account: DirectoryAccount, changed: (user: KeycloakUser) => Partial<KeycloakUser>) => {
    const read = keycloakUser.safeParse((await change({ path: own(account) })).body);
    if (!read.success) throw directoryFailure.unclear('an account');
    await change({ method: 'PUT', path: own(account), body: { ...read.data, ...changed(read.data) } });
  };
  const withNames = ({ name, family_name, locale }: Pick<DirectoryChange, 'name' | 'family_name' | 'locale'>, before?: KeycloakUser) => ({
    firstName: name,
    lastName: family_name,
    attributes: { ...before?.attributes, locale: [locale] },
  });

  return {
    accounts: async (signal) => {
      const [users, names] = await Promise.all([lists.users(signal), lists.memberships(signal)]);
      return users.map((user) => keycloakAccount(user, [...(names.get(user.id) ?? [])].toSorted(), reading.isNamedById));
    },
    find,
    create: async (person) => {
      const groups = await namedAs(person.groups);
      const body = { username: person.email, email: person.email, enabled: true, emailVerified: false, requiredActions: INVITED_ACTIONS };
      const answer = await ask({ method: 'POST', path: '/users', body: { ...body, ...withNames(person) } });
      if (answer.status === CLASH) throw directoryFailure.exists();
      if (answer.status >= 400) throw directoryFailure.unchanged(reasonOf(answer));
      const [made] = await find(person.email);
      if (made === undefined) throw directoryFailure.unclear('the new account');
      try {
        for (const group of groups) await member('PUT', made, group);
        await mailActions(made, INVITED_ACTIONS);
      } catch (error) {
        await ask({ method: 'DELETE', path: own(made) });
        throw error;
      }
    },
    resend: async (account) => void (await mailActions(account, INVITED_ACTIONS)),
    update: async (account, { joins, leaves, ...names }) => {
      const joined = await namedAs(joins);
      await write(account, (user) => withNames(names, user));
      for (const group of joined) await member('PUT', account, group);
      if (leaves.length === 0) return;
      for (const group of (await lists.namedOf(account.id)).filter(({ name }) => leaves.includes(name)))
        await member('DELETE', account, group);
    },
    setEnabled: async (account, isEnabled) => {
      await write(account, () => ({ enabled: isEnabled }));
      if (!isEnabled) await change({ method: 'POST', path: own(account, '/logout') });
    },
    remove: async (account) => void (await change({ method: 'DELETE', path: own(account) })),
    mailPasswordLink: async (account) => void (await mailActions(account, ['UPDATE_PASSWORD'])),
    removeSecondFactor: async (account) => {
      for (const { id } of await secondFactors(account))
        await change({ method: 'DELETE', path: own(account, `/credentials/${encodeURIComponent(id)}`) });
      await change({ method: 'POST', path: own(account, '/logout') });
    },
  };
}
