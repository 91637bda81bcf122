import { sql } from 'kysely';
import { createSecretKey, randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbeddedIdentity } from '#server/identity/provider/embeddedProvider';
import { loadKeys } from '#server/identity/keys/signingKeys';
import { totpCode } from '#server/identity/secondFactor/totp';
import { freshCode, secretOf } from '../support/freshCode.ts';
import { IDENTITY_KEY, startIdentityServer, type IdentityServer } from '../support/identityServer.ts';
import { signInByHttp } from '../support/signInByHttp.ts';

let server: IdentityServer;
beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.close());

const role = 'organisation_user';

/** Enrols the account of the role that has no second factor, and signs in with it. */
async function enrolled() {
  const person = await server.person(role, false);
  const half = await signInByHttp(server, person);
  const caller = await server.identity.verify(half.access);
  await server.identity.setupMfa(caller, { email: person.email });
  const pending = (await secretOf(server, person.email, 'totp_pending')) ?? '';
  await server.identity.associateCode(caller, { device_name: 'phone', code: totpCode(pending, server.now()) });
  return { person, secret: pending, whole: await signInByHttp(server, { ...person, code: await freshCode(server, person.email) }) };
}

/** Returns every row of every table as text. */
async function dump(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(
    server.database,
  );
  const texts = tables.map(async ({ name }) => {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(server.database);
    return rows.map(({ row }) => row).join('\n');
  });
  return (await Promise.all(texts)).join('\n').toLowerCase();
}

/** The forms in which a secret could stand in a text, in lower case, as the dump. */
const formsOf = (bytes: Buffer, ...texts: readonly string[]) =>
  [
    ...texts.flatMap((text) => [text, Buffer.from(text).toString('base64'), Buffer.from(text).toString('hex')]),
    bytes.toString('hex'),
    bytes.toString('base64').replaceAll('=', ''),
    bytes.toString('base64url'),
  ].map((form) => form.toLowerCase());

it('[SEAL2] after an enrolment and sign-ins no table holds a TOTP secret, a signing key or a cookie key, in any form', async () => {
  const { secret, person } = await enrolled();
  const other = await server.person('organisation_admin', false);
  const half = await signInByHttp(server, other);
  await server.identity.setupMfa(await server.identity.verify(half.access), { email: other.email });
  const pending = (await secretOf(server, other.email, 'totp_pending')) ?? '';
  const { jwks, cookie_keys } = await loadKeys(server.tables, IDENTITY_KEY);
  const parts = jwks.keys.flatMap(({ d, p, q, dp, dq, qi }) => [d, p, q, dp, dq, qi].map(String));
  expect(parts.every((part) => part.length > 100)).toBe(true);
  const secrets = [secret, pending].flatMap((text) => formsOf(Buffer.from(Secret.fromBase32(text).bytes), text));
  const keys = [...parts, ...cookie_keys].flatMap((text) => formsOf(Buffer.from(text, 'base64url'), text));
  const text = await dump();
  expect(text, 'the dump holds the account').toContain(person.email);
  expect([...secrets, ...keys].filter((form) => text.includes(form))).toEqual([]);
});

/** Writes keys and secrets as the version before did. */
async function unseal(): Promise<void> {
  const { jwks, cookie_keys } = await loadKeys(server.tables, IDENTITY_KEY);
  const rows = await server.tables.selectFrom('identity_account').select('email').execute();
  for (const { email } of rows) {
    const plain = { totp_secret: await secretOf(server, email), totp_pending: await secretOf(server, email, 'totp_pending') };
    await server.tables.updateTable('identity_account').set(plain).where('email', '=', email).execute();
  }
  await server.tables
    .updateTable('identity_keys')
    .set({ jwks: JSON.stringify(jwks), cookie_keys: JSON.stringify(cookie_keys) })
    .execute();
}
const open = (credentialKey = IDENTITY_KEY) =>
  openEmbeddedIdentity({
    settings: server.settings,
    database: server.database,
    credentialKey,
    now: server.now,
    log: pino({ level: 'silent' }),
  });

it('[SEAL2] a plain database of an older version is sealed by the next start, also by two at once: sign-ins and second factors go on', async () => {
  const person = await server.person('system_admin', true);
  const signedIn = await signInByHttp(server, { ...person, code: await freshCode(server, person.email) });
  const before = await loadKeys(server.tables, IDENTITY_KEY);
  const secret = (await secretOf(server, person.email)) ?? '';
  await unseal();
  expect(await dump()).toContain(secret.toLowerCase());
  const [identity] = await Promise.all([open(), open()]);
  expect(await loadKeys(server.tables, IDENTITY_KEY)).toEqual(before);
  const text = await dump();
  expect([secret, ...before.cookie_keys, String(before.jwks.keys[0]?.d)].filter((form) => text.includes(form.toLowerCase()))).toEqual([]);
  expect(await identity.verify(signedIn.access)).toMatchObject({ secondFactor: true });
  expect((await signedIn.flow.refresh(signedIn.refresh)).access_token).not.toBe(signedIn.access);
  const again = await signInByHttp(server, { ...person, code: totpCode(secret, (server.clock.aheadMs += 30_000) + Date.now()) });
  expect(await identity.verify(again.access)).toMatchObject({ secondFactor: true });
});

it('[SEAL2] with another key the start is refused in one line and nothing is changed; a sealed secret counts for its own account only', async () => {
  const other = createSecretKey(randomBytes(32));
  await expect(open(other)).rejects.toThrow(/^The keys of the identity provider were sealed with another CREDENTIAL_KEY/);
  expect((await loadKeys(server.tables, IDENTITY_KEY)).jwks.keys).toHaveLength(1);
  const from = await server.person('license_support_engineer', true);
  const to = await server.person('system_admin', true);
  const { totp_secret } = await server.tables
    .selectFrom('identity_account')
    .select('totp_secret')
    .where('email', '=', from.email)
    .executeTakeFirstOrThrow();
  await server.tables.updateTable('identity_account').set({ totp_secret }).where('email', '=', to.email).execute();
  expect(await secretOf(server, to.email)).toBeNull();
});
