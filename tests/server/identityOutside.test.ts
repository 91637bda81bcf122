import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { originsIn } from '#server/identity/outside/discovery';
import { openExternalProvider } from '#server/identity/outside/externalProvider';
import { readSettings } from '#server/platform/settings/settings';
import { freePort } from '../support/freePort.ts';
import { proofsInMemory } from '../support/outsideProvider.ts';

const KEY = await generateKeyPair('RS256', { extractable: true });
const FOREIGN = await generateKeyPair('RS256', { extractable: true });
const NOW = Date.UTC(2026, 2, 4, 13, 5);
const SECONDS = NOW / 1000;

let issuer = '';
const provider = createServer((request, reply) => {
  const output =
    request.url === '/keys'
      ? exportJWK(KEY.publicKey).then((key) => ({ keys: [{ ...key, kid: 'one', alg: 'RS256', use: 'sig' }] }))
      : Promise.resolve({ issuer: request.url === '/elsewhere' ? 'https://sso.example' : issuer, jwks_uri: `${issuer}/keys` });
  void output.then((body) => reply.setHeader('content-type', 'application/json').end(JSON.stringify(body)));
});
beforeAll(async () => {
  issuer = `http://127.0.0.1:${await freePort()}`;
  provider.listen(Number(new URL(issuer).port), '127.0.0.1');
  await once(provider, 'listening');
});
afterAll(() => {
  provider.close();
  provider.closeAllConnections();
});

const parts = { proofs: proofsInMemory(), now: () => NOW, log: fastify().log };
const open = (env: Readonly<Record<string, string>> = {}) =>
  openExternalProvider({ ...parts, settings: readSettings({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'console', ...env }), issuer });
const claims = (): JWTPayload => ({
  iss: issuer,
  sub: '1',
  iat: SECONDS,
  exp: SECONDS + 300,
  client_id: 'console',
  'cognito:username': 'an',
  'cognito:groups': ['user_type:organisation_admin', 'delinde'],
  email: 'an@delinde.example',
  amr: ['pwd', 'mfa'],
});
const token = (change: JWTPayload = {}, key = KEY.privateKey) =>
  new SignJWT({ ...claims(), ...change }).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);

it('[SIGN-021] accepts an access token of another provider and reads who it names', async () => {
  const identity = await open();
  expect(await identity.verify(await token())).toEqual({
    username: 'an',
    email: 'an@delinde.example',
    name: 'an',
    role: 'organisation_admin',
    groups: ['user_type:organisation_admin', 'delinde'],
    secondFactor: true,
    // 30 s later than its claim: the clocks may differ by that.
    expiresAt: NOW + 330_000,
    issuedAt: NOW - 30_000,
    grant: null,
  });
  expect(identity.oidc).toMatchObject({ authority: issuer, client_id: 'console', admin_scope: '' });
  expect(identity.oidc.scope).toBeUndefined();
});

it('[SIGN-026] finds names, groups and the second factor where the settings say', async () => {
  const named = await open({ OIDC_USERNAME_CLAIM: 'preferred_username', OIDC_GROUPS_CLAIM: 'groups', OIDC_SECOND_FACTOR: 'hwk, otp' });
  const other = await token({ preferred_username: 'bram', groups: ['user_type:system_admin'], amr: ['pwd', 'hwk'], sid: 's1' });
  expect(await named.verify(other)).toMatchObject({ username: 'bram', role: 'system_admin', secondFactor: true, grant: 's1' });
  expect(await named.verify(await token({ preferred_username: 'bram' }))).toMatchObject({ role: null, secondFactor: false });
  const trusting = await open({ OIDC_SECOND_FACTOR: 'provider' });
  expect(await trusting.verify(await token({ amr: undefined }))).toMatchObject({ secondFactor: true });
});

it('[SIGN-031] refuses what is not an access token of this provider for this console', async () => {
  const identity = await open();
  const strict = await open({ OIDC_AUDIENCE: 'urn:api' });
  expect(await strict.verify(await token({ aud: ['urn:api', 'urn:other'], client_id: 'another' }))).toMatchObject({ username: 'an' });
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const swapped = `${encoded({ alg: 'HS256', kid: 'one' })}.${encoded(claims())}`;
  const secret = JSON.stringify(await exportJWK(KEY.publicKey));
  const refused: readonly (readonly [string, typeof identity, string])[] = [
    ['alg none', identity, `${encoded({ alg: 'none' })}.${encoded(claims())}.`],
    ['HS with the public key', identity, `${swapped}.${createHmac('sha256', secret).update(swapped).digest('base64url')}`],
    ['a foreign key', identity, await token({}, FOREIGN.privateKey)],
    ['expired', identity, await token({ exp: SECONDS - 31 })],
    ['not yet valid', identity, await token({ nbf: SECONDS + 31 })],
    ['another issuer', identity, await token({ iss: 'https://evil.example' })],
    ['another client', identity, await token({ client_id: 'another' })],
    ['no client', identity, await token({ client_id: undefined })],
    ['an ID token by its use', identity, await token({ token_use: 'id' })],
    ['an ID token by its type', identity, await token({ typ: 'ID' })],
    ['an ID token by its hash', identity, await token({ at_hash: 'x' })],
    ['nobody', identity, await token({ 'cognito:username': undefined })],
    ['another audience', strict, await token({ aud: 'urn:other' })],
    ['no audience', strict, await token()],
  ];
  for (const [what, by, output] of refused) await expect(by.verify(output), what).rejects.toMatchObject({ status: 401 });
});

it('[CALL-032] [CALL-033] [CALL-034] [DIRECTORY5] leaves second factors to the provider, and admits configured mail domains only', async () => {
  const identity = await open({ ALLOWED_MAIL_DOMAINS: 'delinde.example' });
  const caller = await identity.verify(await token());
  // Nothing tells of second factors before the sign-in.
  expect(await identity.loginMethod({ email: 'An@DeLinde.example' })).toEqual({});
  const demanding = await open({ ALLOWED_MAIL_DOMAINS: 'delinde.example', OIDC_SECOND_FACTOR: 'provider' });
  expect(await demanding.loginMethod({ email: 'an@delinde.example' })).toEqual({ mfa_enabled: true });
  await expect(identity.loginMethod({ email: 'an@else.example' })).rejects.toMatchObject({ status: 403, kind: 'NotAllowed' });
  await expect(identity.setupMfa(caller, { email: caller.email })).rejects.toMatchObject({ status: 403 });
  await expect(identity.associateCode(caller, { device_name: 'x', code: '123456' })).rejects.toMatchObject({ status: 403 });
});

it('[SIGN-021] does not start with a provider that is silent or names another issuer', async () => {
  await expect(openExternalProvider({ ...parts, settings: readSettings({}), issuer: `${issuer}/` })).rejects.toThrow(
    `another issuer, ${issuer};`,
  );
  const silent = `http://127.0.0.1:${await freePort()}`;
  await expect(openExternalProvider({ ...parts, settings: readSettings({}), issuer: silent })).rejects.toThrow('does not answer');
});

it('[OIDC2] accepts the access token of Cognito: no audience, no e-mail, no methods, the name as `username`', async () => {
  const cognito = await open({ OIDC_SECOND_FACTOR: 'provider' });
  const given = {
    'cognito:username': undefined,
    email: undefined,
    amr: undefined,
    token_use: 'access',
    username: 'an',
    scope: 'openid email aws.cognito.signin.user.admin',
    origin_jti: 'sign-in-1',
  };
  expect(await cognito.verify(await token(given))).toMatchObject({
    username: 'an',
    email: '',
    name: 'an',
    role: 'organisation_admin',
    secondFactor: true,
    grant: 'sign-in-1',
  });
  await expect(cognito.verify(await token({ ...given, token_use: 'id' }))).rejects.toMatchObject({ status: 401 });
  await expect(cognito.verify(await token({ ...given, client_id: 'another' }))).rejects.toMatchObject({ status: 401 });
});

it('[OIDC1] reads the tokens of Keycloak, LemonLDAP::NG and Glewlwyd where the settings say', async () => {
  const unnamed = { 'cognito:username': undefined, 'cognito:groups': undefined };
  const keycloak = await open({ OIDC_USERNAME_CLAIM: 'preferred_username', OIDC_GROUPS_CLAIM: 'realm_access.roles, groups' });
  const fromKeycloak = {
    ...unnamed,
    preferred_username: 'bram',
    realm_access: { roles: ['user_type:organisation_user'] },
    groups: ['delinde'],
  };
  expect(await keycloak.verify(await token(fromKeycloak))).toMatchObject({
    username: 'bram',
    role: 'organisation_user',
    groups: ['user_type:organisation_user', 'delinde'],
  });
  const lemon = await open({ OIDC_USERNAME_CLAIM: 'sub', OIDC_GROUPS_CLAIM: 'groups', OIDC_FIRST_NAME_CLAIM: 'given_name' });
  const fromLemon = { ...unnamed, sub: 'dwho', groups: 'user_type:system_admin; delinde', given_name: 'Doctor', family_name: 'Who' };
  expect(await lemon.verify(await token(fromLemon))).toMatchObject({
    username: 'dwho',
    name: 'Doctor Who',
    role: 'system_admin',
    groups: ['user_type:system_admin', 'delinde'],
  });
  const glewlwyd = await open({ OIDC_USERNAME_CLAIM: 'username', OIDC_GROUPS_CLAIM: 'groups', OIDC_GROUPS_SEPARATOR: ',' });
  const fromGlewlwyd = {
    ...unnamed,
    type: 'access_token',
    aud: 'openid email',
    username: 'dwho',
    groups: 'user_type:system_admin,delinde',
  };
  expect(await glewlwyd.verify(await token(fromGlewlwyd))).toMatchObject({
    username: 'dwho',
    role: 'system_admin',
    groups: ['user_type:system_admin', 'delinde'],
  });
  expect(lemon.oidc.claims).toMatchObject({ username: ['sub'], first_name: ['given_name'] });
});

it('[OIDC3] lets the console ask every origin that the discovery document names', async () => {
  const document = {
    issuer: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_abc',
    authorization_endpoint: 'https://login.serra.example/oauth2/authorize',
    token_endpoint: 'https://login.serra.example/oauth2/token',
    userinfo_endpoint: 'https://users.serra.example/userInfo',
    jwks_uri: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_abc/.well-known/jwks.json',
    end_session_endpoint: 'javascript:alert(1)',
    service_documentation: 'https://docs.serra.example/',
    scopes_supported: ['openid'],
  };
  const origins = ['https://cognito-idp.eu-west-1.amazonaws.com', 'https://login.serra.example', 'https://users.serra.example'];
  expect(originsIn(document)).toEqual(origins);
  expect((await open()).origins).toEqual([issuer]);
});

it('[OIDC5] asks for the scopes of the settings', async () => {
  expect((await open({ OIDC_SCOPES: 'openid email offline_access' })).oidc.scope).toBe('openid email offline_access');
  expect((await open({ OIDC_ADMIN_SCOPE: 'aws.cognito.signin.user.admin' })).oidc.admin_scope).toBe('aws.cognito.signin.user.admin');
});

it('[OIDC10] [OIDC3] finds the discovery document where the setting says', async () => {
  const settings = readSettings({
    OIDC_ISSUER: 'https://sso.example',
    OIDC_DISCOVERY_URL: `${issuer}/elsewhere`,
    OIDC_CLIENT_ID: 'console',
  });
  const elsewhere = await openExternalProvider({ ...parts, settings, issuer: 'https://sso.example' });
  expect(elsewhere.oidc).toMatchObject({ authority: 'https://sso.example', discovery_url: `${issuer}/elsewhere` });
  expect(elsewhere.origins).toEqual(['https://sso.example', issuer]);
  expect(await elsewhere.verify(await token({ iss: 'https://sso.example' }))).toMatchObject({ username: 'an' });
  await expect(elsewhere.verify(await token())).rejects.toMatchObject({ status: 401 });
  expect((await open()).oidc.discovery_url).toBeUndefined();
});
