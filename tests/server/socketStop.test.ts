import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { REQUEST_ID_HEADER } from '#contract/call';
import { getCommands, getStopImmediately } from '#contract/command';
import { getMachines } from '#contract/fleet/machine';
import { openSocketSession } from '#server/fleet/sockets/socketSession';
import { openOwnershipRegistry } from '#server/locations/ownershipRegistry';
import { createGauges } from '#server/platform/gauges';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { openSocket, type TestSocket } from '../support/testSocket.ts';
import { until } from '../support/until.ts';

const server = withServer(undefined, { hasCables: true });
const token = (groups: readonly string[] = staff, changes = {}) => server.it().identity.issue(groups, changes);
const stop = (request_id: string, device_serial: string) => ({ type: 'stop', request_id, device_serial });

/** A console that is signed in: it has received a state. */
async function signedIn(serial: string, access: string): Promise<TestSocket> {
  const console = await openSocket(server.it().address);
  console.begin(access);
  await until('the state', () => console.statesOf(serial).length > 0);
  return console;
}

async function obeying(serial: string) {
  const device = await server.it().device(serial);
  const received = await device.obey();
  await until('connected', async () => serial in (await answerOf(server.it().address, getMachines, { token: token() })).result);
  return received;
}

const answersOf = (console: TestSocket, id: string) => console.stopAnswers.filter(({ request_id }) => request_id === id);
const outcomeOf = (console: TestSocket, id: string) =>
  until('the outcome', () => answersOf(console, id).find(({ status }) => status !== null) ?? null);

it('[STOP6] a stop over the socket is answered as received, then with the word of the device; the call with its id is the same stop', async () => {
  const received = await obeying('LF-0140-23');
  const an = token(staff, { username: 'an' });
  const console = await signedIn('LF-0140-23', an);
  console.send(stop('by-socket', 'LF-0140-23'));
  expect(await outcomeOf(console, 'by-socket')).toEqual({ type: 'stop', request_id: 'by-socket', status: 200, success: true });
  expect(answersOf(console, 'by-socket')[0]).toEqual({ type: 'stop', request_id: 'by-socket', status: null });
  const again = await ask(server.it().address, getStopImmediately, {
    params: { serial: 'LF-0140-23' },
    token: an,
    headers: { [REQUEST_ID_HEADER]: 'by-socket' },
  });
  expect(again).toMatchObject({ answer: { success: true } });
  expect(received.filter(({ command }) => command === 'stop_immediately').map(({ command_id }) => command_id)).toEqual(['by-socket']);
  await until('the record', async () => {
    const { results } = await answerOf(server.it().address, getCommands, { params: { serial: 'LF-0140-23' }, token: an });
    return results.some(({ id, status, given_by }) => id === 'by-socket' && status === 'done' && given_by === 'an');
  });
  const database = openTestDatabase(server.it().databaseUrl);
  const lines = () => database.selectFrom('audit').selectAll().where('request_id', '=', 'by-socket').execute();
  expect(await until('both audit lines', async () => ((await lines()).length > 1 ? lines() : null))).toMatchObject([
    { who: 'an', call: getStopImmediately.name, status: 200 },
    { who: 'an', call: getStopImmediately.name, status: 200 },
  ]);
  await database.destroy();
  console.socket.close();
});

it('[STOP6] a stop that the call refuses is refused over the socket with the same answer, and the socket stays open', async () => {
  await obeying('LF-0143-23');
  const console = await signedIn('LF-0143-23', token(adminOf('de-linde')));
  for (const serial of ['DV-0105', 'NO-SUCH']) {
    console.send(stop(`refused-${serial}`, serial));
    const call = await ask(server.it().address, getStopImmediately, { params: { serial }, token: token(adminOf('de-linde')) });
    expect(call).toMatchObject({ ok: false });
    const { status, error } = await outcomeOf(console, `refused-${serial}`);
    expect(call).toMatchObject({ status, error });
  }
  expect(console.closed()).toBeNull();
  console.socket.close();
});

it('[STOP6] nobody stops before the sign-in, nor with a request id that is none', async () => {
  const stranger = await openSocket(server.it().address);
  stranger.send(stop('early', 'LF-0140-23'));
  await until('closed', () => stranger.closed() !== null);
  expect([stranger.closed(), stranger.stopAnswers]).toEqual([4401, []]);
  await obeying('LF-0141-23');
  const console = await signedIn('LF-0141-23', token());
  console.send(stop('no id!', 'LF-0141-23'));
  await until('closed', () => console.closed() !== null);
  expect([console.closed(), console.stopAnswers]).toEqual([4400, []]);
});

it('[STOP6] while the database is silent a stop over the socket reaches the device and says so', async () => {
  const received = await obeying('LF-0142-23');
  const an = { username: 'an' };
  const console = await signedIn('LF-0142-23', token(staff, an));
  server.it().databaseCable.freeze();
  console.send({ type: 'authentication', access_token: token(staff, an) });
  console.send(stop('in-silence', 'LF-0142-23'));
  expect(await outcomeOf(console, 'in-silence')).toMatchObject({ status: 200, success: true });
  expect(received.map(({ command_id }) => command_id)).toContain('in-silence');
  server.it().databaseCable.heal();
  console.socket.close();
});

it('[STOP6] a stop does not wait for a token that is being verified, and of one socket 100 are taken at once', async () => {
  const database = openTestDatabase(server.it().databaseUrl);
  const registry = await openOwnershipRegistry(database);
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const asked: string[] = [];
  const forEver = new Promise<never>(() => undefined);
  const an = await server.it().identity.verify(token(staff, { username: 'an' }));
  new WebSocketServer({ server: http }).on('connection', (socket, { socket: stream }) =>
    openSocketSession(
      { socket, stream },
      {
        identity: { verify: (access) => (access === 'first' ? Promise.resolve(an) : forEver) },
        registry,
        fanOut: { push: () => undefined, add: () => undefined, remove: () => undefined, close: () => undefined },
        gauges: createGauges(),
        stop: (_caller, { requestId }) => {
          asked.push(requestId);
          return forEver;
        },
        hasRoom: () => true,
        now: () => 0,
      },
    ),
  );
  const address = http.address();
  const console = await openSocket(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  console.send({ type: 'authentication', access_token: 'first' });
  console.send(stop('s-0', 'LF-0140-23'));
  await until('signed in', () => console.stopAnswers.length === 1);
  console.send({ type: 'authentication', access_token: 'second' });
  for (let id = 1; id < 101; id += 1) console.send(stop(`s-${id}`, 'LF-0140-23'));
  await until('all', () => console.stopAnswers.length === 101);
  expect(asked).toHaveLength(100);
  expect(answersOf(console, 's-100')).toEqual([
    { type: 'stop', request_id: 's-100', status: 429, error: 'TooMany: too many stops at once' },
  ]);
  console.socket.terminate();
  http.close();
  await database.destroy();
});
