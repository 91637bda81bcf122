import { startTestCognito } from './cognito.ts';
import type { TestDirectory } from './faults.ts';
import { startTestKeycloak } from './keycloak.ts';

/** A person as a test puts it into a directory. */
export interface Person {
  readonly username: string;
  readonly email: string;
  readonly name?: string;
  readonly family_name?: string;
  readonly locale?: string;
  readonly groups?: readonly string[];
  readonly isEnabled?: boolean;
}

/** A directory with people, whichever interface it has. */
export interface Place extends TestDirectory {
  readonly env: Readonly<Record<string, string>>;
  readonly add: (person: Person) => void;
  /** Returns the groups and the state of an account as the directory has them; undefined for none. */
  readonly stored: (
    email: string,
  ) => { readonly groups: readonly string[]; readonly isEnabled: boolean; readonly name: string } | undefined;
  readonly addGroup: (name: string) => void;
}

async function keycloakPlace(): Promise<Place> {
  const keycloak = await startTestKeycloak();
  const { realm } = keycloak;
  const addGroup = (name: string) => {
    // User types are roles of the realm here, organisations are groups.
    if (name.startsWith('user_type:')) realm.roles.set(name, realm.roles.get(name) ?? { users: [], groups: [] });
    else if (!realm.groups.some((one) => one.name === name)) realm.groups.push({ id: `id of ${name}`, name, below: [] });
  };
  const join = (id: string, name: string) => {
    addGroup(name);
    const role = realm.roles.get(name);
    if (role !== undefined) role.users.push(id);
    else realm.members.set(`id of ${name}`, [...(realm.members.get(`id of ${name}`) ?? []), id]);
  };
  return {
    ...keycloak,
    addGroup,
    add: ({ username, email, name, family_name, locale, groups = [], isEnabled = true }) => {
      const id = `id-${username}`;
      const attributes = locale === undefined ? undefined : { locale: [locale], badge: ['7'] };
      realm.users.push({
        id,
        username,
        email,
        firstName: name,
        lastName: family_name,
        enabled: isEnabled,
        emailVerified: true,
        createdTimestamp: 1_700_000_000_500,
        attributes,
      });
      for (const group of groups) join(id, group);
    },
    stored: (email) => {
      const user = realm.users.find((one) => one['email'] === email);
      if (user === undefined) return undefined;
      const id = String(user['id']);
      const roles = [...realm.roles].filter(([, { users }]) => users.includes(id)).map(([name]) => name);
      const groups = realm.groups.filter((one) => realm.members.get(one.id)?.includes(id) === true).map(({ name }) => name);
      return { groups: [...roles, ...groups].toSorted(), isEnabled: user['enabled'] === true, name: String(user['firstName']) };
    },
  };
}

async function cognitoPlace(): Promise<Place> {
  const cognito = await startTestCognito();
  const { pool } = cognito;
  const addGroup = (name: string) => {
    if (!pool.groups.includes(name)) pool.groups.push(name);
  };
  return {
    ...cognito,
    addGroup,
    add: ({ username, email, name, family_name, locale, groups = [], isEnabled = true }) => {
      for (const group of groups) addGroup(group);
      const given = { email, name, family_name, locale };
      const attributes = Object.fromEntries(Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
      pool.users.push({ Username: username, attributes, Enabled: isEnabled, UserStatus: 'CONFIRMED', groups: [...groups], mfa: [] });
    },
    stored: (email) => {
      const user = pool.users.find(({ attributes }) => attributes['email'] === email);
      return user === undefined
        ? undefined
        : { groups: user.groups.toSorted(), isEnabled: user.Enabled, name: user.attributes['name'] ?? '' };
    },
  };
}

/** One of each kind. */
export const places = [
  { name: 'Keycloak', start: keycloakPlace },
  { name: 'Cognito', start: cognitoPlace },
] as const;
