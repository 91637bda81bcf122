import type { ManagedAccount } from '../administration.ts';
import { type CognitoLists, cognitoLists } from './cognitoLists.ts';
import { cognitoAccount, type CognitoNames, cognitoUser, mfaConfiguration } from './cognitoSchemas.ts';
import { createCognitoSession, type CognitoParts, type CognitoSession } from './cognitoSession.ts';
import { createAccount } from './createAccount.ts';
import type { Directory, DirectoryAccount } from './directory.ts';
import { Failure, failureKinds } from '../../platform/failure/failure.ts';
import { directoryFailure } from './directoryFailure.ts';

/** Returns the attribute to write: the standard one if it is among the read ones, otherwise the first of them. */
const written = (names: readonly string[], usual: string) => (names.includes(usual) ? usual : (names[0] ?? usual));

/**
 * Returns whether the configuration of the pool gives everybody a second factor; null if each person decides, or if this server may not read the configuration.
 */
async function poolSecondFactor(call: CognitoSession): Promise<boolean | null> {
  const read = mfaConfiguration.safeParse(await call('GetUserPoolMfaConfig').catch(() => null));
  if (read.data?.MfaConfiguration === 'ON') return true;
  return read.data?.MfaConfiguration === 'OFF' ? false : null;
}

/** Creates the functions that read all accounts of a pool, the accounts of an address, and the account of a user name. */
function cognitoReading(call: CognitoSession, lists: CognitoLists, names: CognitoNames) {
  const readAccount = async (Username: string): Promise<DirectoryAccount> => {
    const groups = await lists.groupsOf(Username);
    const user = cognitoUser.safeParse(await call('AdminGetUser', { Username }));
    if (!user.success) throw directoryFailure.unclear('an account');
    return cognitoAccount(user.data, groups, names, (user.data.UserMFASettingList ?? []).length > 0);
  };
  const reading: Pick<Directory, 'accounts' | 'find'> = {
    accounts: async (signal) => {
      const [users, groups, secondFactor] = await Promise.all([lists.users({}, signal), lists.memberships(signal), poolSecondFactor(call)]);
      return users.map((user) => cognitoAccount(user, (groups.get(user.Username) ?? []).toSorted(), names, secondFactor));
    },
    find: async (email) => {
      // A quotation mark would end the filter, so it is escaped.
      const Filter = `email = "${email.replaceAll(/["\\]/g, (mark) => `\\${mark}`)}"`;
      const users = await lists.users({ Filter });
      return Promise.all(users.map(({ Username }) => readAccount(Username)));
    },
  };
  /** Returns the account with a user name; undefined if there is none. */
  const findNamed = (Username: string): Promise<DirectoryAccount | undefined> =>
    readAccount(Username).catch((error: unknown) => {
      if (error instanceof Failure && error.status === failureKinds.NotFound.status) return undefined;
      throw error;
    });
  return { reading, findNamed };
}

const OFF = { Enabled: false, PreferredMfa: false };

/** Opens the directory of a Cognito user pool. Source: Amazon Cognito user pools API reference. */
export function cognitoDirectory(parts: CognitoParts, names: CognitoNames): Directory {
  const call = createCognitoSession(parts);
  const lists = cognitoLists(call);
  const { reading, findNamed } = cognitoReading(call, lists, names);
  const attributesOf = ({ name, family_name, locale }: Pick<ManagedAccount, 'name' | 'family_name' | 'locale'>) => [
    { Name: written(names.firstName, 'name'), Value: name },
    { Name: written(names.familyName, 'family_name'), Value: family_name },
    { Name: written(names.locale, 'locale'), Value: locale },
  ];
  const act = async (operation: string, { id }: { readonly id: string }, body: Readonly<Record<string, unknown>> = {}): Promise<void> => {
    await call(operation, { Username: id, ...body });
  };
  const signOut = (account: { readonly id: string }) => act('AdminUserGlobalSignOut', account);
  return {
    ...reading,
    create: async ({ email, groups, ...person }) => {
      const there = new Set(await lists.groups());
      const missing = groups.find((name) => !there.has(name));
      if (missing !== undefined) throw directoryFailure.noGroup(missing);
      const UserAttributes = [{ Name: 'email', Value: email }, { Name: 'email_verified', Value: 'true' }, ...attributesOf(person)];
      // Cognito sends the mail on creation, so the groups can only be assigned afterwards; without groups the person has no access.
      await createAccount({
        groups,
        create: () => act('AdminCreateUser', { id: email }, { UserAttributes, DesiredDeliveryMediums: ['EMAIL'] }),
        findNamed: () => findNamed(email),
        remove: (account) => act('AdminDeleteUser', account),
      });
      try {
        const [made] = await reading.find(email);
        if (made === undefined) throw directoryFailure.unclear('the new account');
        for (const GroupName of groups) await act('AdminAddUserToGroup', made, { GroupName });
      } catch (error) {
        // The account is removed by the name under which it was created. The reason why nobody was invited is reported even if the account cannot be removed.
        await act('AdminDeleteUser', { id: email }).catch(() => undefined);
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
