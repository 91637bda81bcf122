import { createServer, IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { connect, Socket, type Socket as Connection } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { limitConnections, noteSignedIn } from '#server/platform/http/connections';
import { createApp } from '#server/platform/http/createApp';
import { FILE_MS, registerLimits } from '#server/platform/http/limits';
import { createClientAddress, networkOf } from '#server/platform/limits/clientAddress';
import { createRateLimit } from '#server/platform/limits/rateLimit';
import { createHashingSlots } from '#server/identity/password';
import { createSlots } from '#server/platform/limits/slots';
import { readUpload } from '#server/maps/upload/readUpload';
import { handTime } from '../support/handTime.ts';
import { until } from '../support/until.ts';

it('[FLOOD1] a key has its burst at once and its rate after that; a refused event does not prolong the wait, and keys do not share', () => {
  const clock = { now: 0 };
  const limit = createRateLimit({ perSecond: 2, burst: 3 }, () => clock.now);
  expect(Array.from({ length: 5 }, () => limit.waitSeconds('a'))).toEqual([0, 0, 0, 1, 1]);
  expect(limit.waitSeconds('b')).toBe(0);
  clock.now = 1_000;
  expect(Array.from({ length: 3 }, () => limit.waitSeconds('a'))).toEqual([0, 0, 1]);
});

it('[FLOOD7] [FLOOD8] slots run a few at a time and in order, refuse what is beyond the queue or the share of one key, and go on after a failure', async () => {
  const slots = createSlots({ active: 2, waiting: 3, perKey: 4 });
  const ends: ((failed: boolean) => void)[] = [];
  const begun: string[] = [];
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push(name);
      ends.push((failed) => (failed ? reject(new Error(name)) : resolve(name)));
    });
  const given = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2'].map((name) =>
    slots(name.slice(0, 1), work(name)).catch((error: unknown) => error),
  );
  expect(await given[4]).toMatchObject({ status: 429, retryAfterSeconds: 2 });
  expect(await given[6]).toMatchObject({ status: 429 });
  expect(begun).toEqual(['a1', 'a2']);
  ends[0]?.(true);
  expect(await given[0]).toMatchObject({ message: 'a1' });
  await until('the next one', () => begun.length === 3);
  for (let index = 1; index < 5; index += 1) {
    await until('it began', () => ends.length > index);
    ends[index]?.(false);
  }
  expect(await Promise.all([given[1], given[2], given[3], given[5]])).toEqual(['a2', 'a3', 'a4', 'b1']);
});

it('[FLOOD7] two sign-ins are checked at a time, twenty of a network are in progress, and thirty wait in total', async () => {
  const slots = createHashingSlots();
  let checked = 0;
  let refused = 0;
  const check = () => {
    checked += 1;
    return new Promise<never>(() => undefined);
  };
  const ask = (network: string, times: number) => {
    for (let index = 0; index < times; index += 1) void slots(network, check).catch(() => (refused += 1));
  };
  ask('one', 21);
  await until('the share of a network is used up', () => refused === 1);
  ask('other', 13);
  await until('the queue is full', () => refused === 2);
  expect(checked).toBe(2);
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('[LOGIN4] the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

/** A request over a connection from an address, with a header of proxies. */
function requestFrom(address: string, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: address });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
}

it.each([
  ['nobody', undefined, '198.51.100.1', '192.0.2.9', '198.51.100.1'],
  ['another one', '10.0.0.0/8', '198.51.100.1', '192.0.2.9', '198.51.100.1'],
  ['the proxy', '10.0.0.0/8', '10.1.2.3', '192.0.2.9', '192.0.2.9'],
  ['the proxy, behind a lie', '10.0.0.0/8', '::ffff:10.1.2.3', '203.0.113.1, 192.0.2.9', '192.0.2.9'],
  ['both proxies', '10.0.0.0/8,::1', '::1', '192.0.2.9, 10.4.4.4', '192.0.2.9'],
  ['the proxy, without a header', '10.1.2.3', '10.1.2.3', undefined, '10.1.2.3'],
])('[FLOOD1] the address of a client, when %s is trusted', (_who, trusted, direct, forwarded, expected) => {
  expect(createClientAddress(trusted).of(requestFrom(direct, forwarded))).toBe(expected);
});

/** A server that answers `/now`, and as one who is signed in `/me`, with three connections of an address. */
async function threeConnections(lingering = 100) {
  const time = handTime();
  const server = createServer((request, reply) => {
    if (request.url === '/me') noteSignedIn(request.socket);
    if (request.url !== '/slow') reply.end('here');
  });
  limitConnections(server, { perAddress: 3, now: time.now, after: time.after, isProxy: () => false, lingering });
  const port = await portOf(server);
  const open = async (text: string) => {
    const isTaken = once(server, 'connection');
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(text);
    await isTaken;
    return socket;
  };
  /** Opens one whose request is in progress, or answered, when this resolves. */
  const request = async (path: string) => {
    const isAsked = once(server, 'request');
    const socket = await open(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
    await (path === '/slow' ? isAsked : once(socket, 'data'));
    return socket;
  };
  const half = () => open('GET / HTTP/1.1\r\nx-half: ');
  return { half, open, request, time };
}

it('[FLOOD4] the oldest idle connection of an address makes room; one with a request in progress stays', async () => {
  const { half, request, time } = await threeConnections();
  const slow = await request('/slow');
  const some: Connection[] = [];
  for (let index = 0; index < 4; index += 1) some.push(await half());
  await request('/now');
  time.pass(10_010);
  await until('the oldest half ones are gone', () => some.slice(0, 3).every((socket) => socket.closed));
  expect([slow.closed, some[3]?.closed]).toEqual([false, false]);
});

it('[FLOOD4] a signed-in person keeps the connection, whatever anonymous clients of the same address open and request', async () => {
  const { half, request, time } = await threeConnections();
  const known = await request('/me');
  for (let index = 0; index < 3; index += 1) await request('/slow');
  const some: Connection[] = [];
  for (let index = 0; index < 4; index += 1) some.push(await half());
  time.pass(10_010);
  await until('the oldest are gone', () => some.slice(0, 2).every((socket) => socket.closed));
  expect(known.closed).toBe(false);
  const answer = once(known, 'data');
  known.write('GET /me HTTP/1.1\r\nhost: a\r\n\r\n');
  expect(String(await answer)).toContain('here');
});

it('[FLOOD4] where every connection of an address has a request in progress, the oldest makes room for a new one', async () => {
  const { request, time } = await threeConnections();
  const busy = [await request('/slow'), await request('/slow'), await request('/slow')];
  const last = await request('/now');
  time.pass(10_010);
  await until('the oldest is gone', () => busy[0]?.closed === true);
  expect([...busy.slice(1), last].map((socket) => socket.closed)).toEqual([false, false, false]);
});

it('[FLOOD14] a connection that makes room is closed 10 s later, and stays if a signed-in person uses it until then', async () => {
  const { half, open, request, time } = await threeConnections();
  const some = [await half(), await half()];
  const late = await open('GET /me HTTP/1.1\r\n');
  for (let index = 0; index < 3; index += 1) await request('/now');
  time.pass(9_999);
  const answer = once(late, 'data');
  late.write('host: a\r\n\r\n');
  expect(String(await answer)).toContain('here');
  expect([...some, late].map((socket) => socket.closed)).toEqual([false, false, false]);
  time.pass(10);
  await until('the others are closed', () => some.every((socket) => socket.closed));
  const again = once(late, 'data');
  late.write('GET /me HTTP/1.1\r\nhost: a\r\n\r\n');
  expect(String(await again)).toContain('here');
});

it('[FLOOD15] connections that make room at the same moment are closed one after the other', async () => {
  const { half, time } = await threeConnections();
  const closed: Connection[] = [];
  for (let index = 0; index < 7; index += 1) {
    const socket = await half();
    socket.once('close', () => closed.push(socket));
  }
  time.pass(10_000);
  await until('the first is closed', () => closed.length > 0);
  time.pass(3);
  await until('the second is closed', () => closed.length > 1);
  expect(closed).toHaveLength(2);
  time.pass(10);
  await until('all that made room are closed', () => closed.length === 4);
});

it('[FLOOD14] the oldest of too many that have made room is closed at once', async () => {
  const { half } = await threeConnections(2);
  const some: Connection[] = [];
  for (let index = 0; index < 6; index += 1) some.push(await half());
  await until('the oldest is closed', () => some[0]?.closed === true);
  expect(some.slice(1).map((socket) => socket.closed)).toEqual([false, false, false, false, false]);
});

/** Listens on a free port until the test ends. */
async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const at = server.address();
  return typeof at === 'object' && at !== null ? at.port : 0;
}

it('[FLOOD13] new connections beyond the rate of an address are closed unread; other addresses, this machine and those that are open stay', async () => {
  const clock = { now: 0 };
  const server = createServer((_request, reply) => void reply.end('here'));
  limitConnections(server, {
    perAddress: 100,
    rate: { perSecond: 1, burst: 2 },
    now: () => clock.now,
    isProxy: (one) => one === '127.0.0.9',
  });
  const port = await portOf(server);
  const opened = new Map<string, Connection>();
  /** Asks on the open connection of a name, or on a new one, from an address; returns whether there was an answer. */
  const isAnswered = async (name: string, localAddress: string) => {
    const socket = opened.get(name) ?? connect({ port, host: '127.0.0.1', localAddress });
    opened.set(name, socket);
    const ended = new Promise<boolean>((resolve) => socket.once('close', () => resolve(false)).once('error', () => resolve(false)));
    const answered = new Promise<boolean>((resolve) => socket.once('data', (text) => resolve(String(text).includes('here'))));
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    return Promise.race([ended, answered]);
  };
  expect([await isAnswered('one', '127.0.0.2'), await isAnswered('two', '127.0.0.2'), await isAnswered('three', '127.0.0.2')]).toEqual([
    true,
    true,
    false,
  ]);
  expect([await isAnswered('one', '127.0.0.2'), await isAnswered('other', '127.0.0.3')]).toEqual([true, true]);
  for (const free of ['127.0.0.1', '127.0.0.9'])
    for (let index = 0; index < 4; index += 1) expect(await isAnswered(`${free} ${index}`, free)).toBe(true);
  clock.now = 1_000;
  expect(await isAnswered('four', '127.0.0.2')).toBe(true);
});

/** Sends a text over a connection of its own. */
function send(port: number, text: string) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.resume().write(text);
  // Closed with something unread, it is reset: an error, at which `once` would reject.
  return { socket, closed: new Promise((resolve) => socket.once('close', resolve)) };
}
const USUAL_TIMES = { headersTimeout: 300_000, requestTimeout: 300_000, connectionTimeout: 60_000, connectionsCheckingInterval: 10 };
async function appPort(app: ReturnType<typeof createApp>): Promise<number> {
  onTestFinished(() => app.close());
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
}

it('[START19] what a plugin takes to start, on whatever machine, is waited for', () => {
  expect(createApp(createClientAddress(undefined)).initialConfig.pluginTimeout).toBe(0);
});

it('[FLOOD4] a header that does not come ends its connection', async () => {
  const port = await appPort(createApp(createClientAddress(undefined), { ...USUAL_TIMES, headersTimeout: 100 }));
  await send(port, 'GET /body HTTP/1.1\r\nx-half: ').closed;
});

it('[FLOOD4] a body that does not come ends its connection; a file may take longer', async () => {
  const app = createApp(createClientAddress(undefined), USUAL_TIMES);
  registerLimits(app, { REQUESTS_PER_ADDRESS: 1_000 }, () => 0, 20);
  app.post('/body', () => 'here');
  app.post('/file', { config: { hasFile: 'person' } }, () => 'here');
  const port = await appPort(app);
  const post = (to: string) => send(port, `POST ${to} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n`);
  const file = post('/file');
  await post('/body').closed;
  const answer = once(file.socket, 'data');
  file.socket.write('{}');
  expect(String(await answer)).toContain('here');
});

it('[FLOOD4] the file of a person has its time, that of a device a longer one', async () => {
  const app = createApp(createClientAddress(undefined), USUAL_TIMES);
  registerLimits(app, { REQUESTS_PER_ADDRESS: 1_000 }, () => 0, 20, { person: 20, device: 300_000 });
  for (const whose of ['person', 'device'] as const) app.post(`/${whose}`, { config: { hasFile: whose } }, () => 'here');
  const port = await appPort(app);
  const post = (to: string) => send(port, `POST ${to} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n`);
  const ofDevice = post('/device');
  await post('/person').closed;
  const answer = once(ofDevice.socket, 'data');
  ofDevice.socket.write('{}');
  expect(String(await answer)).toContain('here');
  expect(FILE_MS).toEqual({ person: 300_000, device: 3_600_000 });
});

it('[LONG1] an answer may take longer than a body: that of a request without one, and of one that has come', async () => {
  const app = createApp(createClientAddress(undefined));
  onTestFinished(() => app.close());
  registerLimits(app, { REQUESTS_PER_ADDRESS: 1_000 }, () => 0, 20);
  const late = new Map<string, PassThrough>();
  const begin = (name: string) => {
    const body = new PassThrough();
    late.set(name, body);
    body.write('first');
    return body;
  };
  app.get('/slow', (_request, reply) => reply.send(begin('get')));
  app.post('/slow', (_request, reply) => reply.send(begin('post')));
  // Handled after the others: the time of their bodies is over when this one's is.
  app.post('/body', () => 'here');
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const answers = [
    fetch(`${address}/slow`),
    fetch(`${address}/slow`, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }),
  ];
  const begun = await Promise.all(answers);
  const cut = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => undefined);
  cut.resume().write('POST /body HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n');
  await new Promise((resolve) => cut.once('close', resolve));
  for (const body of late.values()) body.end(' last');
  expect(await Promise.all(begun.map((answer) => answer.text()))).toEqual(['first last', 'first last']);
});

it('[FLOOD10] an upload that takes too long to read is refused, and its thread ended', async () => {
  const endless = new URL('data:text/javascript,for(;;);');
  await expect(readUpload('any', 50, endless)).rejects.toMatchObject({ status: 400, message: 'the zip takes too long to read' });
});
