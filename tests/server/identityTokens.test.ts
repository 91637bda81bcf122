import { exportJWK, exportSPKI, generateKeyPair, importJWK, SignJWT, type JWTPayload } from 'jose';
import { sql } from 'kysely';
import { createHash, createHmac, createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadKeys } from '#server/identity/keys/signingKeys';
import { identityTables } from '#server/identity/tables';
import { until } from '../support/until.ts';
import { freshCode } from '../support/freshCode.ts';
import { IDENTITY_KEY, startIdentityServer, type IdentityServer } from '../support/identityServer.ts';
import { SignInByHttp, signInByHttp } from '../support/signInByHttp.ts';

let server: IdentityServer;
beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.close());

const signIn = async (role = 'system_admin') => {
  const { email, password } = await server.person(role, true);
  return signInByHttp(server, { email, password, code: await freshCode(server, email) });
};
const refused = { status: 401, kind: 'Unauthorized' };
const invalidGrant = { error: 'invalid_grant' };
const claimsIn = (token: string): JWTPayload => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

it('[SIGN-033] renews with the refresh token: new tokens, one rotation more, the scope kept', async () => {
  const first = await signIn();
  const next = await first.flow.refresh(first.refresh);
  expect(next.refresh_token).not.toBe(first.refresh);
  expect(next.scope).toBe(first.tokens.scope);
  expect(next.claims()?.['amr']).toEqual(['pwd', 'otp', 'mfa']);
  expect(claimsIn(next.access_token)).toMatchObject({ rot: 1, grant: claimsIn(first.access)['grant'] });
  expect(await server.identity.verify(next.access_token)).toMatchObject({ secondFactor: true });
});

it('[SIGN-033] lets exactly one of 20 parallel renewals win, and keeps the winner alive', async () => {
  const { flow, refresh } = await signIn();
  // A machine that is busy for longer than the grace would make the last of them come late.
  server.clock.stoppedAt = Date.now();
  const flights = await Promise.allSettled(Array.from({ length: 20 }, () => flow.refresh(refresh)));
  server.clock.stoppedAt = null;
  const [winner, ...others] = flights.filter((flight) => flight.status === 'fulfilled');
  expect(others).toEqual([]);
  for (const flight of flights) if (flight.status === 'rejected') expect(flight.reason).toMatchObject(invalidGrant);
  const next = await flow.refresh(winner?.value.refresh_token ?? '');
  expect(await server.identity.verify(next.access_token)).toMatchObject({ role: 'system_admin' });
});

it('[SIGN-033] ends the whole sign-in when a spent refresh token comes back late', async () => {
  const { flow, refresh } = await signIn();
  const next = await flow.refresh(refresh);
  const ended: string[] = [];
  const stop = server.identity.onRevoked((grant) => ended.push(grant));
  server.clock.aheadMs += 6_000;
  await expect(flow.refresh(refresh)).rejects.toMatchObject(invalidGrant);
  await expect(flow.refresh(next.refresh_token ?? '')).rejects.toMatchObject(invalidGrant);
  await expect(server.identity.verify(next.access_token)).rejects.toMatchObject(refused);
  expect(ended).toEqual([claimsIn(next.access_token)['grant']]);
  stop();
});

it('[SIGN-033] never renews past 12 hours: the last token is shorter, then it is over', async () => {
  const { flow, refresh } = await signIn();
  const age = async (seconds: number) => {
    const rows = await server.tables.selectFrom('identity_record').selectAll().where('model', '=', 'RefreshToken').execute();
    for (const { id, payload } of rows) {
      const { iiat = 0, exp = 0 } = payload;
      const older = JSON.stringify({ ...payload, iiat: iiat - seconds, exp: exp - seconds });
      await server.tables.updateTable('identity_record').set({ payload: older }).where('id', '=', id).execute();
    }
  };
  await age(12 * 3_600 - 100);
  const last = await flow.refresh(refresh);
  expect(last.expires_in).toBeLessThanOrEqual(100);
  await age(200);
  await expect(flow.refresh(last.refresh_token ?? '')).rejects.toMatchObject(invalidGrant);
});

it('[SIGN-031] refuses forged, foreign and outdated tokens', async () => {
  const { access, idToken } = await signIn();
  const [head = '', body = '', signature = ''] = access.split('.');
  const claims = claimsIn(access);
  const kid: unknown = JSON.parse(Buffer.from(head, 'base64url').toString()).kid;
  const [own = {}] = (await loadKeys(server.tables, IDENTITY_KEY)).jwks.keys;
  const ownKey = await importJWK(own, 'RS256');
  const foreign = await generateKeyPair('RS256', { extractable: true });
  const now = Math.floor(server.now() / 1000);
  const signed = (change: JWTPayload, header: { typ?: string } = {}, key: Parameters<SignJWT['sign']>[0] = ownKey) =>
    new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: String(kid), ...header }).sign(key);
  const publicText = createPublicKey({ key: own, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString();
  const swapped = `${encoded({ alg: 'HS256', typ: 'at+jwt', kid })}.${body}`;
  const jwk = await exportJWK(foreign.publicKey);
  const forged: Readonly<Record<string, string>> = {
    nothing: '',
    'no token': 'abc',
    'alg none': `${encoded({ alg: 'none', typ: 'at+jwt' })}.${body}.`,
    'the public key as a shared secret': `${swapped}.${createHmac('sha256', publicText).update(swapped).digest('base64url')}`,
    'changed claims': `${head}.${encoded({ ...claims, 'cognito:groups': ['user_type:system_admin', 'x'] })}.${signature}`,
    'a foreign key': await signed({}, {}, foreign.privateKey),
    'a key it brings along': await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', jwk }).sign(foreign.privateKey),
    expired: await signed({ exp: now - 1 }),
    'not yet valid': await signed({ nbf: now + 60 }),
    'given in the future': await signed({ iat: now + 60, exp: now + 400 }),
    'another audience': await signed({ aud: 'urn:other' }),
    'another issuer': await signed({ iss: 'https://evil.example' }),
    'another kind': await signed({}, { typ: 'JWT' }),
    'an ID token': idToken,
    'an unknown sign-in': await signed({ grant: 'never-was' }),
  };
  expect(await exportSPKI(foreign.publicKey)).toContain('PUBLIC KEY');
  await expect(server.identity.verify(await signed({}))).resolves.toMatchObject({ secondFactor: true });
  for (const [what, token] of Object.entries(forged)) await expect(server.identity.verify(token), what).rejects.toMatchObject(refused);
});

it('[SIGN-031] [AUDIT8] log-out kills the access token, the refresh token and the session, and returns to the root', async () => {
  const { flow, access, refresh, idToken } = await signIn('license_support_engineer');
  const ended: string[] = [];
  const events: string[] = [];
  server.identity.onRevoked((grant) => ended.push(grant));
  const ignore = server.identity.onSignIn(({ kind }) => events.push(kind));
  const root = `${server.settings.publicUrl}/`;
  const { end_session_endpoint } = (await flow.config()).serverMetadata();
  const query = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: root });
  const page = await flow.browser.ask(`${end_session_endpoint}?${query.toString()}`);
  const text = await page.text();
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(text).toContain('<script src="/idp/assets/leave.js" defer></script>');
  expect(text).not.toMatch(/<script(?! src=)/);
  const [, action = '', xsrf = ''] = /action="([^"]+)".*name="xsrf" value="([^"]+)"/.exec(text) ?? [];
  const left = await flow.browser.follow(action, { xsrf, logout: 'yes' });
  expect(left.at).toBe(root);
  await expect(server.identity.verify(access)).rejects.toMatchObject(refused);
  await expect(flow.refresh(refresh)).rejects.toMatchObject(invalidGrant);
  expect(ended).toEqual([claimsIn(access)['grant']]);
  await until('the log-out', async () => events.length > 0);
  expect(events).toEqual(['sign_out']);
  ignore();
  const again = await flow.start({});
  expect(again.at).toContain('/idp/interaction/');
});

it('[SIGN-031] a second sign-in in one browser ends the first: nobody could log that out any more', async () => {
  const { email, password } = await server.person('organisation_admin', true);
  const first = await signInByHttp(server, { email, password, code: await freshCode(server, email) });
  await first.flow.start({ login_hint: email, prompt: 'login' });
  const { at } = await first.flow.send({ email, password, code: await freshCode(server, email) });
  const second = await first.flow.tokens(at);
  expect(await server.identity.verify(second.access_token)).toMatchObject({ email });
  await expect(server.identity.verify(first.access)).rejects.toMatchObject(refused);
  await expect(first.flow.refresh(first.refresh)).rejects.toMatchObject(invalidGrant);
});

it('[SEAL1] a copy of the database renews nobody, and signs nobody in', async () => {
  const { email, password } = await server.person('organisation_admin', true);
  const flow = new SignInByHttp(server);
  await flow.start({ login_hint: email, prompt: 'login' });
  const { at } = await flow.send({ email, password, code: await freshCode(server, email) });
  const held = async () => JSON.stringify(await server.tables.selectFrom('identity_record').selectAll().execute());
  const code = new URL(at).searchParams.get('code') ?? '';
  expect(await held()).not.toContain(code);
  const { refresh_token: refresh = '' } = await flow.tokens(at);
  expect(refresh.length).toBeGreaterThan(20);
  expect(await held()).not.toContain(refresh);
  const sessions = await server.tables.selectFrom('identity_record').selectAll().where('model', '=', 'Session').execute();
  expect(sessions.length).toBeGreaterThan(0);
  for (const { id, payload } of sessions) expect([id, payload.jti]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), undefined]);
  await expect(flow.refresh(sessions[0]?.id ?? '')).rejects.toMatchObject(invalidGrant);
  await expect(flow.refresh(createHash('sha256').update(`RefreshToken:${refresh}`).digest('hex'))).rejects.toMatchObject(invalidGrant);
});

/** Returns every text in a value, however deep. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

it('[SEAL1] a sign-in that begins in a signed-in browser keeps nothing that is the session of that browser', async () => {
  const { flow } = await signIn('license_support_engineer');
  await flow.start({ prompt: 'login' });
  const rows = await server.tables.selectFrom('identity_record').selectAll().execute();
  const begun = rows.filter(({ model, payload }) => model === 'Interaction' && payload.session?.uid !== undefined);
  expect(begun.length).toBeGreaterThan(0);
  const sessions = rows.filter(({ model }) => model === 'Session').map(({ id }) => id);
  const hashes = rows
    .flatMap(({ payload }) => textsIn(payload))
    .map((text) => createHash('sha256').update(`Session:${text}`).digest('hex'));
  expect(hashes.filter((hash) => sessions.includes(hash))).toEqual([]);
});

it('[SEAL1] a sign-in of an older version, whose ids are in plain text, is hashed by the migration and goes on', async () => {
  const { flow, refresh } = await signIn('license_support_engineer');
  const id = createHash('sha256').update(`RefreshToken:${refresh}`).digest('hex');
  await sql`update identity_record set id = ${refresh}, payload = payload || jsonb_build_object('jti', ${refresh}::text) where id = ${id}`.execute(
    server.tables,
  );
  await expect(flow.refresh(refresh)).rejects.toMatchObject(invalidGrant);
  await server.tables
    .deleteFrom('identity_record')
    .where('model', '!=', 'Grant')
    .where('id', '!=', refresh)
    .where('model', '!=', 'Session')
    .execute();
  for (const statement of identityTables['025_hashed_ids'] ?? [])
    await sql.raw(statement.replace("('Session', 'RefreshToken'", "('RefreshToken'")).execute(server.tables);
  expect((await flow.refresh(refresh)).access_token).toBeTruthy();
});
