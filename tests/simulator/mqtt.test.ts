import { connect, type MqttClient } from 'mqtt';
import { afterEach, expect, it } from 'vitest';
import { commandMessage, deviceTopic, resultMessage, stateMessage, type ResultMessage } from '#contract/messages/deviceMessage';
import { brokerPassword, SERVER_ACCOUNT } from '#server/platform/broker/accounts';
import { openBroker } from '#server/platform/broker/openBroker';
import { startSimulator } from '#server/simulator/simulator';
import { aCompany, NOON } from './simulate.ts';

const SECRET = 'only for this test';
const account = (username: string) => ({ username, password: brokerPassword(SECRET, username) });
const endings: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

/** Files are taken by nobody. */
const noFiles = { isWanted: () => Promise.resolve(false), put: () => Promise.resolve() };

/** A clock that stands still until it is set: `passes` lets a second go by. */
function handClock() {
  let now = NOON;
  let run: () => void = () => undefined;
  const every = (_: number, each: () => void) => {
    run = each;
    return () => {
      run = () => undefined;
    };
  };
  const passes = () => {
    now += 1_000;
    run();
  };
  return { clock: { now: () => now, every }, passes };
}

/** Lets the clock go on, and the network do its work, until something is so. */
async function passUntil(passes: () => void, isSo: () => boolean) {
  while (!isSo()) {
    passes();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

interface Received {
  readonly topic: string;
  readonly state: unknown;
}

async function listen(url: string): Promise<{ received: Received[]; client: MqttClient }> {
  const received: Received[] = [];
  const client = connect(url, { ...account(SERVER_ACCOUNT), clientId: 'listener', clean: false, protocolVersion: 4, reconnectPeriod: 20 });
  client.on('message', (topic, body) => {
    if (topic.endsWith('/state')) received.push({ topic, state: stateMessage.parse(JSON.parse(body.toString())).state });
  });
  endings.push(() => client.endAsync(true));
  await client.subscribeAsync('devices/+/state', { qos: 1 });
  return { received, client };
}

async function running(devices: number, port = 0) {
  const broker = await openBroker({ secret: SECRET, port, now: () => Date.now() });
  endings.push(broker.stop);
  const { received, client } = await listen(broker.url);
  const { clock, passes } = handClock();
  const warnings: string[] = [];
  const log = { info: () => undefined, warn: (text: string) => warnings.push(text) };
  const simulator = await startSimulator({
    mqttUrl: broker.url,
    files: noFiles,
    credentials: account,
    company: aCompany(devices),
    seed: 5,
    clock,
    log,
  });
  endings.push(simulator.stop);
  return {
    broker,
    simulator,
    received,
    client,
    passes,
    warnings,
    serials: () => new Set(received.map(({ topic }) => topic.split('/')[1])),
  };
}

it('[SIM7] every robot that has a network reports under its own serial', async () => {
  const { passes, serials, warnings } = await running(24);
  await passUntil(passes, () => serials().size === 20);
  expect([...serials()]).toEqual(expect.arrayContaining(['LF-0140-23', 'DV-0102', 'XC-0031-A']));
  expect(serials().has('DV-0107')).toBe(false);
  expect(warnings).toEqual([]);
});

it('[SIM7] a change of a robot has reached the broker when it settles', async () => {
  const { simulator, received, passes, serials } = await running(4);
  await passUntil(passes, () => serials().size === 4);
  const changed = simulator.changeRobot('LF-0141-23', { error_code: '0x03000117' });
  passes();
  await changed;
  const isIt = ({ topic, state }: Received) => topic === 'devices/LF-0141-23/state' && JSON.stringify(state).includes('0x03000117');
  await passUntil(passes, () => received.some(isIt));
  expect(received.find(isIt)?.state).toMatchObject({ current_state: 'error', error_code: '0x03000117' });
});

it('[SIM6] after the broker was away the robots come back by themselves and tell everything', async () => {
  const first = await running(2);
  await passUntil(first.passes, () => first.serials().size === 2);
  const port = Number(new URL(first.broker.url).port);
  await first.broker.stop();
  first.received.length = 0;
  const again = await openBroker({ secret: SECRET, port, now: () => Date.now() });
  endings.splice(0, 1, again.stop);
  await passUntil(first.passes, () => first.serials().size === 2);
  expect(first.received.length).toBeGreaterThanOrEqual(2);
});

/** The results of a robot's commands, and a function that sends it one; the clock of the robots stands still meanwhile. */
async function commander(client: MqttClient, serial: string) {
  const results: ResultMessage[] = [];
  client.on('message', (topic, body) => {
    if (topic === deviceTopic(serial, 'result')) results.push(resultMessage.parse(JSON.parse(body.toString())));
  });
  await client.subscribeAsync(deviceTopic(serial, 'result'), { qos: 1 });
  const publish = (body: string) => client.publishAsync(deviceTopic(serial, 'command'), body, { qos: 1 });
  const give = (command: string) => {
    const times = { given_at: new Date(NOON).toISOString(), expires_at: new Date(NOON + 3_600_000).toISOString() };
    return publish(JSON.stringify(commandMessage.parse({ command_id: command, command, arguments: {}, epoch: null, ...times })));
  };
  return { results, publish, give };
}

it('[SIM21] a robot answers a command over MQTT although its clock stands still; one it cannot read changes nothing', async () => {
  const { client, passes, serials, warnings, received } = await running(2);
  await passUntil(passes, () => serials().size === 2);
  const { results, publish, give } = await commander(client, 'LF-0140-23');
  await publish('{"command": "dance"}');
  await give('stop_immediately');
  await passUntil(
    () => undefined,
    () => results.length === 2,
  );
  expect(results.map(({ command_id, status }) => [command_id, status])).toEqual([
    ['stop_immediately', 'delivered'],
    ['stop_immediately', 'done'],
  ]);
  expect(warnings).toEqual(['simulated robot LF-0140-23 got a command it cannot read']);
  const isStopped = ({ topic, state }: Received) =>
    topic === 'devices/LF-0140-23/state' && JSON.stringify(state).includes('waiting_for_task');
  await passUntil(
    () => undefined,
    () => received.some(isStopped),
  );
});
