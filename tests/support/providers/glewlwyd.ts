import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newTotpSecret, totpCode } from '#server/identity/secondFactor/totp';
import { freePort } from '../freePort.ts';
import { newDataDir } from '../newDataDir.ts';
import { missingOf, signingKey, startProgram, type RealProvider } from './realProvider.ts';

const PROGRAM = '/usr/bin/glewlwyd';
const TABLES = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3';
const PAGES = '/usr/share/glewlwyd/webapp';
/** The pages' settings; the package's symbolic link to them points to a folder. */
const PAGE_SETTINGS = '/usr/share/glewlwyd/templates/config.json';

const SCOPES = ['openid', 'email', 'profile'];
const USER = { username: 'dwho', password: 'time-and-relative-dimensions', email: 'dwho@badwolf.org' };
const OTP = { scheme_type: 'otp', scheme_name: 'otp' };

/** Returns why Glewlwyd cannot be used here; null when it can. */
export const glewlwydMissing = (): string | null => missingOf([PROGRAM, TABLES, PAGES, PAGE_SETTINGS]);

/** Plain HTTP on loopback; it also serves the pages, which the package leaves to a web server. */
const configurationOf = (folder: string, port: number): string => `
port = ${port}
bind_address = "127.0.0.1"
external_url = "http://localhost:${port}"
login_url = "login.html"
api_prefix = "api"
static_files_path = "${folder}/pages/"
static_files_mime_types = (
  { extension = ".html", mime_type = "text/html" },
  { extension = ".css", mime_type = "text/css" },
  { extension = ".js", mime_type = "application/javascript" },
  { extension = ".json", mime_type = "application/json" }
)
log_mode = "file"
log_level = "ERROR"
log_file = "${folder}/log"
cookie_domain = "localhost"
cookie_secure = 0
session_key = "GLEWLWYD2_SESSION_ID"
admin_scope = "g_admin"
profile_scope = "g_profile"
user_module_path = "/usr/lib/glewlwyd/user"
client_module_path = "/usr/lib/glewlwyd/client"
user_auth_scheme_module_path = "/usr/lib/glewlwyd/scheme"
plugin_module_path = "/usr/lib/glewlwyd/plugin"
hash_algorithm = "SHA512"
database = { type = "sqlite3", path = "${folder}/database" }
`;

/** Authorization code with PKCE and refresh tokens. Access tokens contain the configured user properties, lists as one comma-separated text. */
function pluginOf(issuer: string): object {
  const { publicKey, privateKey } = signingKey();
  return {
    iss: issuer,
    'jwt-type': 'rsa',
    'jwt-key-size': '256',
    key: privateKey,
    cert: publicKey,
    'jwks-show': true,
    'secret-type': 'public',
    'access-token-duration': 3600,
    'refresh-token-duration': 1_209_600,
    'code-duration': 600,
    'refresh-token-rolling': true,
    'allow-non-oidc': false,
    'auth-type-code-enabled': true,
    'auth-type-token-enabled': false,
    'auth-type-id-token-enabled': true,
    'auth-type-none-enabled': false,
    'auth-type-password-enabled': false,
    'auth-type-client-enabled': false,
    'auth-type-device-enabled': false,
    'auth-type-refresh-enabled': true,
    'pkce-allowed': true,
    'pkce-method-plain-allowed': false,
    'pkce-required-public-client': true,
    'allowed-scope': SCOPES,
    'additional-parameters': ['username', 'email', 'name', 'groups'].map((name) => ({ 'user-parameter': name, 'token-parameter': name })),
  };
}

const clientOf = (redirectUri: string): object => ({
  client_id: 'console',
  name: 'Console',
  enabled: true,
  confidential: false,
  token_endpoint_auth_method: ['none'],
  authorization_type: ['code', 'refresh_token'],
  redirect_uri: [redirectUri],
  scope: [],
});

type Call = (method: string, address: string, body?: object) => Promise<Response>;

/** Signs in to its API and returns a function that sends requests in that session. */
async function sessionAt(api: string, username: string, password: string): Promise<Call> {
  let cookie = '';
  const call: Call = async (method, address, body) => {
    const answer = await fetch(`${api}${address}`, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const signedIn = await call('POST', '/auth/', { username, password });
  cookie = signedIn.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  return call;
}

/** Configures it as an administrator: a user property for groups, one-time codes, scopes that need both factors, the plugin, the client and a user. */
async function setUp(api: string, redirectUri: string, secret: string): Promise<void> {
  const admin = await sessionAt(api, 'admin', 'password');
  const users: { parameters: { 'data-format': Record<string, object> } } = await (await admin('GET', '/mod/user/database')).json();
  users.parameters['data-format']['groups'] = { multiple: true, read: true, write: true };
  await admin('PUT', '/mod/user/database', users);
  await admin('PUT', '/mod/user/database/reset');
  await admin('POST', '/mod/scheme/', {
    module: OTP.scheme_type,
    name: OTP.scheme_name,
    display_name: 'One-time code',
    expiration: 600,
    max_use: 0,
    allow_user_register: true,
    parameters: {
      issuer: 'localhost',
      'secret-minimum-size': 16,
      'otp-length': 6,
      'hotp-allow': false,
      'totp-allow': true,
      'totp-window': 2,
    },
  });
  const asking = { password_required: true, password_max_age: 600, scheme: { code: [OTP] }, scheme_required: { code: 1 } };
  await admin('PUT', '/scope/openid', { display_name: 'Open ID', ...asking });
  for (const name of ['email', 'profile']) await admin('POST', '/scope/', { name, display_name: name, ...asking });
  await admin('POST', '/mod/plugin/', {
    module: 'oidc',
    name: 'oidc',
    display_name: 'OpenID Connect',
    parameters: pluginOf(new URL(api).origin),
  });
  await admin('POST', '/client/', clientOf(redirectUri));
  await admin('POST', '/user/', {
    ...USER,
    name: 'Doctor Who',
    scope: [...SCOPES, 'g_profile'],
    groups: ['user_type:system_admin', 'badwolf'],
  });
  const user = await sessionAt(api, USER.username, USER.password);
  const value = { type: 'TOTP', secret, time_step_size: 30 };
  await user('POST', '/profile/scheme/register/', { username: USER.username, ...OTP, value });
  await user('PUT', '/auth/grant/console', { scope: SCOPES.join(' ') });
}

/** Starts Glewlwyd with its own database and one user with a one-time code. `redirectUri` is the console's. */
export async function startGlewlwyd(redirectUri: string): Promise<RealProvider> {
  const folder = newDataDir();
  const port = await freePort();
  const secret = newTotpSecret();
  cpSync(PAGES, path.join(folder, 'pages'), {
    recursive: true,
    dereference: true,
    filter: (file) => path.basename(file) !== 'config.json',
  });
  cpSync(PAGE_SETTINGS, path.join(folder, 'pages/config.json'));
  const database = new DatabaseSync(path.join(folder, 'database'));
  database.exec(readFileSync(TABLES, 'utf8'));
  database.close();
  const settings = path.join(folder, 'glewlwyd.conf');
  writeFileSync(settings, configurationOf(folder, port));
  const api = `http://localhost:${port}/api`;
  const stop = await startProgram({
    command: PROGRAM,
    args: ['-c', settings],
    folder,
    readyAt: `http://localhost:${port}/config`,
    setUp: () => setUp(api, redirectUri, secret),
  });
  return {
    email: USER.email,
    logIn: async (popup) => {
      await popup.locator('input#username').fill(USER.username);
      await popup.locator('input#password').fill(USER.password);
      const answered = (at: string) => popup.waitForResponse((response) => new URL(response.url()).pathname === at);
      // Its page empties the field of the code whenever one of these answers comes.
      const answers = ['/api/auth/scheme/', '/api/profile/plugin'].map(answered);
      await popup.locator('button#loginbut').click();
      await Promise.all(answers);
      await popup.locator('input#value').fill(totpCode(secret, Date.now()));
      await popup.locator('button#but').click();
      // The page uses the browser's language: this is the "Continue" button.
      await popup.locator('button.btn-success').click();
    },
    env: {
      OIDC_ISSUER: new URL(api).origin,
      OIDC_DISCOVERY_URL: `${api}/oidc/.well-known/openid-configuration`,
      OIDC_CLIENT_ID: 'console',
      OIDC_USERNAME_CLAIM: 'username',
      OIDC_GROUPS_CLAIM: 'groups',
      OIDC_GROUPS_SEPARATOR: ',',
      OIDC_SCOPES: SCOPES.join(' '),
      OIDC_SECOND_FACTOR: 'provider',
      ALLOWED_MAIL_DOMAINS: 'badwolf.org',
    },
    stop,
  };
}
