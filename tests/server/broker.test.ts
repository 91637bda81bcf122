import { connect as connectTcp, type Socket } from 'node:net';
import mqtt, { type MqttClient } from 'mqtt';
import { generate } from 'mqtt-packet';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { noticeMessage, type NoticeMessage } from '#contract/fleet/notice';
import { subscribe } from '#server/fleet/ingest/mqttSubscription';
import { brokerPassword, ingestClientId, SERVER_ACCOUNT } from '#server/platform/broker/accounts';
import { usualLimits, type BrokerLimits } from '#server/platform/broker/brokerLimits';
import { openBroker, type BrokerOptions, type OpenBroker } from '#server/platform/broker/openBroker';
import { createPacketCounter } from '#server/platform/broker/packetGate';
import { limitQuiet } from '#server/platform/broker/quietLimit';
import { startBroker } from '#server/platform/broker/startBroker';
import { createBucket } from '#server/platform/limits/tokenBucket';
import { freePort } from '../support/freePort.ts';
import { handTime, type HandTime } from '../support/handTime.ts';
import { until } from '../support/until.ts';

const SECRET = 'only in this test';
const log = pino({ level: 'silent' });
const endings: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

/** A broker whose time passes by the test's hand, so that no rate refills and no time is over because the machine is slow. */
async function opened(
  limits: Partial<BrokerLimits> = {},
  more: Partial<BrokerOptions> = {},
): Promise<OpenBroker & { readonly time: HandTime }> {
  const time = handTime(Date.UTC(2026, 2, 4));
  const { now, after } = time;
  const broker = await openBroker({ secret: SECRET, now, elapsed: now, after, limits: { ...usualLimits, ...limits }, ...more });
  endings.push(broker.stop);
  return { ...broker, time };
}

const accountOf = (username: string) => ({ username, password: brokerPassword(SECRET, username), protocolVersion: 4 as const });

async function client(url: string, username: string, options: mqtt.IClientOptions = {}): Promise<MqttClient> {
  const connected = await mqtt.connectAsync(url, { ...accountOf(username), clientId: username, reconnectPeriod: 0, ...options });
  connected.on('error', () => undefined);
  endings.push(() => connected.endAsync(true));
  return connected;
}

const closing = (one: MqttClient) => new Promise<void>((resolve) => one.once('close', () => resolve()));

/** The server's subscription to the devices: the messages that it received, and the acknowledgements that it still owes. */
function receiver(url: string, isAcknowledging = true) {
  const received: string[] = [];
  const owed: Array<() => void> = [];
  const subscription = subscribe({
    url,
    ...accountOf(SERVER_ACCOUNT),
    clientId: ingestClientId(SECRET),
    topics: ['devices/+/state', 'devices/+/log', 'devices/+/result'],
    onMessage: (topic, payload, done) => {
      received.push(`${topic} ${payload.toString()}`);
      if (isAcknowledging) done();
      else owed.push(done);
    },
    onListening: () => undefined,
    log,
  });
  endings.push(subscription.close);
  return { received, owed, subscription };
}

/** Opens a TCP connection without an MQTT library; `closed` resolves when it is closed. */
async function rawConnection(url: string): Promise<{ socket: Socket; closed: Promise<void> }> {
  const socket = connectTcp(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  endings.push(() => Promise.resolve(socket.destroy()));
  return { socket, closed };
}

const PUBLISH = 0x30;
const CONNECT = 0x10;
/** The first bytes of a packet that announces a length. */
const announced = (type: number, length: number) => {
  const bytes = [type];
  for (let left = length; ; left = Math.floor(left / 128)) {
    bytes.push(left >= 128 ? (left % 128) + 128 : left);
    if (left < 128) return Buffer.from(bytes);
  }
};

it.each([
  ["the ingest's", ingestClientId(SECRET)],
  ["another device's", 'XC-0031-A'],
  ['any other', 'whatever'],
  ['no', ''],
])('[BROKER1] a device cannot connect with %s client id, and the one that has it stays connected', async (_, clientId) => {
  const { url } = await opened();
  const { received } = receiver(url);
  const victim = await client(url, 'XC-0031-A');
  await victim.publishAsync('devices/XC-0031-A/state', 'before', { qos: 1 });
  await expect(client(url, 'LF-0140-23', { clientId })).rejects.toThrow(/not authorized/i);
  await victim.publishAsync('devices/XC-0031-A/state', 'after', { qos: 1 });
  expect(received).toEqual(['devices/XC-0031-A/state before', 'devices/XC-0031-A/state after']);
});

it.each(['#', 'devices/+/command', 'devices/XC-0031-A/command', 'devices/LF-0140-23/state'])(
  '[INGEST3] a device that subscribes to %s gets nothing',
  async (topic) => {
    const { url } = await opened();
    const device = await client(url, 'LF-0140-23');
    const seen: string[] = [];
    device.on('message', (of) => seen.push(of));
    const granted = await device.subscribeAsync(topic).then(
      (grants) => grants[0]?.qos,
      () => 128,
    );
    expect(granted).toBe(128);
    const own = deviceTopic('LF-0140-23', 'command');
    await device.subscribeAsync(own);
    const server = await client(url, SERVER_ACCOUNT, { clientId: 'commands' });
    await server.publishAsync('devices/XC-0031-A/command', '{}', { qos: 1 });
    await server.publishAsync(own, '{}', { qos: 1 });
    await until('the own one', () => seen.length > 0);
    expect(seen).toEqual([own]);
  },
);

const eventsIn = (received: readonly string[], serial: string) => {
  const head = `devices/${serial}/log `;
  return received.filter((one) => one.startsWith(head)).map((one) => String(JSON.parse(one.slice(head.length)).message));
};

it('[BROKER2] retained messages and unknown topics are ignored and reported once, as a last will too; the device stays connected', async () => {
  const { url } = await opened();
  const { received, subscription } = receiver(url);
  await until('listening', subscription.isListening);
  const will = { topic: 'devices/LF-0140-23/state', payload: Buffer.from('will'), qos: 1 as const, retain: true };
  const sender = await client(url, 'LF-0140-23', { will });
  const other = await client(url, 'XC-0031-A');
  await sender.publishAsync('devices/LF-0140-23/state', 'kept', { qos: 1, retain: true });
  for (const topic of ['devices/LF-0140-23/health', 'site/temperature', 'devices/LF-0140-23/state/x'])
    for (const qos of [0, 1] as const) await sender.publishAsync(topic, 'x', { qos });
  await other.publishAsync('telemetry', 'y', { qos: 1 });
  await sender.publishAsync('devices/LF-0140-23/state', 'of now', { qos: 1 });
  const late = await client(url, SERVER_ACCOUNT, { clientId: 'late', clean: true });
  const kept: string[] = [];
  late.on('message', (topic, _, { retain }) => void (retain && kept.push(topic)));
  await late.subscribeAsync('#', { qos: 1 });
  const closed = closing(sender);
  sender.stream.destroy();
  await closed;
  await other.publishAsync('devices/XC-0031-A/state', 'last', { qos: 1 });
  await until('all', () => received.length === 4);
  expect(eventsIn(received, 'LF-0140-23')).toEqual(['A retained message was ignored: devices/LF-0140-23/state']);
  expect(eventsIn(received, 'XC-0031-A')).toEqual(['A message to an unknown topic was ignored: telemetry']);
  expect(received.filter((one) => one.includes('/state '))).toEqual(['devices/LF-0140-23/state of now', 'devices/XC-0031-A/state last']);
  expect(kept).toEqual([]);
});

it.each(['devices/XC-0031-A/state', 'devices/XC-0031-A/anything', 'devices/LF-0140-23/command', '$SYS/x'])(
  '[BROKER2] [INGEST3] a device that publishes to %s is cut off',
  async (topic) => {
    const { url } = await opened();
    const sender = await client(url, 'LF-0140-23');
    const closed = closing(sender);
    sender.publish(topic, 'x', { qos: 1 });
    await closed;
  },
);

it('[BROKER11] a device that continues its session gets what is still wanted, and no stop or command of before', async () => {
  const { time, ...broker } = await opened();
  const topic = deviceTopic('LF-0140-23', 'command');
  const kept: mqtt.IClientOptions = { clean: false };
  const first = await client(broker.url, 'LF-0140-23', kept);
  await first.subscribeAsync(topic, { qos: 1 });
  await first.endAsync(true);
  const commands = await client(broker.url, SERVER_ACCOUNT, { clientId: 'orangery-commands' });
  const send = (command_id: string, command: string) => commands.publishAsync(topic, JSON.stringify({ command_id, command }), { qos: 1 });
  await send('old stop', 'stop_immediately');
  await send('old reload', 'reload_config');
  time.pass(4_000);
  await send('wanted stop', 'stop_immediately');
  await send('wanted reload', 'reload_config');
  time.pass(5_000);
  await send('new stop', 'stop_immediately');
  time.pass(1_500);
  const received: unknown[] = [];
  const again = mqtt.connect(broker.url, { ...accountOf('LF-0140-23'), clientId: 'LF-0140-23', reconnectPeriod: 0, ...kept });
  endings.push(() => again.endAsync(true));
  again.on('message', (_, payload) => received.push(JSON.parse(payload.toString())));
  await until('connected', () => again.connected);
  await send('live', 'stop_immediately');
  await until('the live one', () => received.length === 3);
  expect(received).toMatchObject([{ command_id: 'wanted reload' }, { command_id: 'new stop' }, { command_id: 'live' }]);
});

/** A device that listens for its notices, and what it got so far. */
async function listening(url: string, serial: string) {
  const device = await client(url, serial);
  const notices: NoticeMessage[] = [];
  device.on('message', (_, payload) => void notices.push(noticeMessage.parse(JSON.parse(payload.toString()))));
  await device.subscribeAsync(deviceTopic(serial, 'notice'));
  return { device, notices };
}

it.each([
  ['a topic of another device', 'foreign_topic', (one: MqttClient) => one.publish('devices/XC-0031-A/state', 'x', { qos: 1 })],
  ['the topic of commands', 'foreign_topic', (one: MqttClient) => one.publish('devices/LF-0140-23/command', 'x', { qos: 1 })],
  ['too long a packet', 'too_large', (one: MqttClient) => one.publish('devices/LF-0140-23/log', 'x'.repeat(300_000), { qos: 1 })],
])('[NOTICE6] before a connection is closed for %s, the device gets the reason, and people do', async (_, code, send) => {
  const { url } = await opened();
  const { received, subscription } = receiver(url);
  await until('listening', subscription.isListening);
  const { device, notices } = await listening(url, 'LF-0140-23');
  const closed = closing(device);
  send(device);
  await closed;
  expect(notices).toMatchObject([{ code, closes_connection: true, is_dropped: true }]);
  await until('an event', () => eventsIn(received, 'LF-0140-23').length > 0);
  expect(eventsIn(received, 'LF-0140-23')[0]).toMatch(/^The connection was closed/);
});

it('[NOTICE6] ignored or refused messages cause a notice without ending the connection, and a device that does not listen gets nothing', async () => {
  const { url, time } = await opened();
  const { device, notices } = await listening(url, 'LF-0140-23');
  await device.publishAsync('devices/LF-0140-23/health', '{"token":"eyJhbGciOi.secret"}', { qos: 1 });
  time.pass(1_000);
  await device.publishAsync('devices/LF-0140-23/state', '{}', { qos: 1, retain: true });
  time.pass(1_000);
  await device.subscribeAsync('devices/#').catch(() => undefined);
  await until('all', () => notices.length === 3);
  expect(notices.map(({ code }) => code)).toEqual(['unknown_topic', 'retained', 'subscription_refused']);
  expect(JSON.stringify(notices)).not.toContain('secret');
  const deaf = await client(url, 'XC-0031-A');
  const gotten: string[] = [];
  deaf.on('message', (topic) => void gotten.push(topic));
  await deaf.publishAsync('devices/XC-0031-A/health', 'x', { qos: 1 });
  expect(gotten).toEqual([]);
});

it('[NOTICE7] a notice from the server reaches its device alone, and never queues: one that is away gets none later', async () => {
  const broker = await opened();
  const { device, notices } = await listening(broker.url, 'LF-0140-23');
  const other = await listening(broker.url, 'XC-0031-A');
  const server = await client(broker.url, SERVER_ACCOUNT, { clientId: 'ingest' });
  const notice = JSON.stringify({
    time: '2026-03-04T13:05:00Z',
    code: 'old',
    text: 'x',
    topic: 'state',
    message: {},
    fields: [],
    fields_in_all: 0,
    is_dropped: true,
    closes_connection: false,
    more_since_the_last: 0,
  });
  await server.publishAsync(deviceTopic('LF-0140-23', 'notice'), notice, { qos: 0 });
  broker.notify('LF-0140-23', Buffer.from(notice));
  await until('both', () => notices.length === 2);
  await device.endAsync(true);
  broker.notify('LF-0140-23', Buffer.from(notice));
  const again = await listening(broker.url, 'LF-0140-23');
  broker.notify('LF-0140-23', Buffer.from(notice));
  await until('the next', () => again.notices.length > 0);
  expect([again.notices.length, other.notices.length]).toEqual([1, 0]);
});

it('[BROKER9] messages with QoS 2 that are not released are bounded; one more ends the connection', async () => {
  const { url } = await opened();
  const { socket, closed } = await rawConnection(url);
  const account = accountOf('LF-0140-23');
  socket.write(
    generate({ cmd: 'connect', clientId: 'LF-0140-23', clean: false, keepalive: 0, ...account, password: Buffer.from(account.password) }),
  );
  const topic = 'devices/LF-0140-23/log';
  let answered = 0;
  socket.on('data', (bytes) => (answered += bytes.length));
  for (let messageId = 1; messageId <= 11; messageId += 1)
    socket.write(generate({ cmd: 'publish', topic, payload: 'x', qos: 2, messageId, retain: false, dup: false }));
  await closed;
  // CONNACK and at most ten PUBREC, of four bytes each.
  expect(answered).toBeLessThanOrEqual(44);
});

it.each([
  ['a message of 262,145 bytes', (sender: MqttClient) => sender.publish('devices/LF-0140-23/log', 'x'.repeat(262_145), { qos: 1 })],
  ['the announcement of 100 MB', ({ stream }: MqttClient) => stream.write(announced(PUBLISH, 100_000_000))],
  ['a length without an end', ({ stream }: MqttClient) => stream.write(Buffer.from([PUBLISH, 0xff, 0xff, 0xff, 0xff, 0xff]))],
])('[BROKER3] %s ends the connection', async (_, send) => {
  const { url } = await opened();
  const { received } = receiver(url);
  const sender = await client(url, 'LF-0140-23');
  const closed = closing(sender);
  send(sender);
  await closed;
  const next = await client(url, 'LF-0140-23');
  await next.publishAsync('devices/LF-0140-23/log', 'x'.repeat(200_000), { qos: 1 });
  expect(received.filter((one) => one.endsWith('x'))).toHaveLength(1);
});

it('[BROKER3] before a client is known, a packet has at most 16 kB', async () => {
  // Its length alone ends the connection: no time passes.
  const { url } = await opened();
  const { socket, closed } = await rawConnection(url);
  socket.write(announced(CONNECT, 16_385));
  await closed;
  await client(url, 'LF-0140-23');
});

it('[BROKER4] a connection that does not say who it is is closed after its time', async () => {
  const { url, time } = await opened();
  const [silent, half] = [await rawConnection(url), await rawConnection(url)];
  half.socket.write(announced(CONNECT, 100));
  // A device that comes later: it is known to the broker after both are.
  await client(url, 'LF-0140-23');
  time.pass(4_999);
  await client(url, 'XC-0031-A');
  expect([silent.socket.closed, half.socket.closed]).toEqual([false, false]);
  time.pass(1);
  await Promise.all([silent.closed, half.closed]);
});

it('[BROKER4] a connection whose token is not confirmed in time is closed', async () => {
  let isAsked = () => undefined as void;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  const takesToken = () => {
    isAsked();
    return new Promise<never>(() => undefined);
  };
  const { url, time } = await opened({}, { takesToken });
  const asking = mqtt.connect(url, {
    ...accountOf('LF-0140-23'),
    clientId: 'LF-0140-23',
    password: 'a token',
    reconnectPeriod: 0,
    connectTimeout: 60_000,
  });
  asking.on('error', () => undefined);
  endings.push(() => asking.endAsync(true));
  const closed = closing(asking);
  await asked;
  time.pass(usualLimits.connectMs);
  await closed;
});

it('[BROKER4] the oldest of too many unknown connections makes room', async () => {
  const { url } = await opened({ unknownConnections: 3 });
  const [first, ...others] = [await rawConnection(url), await rawConnection(url), await rawConnection(url)];
  // The fourth is a device.
  await client(url, 'LF-0140-23');
  await first?.closed;
  expect(others.map(({ socket }) => socket.closed)).toEqual([false, false]);
});

it('[BROKER4] a client that is known stays, also when it sends nothing more: the server between two commands, a device that only listens', async () => {
  const { url, time } = await opened();
  const silent = [await client(url, SERVER_ACCOUNT, { clientId: 'commands' }), await client(url, 'ROBOT-1')];
  const { closed } = await rawConnection(url);
  // Known to the broker after that one.
  await client(url, 'ROBOT-2');
  time.pass(usualLimits.connectMs);
  await closed;
  expect(silent.map(({ connected }) => connected)).toEqual([true, true]);
  await silent[0]?.publishAsync(deviceTopic('ROBOT-1', 'command'), '{}', { qos: 1 });
  await silent[1]?.publishAsync(deviceTopic('ROBOT-1', 'state'), '{}', { qos: 0 });
  expect(silent.map(({ connected }) => connected)).toEqual([true, true]);
});

it('[BROKER14] a client that sends nothing is disconnected without a keep-alive interval too; one that reports stays', async () => {
  const ends: string[] = [];
  const { url, time } = await opened({}, { onConnection: (serial, kind, why) => void ends.push(`${serial} ${kind} ${why ?? ''}`) });
  receiver(url);
  const [quiet, reporting] = [await client(url, 'ROBOT-1', { keepalive: 0 }), await client(url, 'ROBOT-2', { keepalive: 0 })];
  const closed = closing(quiet);
  time.pass(usualLimits.quietMs - 1);
  await reporting.publishAsync(deviceTopic('ROBOT-2', 'state'), '{}', { qos: 1 });
  expect(quiet.connected).toBe(true);
  time.pass(1);
  await closed;
  time.pass(usualLimits.quietMs - 2);
  await reporting.publishAsync(deviceTopic('ROBOT-2', 'state'), '{}', { qos: 1 });
  expect(reporting.connected).toBe(true);
  await until('the end is reported', () => ends.includes('ROBOT-1 disconnected nothing came within 90 s'));
});

it('[BROKER14] a client whose messages are not read yet is not quiet', () => {
  const time = handTime();
  let isPaused = true;
  let ends = 0;
  limitQuiet({ quietMs: 90, isPaused: () => isPaused, onQuiet: () => (ends += 1), after: time.after, elapsed: time.now });
  time.pass(450);
  expect(ends).toBe(0);
  isPaused = false;
  time.pass(89);
  expect(ends).toBe(0);
  time.pass(1);
  expect(ends).toBe(1);
});

it('[BROKER5] one device has a rate of its own, over all its connections, and nothing of it is lost', async () => {
  const { url, time } = await opened({ packets: { perSecond: 200, burst: 20 } });
  const { received } = receiver(url);
  const [flooding, calm] = [await client(url, 'LF-0140-23'), await client(url, 'XC-0031-A')];
  const send = (at: number) => flooding.publishAsync('devices/LF-0140-23/log', String(at), { qos: 1 });
  // One after the other: the last of them is one too many, and nothing more is read until time passes.
  for (let at = 0; at < 21; at += 1) await send(at);
  let isSent = false;
  const rest = Promise.all(Array.from({ length: 179 }, (_, at) => send(at + 21))).then(() => (isSent = true));
  await calm.publishAsync('devices/XC-0031-A/state', 'calm', { qos: 1 });
  expect(received.indexOf('devices/XC-0031-A/state calm')).toBe(21);
  await until('the rest is read', () => {
    time.pass(1_000);
    return isSent;
  });
  await rest;
  expect(received.filter((one) => one.includes('/log '))).toEqual(Array.from({ length: 200 }, (_, at) => `devices/LF-0140-23/log ${at}`));
});

it.each([
  ['packets', { packets: { perSecond: 0.1, burst: 5 } }],
  ['bytes', { bytes: { perSecond: 1, burst: 1_000 } }],
])('[BROKER5] a device that has sent its %s is not read any more, whatever its connection; another one is', async (_, limits) => {
  const { url } = await opened(limits);
  const { received } = receiver(url);
  const topic = 'devices/LF-0140-23/log';
  const text = 'x'.repeat(150);
  const first = await client(url, 'LF-0140-23');
  // Five are its allowance; the sixth is read, and has to be waited for.
  for (let sent = 0; sent < 6; sent += 1) await first.publishAsync(topic, text, { qos: 1 });
  first.publish(topic, 'too much', { qos: 1 });
  const calm = await client(url, 'XC-0031-A');
  for (let sent = 0; sent < 4; sent += 1) await calm.publishAsync('devices/XC-0031-A/state', 'calm', { qos: 1 });
  expect(received).not.toContain(`${topic} too much`);
  await first.endAsync(true);
  const second = await client(url, 'LF-0140-23');
  await second.publishAsync(topic, 'read before the wait', { qos: 1 });
  second.publish(topic, 'too much', { qos: 1 });
  await calm.publishAsync('devices/XC-0031-A/state', 'calm', { qos: 1 });
  expect(received).not.toContain(`${topic} too much`);
});

it('[BROKER5] an allowance refills with time up to its burst, and what exceeds it has to wait', () => {
  const bucket = createBucket({ perSecond: 10, burst: 5 }, 0);
  expect([bucket.take(5, 0), bucket.take(1, 0), bucket.take(0, 100)]).toEqual([0, 100, 0]);
  expect([bucket.take(5, 10_000), bucket.take(1, 10_000)]).toEqual([0, 100]);
});

it('[BROKER5] packets are counted however their bytes are cut', () => {
  const packets = [Buffer.from([0xc0, 0]), Buffer.concat([announced(PUBLISH, 300), Buffer.alloc(300)]), Buffer.from([0xc0, 0])];
  const bytes = Buffer.concat(packets);
  for (let size = 1; size <= bytes.length; size += 1) {
    const count = createPacketCounter(() => 300);
    let found = 0;
    for (let at = 0; at < bytes.length; at += size) {
      const { packets: here, tooLong } = count(bytes.subarray(at, at + size));
      found += here;
      expect(tooLong).toBe(null);
    }
    expect(found).toBe(3);
  }
  expect(createPacketCounter(() => 299)(bytes)).toEqual({ packets: 2, tooLong: 300 });
});

it('[BROKER6] a message is acknowledged to its device when its receiver has acknowledged it', async () => {
  const { url } = await opened();
  const { owed, received } = receiver(url, false);
  const device = await client(url, 'LF-0140-23');
  await device.subscribeAsync(deviceTopic('LF-0140-23', 'command'), { qos: 1 });
  let acknowledged = 0;
  const sent = ['one', 'two'].map(async (text) => {
    await device.publishAsync('devices/LF-0140-23/state', text, { qos: 1 });
    acknowledged += 1;
  });
  await until('both were delivered', () => received.length === 2);
  // Commands go on meanwhile, and their acknowledgements.
  const commander = await client(url, SERVER_ACCOUNT, { clientId: 'commands' });
  await commander.publishAsync(deviceTopic('LF-0140-23', 'command'), 'stop', { qos: 1 });
  expect(acknowledged).toBe(0);
  owed[0]?.();
  await sent[0];
  expect(acknowledged).toBe(1);
  owed[1]?.();
  await sent[1];
});

it('[BROKER6] a receiver gets unacknowledged messages again after its connection was lost, and those that arrived before it connected', async () => {
  const { url } = await opened();
  const device = await client(url, 'LF-0140-23');
  const sent = device.publishAsync('devices/LF-0140-23/state', 'early', { qos: 1 });
  const first = receiver(url, false);
  await until('early', () => first.received.length === 1);
  await first.subscription.close();
  first.owed[0]?.();
  const second = receiver(url);
  await sent;
  expect(second.received).toEqual(['devices/LF-0140-23/state early']);
});

it('[BROKER6] a device that sends on without acknowledgements is cut off when the first 500 are acknowledged, and sends the rest again', async () => {
  const { url, time } = await opened();
  const { owed, received } = receiver(url, false);
  const device = await client(url, 'LF-0140-23', { reconnectPeriod: 20 });
  const all = Array.from({ length: 600 }, (_, at) => device.publishAsync('devices/LF-0140-23/log', String(at), { qos: 1 }));
  await until('500', () => received.length === 500);
  const settled = Promise.all(all);
  const answering = setInterval(() => {
    time.pass(1_000);
    for (const done of owed.splice(0)) done();
  }, 5);
  endings.push(() => Promise.resolve(clearInterval(answering)));
  await settled;
  expect(new Set(received.filter((one) => /\d$/.test(one))).size).toBe(600);
});

it('[BROKER6] [STOP1] a device whose reports wait for their acknowledgement, however many, still says that it has stopped', async () => {
  const { url } = await opened();
  const { received } = receiver(url, false);
  const device = await client(url, 'LF-0140-23');
  for (let at = 0; at < 600; at += 1) device.publish('devices/LF-0140-23/log', String(at), { qos: 1 });
  device.publish('devices/LF-0140-23/result', 'stopped', { qos: 1 });
  await until('the result', () => received.includes('devices/LF-0140-23/result stopped'));
  expect(received.filter((one) => one.startsWith('devices/LF-0140-23/log'))).toHaveLength(500);
});

it('[BROKER12] a device that connects and does not subscribe to its commands gets a stop all the same, and once when it subscribes later', async () => {
  const { url, time } = await opened();
  const device = await client(url, 'LF-0140-23');
  const received: string[] = [];
  device.on('message', (topic, payload) => void received.push(`${topic} ${payload.toString()}`));
  const commander = await client(url, SERVER_ACCOUNT, { clientId: 'commands' });
  const stop = (text: string) => commander.publishAsync(deviceTopic('LF-0140-23', 'command'), text, { qos: 1 });
  time.pass(250);
  await stop('stop');
  await until('the stop', () => received.length === 1);
  await device.subscribeAsync(deviceTopic('LF-0140-23', 'command'), { qos: 1 });
  await stop('again');
  await stop('last');
  await until('the last one', () => received.some((one) => one.endsWith('last')));
  expect(received.map((one) => one.split(' ')[1])).toEqual(['stop', 'again', 'last']);
});

it('[GATEWAY10] [STOP1] a command for a device that is connected and has not subscribed is not taken for delivered', async () => {
  const { url, deliver, time } = await opened();
  const topic = deviceTopic('LF-0140-23', 'command');
  expect(await deliver('LF-0140-23', Buffer.from('nowhere'))).toBe(false);
  const device = await client(url, 'LF-0140-23');
  const received: string[] = [];
  device.on('message', (_, payload) => void received.push(payload.toString()));
  expect(await deliver('LF-0140-23', Buffer.from('before'))).toBe(false);
  await device.subscribeAsync(topic, { qos: 1 });
  expect(await deliver('LF-0140-23', Buffer.from('after'))).toBe(true);
  const silent = await client(url, 'LF-0141-23');
  silent.on('message', (_, payload) => void received.push(payload.toString()));
  await until('the broker subscribes the silent one itself', () => {
    time.pass(250);
    return deliver('LF-0141-23', Buffer.from('by the broker'));
  });
  await until('both', () => received.includes('by the broker') && received.includes('after'));
  expect(new Set(received)).toEqual(new Set(['after', 'by the broker']));
});

it('[BROKER7] a retained message of a broker of one’s own is ignored', async () => {
  const { Aedes } = await import('aedes');
  const { createServer } = await import('node:net');
  const broker = await Aedes.createBroker();
  const server = createServer((socket) => void broker.handle(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(() => new Promise((resolve) => broker.close(() => server.close(resolve))));
  const at = server.address();
  const url = `mqtt://127.0.0.1:${at !== null && typeof at === 'object' ? at.port : 0}`;
  const device = await client(url, 'LF-0140-23');
  await device.publishAsync('devices/LF-0140-23/state', 'of last year', { qos: 1, retain: true });
  const { received, subscription } = receiver(url);
  await until('listening', subscription.isListening);
  await device.publishAsync('devices/LF-0140-23/state', 'of now', { qos: 1 });
  await until('the new one', () => received.length > 0);
  expect(received).toEqual(['devices/LF-0140-23/state of now']);
});

it('[BROKER8] in a process of its own, a broker that was killed is there again, for the server and for devices', async () => {
  const broker = await startBroker({ secret: SECRET, takesToken: () => Promise.resolve(false), log });
  endings.push(broker.stop);
  const { received, subscription } = receiver(broker.url);
  await until('listening', subscription.isListening);
  const former = broker.pid();
  const device = await client(broker.url, 'LF-0140-23', { reconnectPeriod: 50 });
  if (former !== undefined) process.kill(former, 'SIGKILL');
  await until('another process', () => broker.pid() !== former);
  await device.publishAsync('devices/LF-0140-23/state', 'again', { qos: 1 });
  expect(received).toEqual(['devices/LF-0140-23/state again']);
});

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
])('[BROKER13] it listens at %s and a given port, also after its process ended', async (host, reached) => {
  const port = await freePort();
  const broker = await startBroker({ secret: SECRET, host, port, takesToken: () => Promise.resolve(false), log });
  endings.push(broker.stop);
  expect(broker.url).toBe(`mqtt://${reached}:${port}`);
  const { subscription } = receiver(broker.url);
  await until('listening', subscription.isListening);
  const former = broker.pid();
  const device = await client(broker.url, 'LF-0140-23', { reconnectPeriod: 50 });
  if (former !== undefined) process.kill(former, 'SIGKILL');
  await until('another process', () => broker.pid() !== former);
  await device.publishAsync('devices/LF-0140-23/state', 'again', { qos: 1 });
});

it('[BROKER10] devices that connect at once wait in line for their tokens; one whose token cannot be checked now gets "Server unavailable"', async () => {
  let isAway = false;
  let open = 0;
  let most = 0;
  const takesToken = async (serial: string, token: string) => {
    if (isAway) throw new Error('no database');
    open += 1;
    most = Math.max(most, open);
    await new Promise((resolve) => setImmediate(resolve));
    open -= 1;
    return token === `token of ${serial}`;
  };
  const broker = await startBroker({ secret: SECRET, takesToken, log });
  endings.push(broker.stop);
  const all = await Promise.all(
    Array.from({ length: 200 }, (_, at) => client(broker.url, `ROBOT-${at}`, { password: `token of ROBOT-${at}` })),
  );
  expect([all.filter(({ connected }) => connected).length, most <= 32]).toEqual([200, true]);
  await expect(client(broker.url, 'ROBOT-X', { password: 'bad' })).rejects.toThrow(/not authorized/i);
  isAway = true;
  await expect(client(broker.url, 'ROBOT-X', { password: 'token of ROBOT-X' })).rejects.toThrow(/server unavailable/i);
});

it('[PRES1] it knows which devices are connected', async () => {
  const broker = await startBroker({ secret: SECRET, takesToken: () => Promise.resolve(false), log });
  endings.push(broker.stop);
  const device = await client(broker.url, 'LF-0140-23');
  await until('there', () => [...broker.connected()].includes('LF-0140-23'));
  await device.endAsync(true);
  await until('gone', () => [...broker.connected()].length === 0);
});

it('[BROKER8] it asks the server whether it knows a token, and ends the connection of a device when asked to', async () => {
  const broker = await startBroker({
    secret: SECRET,
    takesToken: (serial, token) => Promise.resolve(serial === 'LF-0140-23' && token === 'good'),
    log,
  });
  endings.push(broker.stop);
  await expect(client(broker.url, 'LF-0140-23', { password: 'bad' })).rejects.toThrow(/not authorized/i);
  await expect(client(broker.url, 'XC-0031-A', { password: 'good' })).rejects.toThrow(/not authorized/i);
  await expect(client(broker.url, SERVER_ACCOUNT, { password: 'good' })).rejects.toThrow(/not authorized/i);
  const device = await client(broker.url, 'LF-0140-23', { password: 'good' });
  const closed = closing(device);
  broker.disconnect('XC-0031-A');
  broker.disconnect('LF-0140-23');
  await closed;
});

it('[BROKER8] a port in use is one clear error', async () => {
  const { port } = await opened();
  await expect(startBroker({ secret: SECRET, port, takesToken: () => Promise.resolve(false), log })).rejects.toThrow(
    /^The device broker did not start: .*EADDRINUSE/,
  );
});
