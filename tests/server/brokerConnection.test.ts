import { createServer, type Socket } from 'node:net';
import { generate, parser, type IConnectPacket, type IPublishPacket } from 'mqtt-packet';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import type { CommandMessage } from '#contract/messages/deviceMessage';
import { openBrokerConnection } from '#server/commands/brokerConnection';
import { until } from '../support/until.ts';

const [STOP, RELOAD] = ['stop_immediately', 'reload_config'] as const;
const messageOf = (command: CommandMessage['command']): CommandMessage => ({
  command_id: command,
  command,
  arguments: {},
  given_at: '2026-03-04T13:05:00Z',
  expires_at: '2026-03-04T13:05:10Z',
  epoch: null,
});
const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

/** How a broker replies to a connection: by accepting it, by a return code of MQTT 3.1.1, or by closing it. */
type Reply = 'accept' | number | 'close';

/** A broker that only replies to connections and acknowledges messages. */
async function startBroker(replyTo: (version: number, attempt: number) => Reply) {
  const [versions, published]: [number[], IPublishPacket[]] = [[], []];
  const sockets = new Set<Socket>();
  const connect = (socket: Socket, { protocolVersion = 4 }: IConnectPacket) => {
    versions.push(protocolVersion);
    const reply = replyTo(protocolVersion, versions.length);
    if (reply === 'close') return socket.destroy();
    // A broker that knows MQTT 3.1.1 alone answers in that version.
    const version = reply === 'accept' ? protocolVersion : 4;
    const code = reply === 'accept' ? 0 : reply;
    return socket.write(
      generate({ cmd: 'connack', sessionPresent: false, returnCode: code, reasonCode: code }, { protocolVersion: version }),
    );
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    const reader = parser();
    reader.on('packet', (packet) => {
      if (packet.cmd === 'connect') connect(socket, packet);
      if (packet.cmd !== 'publish') return;
      published.push(packet);
      const { qos, messageId } = packet;
      if (qos === 1 && messageId !== undefined) socket.write(generate({ cmd: 'puback', messageId }));
    });
    socket.on('data', (bytes) => reader.parse(bytes)).on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  endings.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return { url: `mqtt://127.0.0.1:${address.port}`, versions, published, cut: () => [...sockets].at(-1)?.destroy() };
}

async function connectTo({ url }: { url: string }, connectedDevices?: () => ReadonlySet<string>) {
  const broker = { url, username: 'server', password: 'secret' };
  const connection = openBrokerConnection('stop', { broker, connectedDevices, log: pino({ level: 'silent' }) });
  endings.push(connection.close);
  await until('connected', connection.isUp);
  return connection;
}
const sentTo = ({ published }: { published: readonly IPublishPacket[] }) =>
  published.map(({ qos, properties }) => [qos, properties?.messageExpiryInterval]);

it('[BROKER15] a broker of MQTT 5 is asked to drop a stop after 5 s and another command after 10 s', async () => {
  const broker = await startBroker(() => 'accept');
  const connection = await connectTo(broker);
  await connection.publish('LF-01', messageOf(STOP));
  await connection.publish('LF-01', messageOf(RELOAD));
  expect(await connection.tryPublish('LF-01', messageOf(STOP))).toBe(true);
  expect(broker.versions).toEqual([5]);
  expect(sentTo(broker)).toEqual([
    [1, 5],
    [1, 10],
    [1, 5],
  ]);
});

it.each([
  ['refuses MQTT 5', 1],
  ['closes a connection of MQTT 5', 'close'],
] as const)('[BROKER15] a broker that %s gets stops that it does not keep, and other commands as ever', async (_, reply) => {
  const broker = await startBroker((version) => (version === 5 ? reply : 'accept'));
  const connection = await connectTo(broker);
  await connection.publish('LF-01', messageOf(STOP));
  await connection.publish('LF-01', messageOf(RELOAD));
  await until('both', () => broker.published.length === 2);
  expect(broker.versions).toEqual([5, 4]);
  expect(sentTo(broker)).toEqual([
    [0, undefined],
    [1, undefined],
  ]);
});

it('[BROKER15] a connection that was lost begins with MQTT 5 again', async () => {
  const broker = await startBroker((version, attempt) => (version === 5 && attempt === 1 ? 1 : 'accept'));
  const connection = await connectTo(broker);
  broker.cut();
  await until('lost', () => !connection.isUp());
  await until('back', connection.isUp);
  expect(broker.versions).toEqual([5, 4, 5]);
});

it('[BROKER15] the embedded broker, which drops commands itself, is sent a stop with QoS 1 by MQTT 3.1.1', async () => {
  const broker = await startBroker(() => 'accept');
  const connection = await connectTo(broker, () => new Set());
  await connection.publish('LF-01', messageOf(STOP));
  expect(broker.versions).toEqual([4]);
  expect(sentTo(broker)).toEqual([[1, undefined]]);
});

it('[BROKER16] a broker that refuses the server for a while is connected to afterwards', async () => {
  const broker = await startBroker((_, attempt) => (attempt > 2 ? 'accept' : 3));
  const connection = await connectTo(broker);
  expect(connection.isUp()).toBe(true);
  expect(broker.versions).toEqual([5, 4, 5]);
});
