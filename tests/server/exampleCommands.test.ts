import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Aedes } from 'aedes';
import { expect, it, onTestFinished } from 'vitest';
import { type ResultMessage, resultMessage, stateMessage } from '#contract/messages/deviceMessage';
import { startAgent } from '../support/exampleAgent.ts';
import { until } from '../support/until.ts';

const PYTHON = '/usr/bin/python3';
const missing = spawnSync(PYTHON, ['-c', 'import paho.mqtt.client']).status === 0 ? null : 'not installed: python3-paho-mqtt';
const AGENTS = [
  { name: 'Python', program: [PYTHON, 'examples/agent/robot.py'], why: missing },
  { name: 'TypeScript', program: [process.execPath, 'examples/agent/robot.ts'], why: null },
];
const SERIAL = 'LF-7103-26';

/** A server that gives a token to anybody and has no data, with a broker where the test gives the commands. */
async function startServer() {
  /** Ranges of a file that were put. */
  const ranges: string[] = [];
  const http = createHttpServer((request, reply) => {
    const isFile = request.url?.startsWith('/device-files/logs/') === true;
    if (request.method === 'PUT') ranges.push(String(request.headers['content-range']));
    const status = request.method === 'PUT' ? (ranges.length === 1 ? 202 : 204) : isFile || request.method === 'POST' ? 200 : 404;
    const body = { offset: 10 + 2 * ranges.length, challenge: 'one', access_token: 'secret', expires_in: 86_400 };
    request.resume().once('end', () => reply.writeHead(status).end(status === 204 ? '' : JSON.stringify(body)));
  });
  const aedes = await Aedes.createBroker();
  const broker = createServer((stream) => void aedes.handle(stream));
  for (const server of [http, broker]) await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    await new Promise<void>((resolve) => aedes.close(() => resolve()));
    for (const server of [http, broker]) server.close();
    http.closeAllConnections();
  });
  const portOf = (server: typeof http | typeof broker) => (server.address() as AddressInfo).port;
  const messages: { readonly topic: string; readonly payload: string }[] = [];
  aedes.on('publish', ({ topic, payload }) => void messages.push({ topic, payload: payload.toString() }));
  const of = (topic: string) =>
    messages.filter((one) => one.topic === `devices/${SERIAL}/${topic}`).map(({ payload }): unknown => JSON.parse(payload));
  return {
    options: { console: `http://127.0.0.1:${portOf(http)}`, mqtt: `mqtt://127.0.0.1:${portOf(broker)}` },
    ranges,
    subscribed: () => once(aedes, 'subscribe'),
    states: () => of('state').map((one) => stateMessage.parse(one).state),
    results: () => of('result').map((one) => resultMessage.parse(one)),
    give: (command: object) => {
      const payload = JSON.stringify({ arguments: {}, given_at: new Date().toISOString(), expires_in_ms: 10_000, epoch: null, ...command });
      aedes.publish({ cmd: 'publish', topic: `devices/${SERIAL}/command`, qos: 1, payload, dup: false, retain: false }, () => undefined);
    },
  };
}

const summary = ({ status, text }: ResultMessage) => (text == null ? status : `${status}: ${text}`);

for (const { name, program, why } of AGENTS)
  it.skipIf(why !== null)(
    `[EXAMPLE2] the example in ${name} does a command once, in time, by whom has control, and a stop at any time, and goes on where an upload was cut${why === null ? '' : `; skipped, ${why}`}`,
    async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'orangery-robot-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const key = path.join(folder, 'key.pem');
      writeFileSync(key, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }));
      const server = await startServer();
      const start = async () => {
        const subscribed = server.subscribed();
        const agent = startAgent(program, { ...server.options, serial: SERIAL, key, data: folder });
        onTestFinished(async () => void (await agent.stop()));
        await subscribed;
        return agent;
      };
      /** Gives a command and returns the results that it brings. */
      const results = async (command: Readonly<Record<string, unknown>>, count: number) => {
        const before = server.results().length;
        server.give(command);
        await until(`results of ${String(command['command_id'])}`, () => server.results().length >= before + count);
        expect(
          server
            .results()
            .slice(before)
            .map(({ command_id }) => command_id),
        ).toEqual(Array(count).fill(command['command_id']));
        return server.results().slice(before).map(summary);
      };
      const take = { command_id: 'take', command: 'take_control', epoch: 5, controller: 'an' };
      const lost = { ...take, command_id: 'lost', epoch: 4, controller: 'bo' };
      const old = { given_at: new Date(Date.now() - 3_600_000).toISOString() };
      const stop = { command_id: 'stop', command: 'stop_immediately', expires_in_ms: null, ...old };
      const agent = await start();
      expect(await results(take, 2)).toEqual(['delivered', 'done']);
      expect(await results(take, 1)).toEqual(['done']);
      expect(await results(lost, 2)).toEqual(['delivered', 'failed: somebody else has taken control']);
      expect(await results({ command_id: 'late', command: 'validate_maps', ...old }, 2)).toEqual(['delivered', 'failed: it came too late']);
      expect(await results({ command_id: 'new', command: 'dance' }, 2)).toEqual([
        'delivered',
        'failed: this robot does not know the command',
      ]);
      expect(await results({ command_id: 'all', command: 'upload_data', arguments: { incident: 'all' } }, 2)).toEqual([
        'delivered',
        'done',
      ]);
      const [, size] = server.ranges[0]?.split('/') ?? [];
      expect(server.ranges).toEqual([10, 12].map((from) => `bytes ${from}-${Number(size) - 1}/${size}`));
      expect(await results(stop, 2)).toEqual(['delivered', 'done']);
      expect(await results(stop, 1)).toEqual(['done']);
      expect(server.states().at(-1)).toMatchObject({ controller: 'an', current_velocity: 0 });
      expect(await agent.stop()).toBe(0);
      await start();
      expect(await results(take, 1)).toEqual(['done']);
      expect(await results({ ...lost, command_id: 'lost again' }, 2)).toEqual(['delivered', 'failed: somebody else has taken control']);
    },
  );
