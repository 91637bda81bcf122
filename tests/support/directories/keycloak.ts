import { startTestDirectory, type Asked, type Reply, type TestDirectory } from './faults.ts';

/** A group of the realm of a test, with those below it. */
export interface RealmGroup {
  readonly id: string;
  readonly name: string;
  readonly below: readonly RealmGroup[];
}

/** A realm in memory, with the paths and answers of Keycloak's admin REST interface. */
export interface Realm {
  users: Record<string, unknown>[];
  groups: RealmGroup[];
  /** Role names, the ids of users that have each, and of groups that give it. */
  roles: Map<string, { users: string[]; groups: string[] }>;
  /** Ids of members by group. */
  members: Map<string, string[]>;
  credentials: Map<string, { id: string; type: string }[]>;
  /** Mails of required actions, and log-outs. */
  events: string[];
}

export interface TestKeycloak extends TestDirectory {
  readonly realm: Realm;
  /** Tokens that count; emptied, all are refused. */
  readonly tokens: Set<string>;
  readonly env: Readonly<Record<string, string>>;
}

const SECRET = 'only in tests';
const ok = (body: unknown): Reply => ({ status: 200, body });
const done: Reply = { status: 204 };
const missing: Reply = { status: 404, body: { error: 'Could not find' } };

const paged = (items: readonly unknown[], { query }: Asked, usual: number): Reply => {
  const first = Number(query.get('first') ?? 0);
  return ok(items.slice(first, first + Number(query.get('max') ?? usual)));
};
const all = (groups: readonly RealmGroup[]): readonly RealmGroup[] => groups.flatMap((group) => [group, ...all(group.below)]);
const groupReply = ({ id, name, below }: RealmGroup) => ({ id, name, path: `/${name}`, subGroupCount: below.length, subGroups: [] });
const FULL = new Set(['attributes', 'requiredActions', 'totp']);
const briefly = (user: Record<string, unknown>) => Object.fromEntries(Object.entries(user).filter(([name]) => !FULL.has(name)));
const without = (list: string[] | undefined, id: string) => (list ?? []).filter((one) => one !== id);

function rolesReply(realm: Realm, asked: Asked, name: string, of: string | undefined): Reply {
  const role = realm.roles.get(name);
  if (role === undefined) return missing;
  if (of === 'groups')
    return paged(
      all(realm.groups)
        .filter(({ id }) => role.groups.includes(id))
        .map(groupReply),
      asked,
      100,
    );
  return paged(realm.users.filter(({ id }) => role.users.includes(String(id))).map(briefly), asked, 100);
}

function memberReply(realm: Realm, asked: Asked, id: string, group: string): Reply {
  if (!all(realm.groups).some((one) => one.id === group)) return missing;
  const others = without(realm.members.get(group), id);
  realm.members.set(group, asked.method === 'PUT' ? [...others, id] : others);
  return done;
}

function roleMemberReply(realm: Realm, asked: Asked, id: string): Reply {
  for (const { name } of JSON.parse(asked.body) as { name: string }[]) {
    const role = realm.roles.get(name);
    if (role === undefined) return missing;
    role.users = asked.method === 'POST' ? [...without(role.users, id), id] : without(role.users, id);
  }
  return done;
}

function ownReply(realm: Realm, asked: Asked, id: string, rest: readonly string[]): Reply {
  const user = realm.users.find((one) => one['id'] === id);
  if (user === undefined) return missing;
  const [what, which] = rest;
  const inGroups = all(realm.groups).filter((group) => realm.members.get(group.id)?.includes(id) === true);
  if (what === undefined) {
    if (asked.method === 'GET') return ok(user);
    if (asked.method === 'PUT') Object.assign(user, JSON.parse(asked.body));
    else realm.users = realm.users.filter((one) => one !== user);
    return done;
  }
  if (what === 'groups') return which === undefined ? ok(inGroups.map(groupReply)) : memberReply(realm, asked, id, which);
  if (what === 'role-mappings') {
    if (asked.method !== 'GET') return roleMemberReply(realm, asked, id);
    const has = [...realm.roles].filter(([, role]) => role.users.includes(id) || inGroups.some((group) => role.groups.includes(group.id)));
    return ok([...has.map(([name]) => name), 'default-roles-fleet'].map((name) => ({ id: `role-${name}`, name })));
  }
  if (what === 'credentials') {
    const credentials = realm.credentials.get(id) ?? [];
    if (asked.method === 'GET') return ok(credentials);
    realm.credentials.set(
      id,
      credentials.filter((one) => one.id !== which),
    );
    return done;
  }
  realm.events.push(`${what} ${String(user['username'])} ${asked.body}`.trim());
  return done;
}

function realmReply(realm: Realm, asked: Asked): Reply {
  const [kind, id, ...rest] = asked.path.replace('/admin/realms/fleet/', '').split('/');
  if (kind === 'users' && id === undefined && asked.method === 'POST') {
    const made: Record<string, unknown> = JSON.parse(asked.body);
    if (realm.users.some(({ username }) => username === made['username']))
      return { status: 409, body: { errorMessage: 'User exists with same username' } };
    realm.users.push({ id: `user-${realm.users.length + 1}`, createdTimestamp: 0, ...made });
    return { status: 201, headers: { location: `${asked.path}/user-${realm.users.length}` } };
  }
  if (kind === 'users' && id === undefined) {
    const wanted = (['email', 'username'] as const).flatMap((name) => {
      const value = asked.query.get(name);
      return value === null ? [] : [[name, value.toLowerCase()] as const];
    });
    return paged(
      realm.users.filter((one) => wanted.every(([name, value]) => String(one[name]).toLowerCase() === value)),
      asked,
      100,
    );
  }
  if (kind === 'users') return ownReply(realm, asked, id ?? '', rest);
  if (kind === 'groups' && id === undefined) return paged(realm.groups.map(groupReply), asked, 100);
  const group = all(realm.groups).find((one) => one.id === id);
  if (kind === 'groups' && group !== undefined && rest[0] === 'children') return paged(group.below.map(groupReply), asked, 10);
  if (kind === 'groups' && group !== undefined)
    return paged(realm.users.filter((one) => realm.members.get(group.id)?.includes(String(one['id'])) === true).map(briefly), asked, 100);
  if (kind === 'roles' && id === undefined)
    return paged(
      [...realm.roles.keys(), 'default-roles-fleet', 'offline_access'].map((name) => ({ id: `role-${name}`, name })),
      asked,
      100,
    );
  return kind === 'roles' ? rolesReply(realm, asked, id ?? '', rest[0]) : missing;
}

/** Starts a Keycloak with an empty realm `fleet`. */
export async function startTestKeycloak(): Promise<TestKeycloak> {
  const realm: Realm = { users: [], groups: [], roles: new Map(), members: new Map(), credentials: new Map(), events: [] };
  const tokens = new Set<string>();
  let given = 0;
  const directory = await startTestDirectory((asked) => {
    if (asked.path === '/realms/fleet/protocol/openid-connect/token') {
      const basic = Buffer.from(asked.headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString();
      if (basic !== `reader:${encodeURIComponent(SECRET)}` || asked.body !== 'grant_type=client_credentials')
        return { status: 401, body: { error: 'unauthorized_client', error_description: 'Invalid client or Invalid client credentials' } };
      given += 1;
      tokens.add(`token-${given}`);
      return ok({ access_token: `token-${given}`, expires_in: 300, token_type: 'Bearer' });
    }
    if (!tokens.has(asked.headers.authorization?.replace('Bearer ', '') ?? ''))
      return { status: 401, body: { error: 'HTTP 401 Unauthorized' } };
    return realmReply(realm, asked);
  });
  return {
    ...directory,
    realm,
    tokens,
    env: {
      OIDC_DIRECTORY_URL: `keycloak+${directory.origin}/admin/realms/fleet`,
      OIDC_DIRECTORY_CLIENT_ID: 'reader',
      OIDC_DIRECTORY_SECRET: SECRET,
      OIDC_GROUPS_CLAIM: 'realm_access.roles,groups',
      OIDC_USERNAME_CLAIM: 'preferred_username',
    },
  };
}
