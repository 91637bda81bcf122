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

/** How a broker replies to a connection: by accepting it, by a return code of MQTT 3.1.1 or, from 0x80, of MQTT 5, or by closing it. */
type Reply = 'accept' | number | 'close';

interface BrokerParts {
  readonly replyTo?: (version: number, attempt: number) => Reply;
  /** Number of unacknowledged messages that it takes; one more ends the connection. */
  readonly receiveMaximum?: number;
}

/** A broker that only replies to connections, and acknowledges messages until it is halted. */
async function startBroker({ replyTo = () => 'accept', receiveMaximum }: BrokerParts = {}) {
  const [versions, published]: [number[], IPublishPacket[]] = [[], []];
  const unacknowledged: (() => void)[] = [];
  let isHalted = false;
  const sockets = new Set<Socket>();
  const connect = (socket: Socket, { protocolVersion = 4 }: IConnectPacket) => {
    versions.push(protocolVersion);
    const reply = replyTo(protocolVersion, versions.length);
    if (reply === 'close') return socket.destroy();
    const code = reply === 'accept' ? 0 : reply;
    // A broker that knows MQTT 3.1.1 alone answers in that version.
    const version = code === 0 || code >= 0x80 ? protocolVersion : 4;
    const properties = receiveMaximum === undefined ? {} : { properties: { receiveMaximum } };
    return socket.write(
      generate({ cmd: 'connack', sessionPresent: false, returnCode: code, reasonCode: code, ...properties }, { protocolVersion: version }),
    );
  };
  const acknowledge = () => {
    for (const send of unacknowledged.splice(0)) send();
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    const reader = parser();
    reader.on('packet', (packet) => {
      if (packet.cmd === 'connect') connect(socket, packet);
      if (packet.cmd !== 'publish') return;
      published.push(packet);
      const { qos, messageId } = packet;
      if (qos !== 1 || messageId === undefined) return;
      unacknowledged.push(() => socket.write(generate({ cmd: 'puback', messageId })));
      if (unacknowledged.length > (receiveMaximum ?? 65_535)) socket.destroy();
      else if (!isHalted) acknowledge();
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
  return {
    url: `mqtt://127.0.0.1:${address.port}`,
    versions,
    published,
    pause: () => [...sockets].at(-1)?.pause(),
    cut: () => [...sockets].at(-1)?.destroy(),
    halt: () => (isHalted = true),
    proceed: () => {
      isHalted = false;
      acknowledge();
    },
  };
}

async function connectTo({ url }: { url: string }, connectedDevices?: () => ReadonlySet<string>) {
  const broker = { url, username: 'server', password: 'secret' };
  const warnings: unknown[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => warnings.push(JSON.parse(line).msg) });
  const connection = openBrokerConnection('stop', { broker, connectedDevices, log });
  endings.push(connection.close);
  await until('connected', connection.isUp);
  return { ...connection, warnings };
}
const sentTo = ({ published }: { published: readonly IPublishPacket[] }) =>
  published.map(({ qos, properties }) => [qos, properties?.messageExpiryInterval]);
const OLD = expect.stringContaining('MQTT 3.1.1');

it('[BROKER15] a broker of MQTT 5 is asked to drop a stop after 5 s and another command after 10 s', async () => {
  const broker = await startBroker();
  const connection = await connectTo(broker);
  await connection.publish('LF-01', messageOf(STOP));
  await connection.publish('LF-01', messageOf(RELOAD));
  expect(broker.versions).toEqual([5]);
  expect(sentTo(broker)).toEqual([
    [1, 5],
    [1, 10],
  ]);
});

it('[BROKER15] [STOP8] a stop for a robot whose reports do not arrive is not in flight at a broker that sends again whatever was', async () => {
  const broker = await startBroker();
  const connection = await connectTo(broker);
  expect(await connection.tryPublish('LF-01', messageOf(STOP))).toBe(true);
  await until('the stop', () => broker.published.length === 1);
  expect(sentTo(broker)).toEqual([[0, 5]]);
});

it.each([
  ['refuses MQTT 5', 1, [5, 4]],
  ['refuses MQTT 5 in its own words', 0x84, [5, 4]],
  ['closes a connection of MQTT 5', 'close', [5, 5, 5, 4]],
  ['refuses MQTT 5 by another code of MQTT 3.1.1', 2, [5, 5, 5, 4]],
] as const)('[BROKER15] a broker that %s gets stops that it does not keep, and other commands as ever', async (_, reply, versions) => {
  const broker = await startBroker({ replyTo: (version) => (version === 5 ? reply : 'accept') });
  const connection = await connectTo(broker);
  await connection.publish('LF-01', messageOf(STOP));
  await connection.publish('LF-01', messageOf(RELOAD));
  await until('both', () => broker.published.length === 2);
  expect(broker.versions).toEqual(versions);
  expect(sentTo(broker)).toEqual([
    [0, undefined],
    [1, undefined],
  ]);
  expect(connection.warnings.filter((text) => OLD.asymmetricMatch(text))).toHaveLength(1);
});

it.each([
  ['closes the first connections', 'close', 2],
  ['refuses the first connections by an answer of MQTT 5', 0x88, 4],
] as const)('[BROKER15] a broker that is starting and %s is used with MQTT 5', async (_name, reply, attempts) => {
  const broker = await startBroker({ replyTo: (_, attempt) => (attempt <= attempts ? reply : 'accept') });
  const { warnings } = await connectTo(broker);
  expect(broker.versions).toEqual(Array.from({ length: attempts + 1 }, () => 5));
  expect(warnings).not.toContainEqual(OLD);
});

it('[BROKER15] a connection that was lost begins with MQTT 5 again', async () => {
  const broker = await startBroker({ replyTo: (version, attempt) => (version === 5 && attempt === 1 ? 1 : 'accept') });
  const connection = await connectTo(broker);
  broker.cut();
  await until('lost', () => !connection.isUp());
  await until('back', connection.isUp);
  expect(broker.versions).toEqual([5, 4, 5]);
});

it('[BROKER15] stops at once beyond what a broker takes unacknowledged have QoS 0, and none of them is lost', async () => {
  const broker = await startBroker({ receiveMaximum: 2 });
  const connection = await connectTo(broker);
  broker.halt();
  const stops = Array.from({ length: 5 }, (_, index) => connection.publish(`LF-0${index}`, messageOf(STOP)));
  await until('all', () => broker.published.length === 5);
  expect(sentTo(broker).map(([qos]) => qos)).toEqual([1, 1, 0, 0, 0]);
  broker.proceed();
  await Promise.all(stops);
  await connection.publish('LF-01', messageOf(RELOAD));
  expect(sentTo(broker).at(-1)).toEqual([1, 10]);
  expect(broker.versions).toEqual([5]);
});

it('[BROKER15] a stop with QoS 0 of which nothing is written fails when the connection ends', async () => {
  const broker = await startBroker({ replyTo: (version) => (version === 5 ? 1 : 'accept') });
  const connection = await connectTo(broker);
  broker.pause();
  const large = { ...messageOf(STOP), arguments: { text: 'x'.repeat(20_000_000) } };
  const stop = connection.publish('LF-01', large);
  broker.cut();
  await expect(stop).rejects.toMatchObject({ status: 503 });
});

it('[BROKER15] the embedded broker, which drops commands itself, is sent a stop with QoS 1 by MQTT 3.1.1', async () => {
  const broker = await startBroker();
  const connection = await connectTo(broker, () => new Set(['LF-01']));
  await connection.publish('LF-01', messageOf(STOP));
  expect(await connection.tryPublish('LF-01', messageOf(STOP))).toBe(true);
  expect(await connection.tryPublish('LF-02', messageOf(STOP))).toBe(false);
  expect(broker.versions).toEqual([4]);
  expect(sentTo(broker)).toEqual([
    [1, undefined],
    [1, undefined],
  ]);
});

it('[BROKER16] a broker that refuses the server for a while is connected to afterwards', async () => {
  const broker = await startBroker({ replyTo: (_, attempt) => (attempt > 2 ? 'accept' : 3) });
  const connection = await connectTo(broker);
  expect(connection.isUp()).toBe(true);
  expect(broker.versions).toEqual([5, 5, 5]);
});
