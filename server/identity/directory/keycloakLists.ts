import type { z } from '#contract/schema';
import { MAX_ACCOUNTS } from './directory.ts';
import { directoryFailure } from './directoryFailure.ts';
import type { KeycloakSession } from './keycloakSession.ts';
import { inParallel } from './inParallel.ts';
import { keycloakGroup, type KeycloakGroup, keycloakRole, keycloakUser, type KeycloakUser } from './keycloakSchemas.ts';

const PAGE = 500;
const UNKNOWN = 404;
/** Roles that each account of a realm has. */
const EVERYBODYS = /^(default-roles-.*|offline_access|uma_authorization)$/;

/** A group or role that gives its name to accounts. */
export interface KeycloakNamed {
  readonly kind: 'group' | 'role';
  readonly id: string;
  readonly name: string;
}

/** Where tokens take the groups of a person from, by the names of the claims. */
export interface GroupSources {
  readonly groups: boolean;
  readonly roles: boolean;
}

/** Returns the items of an answer that can be read; the others are left out. Throws for an answer that is no list. */
function itemsOf<T>({ status, body }: { readonly status: number; readonly body: unknown }, schema: z.ZodMiniType<T>, what: string): T[] {
  if (status >= 400) throw directoryFailure.refused(String(status));
  if (!Array.isArray(body)) throw directoryFailure.unclear(what);
  return body.flatMap((one: unknown) => {
    const read = schema.safeParse(one);
    return read.success ? [read.data] : [];
  });
}

/** Reads lists of Keycloak, page by page. */
export function keycloakLists(ask: KeycloakSession, sources: GroupSources) {
  /** Reads all pages; a server that sends the same page for ever ends it too. */
  const all = async <T extends { readonly id: string }>(
    path: string,
    schema: z.ZodMiniType<T>,
    signal: AbortSignal | undefined,
    query: Readonly<Record<string, string>> = {},
  ): Promise<readonly T[]> => {
    const known = new Map<string, T>();
    for (let first = 0; ; first += PAGE) {
      const answer = await ask({ path, query: { ...query, first: String(first), max: String(PAGE) } }, signal);
      const before = known.size;
      for (const item of itemsOf(answer, schema, 'a list')) known.set(item.id, item);
      if (known.size > MAX_ACCOUNTS) throw directoryFailure.tooMany();
      const isLast = !Array.isArray(answer.body) || answer.body.length < PAGE || known.size === before;
      if (isLast) return [...known.values()];
    }
  };

  const below = async (group: KeycloakGroup, signal: AbortSignal | undefined): Promise<readonly KeycloakGroup[]> => {
    const sent = itemsOf({ status: 200, body: group.subGroups ?? [] }, keycloakGroup, 'groups');
    const children =
      sent.length === 0 && (group.subGroupCount ?? 0) > 0 ? await all(`/groups/${group.id}/children`, keycloakGroup, signal) : sent;
    return [group, ...(await inParallel(children, (child) => below(child, signal))).flat()];
  };

  const groups = async (signal?: AbortSignal): Promise<readonly KeycloakNamed[]> => {
    const top = await all('/groups', keycloakGroup, signal);
    const found = (await inParallel(top, (group) => below(group, signal))).flat();
    return found.map(({ id, name }) => ({ kind: 'group', id, name }));
  };
  const roles = async (signal?: AbortSignal): Promise<readonly KeycloakNamed[]> => {
    const found = await all('/roles', keycloakRole, signal, { briefRepresentation: 'true' });
    return found.filter(({ name }) => !EVERYBODYS.test(name)).map(({ id, name }) => ({ kind: 'role', id, name }));
  };
  const named = async (signal?: AbortSignal): Promise<readonly KeycloakNamed[]> => [
    ...(sources.groups ? await groups(signal) : []),
    ...(sources.roles ? await roles(signal) : []),
  ];

  const brief = { briefRepresentation: 'true' };
  const idsIn = async (path: string, signal: AbortSignal | undefined) => (await all(path, keycloakUser, signal, brief)).map(({ id }) => id);
  /** Returns the ids of who has a role: by itself, or by a group. */
  const roleMembers = async (name: string, signal: AbortSignal | undefined): Promise<readonly string[]> => {
    const path = `/roles/${encodeURIComponent(name)}`;
    const giving = await all(`${path}/groups`, keycloakGroup, signal, brief);
    const by = [`${path}/users`, ...giving.map(({ id }) => `/groups/${id}/members`)];
    return (await inParallel(by, (one) => idsIn(one, signal))).flat();
  };
  const membersOf = ({ kind, id, name }: KeycloakNamed, signal: AbortSignal | undefined) =>
    kind === 'role' ? roleMembers(name, signal) : idsIn(`/groups/${id}/members`, signal);

  return {
    named,
    users: (signal?: AbortSignal, query?: Readonly<Record<string, string>>): Promise<readonly KeycloakUser[]> =>
      all('/users', keycloakUser, signal, query),
    /** Returns the names of groups and roles by the id of each account. */
    memberships: async (signal: AbortSignal): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
      const names = new Map<string, Set<string>>();
      await inParallel(await named(signal), async (one) => {
        for (const id of await membersOf(one, signal)) names.set(id, (names.get(id) ?? new Set()).add(one.name));
      });
      return names;
    },
    /** Returns the groups and roles of one account, as they are now. */
    namedOf: async (id: string): Promise<readonly KeycloakNamed[]> => {
      const own = async (path: string, kind: KeycloakNamed['kind']) => {
        const answer = await ask({ path: `/users/${id}${path}` });
        return answer.status === UNKNOWN
          ? []
          : itemsOf(answer, keycloakRole, 'a list').map((one): KeycloakNamed => ({ kind, id: one.id, name: one.name }));
      };
      return [
        ...(sources.groups ? await own('/groups', 'group') : []),
        ...(sources.roles ? (await own('/role-mappings/realm/composite', 'role')).filter(({ name }) => !EVERYBODYS.test(name)) : []),
      ];
    },
    itemsOf,
  };
}
