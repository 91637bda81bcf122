import { Client } from 'pg';
import { expect, it } from 'vitest';
import { getEvents, getLogs } from '#contract/devices/deviceEvent';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, withServer } from '../support/contractServer.ts';
import { until } from '../support/until.ts';

const server = withServer(undefined, { hasCables: true });
const asking = (serial: string, query: Readonly<Record<string, unknown>> = {}, groups = staff) => ({
  params: { serial },
  query,
  token: server.it().identity.issue(groups),
});
const events = (serial: string, query: Readonly<Record<string, unknown>> = {}) =>
  answerOf(server.it().address, getEvents, asking(serial, query));
const messages = async (serial: string, query: Readonly<Record<string, unknown>> = {}) =>
  (await events(serial, query)).results.map(({ message }) => message);
const arrived = (serial: string, total: number) => until(`${total} events`, async () => (await events(serial)).total >= total);
const logs = async (serial: string) => (await answerOf(server.it().address, getLogs, asking(serial))).result;

/** A device that writes down; the levels and the messages are what tests look at. */
async function writer(serial: string) {
  const device = await server.it().device(serial);
  const write = (response: object) => device.publish(`devices/${serial}/log`, JSON.stringify(response));
  return {
    device,
    event: (message: string, time: string, more: object = {}) => write({ kind: 'event', time, level: 'info', message, ...more }),
    file: (database_id: string, timestamp: string) => write({ kind: 'file', time: timestamp, database_id, timestamp }),
  };
}

const hourAgo = (hours: number) => new Date(Math.floor(Date.now() / 1_000) * 1_000 - hours * 3_600_000).toISOString();

async function sql<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: server.it().databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

it('[CALL-004] [OPEN-22] events are answered as they were written down, the newest first', async () => {
  const serial = 'LF-0140-23';
  expect(await events(serial)).toEqual({ total: 0, results: [] });
  const { event } = await writer(serial);
  const data = { z_error_code: '0x05000001', wheel: { left: [1, 2], note: '<b>no</b>' } };
  await event('Treatment finished', '2026-01-04T23:30:05.250Z', { level: 'success', action: { treatment_id: 't 1/2' } });
  await event('Stopped in front of something', hourAgo(2), { level: 'fatal', data, action: { incident_id: 'i-7' } });
  await event('Started', hourAgo(30));
  await arrived(serial, 3);
  expect(await messages(serial)).toEqual(['Stopped in front of something', 'Started', 'Treatment finished']);
  const { results } = await events(serial);
  expect(results[0]).toMatchObject({ level: 'fatal', data, action: { incident_id: 'i-7' } });
  // The order of the fields is the device's, too.
  expect(JSON.stringify(results[0]?.data)).toBe(JSON.stringify(data));
  expect(results[2]).toEqual({
    belgian_local_time: '2026-01-05T00:30:05',
    device_local_time: '2026-01-05T00:30:05',
    device_local_timezone: expect.stringMatching(/^Europe\//),
    level: 'success',
    message: 'Treatment finished',
    data: null,
    action: { treatment_id: 't 1/2' },
  });
});

it('[CALL-004] [OPEN-22] [INGEST12] a device that is not deployed, and one without a clock, have no local time', async () => {
  const [undeployed] = await sql<{ serial: string }>(
    'select serial from device where serial not in (select device_serial from deployment where closed_date is null) order by serial limit 1',
  );
  const nowhere = await writer(undeployed?.serial ?? '');
  await nowhere.event('Made', '2026-01-04T23:30:05Z');
  await arrived(nowhere.device.serial, 1);
  expect((await events(nowhere.device.serial)).results[0]).toMatchObject({
    belgian_local_time: '2026-01-05T00:30:05',
    device_local_time: null,
    device_local_timezone: null,
  });
  const forgetful = await writer('LF-0153-24');
  await forgetful.event('Started', '2001-01-01T00:00:07Z');
  await arrived('LF-0153-24', 1);
  const [first] = (await events('LF-0153-24')).results;
  expect(first).toMatchObject({ device_local_time: null, device_local_timezone: null });
  expect(first?.belgian_local_time).toMatch(/^(?!2001)\d{4}-/);
});

it('[OPEN-22] [GAP-86] [GAP-22] [RULE-080] a level leaves its events, and fatal is found under all', async () => {
  const serial = 'LF-0141-23';
  const { event } = await writer(serial);
  for (const [at, level] of ['success', 'info', 'warning', 'error', 'fatal', 'warning'].entries()) {
    await event(`${level} ${at}`, hourAgo(10 - at), { level });
  }
  await arrived(serial, 6);
  expect((await events(serial)).results.map(({ level }) => level)).toEqual(['warning', 'fatal', 'error', 'warning', 'info', 'success']);
  expect(await messages(serial, { level: 'warning' })).toEqual(['warning 5', 'warning 2']);
  expect(await messages(serial, { level: 'error' })).toEqual(['error 3']);
  expect((await events(serial, { level: 'warning', per_page: 1 })).total).toBe(2);
  expect(await messages(serial, { level: 'warning', per_page: 1, page: 1 })).toEqual(['warning 2']);
  expect(await events(serial, { page: 7 })).toEqual({ total: 6, results: [] });
});

it.each([
  ['level=banana', { level: 'banana' }],
  ['level=fatal', { level: 'fatal' }],
  ['level=Error', { level: 'Error' }],
  ['page=-1', { page: -1 }],
  ['page=1.5', { page: 1.5 }],
  ['page=first', { page: 'first' }],
  ['per_page=0', { per_page: 0 }],
  ['per_page=101', { per_page: 101 }],
  ['per_page=10000', { per_page: 10_000 }],
])('[CALL-004] [OPEN-22] %s is a 400', async (_name, query) => {
  const outcome = await ask(server.it().address, getEvents, asking('LF-0140-23', query));
  expect(outcome).toMatchObject({ status: 400, error: expect.stringMatching(/^Invalid: query/) });
});

it.each([
  ['events', getEvents],
  ['logs', getLogs],
] as const)('[CALL-003] [CALL-004] [SEE1] the %s of a foreign device are answered as those of none', async (_name, call) => {
  const { address } = server.it();
  const mine = adminOf('de-linde');
  const foreign = await ask(address, call, asking('DV-0105', {}, mine));
  const unknown = await ask(address, call, asking('DV-9999', {}, mine));
  expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
  expect((await ask(address, call, { params: { serial: 'LF-0140-23' } })).status).toBe(401);
});

it('[CALL-003] [OPEN-21] log files are answered newest first, at most the newest 1,000', async () => {
  const serial = 'LF-0142-23';
  expect(await logs(serial)).toEqual([]);
  const { file } = await writer(serial);
  await file('b', '2026-03-04T13:00:00.000Z');
  await file('a', '2026-03-05T13:00:00.000Z');
  await file('c', '2026-03-04T13:00:00.000Z');
  await until('three files', async () => (await logs(serial)).length === 3);
  expect(await logs(serial)).toEqual([
    { timestamp: '2026-03-05T13:00:00.000Z', database_id: 'a' },
    { timestamp: '2026-03-04T13:00:00.000Z', database_id: 'c' },
    { timestamp: '2026-03-04T13:00:00.000Z', database_id: 'b' },
  ]);
  await sql(
    `insert into device_log select $1, 'old-' || n, '2020-01-01T00:00:00Z'::timestamptz + n * interval '1 s', now() from generate_series(1, 1500) n`,
    [serial],
  );
  const many = await logs(serial);
  expect(many).toHaveLength(1_000);
  expect(many.at(-1)?.database_id).toBe('old-504');
});

it('[INGEST11] a repeated event is stored once; the same words at another time are another event', async () => {
  const serial = 'LF-0151-23';
  const { event, file } = await writer(serial);
  const at = hourAgo(3);
  for (let again = 0; again < 3; again += 1) {
    await event('Docked', at);
    await file('log-1', at);
  }
  await event('Docked', hourAgo(2));
  await event('The end', hourAgo(1));
  await until('the end', async () => (await messages(serial)).includes('The end'));
  expect(await messages(serial)).toEqual(['The end', 'Docked', 'Docked']);
  await until('the file', async () => (await logs(serial)).length > 0);
  expect(await logs(serial)).toHaveLength(1);
});

it('[INGEST1] [INGEST3] [INGEST11] [DOOR3] a bad log is counted and reported, a thief is cut off, and what follows arrives', async () => {
  const { event, device } = await writer('LF-0152-23');
  const counter = 'ingest_refused_total{reason="malformed"}';
  const before = (await server.it().measured(counter)) || 0;
  await device.publish('devices/LF-0152-23/log', '{');
  await device.publish('devices/LF-0152-23/log', `{"data":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}}`);
  await event('x', hourAgo(1), { level: 'banana' });
  await until('two counted', async () => (await server.it().measured(counter)) === before + 2);
  const thief = await writer('XC-0031-A');
  const stolen = JSON.stringify({ kind: 'event', time: hourAgo(1), level: 'fatal', message: 'stolen' });
  void thief.device.publish('devices/LF-0152-23/log', stolen).catch(() => undefined);
  await event('good', hourAgo(0));
  await arrived('LF-0152-23', 3);
  const reported = 'A message (log) could not be read: the message: not JSON';
  expect(new Set(await messages('LF-0152-23'))).toEqual(new Set([reported, 'good', 'x']));
});

it('[INGEST13] events logged while the database is away are stored when it is back', async () => {
  const serial = 'XC-0032-A';
  const { event, file } = await writer(serial);
  const { databaseCable } = server.it();
  databaseCable.cut();
  // Each is acknowledged when it is stored.
  const sent = Array.from({ length: 20 }, (_, n) => event(`event ${n + 1}`, hourAgo(29 - n)));
  sent.push(file('kept', hourAgo(1)));
  expect(await ask(server.it().address, getEvents, asking(serial))).toMatchObject({ status: 503 });
  await until('a write failed', async () => (await server.it().measured('ingest_write_failures_total')) > 0);
  databaseCable.heal();
  await Promise.all(sent);
  await arrived(serial, 20);
  expect((await events(serial, { per_page: 100 })).results.map(({ message }) => message)).toEqual(
    Array.from({ length: 20 }, (_, n) => `event ${20 - n}`),
  );
  await until('the file', async () => (await logs(serial)).length > 0);
  expect(await logs(serial)).toHaveLength(1);
  expect(await server.it().measured('ingest_lost_reports_total')).toBe(0);
});

it('[LEVEL1] a level finds its events in the words of any device, which are shown as they came', async () => {
  const serial = 'LF-0171-24';
  const { event } = await writer(serial);
  for (const [at, level] of ['ERROR', 'err', 'Warn', 'WARNING', 'critical'].entries())
    await event(`${level} ${at}`, hourAgo(10 - at), { level });
  await arrived(serial, 5);
  expect((await events(serial)).results.map(({ level }) => level)).toEqual(['critical', 'WARNING', 'Warn', 'err', 'ERROR']);
  expect(await messages(serial, { level: 'error' })).toEqual(['err 1', 'ERROR 0']);
  expect(await messages(serial, { level: 'warning' })).toEqual(['WARNING 3', 'Warn 2']);
});

it('[DOOR3] the text of a configuration that an earlier version stored with an event is in no answer', async () => {
  const serial = 'LF-0141-23';
  const data = { topic: 'configuration', unreadable: ['the message'], reasons: ['not JSON'], payload: '{"hidden_speed":4' };
  const own = { topic: 'configuration', payload: 'of the device itself' };
  await sql(
    `insert into device_event (serial, at, received_at, device_time, level, message, data)
     select $1, now(), now(), now(), 'warning', message, data::json from unnest(array['stored', 'own'], array[$2, $3]) r (message, data)`,
    [serial, JSON.stringify(data), JSON.stringify(own)],
  );
  const found = (await events(serial)).results.map((event) => [event.message, event.data]);
  const { payload: _, ...shown } = data;
  expect(found).toEqual(
    expect.arrayContaining([
      ['stored', shown],
      ['own', own],
    ]),
  );
});

it('[CALL-004] the last page and every level of 10,000 events are read by an index', async () => {
  const serial = 'XA-0007';
  await sql(
    `insert into device_event (serial, at, received_at, device_time, level, message)
     select s, t, t, t, (array['success', 'info', 'warning', 'error'])[n % 4 + 1], 'event ' || n
     from generate_series(1, 10000) n, unnest(array[$1, 'XA-0006']) s, lateral (select '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 s' as t) x`,
    [serial],
  );
  await sql('analyze device_event');
  expect((await events(serial, { page: 999 })).total).toBe(10_000);
  expect(await messages(serial, { page: 999 })).toEqual(Array.from({ length: 10 }, (_, n) => `event ${10 - n}`));
  expect((await events(serial, { page: 24, per_page: 100, level: 'error' })).total).toBe(2_500);
  const plan = async (where: string) =>
    JSON.stringify(await sql(`explain select at from device_event where ${where} order by at desc, id desc limit 10`));
  expect(await plan(`serial = '${serial}'`)).toContain('device_event_newest');
  expect(await plan(`serial = '${serial}' and level in ('error', 'ERROR', 'Error', 'err')`)).toMatch(/device_event_(level|newest)/);
});
