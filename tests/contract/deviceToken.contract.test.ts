import { createPrivateKey, createSecretKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import mqtt from 'mqtt';
import { afterEach, expect, it } from 'vitest';
import { getCloseDeployment } from '#contract/devices/deployment';
import { getAllDevices, getDevice, postCreateDevice, postDeleteDevice, postUpdateDevice } from '#contract/devices/device';
import { getDeleteCredentials, getDeviceAccessToken, postGenerateCredentials } from '#contract/devices/deviceCredential';
import { challengeAnswer, deviceTokenPaths, tokenAnswer } from '#contract/devices/deviceToken';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { z } from '#contract/schema';
import { DAY_MS } from '#domain/text/timeUnits';
import { endedTokens, isTokenOf } from '#server/devices/credentials/deviceToken';
import { openBroker, type OpenBroker } from '#server/platform/broker/openBroker';
import { answerOf, ask, type Asking } from '../support/client.ts';
import { staff, withServer } from '../support/contractServer.ts';
import { moveTo } from '../support/movedDevice.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { idleLeases, startTestServer } from '../support/testServer.ts';

const key = createSecretKey(randomBytes(32));
let onDisconnect: (serial: string) => void = () => undefined;
const server = withServer(undefined, { credentialKey: key, disconnectDevice: (serial) => onDisconnect(serial) });
const endings: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
  Object.assign(server.it().clock, { offsetMs: 0, stoppedAt: null });
});
const of = (serial: string, more: Asking = {}): Asking => ({
  params: { serial },
  token: server.it().identity.issue(staff, { expiresAt: server.it().now() + DAY_MS }),
  ...more,
});

/** Generates credentials and returns the private key of their file. */
async function newKey(serial: string, algorithm_type: string): Promise<KeyObject> {
  const { ok, text } = await ask(server.it().address, postGenerateCredentials, of(serial, { body: { algorithm_type } }));
  expect(ok).toBe(true);
  const pem = algorithm_type === 'IDENTITY' ? z.object({ private_key: z.string() }).parse(JSON.parse(text)).private_key : text;
  return createPrivateKey(pem);
}

const signed = (privateKey: KeyObject, text: string) =>
  sign(privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256', Buffer.from(text), privateKey).toString('base64');

async function post(path: string, body: unknown): Promise<{ status: number; body: unknown; headers: Headers }> {
  const reply = await fetch(`${server.it().address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: await reply.json(), headers: reply.headers };
}

const challengeOf = async (serial: string) => challengeAnswer.parse((await post(deviceTokenPaths.challenge, { serial })).body).challenge;
const answered = (serial: string, challenge: string, signature: string) => post(deviceTokenPaths.token, { serial, challenge, signature });

/** The steps of a robot: one challenge, one signature, one token. */
async function renewed(serial: string, privateKey: KeyObject): Promise<string> {
  const challenge = await challengeOf(serial);
  return tokenAnswer.parse((await answered(serial, challenge, signed(privateKey, challenge))).body).access_token;
}

async function inDatabase<T>(read: (database: ReturnType<typeof openTestDatabase>) => Promise<T>): Promise<T> {
  const database = openTestDatabase(server.it().databaseUrl);
  try {
    return await read(database);
  } finally {
    await database.destroy();
  }
}

const counts = (serial: string, token: string) =>
  inDatabase((database) => isTokenOf({ database, key, now: server.it().now() }, serial, token));

const handMade = async (serial: string) =>
  z.object({ access_token: z.string() }).parse(JSON.parse((await ask(server.it().address, getDeviceAccessToken, of(serial))).text))
    .access_token;

/** A broker that takes the tokens of the server, and cuts whom the server cuts. */
async function broker(): Promise<OpenBroker> {
  const opened = await openBroker({ secret: 'test', now: () => server.it().now(), takesToken: counts });
  onDisconnect = opened.disconnect;
  endings.push(opened.stop);
  return opened;
}

async function connected({ url }: OpenBroker, serial: string, password: string) {
  const client = await mqtt.connectAsync(url, { clientId: serial, username: serial, password, protocolVersion: 4, reconnectPeriod: 0 });
  client.on('error', () => undefined);
  endings.push(() => client.endAsync(true));
  return client;
}

const REFUSED = { error: 'Unauthorized: this signature of this challenge does not count for this device' };

it.each([
  ['LF-0140-23', 'RSA2048'],
  ['DV-0102', 'NISTP256'],
  ['UV-0009', 'IDENTITY'],
])('[RENEW1] [RENEW2] %s gets a token of a day for a signature of its %s key, and the broker takes it', async (serial, algorithm) => {
  const privateKey = await newKey(serial, algorithm);
  const challenge = await challengeOf(serial);
  const { status, body, headers } = await answered(serial, challenge, signed(privateKey, challenge));
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  const { access_token: token, ...rest } = tokenAnswer.parse(body);
  expect(rest).toMatchObject({ device_serial: serial, expires_in: 86_400 });
  expect(Date.parse(rest.expires_at) - Date.parse(rest.issued_at)).toBe(DAY_MS);
  const device = await connected(await broker(), serial, token);
  expect(device.connected).toBe(true);
  expect(await counts('LF-0141-23', token)).toBe(false);
  server.it().clock.offsetMs = DAY_MS + 1_000;
  expect(await counts(serial, token)).toBe(false);
});

it('[RENEW2] a P-256 signature counts as DER and as r and s, in base64 and base64url', async () => {
  const privateKey = await newKey('DV-0102', 'NISTP256');
  for (const encoding of ['base64', 'base64url'] as const)
    for (const dsaEncoding of ['der', 'ieee-p1363'] as const) {
      const challenge = await challengeOf('DV-0102');
      const signature = sign('sha256', Buffer.from(challenge), { key: privateKey, dsaEncoding }).toString(encoding);
      expect((await answered('DV-0102', challenge, signature)).status).toBe(200);
    }
});

it('[RENEW3] a challenge counts once, also of six at the same time, for 60 s, and for its device alone', async () => {
  const [one, other] = [await newKey('LF-0162-24', 'RSA2048'), await newKey('LF-0170-24', 'RSA2048')];
  const challenge = await challengeOf('LF-0162-24');
  const proof = signed(one, challenge);
  const all = await Promise.all(Array.from({ length: 6 }, () => answered('LF-0162-24', challenge, proof)));
  expect(all.map(({ status }) => status).toSorted((low, high) => low - high)).toEqual([200, ...Array.from({ length: 5 }, () => 401)]);
  expect(await answered('LF-0162-24', challenge, proof)).toMatchObject({ status: 401, body: REFUSED });
  const foreign = await challengeOf('LF-0162-24');
  expect(await answered('LF-0170-24', foreign, signed(other, foreign))).toMatchObject({ status: 401, body: REFUSED });
  server.it().clock.stoppedAt = Date.now();
  const late = await challengeOf('LF-0170-24');
  server.it().clock.offsetMs += 60_001;
  expect(await answered('LF-0170-24', late, signed(other, late))).toMatchObject({ status: 401, body: REFUSED });
  const inTime = await challengeOf('LF-0170-24');
  server.it().clock.offsetMs += 60_000;
  expect((await answered('LF-0170-24', inTime, signed(other, inTime))).status).toBe(200);
});

it('[RENEW3] a challenge of one instance counts once at another one, and not again at the first', async () => {
  const serial = 'SP-0003';
  const privateKey = await newKey(serial, 'IDENTITY');
  const other = await startTestServer(server.it().databaseUrl, undefined, { credentialKey: key, leases: idleLeases });
  endings.push(other.close);
  const challenge = await challengeOf(serial);
  const body = JSON.stringify({ serial, challenge, signature: signed(privateKey, challenge) });
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${other.address}${deviceTokenPaths.token}`, { method: 'POST', headers, body });
  expect(await counts(serial, tokenAnswer.parse(await reply.json()).access_token)).toBe(true);
  expect((await answered(serial, challenge, signed(privateKey, challenge))).status).toBe(401);
});

it('[RENEW4] who has no key that counts is refused alike: unknown, without credentials, decommissioned, by another key, of another kind', async () => {
  const own = await newKey('LF-0142-23', 'RSA2048');
  const strange = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const edwards = generateKeyPairSync('ed25519').privateKey;
  const tries: ReadonlyArray<readonly [string, KeyObject]> = [
    ['NOBODY-1', own],
    ['DV-0107', own],
    ['LF-0142-23', strange],
    ['LF-0142-23', curve],
    ['LF-0142-23', edwards],
  ];
  for (const [serial, privateKey] of tries) {
    const asked = await post(deviceTokenPaths.challenge, { serial });
    expect([asked.status, Object.keys(z.record(z.string(), z.unknown()).parse(asked.body))]).toEqual([200, ['challenge']]);
    const { challenge } = challengeAnswer.parse(asked.body);
    expect(await answered(serial, challenge, signed(privateKey, challenge))).toMatchObject({ status: 401, body: REFUSED });
  }
  // A seeded device has credentials of which nobody has the key.
  const seeded = await challengeOf('LF-0160-24');
  expect(await answered('LF-0160-24', seeded, signed(own, seeded))).toMatchObject({ status: 401, body: REFUSED });
  const body = { life_cycle_stage: 'DECOMMISSIONED' };
  await answerOf(server.it().address, postUpdateDevice, of('LF-0142-23', { body }));
  const gone = await challengeOf('LF-0142-23');
  expect(await answered('LF-0142-23', gone, signed(own, gone))).toMatchObject({ status: 401, body: REFUSED });
  await answerOf(server.it().address, postUpdateDevice, of('LF-0142-23', { body: { life_cycle_stage: 'OPERATIONAL' } }));
  expect(await counts('LF-0142-23', await renewed('LF-0142-23', own))).toBe(true);
});

it.each([
  ['no JSON object', 'serial', 400],
  ['nothing', {}, 400],
  ['a number as serial', { serial: 7, challenge: 'x', signature: 'AA==' }, 400],
  ['a serial of 101 characters', { serial: 'x'.repeat(101), challenge: 'x', signature: 'AA==' }, 400],
  ['a signature that is no base64', { serial: 'LF-0171-24', challenge: 'x', signature: '<not base64>' }, 400],
  ['a signature of 3,000 characters', { serial: 'LF-0154-24', challenge: 'x', signature: 'A'.repeat(3_000) }, 400],
  ['an empty signature', { serial: 'XC-0038-B', challenge: 'x', signature: '' }, 400],
  ['a challenge of its own', { serial: 'XA-0007', challenge: 'device-token.a.zzzzzzzz.b', signature: 'AAAA' }, 401],
  ['a NUL in the serial', { serial: 'LF\0', challenge: 'x', signature: 'AAAA' }, 400],
])('[RENEW4] %s as a request for a token is refused', async (_, body, status) => {
  const reply = await post(deviceTokenPaths.token, body);
  expect(reply.status).toBe(status);
  expect(JSON.stringify(reply.body)).not.toContain('stack');
});

it('[RENEW5] guessing is slowed down by device and address, and locks out no other device', async () => {
  server.it().clock.stoppedAt = Date.now();
  const tries = await Promise.all(Array.from({ length: 14 }, () => post(deviceTokenPaths.challenge, { serial: 'XC-0031-A' })));
  expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([200, 429]));
  expect((await post(deviceTokenPaths.challenge, { serial: 'XC-0031-A' })).headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect((await post(deviceTokenPaths.challenge, { serial: 'XC-0040-B' })).status).toBe(200);
});

const closeOf = async (serial: string) => {
  const { result } = await answerOf(server.it().address, getDevice, of(serial));
  return ask(server.it().address, getCloseDeployment, { ...of(serial), params: { id: result.active_deployment?.id ?? '' } });
};

it.each([
  ['new credentials', 'LF-0143-23', (serial: string) => newKey(serial, 'RSA2048'), false],
  ['deleted credentials', 'LF-0151-23', (serial: string) => ask(server.it().address, getDeleteCredentials, of(serial)), false],
  ['a closed deployment', 'LF-0152-23', closeOf, true],
  [
    'decommissioning',
    'LF-0161-24',
    (serial: string) => ask(server.it().address, postUpdateDevice, of(serial, { body: { life_cycle_stage: 'DECOMMISSIONED' } })),
    false,
  ],
])('[RENEW6] %s cuts a device with a renewed token and ends the token', async (_, serial, act, comesBack) => {
  const privateKey = await newKey(serial, 'RSA2048');
  const token = await renewed(serial, privateKey);
  const device = await connected(await broker(), serial, token);
  const closed = new Promise<void>((resolve) => device.once('close', () => resolve()));
  await act(serial);
  await closed;
  expect(await counts(serial, token)).toBe(false);
  const challenge = await challengeOf(serial);
  expect((await answered(serial, challenge, signed(privateKey, challenge))).status).toBe(comesBack ? 200 : 401);
});

it('[RENEW6] after a move a robot comes back by itself, with its key', async () => {
  const serial = 'LF-0153-24';
  const privateKey = await newKey(serial, 'RSA2048');
  const opened = await broker();
  const device = await connected(opened, serial, await renewed(serial, privateKey));
  const closed = new Promise<void>((resolve) => device.once('close', () => resolve()));
  await moveTo(server.it(), serial, 'loc-hortus-noord');
  await closed;
  const again = await connected(opened, serial, await renewed(serial, privateKey));
  await again.publishAsync(deviceTopic(serial, 'state'), '{}', { qos: 0 });
  expect(again.connected).toBe(true);
});

it('[RENEW6] a device that is made again under the serial of a removed one is opened by no former token and no former key', async () => {
  const serial = 'TWICE-1';
  const { address } = server.it();
  const create = () => answerOf(address, postCreateDevice, of(serial, { body: { name: 'Twice', device_type: 'DIV01' } }));
  await create();
  const privateKey = await newKey(serial, 'NISTP256');
  const tokens = [await handMade(serial), await renewed(serial, privateKey)];
  const device = await connected(await broker(), serial, tokens[1] ?? '');
  const closed = new Promise<void>((resolve) => device.once('close', () => resolve()));
  await answerOf(address, postDeleteDevice, of(serial, { body: {} }));
  await closed;
  await create();
  await newKey(serial, 'NISTP256');
  expect(await Promise.all(tokens.map((token) => counts(serial, token)))).toEqual([false, false]);
  const challenge = await challengeOf(serial);
  expect((await answered(serial, challenge, signed(privateKey, challenge))).status).toBe(401);
});

it('[RENEW6] a token that ends while it is checked lets nobody in', async () => {
  let isEnded = false;
  const opened = await openBroker({
    secret: 'test',
    now: () => server.it().now(),
    takesToken: async (serial) => {
      // The database has answered, then the tokens end.
      if (!isEnded) opened.disconnect(serial);
      isEnded = true;
      return true;
    },
  });
  endings.push(opened.stop);
  await expect(connected(opened, 'LF-0140-23', 'token')).rejects.toThrow(/server unavailable/i);
  expect((await connected(opened, 'LF-0140-23', 'token')).connected).toBe(true);
});

it('[RENEW7] a robot is connected after 100 days without a person, and no connection is cut by the end of its token', async () => {
  const serial = 'UV-0009';
  const privateKey = await newKey(serial, 'IDENTITY');
  const opened = await broker();
  const first = await connected(opened, serial, await renewed(serial, privateKey));
  for (let day = 1; day <= 100; day += 1) {
    server.it().clock.offsetMs = day * DAY_MS;
    // Until the first network fault in the middle it stays connected, with a token that ended long ago.
    if (day === 50) await first.endAsync(true);
    const token = await renewed(serial, privateKey);
    if (day < 50) await first.publishAsync(deviceTopic(serial, 'state'), '{}', { qos: 0 });
    else await (await connected(opened, serial, token)).endAsync();
    expect(first.connected).toBe(day < 50);
  }
  expect((await connected(opened, serial, await renewed(serial, privateKey))).connected).toBe(true);
  const rows = await inDatabase((database) => database.selectFrom('answered_challenge').select('id').execute());
  expect(rows.length).toBeLessThan(5);
});

const endsAt = async (serial: string) =>
  (await answerOf(server.it().address, getAllDevices, of(serial))).result.find((one) => one.serial === serial)?.access_token_ends_at ??
  null;

it('[RENEW8] the end of the token that a person downloaded last is known, until the device renews it or its tokens end', async () => {
  const serial = 'XC-0031-A';
  expect(await endsAt(serial)).toBeNull();
  await handMade(serial);
  const first = Date.parse((await endsAt(serial)) ?? '');
  expect(Math.round((first - server.it().now()) / DAY_MS)).toBe(30);
  server.it().clock.offsetMs = DAY_MS;
  await handMade(serial);
  expect(Date.parse((await endsAt(serial)) ?? '') - first).toBeGreaterThan(DAY_MS - 60_000);
  const privateKey = await newKey(serial, 'RSA2048').catch(() => newKey(serial, 'IDENTITY'));
  expect(await endsAt(serial)).toBeNull();
  await handMade(serial);
  expect(await endsAt(serial)).not.toBeNull();
  await renewed(serial, privateKey);
  expect(await endsAt(serial)).toBeNull();
});

it('[OUTSIDE4] an account at another broker has ended with its token, but while its device may be connected by it', async () => {
  const serial = 'LF-0154-24';
  const ended = (daysLater: number) =>
    inDatabase((database) => endedTokens(database, [serial, 'NOBODY-1'], server.it().now() + daysLater * DAY_MS));
  expect(await ended(0)).toEqual([serial, 'NOBODY-1']);
  await handMade(serial);
  expect([await ended(0), await ended(29), await ended(31)]).toEqual([['NOBODY-1'], ['NOBODY-1'], [serial, 'NOBODY-1']]);
  await renewed(serial, await newKey(serial, 'RSA2048'));
  expect([await ended(0), await ended(2)]).toEqual([['NOBODY-1'], [serial, 'NOBODY-1']]);
  const last_seen = new Date(server.it().now() + 2 * DAY_MS);
  await inDatabase((database) => database.updateTable('device').set({ last_seen }).where('serial', '=', serial).execute());
  expect(await ended(2)).toEqual(['NOBODY-1']);
});

it('[RENEW9] the calls stand in the OpenAPI document, at the origin of the server', async () => {
  const document: unknown = await (await fetch(`${server.it().address}/api/openapi.json`)).json();
  const operation = z.object({
    post: z.object({ requestBody: z.unknown(), security: z.array(z.unknown()) }),
    servers: z.array(z.object({ url: z.string() })),
  });
  const { paths } = z.object({ paths: z.record(z.string(), z.unknown()) }).parse(document);
  for (const path of Object.values(deviceTokenPaths))
    expect(operation.parse(paths[path])).toMatchObject({ servers: [{ url: '/' }], post: { security: [] } });
});
