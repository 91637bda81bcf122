import { createPrivateKey, createSecretKey, randomBytes, sign } from 'node:crypto';
import mqtt, { type MqttClient } from 'mqtt';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { getCloseDeployment } from '#contract/devices/deployment';
import { getDevice } from '#contract/devices/device';
import { getDeleteCredentials, getDeviceAccessToken, postGenerateCredentials } from '#contract/devices/deviceCredential';
import { challengeAnswer, deviceTokenPaths, tokenAnswer } from '#contract/devices/deviceToken';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { getMachines } from '#contract/fleet/machine';
import { z } from '#contract/schema';
import { endedTokens } from '#server/devices/credentials/deviceToken';
import { type DynamicSecurity, openDynamicSecurity } from '#server/platform/broker/dynamicSecurity';
import { openDatabase } from '#server/platform/database/openDatabase';
import { answerOf, ask, type Asking } from '../support/client.ts';
import { staff } from '../support/contractServer.ts';
import { dynamicSecurityMissing, startDynamicMosquitto } from '../support/providers/mosquitto.ts';
import { seededDatabase, startTestServer, type TestServer } from '../support/testServer.ts';
import { until } from '../support/until.ts';

const why = dynamicSecurityMissing();
const test = it.skipIf(why !== null);
const suffix = why === null ? '' : `; skipped, ${why}`;
const ACCOUNT = { username: 'orangery', password: 'of the server' };
const log = pino({ level: 'silent' });
const SERIAL = 'LF-0140-23';
let broker: Awaited<ReturnType<typeof startDynamicMosquitto>>;
let accounts: DynamicSecurity;
let server: TestServer;
const endings: Array<() => Promise<unknown>> = [];
const clients: MqttClient[] = [];
beforeAll(async () => {
  if (why !== null) return;
  broker = await startDynamicMosquitto(ACCOUNT);
  const url = await seededDatabase();
  const database = openDatabase(url);
  const endedOf = (serials: readonly string[]) => endedTokens(database, serials, server?.now() ?? Date.now());
  accounts = openDynamicSecurity({ url: broker.url, ...ACCOUNT, endedOf, log });
  const parts = { mqtt: { url: broker.url, ...ACCOUNT, clientId: 'ingest' }, admitDevice: accounts.admit, disconnectDevice: accounts.cut };
  server = await startTestServer(url, undefined, { ...parts, credentialKey: createSecretKey(randomBytes(32)) });
  endings.push(broker.stop, () => database.destroy(), accounts.close, server.close);
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
});
afterAll(async () => {
  for (const end of endings.toReversed()) await end();
});

const of = (serial: string, more: Asking = {}): Asking => ({ params: { serial }, token: server.identity.issue(staff), ...more });
const downloaded = async (serial: string) =>
  z.object({ access_token: z.string() }).parse(JSON.parse((await ask(server.address, getDeviceAccessToken, of(serial))).text)).access_token;
const connecting = async (serial: string, password: string, clientId = serial) => {
  const options = { username: serial, password, clientId, protocolVersion: 4 as const, reconnectPeriod: 0 };
  const client = await mqtt.connectAsync(broker.url, options, false);
  client.on('error', () => undefined);
  clients.push(client);
  return client;
};
const isRefused = (serial: string, password: string) =>
  connecting(serial, password).then(
    () => false,
    (error: unknown) => String(error).includes('Not authorized'),
  );
const closing = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()));
const stateOf = (battery_level: number) => JSON.stringify({ state: { current_state: 'waiting_for_task', battery_level } });
const batteryOf = async (serial: string) =>
  (await answerOf(server.address, getMachines, { token: server.identity.issue(staff) })).result[serial]?.state.battery_level;

async function renewed(serial: string, pem: string): Promise<string> {
  const post = async (path: string, body: object) =>
    (
      await fetch(`${server.address}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json();
  const { challenge } = challengeAnswer.parse(await post(deviceTokenPaths.challenge, { serial }));
  const signature = sign('sha256', Buffer.from(challenge), createPrivateKey(pem)).toString('base64');
  return tokenAnswer.parse(await post(deviceTokenPaths.token, { serial, challenge, signature })).access_token;
}
const newKey = async (serial: string) =>
  (await ask(server.address, postGenerateCredentials, of(serial, { body: { algorithm_type: 'RSA2048' } }))).text;

test(`[OUTSIDE3] Mosquitto lets a device in with a token of the screens, under its own serial and to its own topics${suffix}`, async () => {
  const token = await downloaded(SERIAL);
  const robot = await connecting(SERIAL, token);
  const granted = await robot.subscribeAsync([deviceTopic(SERIAL, 'command'), deviceTopic(SERIAL, 'notice')], { qos: 1 });
  expect(granted.map(({ qos }) => qos)).toEqual([1, 1]);
  await robot.publishAsync(deviceTopic('LF-0141-23', 'state'), stateOf(99), { qos: 1 });
  await robot.publishAsync(deviceTopic(SERIAL, 'state'), stateOf(41), { qos: 1 });
  await until('its report is shown', async () => (await batteryOf(SERIAL)) === 41);
  expect(await batteryOf('LF-0141-23')).not.toBe(99);
  for (const topic of ['#', deviceTopic('LF-0141-23', 'command')])
    await expect(robot.subscribeAsync(topic, { qos: 1 })).rejects.toThrow(/subscribe error/i);
  await expect(connecting(SERIAL, token, 'another-id')).rejects.toThrow(/not authorized/i);
  expect([await isRefused('LF-0141-23', token), await isRefused(SERIAL, 'wrong')]).toEqual([true, true]);
});

test(`[OUTSIDE3] [RENEW6] ending the tokens of a device ends its connection at Mosquitto; it returns by its key${suffix}`, async () => {
  const serial = 'LF-0153-24';
  const pem = await newKey(serial);
  const first = await connecting(serial, await renewed(serial, pem));
  const firstClosed = closing(first);
  const { result } = await answerOf(server.address, getDevice, of(serial));
  await ask(server.address, getCloseDeployment, { ...of(serial), params: { id: result.active_deployment?.id ?? '' } });
  await firstClosed;
  const again = await renewed(serial, pem);
  const second = await connecting(serial, again);
  const secondClosed = closing(second);
  await ask(server.address, getDeleteCredentials, of(serial));
  await secondClosed;
  expect(await isRefused(serial, again)).toBe(true);
});

test(`[OUTSIDE4] accounts that ended while Mosquitto was away have ended when it is back, and meanwhile nobody gets a useless token${suffix}`, async () => {
  const serial = 'LF-0151-23';
  const token = await downloaded(serial);
  await (await connecting(serial, token)).endAsync();
  await broker.end();
  expect((await ask(server.address, getDeviceAccessToken, of(serial))).status).toBe(503);
  expect((await ask(server.address, getDeleteCredentials, of(serial))).ok).toBe(true);
  await broker.begin();
  await until('its account is gone', () => isRefused(serial, token));
  await until('the server is back', async () => (await ask(server.address, getDeviceAccessToken, of(serial))).ok);
});
