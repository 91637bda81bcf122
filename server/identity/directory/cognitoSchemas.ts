/** Schemas of Cognito (user, group and MFA configuration), and the mapping of a user to an account. */

import { z } from '#contract/schema';
import type { DirectoryAccount } from './directory.ts';

const attribute = z.looseObject({ Name: z.string(), Value: z.catch(z.nullish(z.string()), null) });
const words = z.catch(z.nullish(z.string()), null);

/** An account of a Cognito user pool (`UserType`, and the response of `AdminGetUser`): every part except the name may be missing. */
export const cognitoUser = z.looseObject({
  Username: z.string(),
  Attributes: z.catch(z.nullish(z.array(attribute)), null),
  UserAttributes: z.catch(z.nullish(z.array(attribute)), null),
  /** Time of creation, in seconds since epoch. */
  UserCreateDate: z.catch(z.nullish(z.number()), null),
  Enabled: z.catch(z.nullish(z.boolean()), null),
  UserStatus: words,
  UserMFASettingList: z.catch(z.nullish(z.array(z.string())), null),
});
/** An account of a Cognito user pool. */
export type CognitoUser = z.infer<typeof cognitoUser>;

/** A group of a pool. */
export const cognitoGroup = z.looseObject({ GroupName: z.string() });

/** Whether a pool requires second factors: `ON` for everybody. */
export const mfaConfiguration = z.looseObject({ MfaConfiguration: words });

/** The attributes with a person's names and language, derived from the settings for the claims of tokens. */
export interface CognitoNames {
  readonly username: readonly string[];
  readonly firstName: readonly string[];
  readonly familyName: readonly string[];
  readonly locale: readonly string[];
}

/**
 * Returns the name of an account in its tokens. Of the name claims, an access token has only `sub` and `username`, and an ID token `cognito:username`; other
 * attributes of the account are not in the access token, so they do not count. Source: DIRECTORY17.
 */
function usernameOf({ Username }: CognitoUser, attributes: ReadonlyMap<string, string>, claims: readonly string[]): string {
  const values: Readonly<Record<string, string | undefined>> = {
    sub: attributes.get('sub'),
    username: Username,
    'cognito:username': Username,
  };
  const named = claims.map((claim) => values[claim] ?? '').find((value) => value !== '');
  return named ?? Username;
}

/** The status of a person who has not chosen a password yet. Source: Amazon Cognito, user account confirmation. */
const INVITED_STATUS = 'FORCE_CHANGE_PASSWORD';

/** Maps an account of Cognito. `hasSecondFactor` is null if a list does not report it. */
export function cognitoAccount(
  user: CognitoUser,
  groups: readonly string[],
  names: CognitoNames,
  hasSecondFactor: boolean | null,
): DirectoryAccount {
  const attributes = new Map((user.Attributes ?? user.UserAttributes ?? []).map(({ Name, Value }) => [Name, Value ?? '']));
  const first = (wanted: readonly string[]) => wanted.map((name) => attributes.get(name) ?? '').find((text) => text.trim() !== '') ?? '';
  return {
    id: user.Username,
    username: usernameOf(user, attributes, names.username),
    email: attributes.get('email') ?? '',
    name: first([...names.firstName, 'given_name']),
    family_name: first(names.familyName),
    locale: first(names.locale),
    groups,
    status: user.UserStatus === INVITED_STATUS ? 'INVITED' : (user.UserStatus ?? ''),
    hasSecondFactor,
    isEnabled: user.Enabled !== false,
    createdAt: user.UserCreateDate == null ? null : new Date(user.UserCreateDate * 1_000),
  };
}
