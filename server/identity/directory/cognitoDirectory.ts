import { z } from '#contract/schema';
import type { ManagedAccount } from '../administration.ts';
import { MAX_ACCOUNTS, type Directory, type DirectoryAccount } from './directory.ts';
import { directoryFailure } from './directoryFailure.ts';
import { cognitoAccount, cognitoGroup, type CognitoNames, cognitoUser, mfaConfiguration } from './cognitoSchemas.ts';
import { createCognitoSession, type CognitoParts } from './cognitoSession.ts';
import { inParallel } from './inParallel.ts';

/** The most that a page of Cognito holds. */
const PAGE = 60;

/** The name of the list and of the token in the answer of a paged operation; the request has the same token. */
interface Paged {
  readonly operation: string;
  readonly list: 'Users' | 'Groups';
  readonly token: 'PaginationToken' | 'NextToken';
  readonly body?: Readonly<Record<string, unknown>>;
}

const answerRecord = z.record(z.string(), z.unknown());
/** The attribute that is written: the usual one where several are read. */
const written = (names: readonly string[], usual: string) => (names.includes(usual) ? usual : (names[0] ?? usual));

/** Opens the directory of a Cognito user pool. Source: Amazon Cognito user pools API reference. */
export function cognitoDirectory(parts: CognitoParts, names: CognitoNames): Directory {
  const call = createCognitoSession(parts);

  const all = async <T>({ operation, list, token, body }: Paged, schema: z.ZodMiniType<T>, signal?: AbortSignal): Promise<readonly T[]> => {
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
  };

  const memberships = async (signal: AbortSignal): Promise<ReadonlyMap<string, readonly string[]>> => {
    const groups = await all({ operation: 'ListGroups', list: 'Groups', token: 'NextToken' }, cognitoGroup, signal);
    const known = new Map<string, string[]>();
    await inParallel(groups, async ({ GroupName }) => {
      const body = { GroupName };
      const users = await all({ operation: 'ListUsersInGroup', list: 'Users', token: 'NextToken', body }, cognitoUser, signal);
      for (const { Username } of users) known.set(Username, [...(known.get(Username) ?? []), GroupName]);
    });
    return known;
  };

  /** Whether everybody has a second factor by the configuration of the pool; null where each person decides, or this server may not read it. */
  const poolSecondFactor = async (): Promise<boolean | null> => {
    const read = mfaConfiguration.safeParse(await call('GetUserPoolMfaConfig').catch(() => null));
    if (read.data?.MfaConfiguration === 'ON') return true;
    return read.data?.MfaConfiguration === 'OFF' ? false : null;
  };

  const find = async (email: string): Promise<readonly DirectoryAccount[]> => {
    // A quotation mark would end the filter.
    const Filter = `email = "${email.replaceAll(/["\\]/g, (mark) => `\\${mark}`)}"`;
    const users = await all({ operation: 'ListUsers', list: 'Users', token: 'PaginationToken', body: { Filter } }, cognitoUser);
    return Promise.all(
      users.map(async ({ Username }) => {
        const groups = await all(
          { operation: 'AdminListGroupsForUser', list: 'Groups', token: 'NextToken', body: { Username } },
          cognitoGroup,
        );
        const user = cognitoUser.safeParse(await call('AdminGetUser', { Username }));
        if (!user.success) throw directoryFailure.unclear('an account');
        const groupNames = groups.map(({ GroupName }) => GroupName);
        return cognitoAccount(user.data, groupNames, names, (user.data.UserMFASettingList ?? []).length > 0);
      }),
    );
  };

  const attributesOf = ({ name, family_name, locale }: Pick<ManagedAccount, 'name' | 'family_name' | 'locale'>) => [
    { Name: written(names.firstName, 'name'), Value: name },
    { Name: written(names.familyName, 'family_name'), Value: family_name },
    { Name: written(names.locale, 'locale'), Value: locale },
  ];
  const act = async (operation: string, { id }: { readonly id: string }, body: Readonly<Record<string, unknown>> = {}): Promise<void> => {
    await call(operation, { Username: id, ...body });
  };
  const signOut = (account: { readonly id: string }) => act('AdminUserGlobalSignOut', account);
  const OFF = { Enabled: false, PreferredMfa: false };

  return {
    accounts: async (signal) => {
      const [users, groups, secondFactor] = await Promise.all([
        all({ operation: 'ListUsers', list: 'Users', token: 'PaginationToken' }, cognitoUser, signal),
        memberships(signal),
        poolSecondFactor(),
      ]);
      return users.map((user) => cognitoAccount(user, (groups.get(user.Username) ?? []).toSorted(), names, secondFactor));
    },
    find,
    create: async ({ email, groups, ...person }) => {
      const there = new Set(
        (await all({ operation: 'ListGroups', list: 'Groups', token: 'NextToken' }, cognitoGroup)).map(({ GroupName }) => GroupName),
      );
      const missing = groups.find((name) => !there.has(name));
      if (missing !== undefined) throw directoryFailure.noGroup(missing);
      const UserAttributes = [{ Name: 'email', Value: email }, { Name: 'email_verified', Value: 'true' }, ...attributesOf(person)];
      // Cognito sends the mail with the creation, so the groups follow; without them nobody signs in to anything.
      await act('AdminCreateUser', { id: email }, { UserAttributes, DesiredDeliveryMediums: ['EMAIL'] });
      const [made] = await find(email);
      if (made === undefined) throw directoryFailure.unclear('the new account');
      try {
        for (const GroupName of groups) await act('AdminAddUserToGroup', made, { GroupName });
      } catch (error) {
        await act('AdminDeleteUser', made);
        throw error;
      }
    },
    resend: (account) => act('AdminCreateUser', account, { MessageAction: 'RESEND', DesiredDeliveryMediums: ['EMAIL'] }),
    update: async (account, { joins, leaves, ...person }) => {
      await act('AdminUpdateUserAttributes', account, { UserAttributes: attributesOf(person) });
      for (const GroupName of joins) await act('AdminAddUserToGroup', account, { GroupName });
      for (const GroupName of leaves) await act('AdminRemoveUserFromGroup', account, { GroupName });
    },
    setEnabled: async (account, isEnabled) => {
      await act(isEnabled ? 'AdminEnableUser' : 'AdminDisableUser', account);
      if (!isEnabled) await signOut(account);
    },
    remove: (account) => act('AdminDeleteUser', account),
    mailPasswordLink: (account) => act('AdminResetUserPassword', account),
    removeSecondFactor: async (account) => {
      await act('AdminSetUserMFAPreference', account, { SMSMfaSettings: OFF, SoftwareTokenMfaSettings: OFF, EmailMfaSettings: OFF });
      await signOut(account);
    },
  };
}
