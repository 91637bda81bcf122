import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getStopImmediately } from '#contract/command';
import { getMachines } from '#contract/fleet/machine';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { answerOf, ask } from '../support/client.ts';
import { staff } from '../support/contractServer.ts';
import { mosquittoMissing, startMosquitto, type Mosquitto } from '../support/providers/mosquitto.ts';
import { seededDatabase, startTestServer, testTimes, type TestParts } from '../support/testServer.ts';
import { until } from '../support/until.ts';

const why = mosquittoMissing();
const [SERIAL, OTHER] = ['LF-0140-23', 'LF-0141-23'];
const ACCOUNT = { username: 'server', password: 'of the server', clientId: 'ingest-secret' };
let broker: Mosquitto;
let databaseUrl = '';
const clients: MqttClient[] = [];
beforeAll(async () => {
  if (why !== null) return;
  broker = await startMosquitto(
    [ACCOUNT.username, ACCOUNT.password],
    [
      [SERIAL, 'one'],
      [OTHER, 'other'],
    ],
  );
  databaseUrl = await seededDatabase();
});
afterAll(async () => {
  await Promise.all(clients.map((one) => one.endAsync(true)));
  await broker?.stop();
});

async function device(
  serial: string,
  password: string,
  { onCommand, ...more }: mqtt.IClientOptions & { readonly onCommand?: (client: MqttClient, payload: Buffer) => void } = {},
): Promise<MqttClient> {
  const client = mqtt.connect(broker.deviceUrl, {
    username: serial,
    password,
    clientId: serial,
    protocolVersion: 4,
    reconnectPeriod: 0,
    ...more,
  });
  client.on('error', () => undefined);
  client.on('message', (_, payload) => onCommand?.(client, payload));
  clients.push(client);
  await until('connected', () => client.connected);
  return client;
}
/** Reports a command as done. */
const sendDone = (client: MqttClient, serial: string, payload: Buffer) => {
  const { command_id }: { command_id: string } = JSON.parse(payload.toString());
  client.publish(deviceTopic(serial, 'result'), JSON.stringify({ command_id, time: new Date().toISOString(), status: 'done' }), { qos: 1 });
};
const stateOf = (battery_level: number) =>
  JSON.stringify({ time: new Date().toISOString(), sequence: battery_level, state: { current_state: 'waiting_for_task', battery_level } });
const start = (more: TestParts = {}) => startTestServer(databaseUrl, undefined, { mqtt: { url: broker.serverUrl, ...ACCOUNT }, ...more });

const test = it.skipIf(why !== null);
const suffix = why === null ? '' : `; skipped, ${why}`;

test(`[BROKER1] [BROKER7] [INGEST5] [STOP1] Mosquitto as documented: reports, stop, what is sent while the server is away${suffix}`, async () => {
  const first = await start();
  const robot = await device(SERIAL, 'one', { onCommand: (client, payload) => sendDone(client, SERIAL, payload) });
  await robot.subscribeAsync(deviceTopic(SERIAL, 'command'), { qos: 1 });
  await robot.publishAsync(deviceTopic(SERIAL, 'state'), stateOf(1), { qos: 1 });
  const battery = async (server: typeof first) =>
    (await answerOf(server.address, getMachines, { token: server.identity.issue(staff) })).result[SERIAL]?.state.battery_level;
  await until('the report', async () => (await battery(first)) === 1);
  const stop = await ask(first.address, getStopImmediately, { token: first.identity.issue(staff), params: { serial: SERIAL } });
  expect(stop).toMatchObject({ answer: { success: true } });

  // A client id of another device: the broker takes the user name instead, so that nobody is thrown out.
  const thief = await device(OTHER, 'other', { clientId: SERIAL });
  thief.publish(deviceTopic(SERIAL, 'state'), stateOf(99), { qos: 0 });
  await thief.publishAsync(deviceTopic(OTHER, 'state'), stateOf(7), { qos: 1 });
  await robot.publishAsync(deviceTopic(SERIAL, 'state'), stateOf(2), { qos: 1 });
  await until('the report of the robot', async () => (await battery(first)) === 2);
  expect(robot.connected).toBe(true);

  await first.close();
  for (let level = 3; level <= 60; level += 1) await robot.publishAsync(deviceTopic(SERIAL, 'state'), stateOf(level), { qos: 1 });
  const second = await start();
  await until('what was sent meanwhile', async () => (await battery(second)) === 60);
  await second.close();
});

test(`[BROKER15] Mosquitto as documented gives no stop that failed to a device that continues its session later${suffix}`, async () => {
  // The stop is answered after Mosquitto's limit, which is in whole seconds.
  const server = await start({ commandTimes: { ...testTimes, stopMs: 7_000 } });
  const stop = () => ask(server.address, getStopImmediately, { token: server.identity.issue(staff), params: { serial: OTHER } });
  const before = await device(OTHER, 'other', { clean: false });
  await before.subscribeAsync(deviceTopic(OTHER, 'command'), { qos: 1 });
  await before.publishAsync(deviceTopic(OTHER, 'state'), stateOf(1), { qos: 1 });
  const isKnown = async () => (await answerOf(server.address, getMachines, { token: server.identity.issue(staff) })).result[OTHER]?.is_live;
  await until('the report', isKnown);
  await before.endAsync(true);
  expect(await stop()).toMatchObject({ answer: { success: false } });

  let received = 0;
  const onCommand = (client: MqttClient, payload: Buffer) => {
    received += 1;
    sendDone(client, OTHER, payload);
  };
  await device(OTHER, 'other', { clean: false, onCommand });
  expect(await stop()).toMatchObject({ answer: { success: true } });
  expect(received).toBe(1);
  await server.close();
});

test(`[BROKER2] Mosquitto as documented refuses what is retained and what is too long${suffix}`, async () => {
  for (const [payload, options] of [
    [stateOf(1), { qos: 1, retain: true }],
    ['x'.repeat(262_145), { qos: 1 }],
  ] as const) {
    const robot = await device(SERIAL, 'one');
    const closed = new Promise<void>((resolve) => robot.once('close', () => resolve()));
    robot.publish(deviceTopic(SERIAL, 'state'), payload, options);
    await closed;
  }
});
