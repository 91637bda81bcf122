import { awsSignature } from '#server/identity/directory/awsSignature';
import { startTestDirectory, type Asked, type Reply, type TestDirectory } from './faults.ts';

const POOL = 'eu-west-1_AbCdEf';
const KEY_ID = 'AKIDEXAMPLE';
const SECRET = 'only in tests';

/** An account of the pool of a test. */
export interface PoolUser {
  Username: string;
  attributes: Record<string, string>;
  Enabled: boolean;
  UserStatus: string;
  groups: string[];
  mfa: string[];
}

/** A user pool in memory, with the operations, tokens and errors of Cognito's JSON protocol. */
export interface TestCognito extends TestDirectory {
  readonly pool: { users: PoolUser[]; groups: string[]; mfa: 'ON' | 'OFF' | 'OPTIONAL'; events: string[] };
  readonly env: Readonly<Record<string, string>>;
}

const ok = (body: unknown): Reply => ({ status: 200, body });
const problem = (type: string, message = type): Reply => ({ status: 400, body: { __type: type, message } });
const attributesOf = ({ attributes }: PoolUser) => Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
const listed = (user: PoolUser) => ({
  Username: user.Username,
  Attributes: attributesOf(user),
  UserCreateDate: 1_700_000_000.5,
  Enabled: user.Enabled,
  UserStatus: user.UserStatus,
});

type Body = Readonly<Record<string, unknown>>;
const textIn = (body: Body, name: string) => {
  const value = body[name];
  return typeof value === 'string' ? value : '';
};

function paged(name: 'Users' | 'Groups', items: readonly unknown[], body: Body, token: 'NextToken' | 'PaginationToken'): Reply {
  if (Number(body['Limit']) > 60) return problem('InvalidParameterException', 'limit');
  const first = Number(textIn(body, token).replace('at ', ''));
  const next = first + Number(body['Limit'] ?? 60);
  return ok({ [name]: items.slice(first, next), ...(next < items.length ? { [token]: `at ${next}` } : {}) });
}

function ofUser(pool: TestCognito['pool'], operation: string, body: Body, user: PoolUser): Reply {
  const group = textIn(body, 'GroupName');
  if (operation === 'AdminListGroupsForUser')
    return paged(
      'Groups',
      user.groups.map((GroupName) => ({ GroupName })),
      body,
      'NextToken',
    );
  if (operation === 'AdminGetUser') {
    const { Attributes, ...rest } = listed(user);
    return ok({ ...rest, UserAttributes: Attributes, UserMFASettingList: user.mfa });
  }
  if (operation === 'AdminEnableUser' || operation === 'AdminDisableUser') user.Enabled = operation === 'AdminEnableUser';
  else if (operation === 'AdminDeleteUser') pool.users = pool.users.filter((one) => one !== user);
  else if (operation === 'AdminAddUserToGroup') user.groups = [...user.groups, group];
  else if (operation === 'AdminRemoveUserFromGroup') user.groups = user.groups.filter((one) => one !== group);
  else if (operation === 'AdminUpdateUserAttributes')
    for (const { Name, Value } of body['UserAttributes'] as { Name: string; Value: string }[]) user.attributes[Name] = Value;
  else if (operation === 'AdminSetUserMFAPreference') user.mfa = [];
  pool.events.push(`${operation} ${user.Username}`);
  return ok({});
}

function reply(pool: TestCognito['pool'], asked: Asked): Reply {
  const sent = asked.headers;
  const names = ['content-type', 'host', 'x-amz-date', 'x-amz-target'];
  const headers = Object.fromEntries(names.map((name) => [name, String(sent[name])]));
  const key = { id: KEY_ID, secret: SECRET, region: 'eu-west-1', service: 'cognito-idp' };
  const signature = awsSignature(key, { method: 'POST', path: '/', query: '', headers, body: asked.body });
  if (sent.authorization !== signature) return problem('InvalidSignatureException');
  const body: Body = JSON.parse(asked.body);
  const operation = String(sent['x-amz-target']).replace('AWSCognitoIdentityProviderService.', '');
  if (body['UserPoolId'] !== POOL) return problem('ResourceNotFoundException');
  if (operation === 'GetUserPoolMfaConfig') return ok({ MfaConfiguration: pool.mfa });
  if (operation === 'ListGroups')
    return paged(
      'Groups',
      pool.groups.map((GroupName) => ({ GroupName })),
      body,
      'NextToken',
    );
  if (operation === 'ListUsersInGroup')
    return paged('Users', pool.users.filter(({ groups }) => groups.includes(textIn(body, 'GroupName'))).map(listed), body, 'NextToken');
  if (operation === 'ListUsers') {
    const email = /^email = "(.*)"$/.exec(textIn(body, 'Filter'))?.[1]?.replaceAll(/\\(.)/g, '$1');
    return paged(
      'Users',
      pool.users.filter(({ attributes }) => email === undefined || attributes['email'] === email).map(listed),
      body,
      'PaginationToken',
    );
  }
  const user = pool.users.find(({ Username }) => Username === body['Username']);
  if (operation === 'AdminCreateUser' && body['MessageAction'] !== 'RESEND') {
    if (user !== undefined) return problem('UsernameExistsException', 'User account already exists');
    const attributes = Object.fromEntries(
      (body['UserAttributes'] as { Name: string; Value: string }[]).map(({ Name, Value }) => [Name, Value]),
    );
    pool.users.push({
      Username: textIn(body, 'Username'),
      attributes,
      Enabled: true,
      UserStatus: 'FORCE_CHANGE_PASSWORD',
      groups: [],
      mfa: [],
    });
    return ok({});
  }
  return user === undefined ? problem('UserNotFoundException', 'User does not exist.') : ofUser(pool, operation, body, user);
}

/** Starts a Cognito with an empty user pool. */
export async function startTestCognito(): Promise<TestCognito> {
  const pool: TestCognito['pool'] = { users: [], groups: [], mfa: 'OPTIONAL', events: [] };
  const directory = await startTestDirectory((asked) => reply(pool, asked));
  return {
    ...directory,
    pool,
    env: { OIDC_DIRECTORY_URL: `cognito+${directory.origin}/${POOL}`, OIDC_DIRECTORY_CLIENT_ID: KEY_ID, OIDC_DIRECTORY_SECRET: SECRET },
  };
}
