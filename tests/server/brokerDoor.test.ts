import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect as connectTls, createServer as createTlsServer } from 'node:tls';
import mqtt, { type MqttClient } from 'mqtt';
import { generate } from 'mqtt-packet';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { brokerPassword, SERVER_ACCOUNT } from '#server/platform/broker/accounts';
import { readCertificate, watchCertificate } from '#server/platform/broker/certificateFiles';
import { type RunningBroker, startBroker } from '#server/platform/broker/startBroker';
import { createFrameReader } from '#server/platform/broker/webSocketFrames';
import { routeUpgrades } from '#server/platform/http/upgrades';
import { type Authority, createAuthority, type Pem } from '../support/certificates.ts';
import { handTime } from '../support/handTime.ts';
import { until } from '../support/until.ts';

const SECRET = 'only in this test';
const SERIAL = 'LF-0140-23';
const log = pino({ level: 'silent' });
let known: Authority;
let strange: Authority;
let served: Pem;
let folder = '';
const endings: Array<() => Promise<unknown>> = [];
beforeAll(() => {
  [known, strange] = [createAuthority('known'), createAuthority('strange')];
  served = known.issue('localhost');
  folder = mkdtempSync(path.join(tmpdir(), 'orangery-door-'));
});
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});
afterAll(() => {
  for (const authority of [known, strange]) authority.close();
  rmSync(folder, { recursive: true, force: true });
});

async function started(more: Partial<Parameters<typeof startBroker>[0]> = {}): Promise<RunningBroker> {
  const broker = await startBroker({ secret: SECRET, takesToken: () => Promise.resolve(false), log, ...more });
  endings.push(broker.stop);
  return broker;
}

async function client(url: string, options: mqtt.IClientOptions = {}): Promise<MqttClient> {
  const { username = SERIAL } = options;
  const given = { username, password: brokerPassword(SECRET, username), clientId: username, protocolVersion: 4 as const };
  const connected = await mqtt.connectAsync(url, { ...given, reconnectPeriod: 0, ...options }, false);
  connected.on('error', () => undefined);
  endings.push(() => connected.endAsync(true));
  return connected;
}

/** The message of why a connection failed; null when it did not. */
const failure = (url: string, options: mqtt.IClientOptions = {}) =>
  client(url, options).then(
    () => null,
    (error: unknown) => String(error),
  );

/** The server's side: the messages that it received from devices. */
async function server(broker: RunningBroker): Promise<{ received: string[]; one: MqttClient }> {
  const received: string[] = [];
  // Persistent, as the server's is: it acknowledges the messages of devices.
  const one = await client(broker.url, { username: SERVER_ACCOUNT, clean: false });
  one.on('message', (topic, payload) => void received.push(`${topic} ${payload.toString()}`));
  await one.subscribeAsync('devices/+/state', { qos: 1 });
  return { received, one };
}

const servedAlone = () => ({ ...served, ca: null });
const secureUrl = ({ port }: RunningBroker) => `mqtts://localhost:${port}`;

/** The number of the certificate that a listener shows to a new connection. */
const shownBy = (port: number) =>
  new Promise<string>((resolve, reject) => {
    const socket = connectTls({ port, host: '127.0.0.1', servername: 'localhost', ca: known.cert }, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    socket.once('error', reject);
  });

it('[DOORWAY1] with a certificate devices need TLS; the server reaches its broker by a listener of its own', async () => {
  const broker = await started({ certificate: servedAlone() });
  const { received } = await server(broker);
  const device = await client(secureUrl(broker), { ca: known.cert });
  await device.publishAsync(deviceTopic(SERIAL, 'state'), 'by TLS', { qos: 1 });
  expect(received).toEqual([`devices/${SERIAL}/state by TLS`]);
  expect(await failure(`mqtt://127.0.0.1:${broker.port}`, { connectTimeout: 2_000 })).not.toBeNull();
  expect(await failure(secureUrl(broker), { ca: strange.cert })).toMatch(/certificate/i);
  expect(await failure(secureUrl(broker), { ca: known.cert, password: 'wrong' })).toMatch(/not authorized/i);
});

it('[DOORWAY1] a renewed certificate is shown to new connections, also after the broker ended, and open ones stay', async () => {
  const broker = await started({ certificate: servedAlone() });
  const device = await client(secureUrl(broker), { ca: known.cert, reconnectPeriod: 50 });
  let isClosed = false;
  device.once('close', () => (isClosed = true));
  const before = await shownBy(broker.port);
  broker.renew({ ...known.issue('localhost'), ca: null });
  const after = await until('the new one', async () => {
    const shown = await shownBy(broker.port);
    return shown !== before && shown;
  });
  await device.publishAsync(deviceTopic(SERIAL, 'state'), 'still here', { qos: 0 });
  expect(isClosed).toBe(false);
  const former = broker.pid();
  if (former !== undefined) process.kill(former, 'SIGKILL');
  await until('another process', () => broker.pid() !== former);
  expect(await until('it listens again', () => shownBy(broker.port).catch(() => null))).toBe(after);
});

it('[DOORWAY1] devices refuse a certificate that is over, until it is renewed', async () => {
  const over = known.issue('localhost', -1);
  const broker = await started({ certificate: { ...over, ca: null } });
  expect(await failure(secureUrl(broker), { ca: known.cert })).toMatch(/expired/i);
  broker.renew(servedAlone());
  expect(await until('it is let in', async () => (await failure(secureUrl(broker), { ca: known.cert })) === null)).toBe(true);
});

it('[DOORWAY2] where devices show certificates, one of another authority, one that is over and none are refused, with a good password too', async () => {
  const broker = await started({ certificate: { ...served, ca: known.cert } });
  const showing = (shown: Partial<Pem>) => failure(secureUrl(broker), { ca: known.cert, connectTimeout: 2_000, ...shown });
  expect(await showing(known.issue('robots'))).toBeNull();
  expect(await showing(strange.issue('robots'))).not.toBeNull();
  expect(await showing(known.issue('robots', -1))).not.toBeNull();
  expect(await showing({})).not.toBeNull();
  expect(await failure(secureUrl(broker), { ca: known.cert, ...known.issue('robots'), password: 'wrong' })).toMatch(/not authorized/i);
});

const files = (name: string) => ({ MQTT_TLS_CERT: path.join(folder, `${name}.pem`), MQTT_TLS_KEY: path.join(folder, `${name}.key`) });
function write(name: string, { cert, key }: Pem) {
  writeFileSync(files(name).MQTT_TLS_CERT, cert);
  writeFileSync(files(name).MQTT_TLS_KEY, key);
  return files(name);
}

it('[DOORWAY1] files that are no certificate and its key are refused in one line that holds nothing of them', async () => {
  const refusal = (given: Parameters<typeof readCertificate>[0]) => readCertificate(given).then(() => '', String);
  const pair = write('pair', served);
  expect(await refusal(pair)).toBe('');
  expect(await refusal({ ...pair, MQTT_TLS_KEY: write('other', known.issue('localhost')).MQTT_TLS_KEY })).toBe(
    'Error: Setting MQTT_TLS_KEY: the key is not that of the certificate',
  );
  expect(await refusal({ ...pair, MQTT_TLS_KEY: '/nonexistent/key' })).toBe('Error: Setting MQTT_TLS_KEY: the file cannot be read');
  const swapped = write('swapped', { cert: served.key, key: served.cert });
  expect(await refusal(swapped)).toBe('Error: Setting MQTT_TLS_CERT: the file holds no certificate (PEM)');
  expect(await refusal({ ...pair, MQTT_TLS_KEY: pair.MQTT_TLS_CERT })).toMatch(/MQTT_TLS_KEY: the file holds no private key/);
  expect(await refusal({ ...pair, MQTT_TLS_CA: pair.MQTT_TLS_KEY })).toMatch(/MQTT_TLS_CA: the file holds no certificate/);
});

it('[DOORWAY1] renewed files are read; half of a pair, text and a certificate that is over leave the present one', async () => {
  const time = handTime(Date.now());
  const given = write('renewed', served);
  const shown: string[] = [];
  const texts: string[] = [];
  const sink = pino({ level: 'info' }, { write: (line: string) => void texts.push(line) });
  const first = await readCertificate(given);
  const stop = watchCertificate(given, first, { ...time, log: sink, onRenewed: ({ cert }) => void shown.push(cert) });
  endings.push(() => Promise.resolve(stop()));
  const next = known.issue('localhost');
  const readAgain = async (text: string) => {
    await until(text, () => {
      time.pass(10_000);
      return texts.some((line) => line.includes(text));
    });
    texts.length = 0;
  };
  writeFileSync(given.MQTT_TLS_CERT, next.cert);
  await readAgain('the key is not that of the certificate');
  writeFileSync(given.MQTT_TLS_CERT, 'no certificate');
  await readAgain('the file holds no certificate');
  write('renewed', known.issue('localhost', -1));
  await readAgain('the certificate is over');
  expect(shown).toEqual([]);
  write('renewed', next);
  await readAgain('was renewed');
  expect(shown).toEqual([next.cert]);
  expect(texts.join('')).not.toContain('PRIVATE KEY');
});

/** An HTTP server that hands devices over to a broker, as the product does. */
async function overHttp(broker: RunningBroker): Promise<{ http: Server; url: string; port: number }> {
  const http = createServer((_, reply) => reply.end('here'));
  routeUpgrades(http, { '/mqtt': broker.takeUpgrade });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const at = http.address();
  const port = at !== null && typeof at === 'object' ? at.port : 0;
  let closing: Promise<void> | undefined;
  const close = () =>
    (closing ??= new Promise<void>((resolve) => {
      broker.endWebSockets();
      http.close(() => resolve());
      http.closeIdleConnections();
    }));
  endings.push(close);
  return { http, url: `ws://127.0.0.1:${port}/mqtt`, port };
}

/** Ends TLS before an HTTP server. */
async function tlsBefore(port: number): Promise<number> {
  const proxy = createTlsServer({ cert: served.cert, key: served.key }, (secure) => {
    const inner = connectTcp(port, '127.0.0.1');
    secure.on('error', () => inner.destroy()).pipe(inner);
    inner.on('error', () => secure.destroy()).pipe(secure);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  endings.push(() => new Promise<void>((resolve) => proxy.close(() => resolve())));
  const at = proxy.address();
  return at !== null && typeof at === 'object' ? at.port : 0;
}

it('[DOORWAY3] a device speaks MQTT over a WebSocket at /mqtt, through what ends TLS too: reports up, commands down, acknowledged', async () => {
  const broker = await started();
  const { received, one } = await server(broker);
  const { url, port } = await overHttp(broker);
  const secure = await tlsBefore(port);
  for (const [at, ca] of [[url], [`wss://localhost:${secure}/mqtt`, known.cert]] as const) {
    const device = await client(at, ca === undefined ? {} : { ca });
    await until('it is known', () => [...broker.connected()].includes(SERIAL));
    const commands: string[] = [];
    device.on('message', (_, payload) => void commands.push(payload.toString()));
    await device.subscribeAsync(deviceTopic(SERIAL, 'command'), { qos: 1 });
    await device.publishAsync(deviceTopic(SERIAL, 'state'), `by ${at.slice(0, 3)}`, { qos: 1 });
    await one.publishAsync(deviceTopic(SERIAL, 'command'), 'stop', { qos: 1 });
    await until('the command', () => commands.length > 0);
    await device.endAsync(true);
    await until('it is gone', () => ![...broker.connected()].includes(SERIAL));
  }
  expect(received).toEqual([`devices/${SERIAL}/state by ws:`, `devices/${SERIAL}/state by wss`]);
});

const closed = (socket: WebSocket) => new Promise<number>((resolve) => socket.once('close', resolve));

it.each([
  ['a wrong password', (url: string) => failure(url, { password: 'wrong' }), /not authorized/i],
  ['the id of another device', (url: string) => failure(url, { clientId: 'XC-0031-A' }), /not authorized/i],
  ['another path', (url: string) => failure(url.replace('/mqtt', '/other')), /connect to server/],
])('[DOORWAY3] over a WebSocket %s is refused like by TCP', async (_, attempt, text) => {
  const { url } = await overHttp(await started());
  expect(await attempt(url)).toMatch(text);
});

it.each([
  ['what is no MQTT', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ['a packet of 300 kB', Buffer.concat([Buffer.from([0x10, 0xe0, 0xa7, 0x12]), Buffer.alloc(1_000)])],
  ['a message of 300 kB', Buffer.alloc(300_000)],
])('[DOORWAY3] %s over a WebSocket ends that connection, and no other one', async (_, bytes) => {
  const broker = await started();
  const { url } = await overHttp(broker);
  const device = await client(url);
  const bad = new WebSocket(url, 'mqtt');
  bad.on('error', () => undefined);
  await new Promise<void>((resolve) => bad.once('open', () => resolve()));
  expect(bad.protocol).toBe('mqtt');
  bad.send(bytes);
  await closed(bad);
  await device.publishAsync(deviceTopic(SERIAL, 'state'), '{}', { qos: 0 });
  expect(device.connected).toBe(true);
});

it('[DOORWAY3] the first messages of a library after a time without network may be one message, however long', async () => {
  const broker = await started();
  const { received } = await server(broker);
  const { url } = await overHttp(broker);
  const socket = new WebSocket(url, 'mqtt');
  const answers: Buffer[] = [];
  socket.on('message', (data: Buffer) => void answers.push(data));
  await new Promise<void>((resolve) => socket.once('open', () => resolve()));
  endings.push(() => Promise.resolve(socket.terminate()));
  const account = { username: SERIAL, password: Buffer.from(brokerPassword(SECRET, SERIAL)), clientId: SERIAL };
  socket.send(generate({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true, keepalive: 60, ...account }));
  await until('it is known', () => answers.length > 0);
  const states = Array.from({ length: 20 }, (_, at) =>
    generate({
      cmd: 'publish',
      topic: deviceTopic(SERIAL, 'state'),
      payload: `${at} `.padEnd(60_000, 'x'),
      qos: 1,
      messageId: at + 1,
      dup: false,
      retain: false,
    }),
  );
  socket.send(Buffer.concat(states));
  await until('all of them', () => received.length === 20);
  expect(received.map((one) => one.split(' ')[1])).toEqual(Array.from({ length: 20 }, (_, at) => String(at)));
  socket.ping('still there');
  expect(String(await new Promise((resolve) => socket.once('pong', resolve)))).toBe('still there');
});

/** A frame as a client sends it. */
function masked(opcode: number, content: Buffer, isFinal = true): Buffer {
  const mask = Buffer.from([1, 2, 3, 4]);
  const length = content.length;
  const lengths =
    length <= 125
      ? Buffer.from([0x80 | length])
      : length <= 0xffff
        ? Buffer.from([0x80 | 126, length >> 8, length & 0xff])
        : Buffer.from([0x80 | 127, 0, 0, 0, 0, length >>> 24, (length >> 16) & 0xff, (length >> 8) & 0xff, length & 0xff]);
  const hidden = Buffer.from(content.map((byte, at) => byte ^ (mask[at % 4] ?? 0)));
  return Buffer.concat([Buffer.from([(isFinal ? 0x80 : 0) | opcode]), lengths, mask, hidden]);
}

it.each([1, 2, 3, 7, 1_000, 100_000])('[DOORWAY3] frames in pieces of %d bytes are read as they were sent', (size) => {
  const contents = [Buffer.from('a'), Buffer.alloc(126, 'b'), Buffer.alloc(0), Buffer.alloc(70_000, 'cd')];
  const sent = Buffer.concat([
    masked(2, contents[0] ?? Buffer.alloc(0)),
    masked(2, contents[1] ?? Buffer.alloc(0), false),
    masked(9, Buffer.from('ping')),
    masked(0, contents[2] ?? Buffer.alloc(0)),
    masked(2, contents[3] ?? Buffer.alloc(0)),
    masked(8, Buffer.from([3, 232])),
  ]);
  const read = createFrameReader();
  const pieces = [];
  for (let at = 0; at < sent.length; at += size) pieces.push(read(sent.subarray(at, at + size)));
  expect(Buffer.concat(pieces.map(({ content }) => content)).equals(Buffer.concat(contents))).toBe(true);
  expect(pieces.flatMap(({ pings }) => pings.map(String))).toEqual(['ping']);
  expect(pieces.map(({ end }) => end).filter((end) => end !== null)).toEqual(['closed']);
});

it.each([
  ['without mask', Buffer.from([0x82, 0x01, 0x61])],
  ['of text', masked(1, Buffer.from('a'))],
  ['of an unknown kind', masked(3, Buffer.from('a'))],
  ['with a reserved bit', Buffer.concat([Buffer.from([0xc2]), masked(2, Buffer.from('a')).subarray(1)])],
  ['of control that is long', masked(9, Buffer.alloc(126))],
  ['of control in parts', masked(9, Buffer.from('a'), false)],
  ['without content, a thousand times', Buffer.concat(Array.from({ length: 1_001 }, () => masked(2, Buffer.alloc(0))))],
])('[DOORWAY3] a frame %s ends the connection', (_, bytes) => expect(createFrameReader()(bytes).end).toBe('wrong'));

it('[DOORWAY3] the HTTP server is closed at once while devices are connected over it', async () => {
  const broker = await started();
  const { http, url } = await overHttp(broker);
  const device = await client(url);
  const gone = new Promise<void>((resolve) => device.once('close', () => resolve()));
  const isClosed = new Promise<void>((resolve) => http.once('close', () => resolve()));
  await endings.pop()?.();
  await endings.pop()?.();
  await Promise.all([gone, isClosed]);
});

it('[DOORWAY4] a flood over /mqtt keeps no other device away, and a stop reaches its device in the middle of it', async () => {
  const broker = await started();
  const { one } = await server(broker);
  const { url } = await overHttp(broker);
  const device = await client(url);
  const commands: string[] = [];
  device.on('message', (_, payload) => void commands.push(payload.toString()));
  await device.subscribeAsync(deviceTopic(SERIAL, 'command'), { qos: 1 });
  const flood = Array.from({ length: 700 }, () => {
    const socket = new WebSocket(url, 'mqtt');
    socket.on('error', () => undefined);
    socket.on('open', () => socket.send(Buffer.alloc(1_000, 0x30)));
    return socket;
  });
  endings.push(() => Promise.resolve(flood.forEach((socket) => socket.terminate())));
  await Promise.race(flood.map((socket) => new Promise((resolve) => socket.once('open', resolve))));
  await one.publishAsync(deviceTopic(SERIAL, 'command'), 'stop', { qos: 1 });
  await until('the stop', () => commands.includes('stop'));
  const another = await client(url, { username: 'XC-0031-A' });
  expect([device.connected, another.connected]).toEqual([true, true]);
});
