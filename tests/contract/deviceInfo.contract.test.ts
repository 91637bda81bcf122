import { createPrivateKey, createSecretKey, randomBytes, sign, verify } from 'node:crypto';
import mqtt from 'mqtt';
import { expect, it } from 'vitest';
import { REQUEST_ID_HEADER } from '#contract/call';
import { getAllDevices, getDevice, postUpdateDevice } from '#contract/devices/device';
import { getDeviceActions } from '#contract/devices/deviceAction';
import {
  getDecryptedDevice,
  getDeleteCredentials,
  getDeviceAccessToken,
  getDeviceCredentials,
  getDeviceQrCode,
  postGenerateCredentials,
} from '#contract/devices/deviceCredential';
import {
  getCloseDeployment,
  getDeployment,
  getDeploymentActions,
  getDeploymentsAtLocation,
  postDeployDevice,
} from '#contract/devices/deployment';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { getDeployments } from '#contract/place';
import { z } from '#contract/schema';
import { openBroker } from '#server/platform/broker/openBroker';
import { isTokenOf } from '#server/devices/credentials/deviceToken';

import { answerOf, ask, type Asking } from '../support/client.ts';
import { adminOf, staff, support, userOf, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';

const key = createSecretKey(randomBytes(32));
let onDisconnect: (serial: string) => void = () => undefined;
const server = withServer(undefined, { credentialKey: key, disconnectDevice: (serial) => onDisconnect(serial) });
const linde = adminOf('de-linde');
const lindeUser = userOf('de-linde');
const of = (serial: string, groups = staff, more: Asking = {}): Asking => ({
  params: { serial },
  token: server.it().identity.issue(groups),
  ...more,
});
const at = (id: string, groups = staff, more: Asking = {}): Asking => ({
  params: { id },
  token: server.it().identity.issue(groups),
  ...more,
});
const secretsOf = async (serial: string) => (await answerOf(server.it().address, getDecryptedDevice, of(serial))).result.metadata ?? {};
const maskedOf = async (serial: string) => (await answerOf(server.it().address, getDevice, of(serial))).result.metadata ?? {};
const credentialsOf = async (serial: string) => (await answerOf(server.it().address, getDeviceCredentials, of(serial))).credentials;
const generate = (serial: string, algorithm_type: unknown, groups = staff) =>
  ask(server.it().address, postGenerateCredentials, of(serial, groups, { body: { algorithm_type } }));
const remove = (serial: string, groups = staff) => ask(server.it().address, getDeleteCredentials, of(serial, groups));
const actionsOf = async (serial: string) =>
  (await answerOf(server.it().address, getDeviceActions, of('', staff, { query: { device_serial: serial } }))).actions;
const fileName = (headers: Headers) => /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];
const deploymentOf = async (serial: string) =>
  (await answerOf(server.it().address, getAllDevices, of(''))).result.find((one) => one.serial === serial)?.active_deployment ?? null;

async function inDatabase<T>(read: (database: ReturnType<typeof openTestDatabase>) => Promise<T>): Promise<T> {
  const database = openTestDatabase(server.it().databaseUrl);
  try {
    return await read(database);
  } finally {
    await database.destroy();
  }
}

it('[CALL-097] [OPEN-96] [GAP-94] decrypted answers the device with readable secrets to administrators who see it', async () => {
  const { address } = server.it();
  const masked = (await answerOf(address, getDevice, of('XC-0031-A', linde))).result;
  const { result } = await answerOf(address, getDecryptedDevice, of('XC-0031-A', linde));
  expect(masked.metadata).toMatchObject({ safety_plc: { admin_password: '***', maintenance_password: '***' } });
  const word = expect.stringMatching(/^\w+-\w+-\d{4}$/);
  expect(result.metadata).toEqual({
    ...masked.metadata,
    app_login_credentials: { username: 'app-xc-0031-a', password: word },
    platform_wifi_credentials: { wifi_ssid: 'serra-xc-0031-a', wifi_password: word },
    safety_plc: { admin_password: word, maintenance_password: word },
  });
  expect({ ...result, metadata: null }).toEqual({ ...masked, metadata: null });
});

it('[META1] no secret of metadata stands readable in the database, neither from the start nor after a change', async () => {
  const reported = { platform_wifi_credentials: { wifi_ssid: 'greenhouse', wifi_password: 'only-sealed-77' } };
  const before = await secretsOf('DV-0102');
  await answerOf(server.it().address, postUpdateDevice, of('DV-0102', staff, { body: { metadata: { ...before, ...reported } } }));
  expect(await secretsOf('DV-0102')).toEqual({ ...before, ...reported });
  const { access_secret } = z.object({ access_secret: z.object({ value: z.string() }) }).parse(before);
  const rows = await inDatabase(async (database) => [
    ...(await database.selectFrom('device').selectAll().execute()),
    ...(await database.selectFrom('device_secret').selectAll().execute()).map(({ sealed }) => sealed.toString('latin1')),
    ...(await database.selectFrom('device_action').selectAll().execute()),
  ]);
  const text = JSON.stringify(rows);
  for (const secret of ['only-sealed-77', access_secret.value]) expect(text).not.toContain(secret);
  expect(text).toContain('greenhouse');
});

it('[META1] [MAINT3] a masked secret is kept sealed, a new one replaces it, and without any nothing is sealed', async () => {
  const update = (metadata: unknown) => ask(server.it().address, postUpdateDevice, of('XC-0032-A', staff, { body: { metadata } }));
  const before = await secretsOf('XC-0032-A');
  await update({ ...(await maskedOf('XC-0032-A')), div01_serial: 'DV-0105' });
  expect(await secretsOf('XC-0032-A')).toEqual({ ...before, div01_serial: 'DV-0105' });
  expect((await update({ safety_plc: { admin_password: '***', maintenance_password: 'new-1' } })).ok).toBe(true);
  const { safety_plc } = z.object({ safety_plc: z.record(z.string(), z.string()) }).parse(before);
  expect(await secretsOf('XC-0032-A')).toEqual({ safety_plc: { ...safety_plc, maintenance_password: 'new-1' } });
  await update({ div01_serial: 'DV-0105' });
  expect(await secretsOf('XC-0032-A')).toEqual({ div01_serial: 'DV-0105' });
  expect(await update({ safety_plc: { admin_password: '***' } })).toMatchObject({ status: 400 });
  const sealed = await inDatabase((database) =>
    database.selectFrom('device_secret').selectAll().where('serial', '=', 'XC-0032-A').execute(),
  );
  expect(sealed).toEqual([]);
});

it('[META1] [CALL-097] values sealed with another key are reported as such, and can be saved again', async () => {
  await inDatabase((database) =>
    database
      .updateTable('device_secret')
      .set({ sealed: randomBytes(80) })
      .where('serial', '=', 'XC-0038-B')
      .execute(),
  );
  expect(await ask(server.it().address, getDecryptedDevice, of('XC-0038-B'))).toMatchObject({
    status: 409,
    error: 'Conflict: the stored secrets were sealed with another key, save them anew',
  });
  const save = (metadata: object) => ask(server.it().address, postUpdateDevice, of('XC-0038-B', staff, { body: { metadata } }));
  expect(await save(await maskedOf('XC-0038-B'))).toMatchObject({ status: 400 });
  expect((await save({ safety_plc: { admin_password: 'a', maintenance_password: 'b' } })).ok).toBe(true);
  expect(await secretsOf('XC-0038-B')).toEqual({ safety_plc: { admin_password: 'a', maintenance_password: 'b' } });
});

it('[CALL-098] [OPEN-97] credentials tell when, by whom and how, and null where there are none', async () => {
  expect(await credentialsOf('LF-0140-23')).toMatchObject({ algorithm_type: 'RSA2048', created_by: 'Bram Claes' });
  expect(await credentialsOf('DV-0105')).toMatchObject({ algorithm_type: 'NISTP256' });
  expect(await credentialsOf('UV-0009')).toMatchObject({ algorithm_type: 'IDENTITY' });
  expect(await credentialsOf('DV-0107')).toBeNull();
});

it.each([
  ['[RULE-103]', 'LF-0141-23', 'RSA2048', 'LF-0141-23_private_key.pem', 'rsa'],
  ['[RULE-103]', 'DV-0102', 'NISTP256', 'DV-0102_private_key.pem', 'ec'],
  ['[RULE-102]', 'UV-0009', 'IDENTITY', 'UV-0009.identity', 'ed25519'],
])('[CALL-102] [OPEN-101] [CRED1] %s %s generates %s as %s: a key that only the file has', async (_row, serial, algorithm, name, kind) => {
  const response = await generate(serial, algorithm, support);
  expect([response.status, fileName(response.headers)]).toEqual([200, name]);
  const identity = z.object({ device_serial: z.literal(serial), private_key: z.string() });
  const pem = kind === 'ed25519' ? identity.parse(JSON.parse(response.text)).private_key : response.text;
  const made = createPrivateKey(pem);
  expect(made.asymmetricKeyType).toBe(kind);
  const row = await inDatabase((database) =>
    database.selectFrom('device_credential').selectAll().where('serial', '=', serial).executeTakeFirstOrThrow(),
  );
  const proof = sign(kind === 'ed25519' ? null : 'sha256', Buffer.from(serial), made);
  expect(verify(kind === 'ed25519' ? null : 'sha256', Buffer.from(serial), row.public_key ?? '', proof)).toBe(true);
  expect(await credentialsOf(serial)).toMatchObject({ algorithm_type: algorithm, created_by: row.created_by });
  const [newest] = await actionsOf(serial);
  expect(newest).toMatchObject({
    action_type: 'generate_credentials',
    action: { old_value: { created_by: 'Bram Claes' }, new_value: { algorithm_type: algorithm } },
  });
  const kept = await inDatabase(async (database) =>
    JSON.stringify([row, await database.selectFrom('device_action').selectAll().execute()]),
  );
  expect(kept).not.toContain('PRIVATE KEY');
});

it.each([
  ['LF-0141-23', 'NISTP256'],
  ['LF-0141-23', 'IDENTITY'],
  ['DV-0102', 'RSA2048'],
  ['UV-0009', 'RSA2048'],
  ['LF-0141-23', 'RSA1024'],
  ['LF-0141-23', ''],
  ['LF-0141-23', 7],
  ['LF-0141-23', undefined],
])('[CALL-102] [MGMT-041] %s has no credentials of %j: 400, and its own stay', async (serial, algorithm) => {
  const before = await credentialsOf(serial);
  expect(await generate(serial, algorithm)).toMatchObject({
    status: 400,
    error: expect.stringMatching(/^Invalid: (?:body\.)?algorithm_type/),
  });
  expect(await credentialsOf(serial)).toEqual(before);
});

it('[CALL-101] [OPEN-100] [ROLE-025] a system_admin deletes credentials, nobody else', async () => {
  for (const groups of [support, linde, lindeUser]) expect((await remove('LF-0143-23', groups)).status).toBe(403);
  expect((await remove('LF-0143-23', [])).status).toBe(404);
  expect(await credentialsOf('LF-0143-23')).not.toBeNull();
  expect(await remove('LF-0143-23')).toMatchObject({ ok: true, answer: { result: true } });
  expect(await credentialsOf('LF-0143-23')).toBeNull();
  expect((await remove('LF-0143-23')).ok).toBe(true);
  const done = (await actionsOf('LF-0143-23')).filter(({ action_type }) => action_type === 'delete_credentials');
  expect(done).toMatchObject([{ action: { old_value: { algorithm_type: 'RSA2048' }, new_value: null } }]);
});

it('[CALL-099] [OPEN-98] [CRED2] the access token is a file, of its device alone, for 30 days; the broker takes it as that device', async () => {
  const response = await ask(server.it().address, getDeviceAccessToken, of('LF-0140-23', adminOf('de-linde')));
  expect([response.status, fileName(response.headers)]).toEqual([200, 'LF-0140-23_access_token.json']);
  const { access_token: token, ...rest } = z.record(z.string(), z.string()).parse(JSON.parse(response.text));
  expect(rest).toMatchObject({ device_serial: 'LF-0140-23' });
  const days = (Date.parse(rest['expires_at'] ?? '') - Date.parse(rest['issued_at'] ?? '')) / 86_400_000;
  expect(days).toBe(30);
  const now = server.it().now();
  const counts = (serial: string, when: number, other = key) =>
    inDatabase((database) => isTokenOf({ database, key: other, now: when }, serial, token ?? ''));
  expect(await Promise.all([counts('LF-0140-23', now), counts('LF-0140-23', now + 31 * 86_400_000)])).toEqual([true, false]);
  expect(await counts('LF-0141-23', now)).toBe(false);
  expect(await counts('LF-0140-23', now, createSecretKey(randomBytes(32)))).toBe(false);

  const broker = await openBroker({
    secret: 'test',
    now: () => now,
    takesToken: (serial, given) => inDatabase((database) => isTokenOf({ database, key, now }, serial, given)),
  });
  const connect = (username: string) =>
    mqtt.connectAsync(broker.url, { clientId: username, username, password: token ?? '', protocolVersion: 4, reconnectPeriod: 0 });
  const device = await connect('LF-0140-23');
  await device.subscribeAsync(deviceTopic('LF-0140-23', 'command'));
  await device.endAsync();
  for (const other of ['LF-0141-23', 'orangery-server']) await expect(connect(other)).rejects.toThrow(/not authorized/i);
  await broker.stop();
});

it('[CRED3] staff and administrators get access tokens of devices, and nobody else', async () => {
  const asked = async (groups: readonly string[]) =>
    (await ask(server.it().address, getDeviceAccessToken, of('LF-0140-23', [...groups]))).status;
  expect([await asked(staff), await asked(linde), await asked(lindeUser), await asked(support)]).toEqual([200, 200, 403, 200]);
});

it('[CRED3] a decommissioned device gets no access token, whoever asks', async () => {
  const serial = 'LF-0142-23';
  expect((await ask(server.it().address, getDeviceAccessToken, of(serial))).status).toBe(200);
  await answerOf(server.it().address, postUpdateDevice, of(serial, staff, { body: { life_cycle_stage: 'DECOMMISSIONED' } }));
  expect((await ask(server.it().address, getDeviceAccessToken, of(serial))).status).toBe(409);
});

const tokenOf = async (serial: string) => {
  const response = await ask(server.it().address, getDeviceAccessToken, of(serial));
  return z.object({ access_token: z.string() }).parse(JSON.parse(response.text)).access_token;
};

it.each([
  ['new credentials', (serial: string) => generate(serial, 'RSA2048')],
  ['deleted credentials', (serial: string) => remove(serial)],
  [
    'a closed deployment',
    async (serial: string) => ask(server.it().address, getCloseDeployment, at((await deploymentOf(serial))?.id ?? '')),
  ],
  [
    'decommissioning',
    (serial: string) => ask(server.it().address, postUpdateDevice, of(serial, staff, { body: { life_cycle_stage: 'DECOMMISSIONED' } })),
  ],
])('[CRED4] %s ends the tokens of a device and its connection, and those of no other device', async (_, act) => {
  const [serial, other] = ['LF-0161-24', 'LF-0160-24'];
  const now = server.it().now();
  const takesToken = (one: string, given: string) => inDatabase((database) => isTokenOf({ database, key, now }, one, given));
  const broker = await openBroker({ secret: 'test', now: () => now, takesToken });
  const ended: string[] = [];
  onDisconnect = (one) => {
    ended.push(one);
    broker.disconnect(one);
  };
  const connect = async (username: string, password: string) =>
    mqtt.connectAsync(broker.url, { clientId: username, username, password, protocolVersion: 4, reconnectPeriod: 0 });
  const [token, others] = [await tokenOf(serial), await tokenOf(other)];
  const device = await connect(serial, token);
  const closed = new Promise<void>((resolve) => device.once('close', () => resolve()));
  expect((await act(serial)).status).toBe(200);
  await closed;
  expect(ended).toEqual([serial]);
  await expect(connect(serial, token)).rejects.toThrow(/not authorized/i);
  await (await connect(other, others)).endAsync(true);
  await broker.stop();
});

it('[CALL-100] [OPEN-99] the QR code is a PNG in base64', async () => {
  const { qr_code } = await answerOf(server.it().address, getDeviceQrCode, of('LF-0140-23', linde));
  expect(Buffer.from(qr_code, 'base64').subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
});

const deploy = (serial: string, location_id: unknown, groups = staff, more: Asking = {}) =>
  ask(server.it().address, postDeployDevice, of(serial, groups, { body: { location_id }, ...more }));
const close = (id: string, groups = staff, more: Asking = {}) => ask(server.it().address, getCloseDeployment, at(id, groups, more));
const LINDE = 'loc-de-linde';

it('[CALL-103] [OPEN-102] [CALL-106] [CALL-107] a device is deployed, seen by whom it works for, closed, and gone for them', async () => {
  const { address } = server.it();
  const seen = async () => (await ask(address, getDevice, of('XA-0006', linde))).status;
  expect([await deploymentOf('XA-0006'), await seen()]).toEqual([null, 404]);
  expect(await deploy('XA-0006', LINDE, support)).toMatchObject({ ok: true, answer: { result: true } });
  const made = await deploymentOf('XA-0006');
  expect(made).toMatchObject({ location_id: LINDE });
  const id = made?.id ?? '';
  expect([await seen(), (await answerOf(address, getDeployment, at(id, linde))).result]).toEqual([
    200,
    { ...made, device_serial: 'XA-0006' },
  ]);
  const there = await answerOf(address, getDeploymentsAtLocation, at(LINDE, linde, { query: { per_page: 100 } }));
  expect(there.results.map((one) => one.id)).toContain(id);
  expect(await close(id, adminOf('hortus-noord'))).toMatchObject({ status: 404 });
  expect(await close(id, linde)).toMatchObject({ ok: true, answer: { result: true } });
  expect([await deploymentOf('XA-0006'), await seen(), (await ask(address, getDeployment, at(id))).status]).toEqual([null, 404, 404]);
  const { total, actions } = await answerOf(address, getDeploymentActions, at('', staff, { query: { deployment_id: id } }));
  expect([total, actions]).toMatchObject([
    2,
    [
      { deployment_id: id, device_serial: 'XA-0006', action_type: 'close_deployment', action: { old_value: { location_id: LINDE } } },
      { deployment_id: id, action_type: 'deploy', action: { old_value: null, new_value: { location_id: LINDE } } },
    ],
  ]);
});

it('[DEP1] a device is deployed once: of ten at the same moment one is accepted, and the same request again is the same act', async () => {
  const response = await Promise.all(Array.from({ length: 10 }, () => deploy('DV-0107', LINDE)));
  expect([200, 409].map((status) => response.filter((one) => one.status === status).length)).toEqual([1, 9]);
  expect(response.find(({ ok }) => !ok)).toMatchObject({ error: 'Conflict: This device is deployed already.' });
  const id = (await deploymentOf('DV-0107'))?.id ?? '';
  const once = { headers: { [REQUEST_ID_HEADER]: 'close-once' }, token: server.it().identity.issue(staff) };
  expect((await close(id, staff, once)).status).toBe(200);
  expect((await close(id, staff, once)).status).toBe(200);
  expect(await close(id)).toMatchObject({ status: 409, error: 'Conflict: This deployment is closed already.' });
  const again = { headers: { [REQUEST_ID_HEADER]: 'deploy-once' }, token: once.token };
  expect((await deploy('DV-0107', LINDE, staff, again)).status).toBe(200);
  expect((await deploy('DV-0107', LINDE, staff, again)).status).toBe(200);
  expect((await actionsOf('DV-0107')).map(({ action_type }) => action_type)).toEqual(['deploy', 'close_deployment', 'deploy', 'create']);
  await close((await deploymentOf('DV-0107'))?.id ?? '');
});

it.each([
  ['nowhere', 404],
  ["'; drop table location; --", 404],
  ['', 400],
  ['x'.repeat(201), 400],
  [7, 400],
  [undefined, 400],
])('[CALL-103] a device is not deployed at %j: %d', async (location, status) => {
  expect((await deploy('DV-0107', location)).status).toBe(status);
  expect(await deploymentOf('DV-0107')).toBeNull();
});

it('[CALL-104] [OPEN-103] [DACT4] deployment/actions holds deployments only, of those one sees, page by page', async () => {
  const page = (query: object, groups = staff) =>
    answerOf(server.it().address, getDeploymentActions, at('', groups, { query: { ...query } }));
  const all = await page({ per_page: 100 });
  expect(new Set(all.actions.map(({ action_type }) => action_type))).toEqual(new Set(['deploy', 'close_deployment']));
  const deployed = await page({ action_type: 'deploy', per_page: 5, page: 1 });
  expect([deployed.actions.length, deployed.total]).toEqual([5, all.actions.filter(({ action_type }) => action_type === 'deploy').length]);
  expect((await page({ action_type: 'update' })).total).toBe(0);
  expect((await page({ deployment_id: 'dep-dv-0105' }, linde)).total).toBe(0);
  expect((await page({ deployment_id: 'dep-dv-0105' })).actions).toMatchObject([
    { device_serial: 'DV-0105', deployment_id: 'dep-dv-0105' },
  ]);
});

it('[CALL-108] [OPEN-104] the deployments of a location are paged', async () => {
  const page = (query: object) => answerOf(server.it().address, getDeploymentsAtLocation, at(LINDE, linde, { query: { ...query } }));
  const [all, first, beyond] = await Promise.all([page({ per_page: 100 }), page({ per_page: 2 }), page({ page: 50 })]);
  expect(all.results.length).toBe(all.total);
  expect(new Set(all.results.map(({ location_id }) => location_id))).toEqual(new Set([LINDE]));
  expect([first.results, first.total]).toEqual([all.results.slice(0, 2), all.total]);
  expect(beyond).toEqual({ total: all.total, results: [] });
  const listed = await answerOf(server.it().address, getDeployments, at('', linde, { query: { per_page: 100 } }));
  expect(listed.results).toEqual(expect.arrayContaining(all.results));
});

it('[MGMT-053] [RULE-104] every stage can follow every other', async () => {
  const stages = ['DEPLOYMENT', 'OPERATIONAL', 'TESTING', 'SERVICE', 'PRODUCTION', 'PRE_DEPLOYMENT', 'DECOMMISSIONED', 'COMMISSIONED'];
  const walk = stages.flatMap((from) => stages.filter((to) => to !== from).flatMap((to) => [from, to]));
  for (const life_cycle_stage of walk) {
    expect((await ask(server.it().address, postUpdateDevice, of('XA-0006', staff, { body: { life_cycle_stage } }))).status).toBe(200);
  }
  expect(walk).toHaveLength(112);
});
