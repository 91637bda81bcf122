import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LiveReport } from '#server/fleet/liveReport';
import { inProcessBus } from '#server/platform/bus/bus';
import { createCommandSender } from '#server/commands/sendCommand';
import { createRetryQueue } from '#server/platform/database/retryQueue';
import { usualTimes } from '#server/commands/commandTimeouts';
import { createCommandChanges } from '#server/commands/watchCommands';
import { takeControl } from '#server/commands/control/control';
import { startControlExpiry } from '#server/commands/control/controlExpiry';
import type { CommandMessage } from '#contract/messages/deviceMessage';
import { getReleaseControl, getStopImmediately, getTakeControl } from '#contract/command';
import { getMachines, getRawState } from '#contract/fleet/machine';
import { openDatabase } from '#server/platform/database/openDatabase';
import { answerOf, ask } from '../support/client.ts';
import { staff } from '../support/contractServer.ts';
import type { TestDevice } from '../support/testDevice.ts';
import { idleLeases, seededDatabase, startTestServer, type TestServer } from '../support/testServer.ts';
import { openSocket } from '../support/testSocket.ts';
import { epochRanks } from '../support/epochRanks.ts';
import { until } from '../support/until.ts';

const DONE = { answer: { success: true } };
let url: string;
let one: TestServer;
let reading: ReturnType<typeof openDatabase>;
const closings: (() => Promise<void>)[] = [];

beforeAll(async () => {
  url = await seededDatabase();
  reading = openDatabase(url);
  one = await instance();
});
afterAll(async () => {
  for (const close of closings.toReversed()) await close();
  await reading.destroy();
});

const bus = inProcessBus<LiveReport>();

/** A server that shares the database with the others; with a broker, also the devices. */
async function instance(mqtt?: TestServer['mqtt']): Promise<TestServer> {
  const server = await startTestServer(url, '/nonexistent', {
    bus,
    ...(mqtt === undefined ? { hasCables: true } : { mqtt, leases: idleLeases }),
  });
  closings.push(server.close);
  return server;
}

/** A token that outlives every move of the clock. */
const person = (server: TestServer, username: string) =>
  server.identity.issue(staff, { username, name: `${username} of the tests`, expiresAt: server.now() + 3_600_000 });
const controllerOf = async (server: TestServer, serial: string) =>
  (await answerOf(server.address, getRawState, { token: person(server, 'eye'), params: { serial } })).state.controller ?? null;
const take = (server: TestServer, serial: string, token: string) => ask(server.address, getTakeControl, { token, params: { serial } });

/** Reports and waits until the server has taken that very report. */
async function present(server: TestServer, device: TestDevice): Promise<void> {
  const before = server.now();
  await device.report({ current_state: 'waiting_for_task', controller: null });
  const asking = { token: person(server, 'eye'), params: { serial: device.serial } };
  await until('the report', async () => {
    const output = await ask(server.address, getRawState, asking);
    return output.ok && Date.parse(output.answer.timestamp) >= before;
  });
}

/** Waits until a server has written down who is here now. */
async function presenceWritten(server: TestServer): Promise<void> {
  const since = new Date(server.now());
  await ask(server.address, getMachines, { token: person(server, 'witness') });
  await until('who is here', async () => {
    const { rows } = await sql`select from presence where username = 'witness' and seen_at >= ${since}`.execute(reading);
    return rows.length > 0;
  });
}

/** Lets the server's time pass while the devices go on reporting and nobody's presence is forgotten. */
async function pass(server: TestServer, devices: readonly TestDevice[], seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 10) {
    server.clock.offsetMs += 10_000;
    for (const device of devices) await present(server, device);
    await presenceWritten(server);
  }
}

it('[CTRL5] [DEV-015] [DEV-016] a change of control on one instance is reported at once on every other, whatever the device believes', async () => {
  const serial = 'LF-0140-23';
  const other = await instance(one.mqtt);
  const device = await one.device(serial);
  const received = await device.obey();
  await until(
    'the other instance knows it',
    async () => (await ask(other.address, getRawState, { token: person(other, 'eye'), params: { serial } })).ok,
  );
  const consoles = await Promise.all([one, other].map((server) => openSocket(server.address)));
  consoles[0]?.begin(person(one, 'former'), [serial]);
  consoles[1]?.begin(person(other, 'watcher'), [serial]);
  const shown = () => consoles.map((socket) => socket.statesOf(serial).at(-1)?.state);
  await until('both see it', () => shown().every((state) => state !== undefined));
  expect(await take(one, serial, person(one, 'former'))).toMatchObject(DONE);
  await until('both see the former', () => shown().every((state) => state?.controller === 'former'));
  expect(await take(other, serial, person(other, 'an'))).toMatchObject(DONE);
  await until('both see the new one', () => shown().every((state) => state?.controller === 'an'));
  expect(shown()).toEqual(shown().map((state) => ({ ...state, controller_name: 'an of the tests', current_state: 'waiting_for_task' })));
  const inError = () => consoles.map((socket) => socket.statesOf(serial).find(({ state }) => state.current_state === 'error'));
  // It goes on reporting that it waits: one report alone may be overtaken by the next before anybody is reported.
  await until('a report of an error', async () => {
    await device.report({ current_state: 'error', controller: 'former' });
    return inError().every((push) => push !== undefined);
  });
  expect(inError().map((push) => push?.state.controller)).toEqual(['an', 'an']);
  expect(await ask(other.address, getStopImmediately, { token: person(other, 'an'), params: { serial } })).toMatchObject(DONE);
  expect(await ask(one.address, getReleaseControl, { token: person(one, 'an'), params: { serial } })).toMatchObject(DONE);
  await until('nobody', () => shown().every((state) => state?.controller === null));
  await until('the device has all commands', () => received.length > 3);
  expect(received.map(({ command }) => command)).toEqual(['take_control', 'take_control', 'stop_immediately', 'release_control']);
  expect(epochRanks(received.map(({ epoch }) => epoch))).toEqual([1, 2, null, 3]);
  for (const socket of consoles) socket.socket.close();
});

it('[CTRL5] a restarted server knows who is in control', async () => {
  const device = await one.device('LF-0141-23');
  await present(one, device);
  expect(await take(one, 'LF-0141-23', person(one, 'an'))).toMatchObject(DONE);
  await until('stored', async () => {
    const again = await startTestServer(url);
    const known = await ask(again.address, getRawState, { token: person(again, 'eye'), params: { serial: 'LF-0141-23' } });
    await again.close();
    return known.ok && known.answer.state.controller === 'an';
  });
});

it('[CTRL4] control ends a minute after the last socket or call of its holder, and the device has the command', async () => {
  const devices = await Promise.all(['LF-0151-23', 'LF-0152-23', 'LF-0153-24'].map((serial) => one.device(serial)));
  const received = await Promise.all(devices.map((device) => device.receive()));
  const [looking, asking, gone] = ['looking', 'asking', 'gone'].map((name) => person(one, name));
  const socket = await openSocket(one.address);
  socket.begin(looking ?? '');
  for (const device of devices) await present(one, device);
  for (const [index, token] of [looking, asking, gone].entries()) {
    expect(await take(one, devices[index]?.serial ?? '', token ?? '')).toMatchObject(DONE);
  }
  const holders = () => Promise.all(devices.map(({ serial }) => controllerOf(one, serial)));
  await pass(one, devices, 40);
  await answerOf(one.address, getMachines, { token: asking ?? '' });
  expect(await holders()).toEqual(['looking', 'asking', 'gone']);
  await pass(one, devices, 40);
  await until('who is gone', async () => (await holders())[2] === null);
  expect(await holders()).toEqual(['looking', 'asking', null]);
  await until('the device has the command', () => received[2]?.at(-1)?.command === 'release_control');
  expect(received[2]?.at(-1)).toMatchObject({ controller: null });
  expect(epochRanks((received[2] ?? []).map(({ epoch }) => epoch))).toEqual([1, 2]);
  socket.socket.close();
  await until('closed', () => socket.closed() !== null);
  await pass(one, devices, 80);
  await until('all', async () => (await holders()).every((holder) => holder === null));
});

it('[CTRL3] [CTRL4] a device learns of an end of control with the epoch of that end, also when somebody has control again', async () => {
  const device = await one.device('LF-0142-23');
  await present(one, device);
  for (const name of ['former', 'an', 'bo']) expect(await take(one, device.serial, person(one, name))).toMatchObject(DONE);
  const database = openDatabase(url);
  const sent: CommandMessage[] = [];
  const link = {
    isUp: () => true,
    publish: async (_: string, message: CommandMessage) => void sent.push(message),
    tryPublish: async () => false,
    close: async () => undefined,
  };
  const [log, changes] = [pino({ level: 'silent' }), createCommandChanges()];
  const retries = createRetryQueue(log);
  const results = { receive: () => undefined, show: () => undefined, nextEnd: async () => null, idle: async () => undefined };
  const live = { isConnected: () => true, clockOffsetMs: () => null };
  const parts = {
    database,
    live,
    link,
    stopLink: link,
    results,
    changes,
    retries,
    times: usualTimes,
    now: one.now,
    onControl: () => undefined,
  };
  const ended = { serial: device.serial, holder: null, holderName: null, since: null, epoch: 2 };
  await createCommandSender(parts).end(ended, { username: '', name: 'the server' });
  expect(sent).toMatchObject([{ command: 'release_control', controller: null, epoch: 2 }]);
  const row = await database
    .selectFrom('command')
    .selectAll()
    .where('given_by_name', '=', 'the server')
    .where('device_serial', '=', device.serial)
    .executeTakeFirst();
  expect(row).toMatchObject({ epoch: 2, holder: null, status: 'sent' });
  await database.destroy();
});

it("[CTRL6] a database that was away ends nobody's control when it is back, before another minute has passed", async () => {
  const device = await one.device('LF-0160-24');
  await present(one, device);
  await take(one, device.serial, person(one, 'gone'));
  const failures = 'ingest_write_failures_total';
  const before = await one.measured(failures);
  one.databaseCable.cut();
  one.clock.offsetMs += 300_000;
  // Resolves when the report is acknowledged, which is after it is stored.
  const reported = device.report({ current_state: 'waiting_for_task' });
  // Reports are written less often than presence: by then a round has failed too.
  await until('missed', async () => (await one.measured(failures)) > before);
  one.databaseCable.heal();
  await reported;
  await presenceWritten(one);
  await present(one, device);
  expect(await controllerOf(one, device.serial)).toBe('gone');
  await until('its end', async () => {
    await pass(one, [device], 10);
    return (await controllerOf(one, device.serial)) === null;
  });
});

it('[CTRL6] [CTRL4] a round that hung for minutes, or came minutes late, ends nobody either', async () => {
  const database = openDatabase(await seededDatabase());
  const clock = { now: Date.parse('2026-03-01T02:40:00Z') };
  await takeControl(database, 'LF-0140-23', { username: 'an', name: 'An' }, clock.now);
  let hangsMs = 0;
  const ended: string[] = [];
  const upkeep = startControlExpiry({
    database,
    presence: {
      flush: async () => {
        clock.now += hangsMs;
      },
    },
    beatMs: 5_000,
    now: () => clock.now,
    log: pino({ level: 'silent' }),
    onRead: () => undefined,
    onExpired: ({ serial }) => ended.push(serial),
  });
  hangsMs = 300_000;
  await upkeep.runOnce();
  hangsMs = 0;
  clock.now += 300_000;
  await upkeep.runOnce();
  expect(ended).toEqual([]);
  for (let beat = 0; beat < 20; beat += 1) {
    clock.now += 10_000;
    await upkeep.runOnce();
  }
  expect(ended).toEqual(['LF-0140-23']);
  await upkeep.close();
  await database.destroy();
});
