import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { afterEach, expect, it } from 'vitest';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { brokerPassword } from '#server/platform/broker/accounts';
import { openBroker } from '#server/platform/broker/openBroker';
import { handTime } from '../support/handTime.ts';
import { until } from '../support/until.ts';

const SECRET = 'only in this test';
const SERIAL = 'LF-0140-23';
const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

/** A gateway whose stream stores nothing until the test says so. */
async function gateway() {
  const { now, after } = handTime(Date.UTC(2026, 2, 4));
  const stored: string[] = [];
  const gone: string[] = [];
  let hasStream = false;
  let resume: () => void = () => undefined;
  const stream = new Promise<void>((resolve) => {
    resume = resolve;
  });
  const hooks = {
    store: async ({ payload }: { readonly payload: Uint8Array }) => {
      if (!hasStream) await stream;
      stored.push(Buffer.from(payload).toString());
    },
    onConnected: () => undefined,
    onGone: (serial: string) => void gone.push(serial),
    onResult: () => undefined,
  };
  const broker = await openBroker({ secret: SECRET, now, elapsed: now, after, gateway: hooks });
  endings.push(broker.stop);
  const device = async (options: IClientOptions = {}): Promise<MqttClient> => {
    const password = brokerPassword(SECRET, SERIAL);
    const client = await mqtt.connectAsync(broker.url, { username: SERIAL, password, clientId: SERIAL, reconnectPeriod: 0, ...options });
    client.on('error', () => undefined);
    endings.push(() => client.endAsync(true));
    return client;
  };
  return {
    device,
    stored,
    gone,
    resume: () => {
      hasStream = true;
      resume();
    },
  };
}

it('[GATEWAY11] what a device does not send again is stored after its connection ended: an acknowledged result, and QoS 0', async () => {
  const { device, stored, gone, resume } = await gateway();
  const first = await device();
  first.publish(deviceTopic(SERIAL, 'log'), 'on its way', { qos: 1 });
  first.publish(deviceTopic(SERIAL, 'log'), 'sent again', { qos: 1 });
  first.publish(deviceTopic(SERIAL, 'state'), 'sent once', { qos: 0 });
  await first.publishAsync(deviceTopic(SERIAL, 'result'), 'stopped', { qos: 1 });
  await first.endAsync(true);
  await until('it is gone', () => gone.length === 1);
  resume();
  await until('the rest is stored', () => stored.length === 3);
  expect(stored).toEqual(['on its way', 'sent once', 'stopped']);
});

it('[GATEWAY11] [STOP1] a device of which 500 reports wait, and more were dropped, still says that it has stopped', async () => {
  const { device, stored, resume } = await gateway();
  const stopping = await device();
  for (let at = 0; at < 600; at += 1) stopping.publish(deviceTopic(SERIAL, 'log'), String(at), { qos: 1 });
  await stopping.publishAsync(deviceTopic(SERIAL, 'result'), 'stopped', { qos: 1 });
  const closed = new Promise<void>((resolve) => stopping.once('close', () => resolve()));
  resume();
  await closed;
  const logs = Array.from({ length: 500 }, (_, at) => String(at));
  expect(stored).toEqual([...logs, 'stopped', expect.stringContaining('more than 500 messages waited')]);
});
