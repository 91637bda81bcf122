import { afterAll, beforeAll, expect, it } from 'vitest';
import { natsBus } from '#server/platform/bus/natsBus';
import { commandChange, createCommandChanges } from '#server/commands/watchCommands';
import { openNats } from '#server/platform/bus/openNats';
import { watchConnection } from '#server/platform/bus/connectionState';
import { jsonCodec } from '#server/platform/bus/codec';
import { liveReport, type LiveReport } from '#server/fleet/liveReport';
import { LIVE_SUBJECT, reportCodec } from '#server/fleet/reportCodec';
import { freePort } from '../support/freePort.ts';
import { natsMissing, startNats, type NatsServer } from '../support/providers/natsServer.ts';
import { openProxy } from '../support/tcpProxy.ts';
import { until } from '../support/until.ts';

const why = natsMissing();
const test = it.skipIf(why !== null);
const suffix = why === null ? '' : `; skipped, ${why}`;
let nats: NatsServer;
const closings: (() => Promise<void>)[] = [];
beforeAll(async () => {
  if (why === null) nats = await startNats();
});
afterAll(async () => {
  for (const close of closings) await close();
  await nats?.stop();
});

const RECEIVED_AT = Date.parse('2026-03-04T13:05:00.000Z');
const report = (serial: string, length: number): LiveReport =>
  liveReport({
    push: { type: 'state', serial, timestamp: new Date(RECEIVED_AT).toISOString(), state: { controller: 'é🤖'.repeat(length) } },
    deviceTime: '2026-03-04T13:05:00Z',
    sequence: 3,
    receivedAt: RECEIVED_AT,
  });
/** Returns reports with their texts and objects, for comparison. */
const contentOf = (reports: readonly LiveReport[]) => reports.map(({ push, ...one }) => ({ ...one, text: push.text(), push: push.read() }));

async function instance(prefix = LIVE_SUBJECT) {
  const connection = await openNats(nats.url, 'test');
  const errors: Error[] = [];
  let reconnects = 0;
  const bus = natsBus({
    connection,
    prefix,
    groupOf: ({ serial }) => (serial === 'nobody' ? '' : `Serra & zonen. ${serial}`),
    codec: reportCodec((error) => errors.push(error)),
    onError: (error) => errors.push(error),
    onReconnect: () => (reconnects += 1),
  });
  const received: LiveReport[] = [];
  bus.subscribe((reports) => void received.push(...reports));
  await connection.flush();
  closings.push(() => connection.close());
  return { connection, bus, received, errors, reconnects: () => reconnects };
}

test(`[BUS1] a report reaches every instance once and unchanged, however long it is${suffix}`, async () => {
  const [one, two] = [await instance(), await instance()];
  const sent = [report('short', 1), report('long', 40_000), report('other', 2_000), report('nobody', 3), report('last', 100_000)];
  one.bus.publish(sent.slice(0, 1));
  one.bus.publish(sent.slice(1));
  await until('all arrived', () => two.received.length >= sent.length);
  const bySerial = (reports: readonly LiveReport[]) => reports.toSorted((a, b) => a.serial.localeCompare(b.serial));
  expect(contentOf(bySerial(two.received))).toEqual(contentOf(bySerial(sent)));
  expect(one.received).toEqual(sent);
  expect([...one.errors, ...two.errors]).toEqual([]);
});

test(`[BUS1] an unreadable message between instances is refused, and the next report arrives${suffix}`, async () => {
  const [one, two] = [await instance(), await instance()];
  one.connection.publish(`${LIVE_SUBJECT}.x`, JSON.stringify([{ push: 'nonsense' }]));
  one.connection.publish(`${LIVE_SUBJECT}.x`, 'no JSON');
  one.bus.publish([report('after', 1)]);
  await until('the next report', () => two.received.length > 0);
  expect(contentOf(two.received)).toEqual(contentOf([report('after', 1)]));
  expect(two.errors).toHaveLength(2);
});

test(`[BUS5] instances of two versions read nothing of each other, and each what its own version sends${suffix}`, async () => {
  const subjects = ['live', LIVE_SUBJECT, `${LIVE_SUBJECT}0`];
  const [senders, readers] = [await Promise.all(subjects.map(instance)), await Promise.all(subjects.map(instance))];
  for (const [index, { bus, connection }] of senders.entries()) {
    bus.publish([report(`version-${index}`, 1)]);
    await connection.flush();
  }
  await until('each has its own', () => readers.every(({ received }) => received.length > 0));
  await Promise.all(readers.map(({ connection }) => connection.flush()));
  expect(readers.map(({ received }) => received.map(({ serial }) => serial))).toEqual([['version-0'], ['version-1'], ['version-2']]);
  expect([...senders, ...readers].flatMap(({ errors }) => errors)).toEqual([]);
});

test(`[BUS2] without NATS an instance works alone, keeps nothing for the others, and asks for what it missed when NATS is back${suffix}`, async () => {
  const [one, two] = [await instance(), await instance()];
  const { port } = nats;
  const statuses = one.connection.status();
  await nats.stop();
  for await (const { type } of statuses) if (type === 'disconnect') break;
  const sent = one.connection.stats().outMsgs;
  const alone = report('alone', 1);
  one.bus.publish([alone]);
  expect(one.received).toEqual([alone]);
  expect(one.connection.stats().outMsgs).toBe(sent);
  nats = await startNats(port);
  await until('both are back', () => one.reconnects() * two.reconnects() > 0);
  one.bus.publish([report('again', 1)]);
  await until('the report', () => two.received.some(({ serial }) => serial === 'again'));
  expect(contentOf(two.received)).toEqual(contentOf([report('again', 1)]));
});

test(`[BUS2] a NATS server that does not answer is named in one line without its password${suffix}`, async () => {
  await expect(openNats(`nats://orangery:hidden@127.0.0.1:${await freePort()}`, 'test')).rejects.toThrow(
    /^NATS does not answer: (?!.*hidden)[^\n]+$/,
  );
});

test(`[BUS7] a NATS node that has vanished without closing its connections is noticed, and the connection is replaced${suffix}`, async () => {
  const cable = await openProxy(nats.port);
  closings.push(cable.close);
  const connection = await openNats(nats.url.replace(`:${nats.port}`, `:${cable.port}`), 'test');
  closings.push(() => connection.close());
  const changes: boolean[] = [];
  const isConnected = watchConnection(connection, (isUp) => void changes.push(isUp));
  cable.freeze();
  await until('the loss is noticed', () => !isConnected());
  cable.heal();
  await until('it is connected again', isConnected);
  await connection.flush();
  expect(changes).toEqual([false, true]);
});

test(`[CMD11] a changed command wakes who waits for it at another instance${suffix}`, async () => {
  const changesOf = async () => {
    const connection = await openNats(nats.url, 'test');
    closings.push(() => connection.close());
    const onError = (error: Error) => expect.unreachable(error.message);
    const options = {
      prefix: 'commands',
      groupOf: () => 'changed',
      codec: jsonCodec(commandChange),
      onError,
      onReconnect: () => undefined,
    };
    const changes = createCommandChanges(natsBus({ ...options, connection }));
    await connection.flush();
    return changes;
  };
  const [giving, waiting] = [await changesOf(), await changesOf()];
  let woken = 0;
  waiting.listen(() => (woken += 1));
  giving.notify();
  await until('it is woken', () => woken === 1);
});
