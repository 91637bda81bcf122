import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { postCorrectDevice } from '#contract/devices/correctDevice';
import { getDevice, postCreateDevice, postDeleteDevice } from '#contract/devices/device';
import { getEvents } from '#contract/devices/deviceEvent';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { answerOf, ask } from '../support/client.ts';
import { staff, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { until } from '../support/until.ts';

const server = withServer();
const of = (serial: string, body?: object) => ({ params: { serial }, token: server.it().identity.issue(staff), ...(body && { body }) });
const remove = (serial: string) => ask(server.it().address, postDeleteDevice, of(serial, {}));
const correct = (serial: string, body: object) => ask(server.it().address, postCorrectDevice, of(serial, body));
const eventsOf = async (serial: string) =>
  (await answerOf(server.it().address, getEvents, { ...of(serial), query: { per_page: 100 } })).results.map(({ message }) => message);

/** Adds a device, which sends one message; resolves when a row of the table stands under its serial. */
async function speaking(serial: string, topic: 'state' | 'data' | 'log' | 'identity', message: object | string, table: string) {
  await answerOf(server.it().address, postCreateDevice, of(serial, { name: 'Slip', device_type: 'LUMION_FIX' }));
  const device = await server.it().device(serial);
  const database = openTestDatabase(server.it().databaseUrl);
  // A device is known to the ingest soon after it was added.
  await until('the message is stored', async () => {
    await device.publish(deviceTopic(serial, topic), typeof message === 'string' ? message : JSON.stringify(message));
    return (await sql`select 1 from ${sql.table(table)} where serial = ${serial}`.execute(database)).rows.length > 0;
  });
  await database.destroy();
}

const time = new Date().toISOString();
const REPORTED = 'has reported';
it.each([
  ['an event', 'log', { kind: 'event', time, level: 'info', message: 'Started' }, 'device_event', 'is used by 1 event.'],
  ['a log file', 'log', { kind: 'file', time, database_id: 'log-1', timestamp: time }, 'device_log', 'is used by 1 log file.'],
  ['data', 'data', { data_group: 'state_data', time, data: { 'site/site_id': 'de-linde-1' } }, 'device_data', REPORTED],
  ['metrics', 'data', { data_group: 'metrics', time, data: { mileage: 1 } }, 'metrics', REPORTED],
  ['its identity', 'identity', { time, software: { core: '1' } }, 'device_identity', REPORTED],
] as const)('[REMOVE1] [CORRECT1] a device that reported %s alone stays under its serial, and the refusal says why', async (...row) => {
  const [, topic, message, table, text] = row;
  const serial = `LF-${table}`;
  await speaking(serial, topic, message, table);
  for (const outcome of [await remove(serial), await correct(serial, { serial: `${serial}-2` })]) {
    expect(outcome).toMatchObject({ status: 409 });
    expect(outcome.text).toContain(`${serial} ${text}`);
  }
  expect(await correct(serial, { client_name: 'North', hardware_revision_id: 'LF-R3' })).toMatchObject({ status: 200 });
});

it.each([
  ['cannot be read', 'state', '{', /^A message \(state\) could not be read/],
  ['is of no kind', 'log', { kind: 'nothing', time }, /^A message \(log\) could not be read/],
] as const)('[CORRECT1] a device under whose serial a message came that %s takes the event about it along', async (...row) => {
  const [name, topic, message, text] = row;
  const serial = `LF-9O${name.length}`;
  await speaking(serial, topic, message, 'device_event');
  expect(await eventsOf(serial)).toEqual([expect.stringMatching(text)]);
  expect(await correct(serial, { serial: `LF-90${name.length}` })).toMatchObject({ status: 200 });
  expect(await eventsOf(`LF-90${name.length}`)).toEqual([expect.stringMatching(text)]);
});

it('[REMOVE1] a device under whose serial only messages came that cannot be read is removed with the events about them', async () => {
  await speaking('LF-9O99', 'state', '{', 'device_event');
  expect(await remove('LF-9O99')).toMatchObject({ status: 200 });
  expect(await ask(server.it().address, getDevice, of('LF-9O99'))).toMatchObject({ status: 404 });
});
