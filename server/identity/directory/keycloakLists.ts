import type { z } from '#contract/schema';
import { MAX_ACCOUNTS } from './directory.ts';
import { directoryFailure } from './directoryFailure.ts';
import type { KeycloakSession } from './keycloakSession.ts';
import { inParallel } from './inParallel.ts';
import { keycloakGroup, type KeycloakGroup, keycloakRole, keycloakUser, type KeycloakUser } from './keycloakSchemas.ts';

const PAGE = 500;
const UNKNOWN = 404;
/** Roles that every account of a realm has. */
const EVERYBODYS = /^(default-roles-.*|offline_access|uma_authorization)$/;

/** A group or role, whose name is in the tokens of its accounts. */
export interface KeycloakNamed {
  readonly kind: 'group' | 'role';
  readonly id: string;
  readonly name: string;
}

/** Whether tokens contain a person's Keycloak groups, roles or both, according to the names of the claims. */
export interface GroupSources {
  readonly groups: boolean;
  readonly roles: boolean;
}

/** Returns the readable items of a response; other items are left out. Throws for a response that is not a list. */
function itemsOf<T>({ status, body }: { readonly status: number; readonly body: unknown }, schema: z.ZodMiniType<T>, what: string): T[] {
  if (status >= 400) throw directoryFailure.refused(String(status));
  if (!Array.isArray(body)) throw directoryFailure.unclear(what);
  return body.flatMap((one: unknown) => {
    const read = schema.safeParse(one);
    return read.success ? [read.data] : [];
  });
}

/** Reads all pages of a list; ends even if a server sends the same page forever. */
async function readAll<T extends { readonly id: string }>(
  send: KeycloakSession,
  path: string,
  schema: z.ZodMiniType<T>,
  signal: AbortSignal | undefined,
  query: Readonly<Record<string, string>> = {},
): Promise<readonly T[]> {
  const known = new Map<string, T>();
  for (let first = 0; ; first += PAGE) {
    const answer = await send({ path, query: { ...query, first: String(first), max: String(PAGE) } }, signal);
    const before = known.size;
    for (const item of itemsOf(answer, schema, 'a list')) known.set(item.id, item);
    if (known.size > MAX_ACCOUNTS) throw directoryFailure.tooMany();
    const isLast = !Array.isArray(answer.body) || answer.body.length < PAGE || known.size === before;
    if (isLast) return [...known.values()];
  }
}

/** Returns a group with all its descendants. */
async function withSubgroups(
  send: KeycloakSession,
  group: KeycloakGroup,
  signal: AbortSignal | undefined,
): Promise<readonly KeycloakGroup[]> {
  const sent = itemsOf({ status: 200, body: group.subGroups ?? [] }, keycloakGroup, 'groups');
  const children =
    sent.length === 0 && (group.subGroupCount ?? 0) > 0 ? await readAll(send, `/groups/${group.id}/children`, keycloakGroup, signal) : sent;
  return [group, ...(await inParallel(children, (child) => withSubgroups(send, child, signal))).flat()];
}

async function readGroups(send: KeycloakSession, signal: AbortSignal | undefined): Promise<readonly KeycloakNamed[]> {
  const top = await readAll(send, '/groups', keycloakGroup, signal);
  const found = (await inParallel(top, (group) => withSubgroups(send, group, signal))).flat();
  return found.map(({ id, name }) => ({ kind: 'group', id, name }));
}

const brief = { briefRepresentation: 'true' };

async function readRoles(send: KeycloakSession, signal: AbortSignal | undefined): Promise<readonly KeycloakNamed[]> {
  const found = await readAll(send, '/roles', keycloakRole, signal, brief);
  return found.filter(({ name }) => !EVERYBODYS.test(name)).map(({ id, name }) => ({ kind: 'role', id, name }));
}

/** Returns the ids of the accounts of a group or role; an account has a role directly or through a group. */
async function membersOf(
  send: KeycloakSession,
  { kind, id, name }: KeycloakNamed,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const idsIn = async (path: string) => (await readAll(send, path, keycloakUser, signal, brief)).map((user) => user.id);
  if (kind === 'group') return idsIn(`/groups/${id}/members`);
  const path = `/roles/${encodeURIComponent(name)}`;
  const giving = await readAll(send, `${path}/groups`, keycloakGroup, signal, brief);
  return (await inParallel([`${path}/users`, ...giving.map((group) => `/groups/${group.id}/members`)], idsIn)).flat();
}

/** Returns the current groups or roles of one account. */
async function namedIn(send: KeycloakSession, path: string, kind: KeycloakNamed['kind']): Promise<readonly KeycloakNamed[]> {
  const answer = await send({ path });
  if (answer.status === UNKNOWN) return [];
  return itemsOf(answer, keycloakRole, 'a list').map(({ id, name }) => ({ kind, id, name }));
}

/** Creates the reader of the lists of a Keycloak realm: it reads users, groups, roles and members page by page. */
export function keycloakLists(send: KeycloakSession, sources: GroupSources) {
  const named = async (signal?: AbortSignal): Promise<readonly KeycloakNamed[]> => [
    ...(sources.groups ? await readGroups(send, signal) : []),
    ...(sources.roles ? await readRoles(send, signal) : []),
  ];
  return {
    named,
    users: (signal?: AbortSignal, query?: Readonly<Record<string, string>>): Promise<readonly KeycloakUser[]> =>
      readAll(send, '/users', keycloakUser, signal, query),
    /** Returns the names of groups and roles by account id. */
    memberships: async (signal: AbortSignal): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
      const names = new Map<string, Set<string>>();
      await inParallel(await named(signal), async (one) => {
        for (const id of await membersOf(send, one, signal)) names.set(id, (names.get(id) ?? new Set()).add(one.name));
      });
      return names;
    },
    /** Returns the current groups and roles of one account. */
    namedOf: async (id: string): Promise<readonly KeycloakNamed[]> => {
      const groups = sources.groups ? await namedIn(send, `/users/${id}/groups`, 'group') : [];
      const roles = sources.roles ? await namedIn(send, `/users/${id}/role-mappings/realm/composite`, 'role') : [];
      return [...groups, ...roles.filter(({ name }) => !EVERYBODYS.test(name))];
    },
    itemsOf,
  };
}

/** The reader of the lists of a realm. */
export type KeycloakLists = ReturnType<typeof keycloakLists>;
