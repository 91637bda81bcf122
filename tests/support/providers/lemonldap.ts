import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { freePort } from '../freePort.ts';
import { newDataDir } from '../newDataDir.ts';
import { until } from '../until.ts';

const PORTAL = '/usr/share/lemonldap-ng/portal';
const PLACKUP = '/usr/bin/plackup';
/** What it needs beside what its packages ask for. */
const MODULES = ['/usr/share/perl5/String/Random.pm', '/usr/share/perl5/IO/String.pm'];

/** A real OpenID provider of a test, with the settings a server needs for it. */
export interface RealProvider {
  readonly issuer: string;
  readonly env: Readonly<Record<string, string>>;
  /** The address of a system administrator. */
  readonly email: string;
  /** Fills its page in the popup. */
  readonly logIn: (popup: Page) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Why LemonLDAP::NG cannot be used here; null when it can. */
export function lemonldapMissing(): string | null {
  const missing = [PORTAL, PLACKUP, ...MODULES].filter((file) => !existsSync(file));
  return missing.length === 0 ? null : `not installed: ${missing.join(', ')}`;
}

/**
 * The portal and its static files as one program; the package leaves both to a web server in front. The portal loads a captcha also where none is asked
 * for, and the usual one needs packages that draw pictures.
 */
const program = `
package Test::NoCaptcha;
use Mouse;
extends 'Lemonldap::NG::Portal::Main::Plugin';
sub init { 1 }
$INC{'Test/NoCaptcha.pm'} = __FILE__;
package main;
use Plack::Builder;
use Lemonldap::NG::Portal;
my $portal = Lemonldap::NG::Portal->run({});
builder {
  enable 'Plack::Middleware::Static', path => sub { s!^/static/!! }, root => '${PORTAL}/htdocs/static';
  $portal;
};
`;

const iniOf = (folder: string) => `[all]
logLevel = error
[configuration]
type = File
dirName = ${folder}/conf
[portal]
staticPrefix = /static
templateDir = ${PORTAL}/templates
languages = en
`;

const filesIn = (folder: string) => ({ Directory: folder, LockDirectory: folder });

/** Its demonstration users, a public client with PKCE, and a group that gives the role. Access tokens are JWTs. */
function configurationOf(folder: string, portal: string, redirectUri: string): object {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const client = {
    oidcRPMetaDataOptionsClientID: 'console',
    oidcRPMetaDataOptionsPublic: 1,
    oidcRPMetaDataOptionsRequirePKCE: 1,
    oidcRPMetaDataOptionsRedirectUris: redirectUri,
    oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
    oidcRPMetaDataOptionsIDTokenForceClaims: 1,
    oidcRPMetaDataOptionsAccessTokenJWT: 1,
    oidcRPMetaDataOptionsAccessTokenSignAlg: 'RS256',
    oidcRPMetaDataOptionsAccessTokenClaims: 1,
    oidcRPMetaDataOptionsBypassConsent: 1,
    oidcRPMetaDataOptionsRefreshToken: 1,
    oidcRPMetaDataOptionsUserIDAttr: 'uid',
  };
  return {
    cfgNum: 1,
    cfgDate: 1,
    cfgAuthor: 'test',
    cfgVersion: '2.16.1',
    portal,
    domain: 'localhost',
    cookieName: 'lemonldap',
    securedCookie: 0,
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Demo',
    registerDB: 'Null',
    demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: filesIn(`${folder}/sessions`),
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: filesIn(`${folder}/psessions`),
    localSessionStorage: 'Cache::FileCache',
    localSessionStorageOptions: { namespace: 'test', default_expires_in: 600, cache_root: `${folder}/cache`, cache_depth: 1 },
    groups: { 'user_type:system_admin': "$uid eq 'dwho'" },
    locationRules: { localhost: { default: 'accept' } },
    whatToTrace: 'uid',
    timeout: 72_000,
    captcha: 'Test::NoCaptcha',
    corsEnabled: 1,
    corsAllow_Origin: '*',
    issuerDBOpenIDConnectActivation: 1,
    oidcServiceAllowAuthorizationCodeFlow: 1,
    oidcServicePrivateKeySig: privateKey,
    oidcServicePublicKeySig: publicKey,
    oidcServiceKeyIdSig: 'test',
    oidcServiceIgnoreScopeForClaims: 1,
    oidcRPMetaDataOptions: { console: client },
    oidcRPMetaDataExportedVars: { console: { email: 'mail', name: 'cn', groups: 'groups' } },
  };
}

/** LemonLDAP::NG with its demonstration users, as one program. `redirectUri` is the console's. */
export async function startLemonldap(redirectUri: string): Promise<RealProvider> {
  const folder = newDataDir();
  for (const name of ['conf', 'sessions', 'psessions', 'cache']) mkdirSync(path.join(folder, name), { recursive: true });
  const port = await freePort();
  const issuer = `http://localhost:${port}/`;
  const [ini, psgi] = [path.join(folder, 'lemonldap-ng.ini'), path.join(folder, 'portal.psgi')];
  writeFileSync(ini, iniOf(folder));
  writeFileSync(psgi, program);
  writeFileSync(path.join(folder, 'conf/lmConf-1.json'), JSON.stringify(configurationOf(folder, issuer, redirectUri)));
  const child = spawn(PLACKUP, ['-s', 'HTTP::Server::PSGI', '--host', '127.0.0.1', '-p', String(port), '-E', 'deployment', psgi], {
    env: { ...process.env, LLNG_DEFAULTCONFFILE: ini },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const discovery = `${issuer}.well-known/openid-configuration`;
  await until('LemonLDAP::NG', () =>
    fetch(discovery).then(
      (answer) => answer.ok,
      () => false,
    ),
  );
  return {
    issuer,
    email: 'dwho@badwolf.org',
    logIn: async (popup) => {
      await popup.locator('input[name=user]').fill('dwho');
      await popup.locator('input[name=password]').fill('dwho');
      await popup.locator('form#lform button[type=submit]').click();
    },
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'console',
      OIDC_USERNAME_CLAIM: 'sub',
      OIDC_GROUPS_CLAIM: 'groups',
      OIDC_SCOPES: 'openid email profile',
      OIDC_SECOND_FACTOR: 'provider',
      ALLOWED_MAIL_DOMAINS: 'badwolf.org',
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
