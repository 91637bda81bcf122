import { z } from '#contract/schema';
import { cognitoGroup, cognitoUser, type CognitoUser } from './cognitoSchemas.ts';
import type { CognitoSession } from './cognitoSession.ts';
import { MAX_ACCOUNTS } from './directory.ts';
import { directoryFailure } from './directoryFailure.ts';
import { inParallel } from './inParallel.ts';

/** Maximum page size of Cognito. */
const PAGE = 60;

/** The names of the list and of the page token in the response of a paged operation; the request uses the same name for the token. */
interface Paged {
  readonly operation: string;
  readonly list: 'Users' | 'Groups';
  readonly token: 'PaginationToken' | 'NextToken';
  readonly body?: Readonly<Record<string, unknown>>;
}

const answerRecord = z.record(z.string(), z.unknown());

/** Reads all pages of a list; items that cannot be read are left out. */
async function readAll<T>(
  call: CognitoSession,
  { operation, list, token, body }: Paged,
  schema: z.ZodMiniType<T>,
  signal?: AbortSignal,
): Promise<readonly T[]> {
  const found: T[] = [];
  for (let next: string | null = null; ;) {
    const request: Readonly<Record<string, unknown>> = { ...body, Limit: PAGE, ...(next === null ? {} : { [token]: next }) };
    const answer: Readonly<Record<string, unknown>> | undefined = answerRecord.safeParse(await call(operation, request, signal)).data;
    const items = answer?.[list];
    if (!Array.isArray(items)) throw directoryFailure.unclear('a list');
    for (const item of items) {
      const read = schema.safeParse(item);
      if (read.success) found.push(read.data);
    }
    if (found.length > MAX_ACCOUNTS) throw directoryFailure.tooMany();
    const following: unknown = answer?.[token];
    if (typeof following !== 'string' || following === '' || following === next) return found;
    next = following;
  }
}

/** The reader of the lists of a Cognito user pool. */
export interface CognitoLists {
  readonly users: (body: Readonly<Record<string, unknown>>, signal?: AbortSignal) => Promise<readonly CognitoUser[]>;
  /** Returns the names of all groups. */
  readonly groups: (signal?: AbortSignal) => Promise<readonly string[]>;
  /** Returns the names of the groups of a user. */
  readonly groupsOf: (username: string) => Promise<readonly string[]>;
  /** Returns the names of groups by user name. */
  readonly memberships: (signal: AbortSignal) => Promise<ReadonlyMap<string, readonly string[]>>;
}

/** Creates the reader of the lists of a Cognito user pool: it reads users, groups and members page by page. */
export function cognitoLists(call: CognitoSession): CognitoLists {
  const users: CognitoLists['users'] = (body, signal) =>
    readAll(call, { operation: 'ListUsers', list: 'Users', token: 'PaginationToken', body }, cognitoUser, signal);
  const namesIn = async (operation: string, body: Readonly<Record<string, unknown>>, signal?: AbortSignal) => {
    const found = await readAll(call, { operation, list: 'Groups', token: 'NextToken', body }, cognitoGroup, signal);
    return found.map(({ GroupName }) => GroupName);
  };
  const groups = (signal?: AbortSignal) => namesIn('ListGroups', {}, signal);
  return {
    users,
    groups,
    groupsOf: (Username) => namesIn('AdminListGroupsForUser', { Username }),
    memberships: async (signal) => {
      const known = new Map<string, string[]>();
      await inParallel(await groups(signal), async (GroupName) => {
        const members: Paged = { operation: 'ListUsersInGroup', list: 'Users', token: 'NextToken', body: { GroupName } };
        for (const { Username } of await readAll(call, members, cognitoUser, signal))
          known.set(Username, [...(known.get(Username) ?? []), GroupName]);
      });
      return known;
    },
  };
}
