import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getStopImmediately } from '#contract/command';
import { commandMessage, deviceTopic } from '#contract/messages/deviceMessage';
import { brokerPassword, ingestClientId, SERVER_ACCOUNT } from '#server/platform/broker/accounts';
import { openBroker } from '#server/platform/broker/openBroker';
import { ask } from '../support/client.ts';
import { staff } from '../support/contractServer.ts';
import { startSeededServer, testTimes, type TestParts } from '../support/testServer.ts';
import { until } from '../support/until.ts';

const SECRET = 'of the broker';
const OFFLINE = { status: 409, error: 'Conflict: the device is offline' };
/** Nobody waits long for a device that is away. */
const commandTimes = { ...testTimes, stopMs: 1_000 };
const connected = new Set<string>();
const endings: (() => Promise<unknown>)[] = [];

/** A broker with its server. */
async function world(more: TestParts = {}) {
  const broker = await openBroker({ secret: SECRET, now: () => Date.now() });
  endings.push(broker.stop);
  const password = brokerPassword(SECRET, SERVER_ACCOUNT);
  const account = { url: broker.url, username: SERVER_ACCOUNT, password, clientId: ingestClientId(SECRET) };
  const server = await startSeededServer(undefined, { mqtt: account, commandTimes, ...more });
  endings.push(server.close);
  return { server, broker };
}

type World = Awaited<ReturnType<typeof world>>;
/** A server whose broker says who is connected, and one whose broker does not. */
let tracking: World;
let untracked: World;
beforeAll(async () => {
  tracking = await world({ connectedDevices: () => connected });
  untracked = await world();
});
afterAll(async () => {
  for (const end of endings.toReversed()) await end();
});

const stop = ({ server }: World, serial: string) =>
  ask(server.address, getStopImmediately, { token: server.identity.issue(staff), params: { serial } });

/** A device that is connected, has never reported, and executes its commands. */
async function silentDevice({ broker }: World, serial: string, clean = true) {
  const client = mqtt.connect(broker.url, {
    username: serial,
    password: brokerPassword(SECRET, serial),
    clientId: serial,
    clean,
    protocolVersion: 4,
  });
  const commands: string[] = [];
  client.on('message', (_, payload) => {
    const { command, command_id } = commandMessage.parse(JSON.parse(payload.toString()));
    commands.push(command);
    const done = { command_id, time: new Date().toISOString(), status: 'done' };
    client.publish(deviceTopic(serial, 'result'), JSON.stringify(done), { qos: 1 });
  });
  await until('connected', () => client.connected);
  await client.subscribeAsync(deviceTopic(serial, 'command'), { qos: 1 });
  return { commands, close: () => client.endAsync(true) };
}

it('[STOP8] a device that is connected and has never reported is stopped, and one that the broker does not have is offline', async () => {
  const device = await silentDevice(tracking, 'LF-0140-23');
  expect(await stop(tracking, 'LF-0140-23')).toMatchObject(OFFLINE);
  expect(device.commands).toEqual([]);
  connected.add('LF-0140-23');
  expect(await stop(tracking, 'LF-0140-23')).toMatchObject({ answer: { success: true } });
  expect(device.commands).toEqual(['stop_immediately']);
  await device.close();
});

it('[STOP8] where the broker does not say who is connected, the stop is sent and the device answers', async () => {
  const device = await silentDevice(untracked, 'LF-0141-23');
  expect(await stop(untracked, 'LF-0141-23')).toMatchObject({ answer: { success: true } });
  expect(device.commands).toEqual(['stop_immediately']);
  await device.close();
});

it('[STOP8] [CMD3] the broker keeps no stop for a device that is away and of which nothing was received', async () => {
  const before = await silentDevice(untracked, 'LF-0142-23', false);
  await before.close();
  expect(await stop(untracked, 'LF-0142-23')).toMatchObject({ answer: { success: false } });
  const after = await silentDevice(untracked, 'LF-0142-23', false);
  expect(await stop(untracked, 'LF-0142-23')).toMatchObject({ answer: { success: true } });
  expect([...before.commands, ...after.commands]).toEqual(['stop_immediately']);
  await after.close();
});
