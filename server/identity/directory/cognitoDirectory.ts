import type { ManagedAccount } from '../administration.ts';
import { type CognitoLists, cognitoLists } from './cognitoLists.ts';
import { cognitoAccount, type CognitoNames, cognitoUser, mfaConfiguration } from './cognitoSchemas.ts';
import { createCognitoSession, type CognitoParts, type CognitoSession } from './cognitoSession.ts';
import type { Directory, DirectoryAccount } from './directory.ts';
import { directoryFailure } from './directoryFailure.ts';

/** The attribute to write: the standard one, if several are read. */
const written = (names: readonly string[], usual: string) => (names.includes(usual) ? usual : (names[0] ?? usual));

/** Whether the configuration of the pool gives everybody a second factor; null if each person decides, or if this server may not read the configuration. */
async function poolSecondFactor(call: CognitoSession): Promise<boolean | null> {
  const read = mfaConfiguration.safeParse(await call('GetUserPoolMfaConfig').catch(() => null));
  if (read.data?.MfaConfiguration === 'ON') return true;
  return read.data?.MfaConfiguration === 'OFF' ? false : null;
}

/** Returns all accounts of a pool, or those of one address. */
function cognitoReading(call: CognitoSession, lists: CognitoLists, names: CognitoNames): Pick<Directory, 'accounts' | 'find'> {
  const readAccount = async (Username: string): Promise<DirectoryAccount> => {
    const groups = await lists.groupsOf(Username);
    const user = cognitoUser.safeParse(await call('AdminGetUser', { Username }));
    if (!user.success) throw directoryFailure.unclear('an account');
    return cognitoAccount(user.data, groups, names, (user.data.UserMFASettingList ?? []).length > 0);
  };
  return {
    accounts: async (signal) => {
      const [users, groups, secondFactor] = await Promise.all([lists.users({}, signal), lists.memberships(signal), poolSecondFactor(call)]);
      return users.map((user) => cognitoAccount(user, (groups.get(user.Username) ?? []).toSorted(), names, secondFactor));
    },
    find: async (email) => {
      // A quotation mark would end the filter.
      const Filter = `email = "${email.replaceAll(/["\\]/g, (mark) => `\\${mark}`)}"`;
      const users = await lists.users({ Filter });
      return Promise.all(users.map(({ Username }) => readAccount(Username)));
    },
  };
}

const OFF = { Enabled: false, PreferredMfa: false };

/** Opens the directory of a Cognito user pool. Source: Amazon Cognito user pools API reference. */
export function cognitoDirectory(parts: CognitoParts, names: CognitoNames): Directory {
  const call = createCognitoSession(parts);
  const lists = cognitoLists(call);
  const reading = cognitoReading(call, lists, names);
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
      // Cognito sends the mail on creation, so the groups can only be assigned afterwards; without them the person has no access.
      await act('AdminCreateUser', { id: email }, { UserAttributes, DesiredDeliveryMediums: ['EMAIL'] });
      const [made] = await reading.find(email);
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
