import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../freePort.ts';
import { newDataDir } from '../newDataDir.ts';
import { missingOf, signingKey, startProgram, type RealProvider } from './realProvider.ts';

const PORTAL = '/usr/share/lemonldap-ng/portal';
const PERL = '/usr/bin/perl';
const SERVER = '/usr/share/perl5/HTTP/Server/PSGI.pm';
/** Modules it needs besides the dependencies of its packages. */
const MODULES = ['/usr/share/perl5/String/Random.pm', '/usr/share/perl5/IO/String.pm'];

/** Returns why LemonLDAP::NG cannot be used here; null when it can. */
export function lemonldapMissing(): string | null {
  return missingOf([PORTAL, SERVER, ...MODULES]);
}

/**
 * The portal and its static files as one program; the package leaves both to a web server. A browser opens connections before it sends a request, and
 * each occupies a process: so there are more processes than a browser's connections per host. The portal loads a captcha module even when unused, and
 * the default one needs image packages.
 */
const program = `
package Test::NoCaptcha;
use Mouse;
extends 'Lemonldap::NG::Portal::Main::Plugin';
sub init { 1 }
$INC{'Test/NoCaptcha.pm'} = __FILE__;
package main;
use HTTP::Server::PSGI;
use IO::Socket::INET;
use Plack::Builder;
use Lemonldap::NG::Portal;
my $portal = Lemonldap::NG::Portal->run({});
my $app = builder {
  enable 'Plack::Middleware::Static', path => sub { s!^/static/!! }, root => '${PORTAL}/htdocs/static';
  $portal;
};
my $socket = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => $ARGV[0], Listen => 128, ReuseAddr => 1) or die $!;
my @workers;
$SIG{TERM} = sub { kill TERM => @workers };
for (1 .. 12) {
  my $worker = fork // die $!;
  push @workers, $worker;
  next if $worker;
  $SIG{TERM} = 'DEFAULT';
  srand;
  HTTP::Server::PSGI->new(listen_sock => $socket)->run($app);
}
1 while wait != -1;
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

/** Its demonstration users, a public client with PKCE, and a group for the role. Access tokens are JWTs. */
function configurationOf(folder: string, portal: string, redirectUri: string): object {
  const { publicKey, privateKey } = signingKey();
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

/** Starts LemonLDAP::NG with its demonstration users as one program. `redirectUri` is the console's. */
export async function startLemonldap(redirectUri: string): Promise<RealProvider> {
  const folder = newDataDir();
  for (const name of ['conf', 'sessions', 'psessions', 'cache']) mkdirSync(path.join(folder, name), { recursive: true });
  const port = await freePort();
  const issuer = `http://localhost:${port}/`;
  const [ini, portal] = [path.join(folder, 'lemonldap-ng.ini'), path.join(folder, 'portal.pl')];
  writeFileSync(ini, iniOf(folder));
  writeFileSync(portal, program);
  writeFileSync(path.join(folder, 'conf/lmConf-1.json'), JSON.stringify(configurationOf(folder, issuer, redirectUri)));
  const stop = await startProgram({
    command: PERL,
    args: [portal, String(port)],
    env: { LLNG_DEFAULTCONFFILE: ini },
    folder,
    readyAt: `${issuer}.well-known/openid-configuration`,
  });
  return {
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
    stop,
  };
}
