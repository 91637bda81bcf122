import { connect, type Socket } from 'node:net';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { once } from 'node:events';
import { beforeAll, expect, it } from 'vitest';
import { getStopImmediately } from '#contract/command';
import { getAllDevices } from '#contract/devices/device';
import { postGenerateCredentials } from '#contract/devices/deviceCredential';
import { postLoginMethod } from '#contract/identity';
import { calls } from '#contract/catalogue/calls';
import { addressOf } from '#contract/call';
import { ask } from '../support/client.ts';
import { adminOf, staff, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { testSettings } from '../support/testServer.ts';
import { openSocket } from '../support/testSocket.ts';
import { until } from '../support/until.ts';

const settings = testSettings({
  REQUESTS_PER_ADDRESS: '50',
  REQUESTS_PER_PERSON: '10',
  SIGN_INS_PER_NETWORK: '15',
  SOCKETS_PER_PERSON: '2',
  SOCKETS_PER_ADDRESS: '40',
});
const BURST = 4;
const server = withServer('/nonexistent', { settings, metricsMaxAgeMs: 1_000 });
const SERIAL = 'LF-0140-23';

// Nothing refills because the machine is slow.
beforeAll(() => {
  server.it().clock.stoppedAt = Date.now();
});

/** Lets the allowances of everybody refill. */
const pass = () => (server.it().clock.offsetMs += 600_000);
const get = (path: string, init?: RequestInit) => fetch(`${server.it().address}${path}`, init);

/** Sends one after the other until what was allowed at once is used up, and returns the first answer after that. */
async function flood(burst: number, send: () => Promise<Response>): Promise<Response> {
  for (let sent = 0; sent < burst; sent += 1) {
    const reply = await send();
    if (reply.status === 429) return reply;
    await reply.arrayBuffer();
  }
  return send();
}

it('[FLOOD1] [FLOOD2] [FLOOD11] requests of an address and of a person beyond their rate get 429 with Retry-After; a stop is sent all the same', async () => {
  const { address, identity, device } = server.it();
  pass();
  const received = await (await device(SERIAL)).obey();
  const [token, other] = [identity.issue(staff), identity.issue(staff)];
  const authorization = { headers: { authorization: `Bearer ${token}` } };
  const path = `/api/${addressOf(getAllDevices, {})}`;
  const person = await flood(settings.REQUESTS_PER_PERSON * BURST, () => get(path, authorization));
  expect([person.status, person.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await person.json()).toEqual({ error: 'TooMany: too many requests' });
  expect((await ask(address, getAllDevices, { token })).status).toBe(429);
  expect((await ask(address, getAllDevices, { token: other })).status).toBe(200);
  expect((await ask(address, getStopImmediately, { token, params: { serial: SERIAL } })).ok).toBe(true);
  const everybody = await flood(settings.REQUESTS_PER_ADDRESS * BURST, () => get('/nothing'));
  expect([everybody.status, everybody.headers.get('retry-after')]).toEqual([429, '1']);
  expect((await ask(address, getAllDevices, { token: other })).status).toBe(429);
  expect((await ask(address, getStopImmediately, { token, params: { serial: SERIAL } })).ok).toBe(true);
  expect(received.filter(({ command }) => command === 'stop_immediately')).toHaveLength(2);
});

it('[FLOOD3] the metrics are at an address of their own and collected once a second; the address of the console has none', async () => {
  pass();
  expect((await get('/metrics')).status).toBe(404);
  const { metricsUrl } = server.it().server;
  const sample = async () =>
    /^http_request_seconds_count\{.*route="unknown",status="404"\} (\d+)$/m.exec(await (await fetch(metricsUrl)).text())?.[1];
  pass();
  const first = await sample();
  expect(Number(first)).toBeGreaterThan(0);
  server.it().clock.offsetMs -= 500;
  await get('/nothing');
  server.it().clock.offsetMs += 500;
  expect(new URL(metricsUrl).hostname).toBe('127.0.0.1');
  pass();
  expect(Number(await sample())).toBeGreaterThan(Number(first));
  expect((await fetch(new URL('/other', metricsUrl))).status).toBe(404);
});

it('[FLOOD4] a stop passes many connections that send half a request', async () => {
  pass();
  const { address, identity, device } = server.it();
  const token = identity.issue(staff);
  const serial = 'LF-0141-23';
  await (await device(serial)).obey();
  const half: Socket[] = [];
  for (let count = 0; count < 120; count += 1) {
    const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    socket.write('GET /api/all_devices HTTP/1.1\r\nHost: localhost\r\nX-Half: ');
    half.push(socket);
  }
  expect((await ask(address, getStopImmediately, { token, params: { serial } })).ok).toBe(true);
  for (const socket of half) socket.destroy();
});

it('[FLOOD5] reports of the content policy are limited per address', async () => {
  pass();
  const report = { method: 'POST', headers: { 'content-type': 'application/csp-report' }, body: '{"csp-report":{}}' };
  const statuses: number[] = [];
  for (let sent = 0; sent < 25; sent += 1) statuses.push((await get('/csp-report', report)).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 204), ...Array.from({ length: 5 }, () => 429)]);
});

it('[FLOOD6] a person has so many sockets, and an address; one that closes makes room', async () => {
  pass();
  const { address, identity } = server.it();
  const [token, other] = [identity.issue(staff), identity.issue(staff)];
  const open = async (by: string) => {
    const socket = await openSocket(address);
    socket.begin(by);
    return socket;
  };
  const [first, second] = [await open(token), await open(token)];
  await until('both are served', () => first.pushes.length > 0 && second.pushes.length > 0);
  const third = await open(token);
  await until('the third is closed', () => third.closed() === 1013);
  const another = await open(other);
  await until('another person is served', () => another.pushes.length > 0);
  first.socket.close();
  await until('the first is closed', () => first.closed() !== null);
  const fourth = await open(token);
  await until('the fourth is served', () => fourth.pushes.length > 0);
  const mute = await Promise.all(Array.from({ length: settings.SOCKETS_PER_ADDRESS }, () => openSocket(address)));
  expect(mute.filter((socket) => socket.refused() === 429)).toHaveLength(3);
  for (const { socket } of [second, another, fourth, ...mute]) socket.terminate();
});

it('[FLOOD8] keys are generated one at a time, two at most for a person', async () => {
  pass();
  const { address, identity, databaseUrl } = server.it();
  const token = identity.issue(staff);
  const body = { algorithm_type: 'RSA2048' };
  const database = openTestDatabase(databaseUrl);
  // The lock makes the generator wait until all six requests are received.
  const held = await database.startTransaction().execute();
  await held.selectFrom('device').select('serial').where('serial', '=', SERIAL).forUpdate().execute();
  let refusedSoFar = 0;
  const asking = Array.from({ length: 6 }, async () => {
    const answer = await ask(address, postGenerateCredentials, { token, params: { serial: SERIAL }, body }).catch(() => ({
      status: 0,
      headers: new Headers(),
    }));
    if (answer.status === 429) refusedSoFar += 1;
    return answer;
  });
  await until('four are refused', () => refusedSoFar === 4);
  await held.commit().execute();
  const refused = (await Promise.all(asking)).filter(({ status }) => status === 429);
  expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(['2', '2', '2', '2']);
  await database.destroy();
});

it('[LOGIN4] login_method is limited per network, whatever the e-mails', async () => {
  pass();
  const statuses: number[] = [];
  for (let sent = 0; sent < 17; sent += 1) {
    statuses.push((await ask(server.it().address, postLoginMethod, { body: { email: `p${sent}@x.example` } })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 15 }, () => 200), 429, 429]);
});

/** Asks with a Host header, which `fetch` does not send. */
async function askAs(host: string, path: string, accept = '*/*') {
  const sent = request(server.it().address, { path, headers: { host, accept }, agent: false }).end();
  const [reply] = await once(sent, 'response');
  reply.resume();
  return { status: reply.statusCode, location: reply.headers.location };
}

it.each([
  ['evil.example', 400],
  ['localhost.evil.example:8080', 400],
  ['localhost:8080', 200],
  ['127.0.0.1:8080', 200],
  ['[::1]:8080', 200],
])('[HOST1] a request for the host "%s" answers %i', async (host, status) => {
  pass();
  expect(await askAs(host, '/healthz')).toMatchObject({ status });
});

it.each(['GET /healthz HTTP/1.1\r\nHost:\r\n\r\n', 'GET /healthz HTTP/1.0\r\n\r\n'])(
  '[HOST1] a request that names no host, %j, answers 400',
  async (text) => {
    pass();
    const socket = connect(Number(new URL(server.it().address).port), '127.0.0.1');
    socket.write(text);
    const [reply] = await once(socket, 'data');
    expect(String(reply)).toContain('HTTP/1.1 400 ');
    socket.destroy();
  },
);

it.each(['//evil.example/a', '/\\evil.example/a', '///evil.example/a', '/evil.example/a'])(
  '[HOST2] %s is redirected to this server only',
  async (path) => {
    pass();
    expect(await askAs('127.0.0.1:8080', path, 'text/html')).toEqual({ status: 302, location: 'http://localhost:8080/evil.example/a' });
  },
);

/** Sends the head of a request without its body and returns the first part of the response. */
async function answerToHead(path: string, token: string, type: string, bytes: number): Promise<string> {
  const socket = connect(Number(new URL(server.it().address).port), '127.0.0.1');
  const head = ['host: localhost', `authorization: Bearer ${token}`, `content-type: ${type}`, `content-length: ${bytes}`];
  socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
  const answer = await new Promise<string>((resolve) => socket.once('data', (text) => resolve(String(text))));
  socket.destroy();
  return answer;
}

const FORM = 'multipart/form-data; boundary=b';
const MIB = 1024 * 1024;

it.each(Object.values(calls).flatMap((call) => (call.method === 'POST' && call.access !== 'none' ? [call.name] : [])))(
  '[UPLOAD1] %s: the body of an unknown caller is not read',
  async (name) => {
    pass();
    const call = Object.values(calls).find((known) => known.name === name);
    if (call === undefined) throw new Error(name);
    const path = `/api/${call.path.replaceAll(/\{\w+\}/g, 'any')}`;
    expect(await answerToHead(path, 'none', call.multipart ? FORM : 'application/json', 1_000)).toContain('HTTP/1.1 401 ');
  },
);

it.each<readonly [string, string, readonly string[], string, number, number]>([
  ['a map of others', 'de-linde-1', adminOf('van-houte'), FORM, 1_000, 403],
  ['a new map, which only the staff may add', 'a-new-map', adminOf('van-houte'), FORM, 1_000, 403],
  ['a map of a wrong name', '.', staff, FORM, 1_000, 400],
  ['a file that is too large', 'van-houte-1', staff, FORM, 101 * MIB, 413],
  ['what is no form', 'van-houte-1', staff, 'application/json', 1_000, 400],
])('[UPLOAD2] %s is refused before anything of it is read', async (_, a, groups, type, bytes, status) => {
  pass();
  const path = `/api/map/${encodeURIComponent(a === '.' ? '%' : a)}/9.9.9/upload`;
  expect(await answerToHead(path, server.it().identity.issue(groups), type, bytes)).toContain(`HTTP/1.1 ${status} `);
});

it('[UPLOAD2] a person has two files in progress, an organisation four; a third one is refused at once, and one that is cut makes room', async () => {
  pass();
  const { address, identity } = server.it();
  const path = '/api/map/van-houte-1/9.9.9/upload';
  const begin = (token: string) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => undefined);
    const head = ['host: localhost', `authorization: Bearer ${token}`, `content-type: ${FORM}`, 'content-length: 1000'];
    socket.write(
      `POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx`,
    );
    return socket;
  };
  const token = identity.issue(adminOf('van-houte'));
  // Files of this process alone: others create and remove theirs meanwhile.
  const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`orangery-upload-${process.pid}-`));
  const before = folders().length;
  const open = [begin(token), begin(token)];
  await until('two are received', () => folders().length === before + 2);
  expect(await answerToHead(path, token, FORM, 1_000)).toContain('HTTP/1.1 429 ');
  expect(folders()).toHaveLength(before + 2);
  for (const socket of open) socket.destroy();
  await until('they are gone', () => folders().length === before);
});
