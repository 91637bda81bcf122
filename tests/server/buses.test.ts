import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from '#contract/schema';
import { type Bus, inProcessBus } from '#server/platform/bus/bus';
import { jsonCodec } from '#server/platform/bus/codec';
import { natsBus } from '#server/platform/bus/natsBus';
import { openNats } from '#server/platform/bus/openNats';
import { type NatsServer, natsMissing, startNats } from '../support/providers/natsServer.ts';
import { until } from '../support/until.ts';

const message = z.object({ number: z.number(), text: z.string() });
type Message = z.output<typeof message>;

const groupOf = ({ number }: Message) => (number % 2 === 0 ? 'even' : 'odd');

/** The instances of one bus: each publishes by its own, and listens on it. */
interface Instances {
  readonly buses: readonly Bus<Message>[];
  /** Resolves once each instance receives what the others publish. */
  readonly ready: () => Promise<unknown>;
}

const why = natsMissing();
let nats: NatsServer;
const closings: (() => Promise<void>)[] = [];
const errors: Error[] = [];
beforeAll(async () => {
  if (why === null) nats = await startNats();
});
afterAll(async () => {
  for (const close of closings) await close();
  await nats?.stop();
});

async function overNats(): Promise<Instances> {
  const connections = [await openNats(nats.url, 'one'), await openNats(nats.url, 'two'), await openNats(nats.url, 'three')];
  const buses = connections.map((connection) => {
    closings.push(() => connection.close());
    const options = { prefix: 'numbers', groupOf, onReconnect: () => undefined };
    return natsBus({ ...options, connection, codec: jsonCodec(message), onError: (error) => void errors.push(error) });
  });
  return { buses, ready: () => Promise.all(connections.map((connection) => connection.flush())) };
}

const kinds = [
  ['within a process', async (): Promise<Instances> => ({ buses: [inProcessBus()], ready: () => Promise.resolve() }), null],
  ['over NATS', overNats, why],
] as const;

const aMessage = (number: number, length = 1): Message => ({ number, text: 'é🤖'.repeat(length) });

describe.each(kinds)('a bus %s', (_, open, missing) => {
  const test = it.skipIf(missing !== null);
  const suffix = missing === null ? '' : `; skipped, ${missing}`;

  test(`[BUS6] brings every message to every listener once, in order and unchanged, to those of the sender at once${suffix}`, async () => {
    const { buses, ready } = await open();
    const received = buses.flatMap((bus) => {
      const [first, second]: [Message[], Message[]] = [[], []];
      bus.subscribe((messages) => void first.push(...messages));
      bus.subscribe((messages) => void second.push(...messages));
      return [first, second];
    });
    await ready();
    const sent = [aMessage(1), aMessage(2, 40_000), aMessage(3), aMessage(4, 100_000), aMessage(5)];
    buses[0]?.publish(sent.slice(0, 2));
    buses[0]?.publish([]);
    buses[0]?.publish(sent.slice(2));
    expect(received[0]).toEqual(sent);
    await until('all arrived', () => received.every((messages) => messages.length >= sent.length));
    const ofOneGroup = (messages: readonly Message[]) => messages.filter((each) => groupOf(each) === 'odd');
    for (const messages of received) {
      // Messages of one group keep their order; that of groups is another matter.
      expect(ofOneGroup(messages)).toEqual(ofOneGroup(sent));
      expect(messages.toSorted((a, b) => a.number - b.number)).toEqual(sent);
    }
    expect(errors).toEqual([]);
  });

  test(`[BUS6] brings nothing to who has unsubscribed, and goes on for the others${suffix}`, async () => {
    const { buses, ready } = await open();
    const [left, stayed]: [Message[], Message[]] = [[], []];
    const last = buses.at(-1);
    const leave = last?.subscribe((messages) => void left.push(...messages));
    last?.subscribe((messages) => void stayed.push(...messages));
    await ready();
    buses[0]?.publish([aMessage(1)]);
    await until('the first arrived', () => stayed.length === 1);
    leave?.();
    leave?.();
    buses[0]?.publish([aMessage(2)]);
    await until('the second arrived', () => stayed.length === 2);
    expect(left).toEqual([aMessage(1)]);
    for (const bus of buses) await bus.close();
  });
});
