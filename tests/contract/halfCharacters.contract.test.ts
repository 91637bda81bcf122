import { beforeAll, expect, it } from 'vitest';
import { getEvents } from '#contract/devices/deviceEvent';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { answerOf } from '../support/client.ts';
import { staff, withServer } from '../support/contractServer.ts';
import type { TestDevice } from '../support/testDevice.ts';
import { until } from '../support/until.ts';

const server = withServer();
const SERIAL = 'LF-0140-23';
let device: TestDevice;
beforeAll(async () => {
  device = await server.it().device(SERIAL);
});

const time = new Date().toISOString();
/** Texts whose characters of two units are cut in half wherever they are cut: one of the two. */
const cutTexts = ['', 'a'].map((before) => before + '😀'.repeat(400));
const of = (message: object) => JSON.stringify(message);
it.each(
  cutTexts.flatMap((text) => [
    ['a part of its identity', 'identity', of({ time, components: { drive: text } }), text],
    ['the name of a part', 'identity', of({ time, software: { [text]: '1' } }), text],
    ['its type', 'identity', of({ time, device_type: text }), text],
    ['a message that cannot be read', 'log', `{${text}`, text],
    ['the name of an unknown field', 'state', of({ time, sequence: 1, state: {}, [text]: 1 }), text],
    ['the value of a field that cannot be read', 'log', of({ kind: 'event', time, level: text, message: text, data: text }), text],
  ]),
)(
  '[TEXT1] a long text of emoji in %s (%s) loses nothing of what the device reports beside it',
  async (what, topic = '', payload = '', text = '') => {
    const message = `beside ${what} ${text.length}`;
    const event = of({ kind: 'event', time, level: 'info', message });
    await Promise.all([
      device.publish(deviceTopic(SERIAL, 'log'), event),
      device.publish(`devices/${SERIAL}/${topic}`, payload),
      device.report({ current_state: 'idle' }),
    ]);
    const asking = { params: { serial: SERIAL }, query: { per_page: 100 }, token: server.it().identity.issue(staff) };
    const events = async () => (await answerOf(server.it().address, getEvents, asking)).results.map((one) => one.message ?? '');
    const found = await until('the event, or that it is lost', async () => {
      const messages = await events();
      return messages.some((one) => one === message || one.includes('cannot hold it')) && messages;
    });
    expect(found.filter((one) => one.includes('cannot hold it'))).toEqual([]);
  },
);
