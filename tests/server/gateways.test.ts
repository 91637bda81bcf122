import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { getStopImmediately } from '#contract/command';
import { getMachines } from '#contract/fleet/machine';
import { openDatabase } from '#server/platform/database/openDatabase';
import { openNats } from '#server/platform/bus/openNats';
import { ensureStream, STREAM } from '#server/platform/messageStream/messageStream';
import { createMessageStore } from '#server/platform/messageStream/storeMessages';
import { commandChannel, partitionOf } from '#server/platform/messageStream/subjects';
import { databaseLeases } from '#server/platform/instances/databaseLeases';
import { startBroker } from '#server/platform/broker/startBroker';
import { answerOf, ask } from '../support/client.ts';
import { staff } from '../support/contractServer.ts';
import { freePort } from '../support/freePort.ts';
import { quickFolder } from '../support/newDataDir.ts';
import { natsMissing, startNats, type NatsServer } from '../support/providers/natsServer.ts';
import { openDevice } from '../support/testDevice.ts';
import { seededDatabase, startTestServer } from '../support/testServer.ts';
import { workerDatabases } from '../support/testDatabase.ts';
import { openSocket } from '../support/testSocket.ts';
import { until } from '../support/until.ts';
import { purgeWritten } from '#server/fleet/ingest/partitions/partitions';

const SECRET = 'of all gateways';
const SERIAL = 'LF-0140-23';
const log = pino({ level: 'silent' });
const why = natsMissing();
const test = it.skipIf(why !== null);
const suffix = why === null ? '' : `; skipped, ${why}`;
let nats: NatsServer;
let folder = '';
const endings: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  folder = mkdtempSync(path.join(quickFolder(), 'orangery-nats-'));
  if (why === null) nats = await startNats(await freePort(), folder);
});
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});
afterAll(async () => {
  await nats?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** An instance with a gateway of its own. */
async function instance(url: string, holder: string) {
  const [connection, database] = [await openNats(nats.url, holder), openDatabase(url)];
  const gateway = await startBroker({ secret: SECRET, takesToken: () => Promise.resolve(false), log, nats: nats.url });
  const leases = databaseLeases({ database, holder, elapsed: () => performance.now(), log });
  const undelivered: string[] = [];
  const mqtt: typeof gateway = {
    ...gateway,
    deliver: async (serial, payload) => {
      const isHeld = await gateway.deliver(serial, payload);
      if (!isHeld) undelivered.push(serial);
      return isHeld;
    },
  };
  const server = await startTestServer(url, undefined, { nats: connection, leases, mqtt });
  let isOver = false;
  const close = async () => {
    if (isOver) return;
    isOver = true;
    await server.close();
    await gateway.stop();
    await connection.close();
    await database.destroy();
  };
  endings.push(close);
  const device = async (serial: string) => {
    const opened = await openDevice(gateway.url, SECRET, serial, () => Date.now());
    endings.push(opened.close);
    return opened;
  };
  const batteryOf = async (serial: string) =>
    (await answerOf(server.address, getMachines, { token: server.identity.issue(staff) })).result[serial]?.state.battery_level;
  const stop = (serial: string) => ask(server.address, getStopImmediately, { token: server.identity.issue(staff), params: { serial } });
  return { server, database, gateway, undelivered, device, batteryOf, stop, close };
}

type Instance = Awaited<ReturnType<typeof instance>>;

/** Numbers of partitions per holder, the most first. */
const sharesOf = async ({ database }: Instance) => {
  const rows = await database
    .selectFrom('report_partition')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('expires_at', '>', new Date())
    .groupBy('holder')
    .execute();
  return rows.map(({ count }) => Number(count)).toSorted((a, b) => b - a);
};
const sharesAre = (one: Instance, shares: readonly number[]) =>
  until(`the shares are ${shares.join(' and ')}`, async () => (await sharesOf(one)).join() === shares.join());

/** A device connects to one instance until another one shows it, and then is connected nowhere. */
async function showAndLeave(at: Instance, shownBy: Instance): Promise<void> {
  const device = await at.device(SERIAL);
  await until('it is shown', async () => {
    await device.report({ battery_level: 41 });
    return (await shownBy.batteryOf(SERIAL)) === 41;
  });
  await device.close();
}

test(`[GATEWAY1] [GATEWAY4] [RENEW6] a device at one gateway is shown, stopped and cut by every instance, and moves to another gateway${suffix}`, async () => {
  const url = await seededDatabase();
  const [one, two] = [await instance(url, 'one'), await instance(url, 'two')];
  await sharesAre(one, [8, 8]);
  const device = await one.device(SERIAL);
  const console = await openSocket(two.server.address);
  console.begin(two.server.identity.issue(staff));
  await until('both show it', async () => {
    await device.report({ battery_level: 41 });
    return (await one.batteryOf(SERIAL)) === 41 && (await two.batteryOf(SERIAL)) === 41 && console.statesOf(SERIAL).length > 0;
  });
  const commands = await device.obey();
  for (const { stop } of [one, two]) expect(await stop(SERIAL)).toMatchObject({ answer: { success: true } });
  expect(commands.map(({ command }) => command)).toEqual(['stop_immediately', 'stop_immediately']);

  // The former connection would go on taking commands.
  const moved = await two.device(SERIAL);
  const after = await moved.obey();
  await until('the former connection is ended', () => !device.isConnected());
  // It would connect again.
  await device.close();
  await until('the device is at its new gateway', () => moved.isConnected());
  for (const { stop } of [one, two]) expect(await stop(SERIAL)).toMatchObject({ answer: { success: true } });
  expect([commands.length, after.length]).toEqual([2, 2]);
  one.gateway.disconnect(SERIAL);
  await until('its connection at the other gateway is cut', () => !moved.isConnected());
  console.socket.close();
});

test(`[GATEWAY2] instances read equal shares of the partitions; one that ends leaves its share to the others, and nothing is lost or written twice${suffix}`, async () => {
  const url = await seededDatabase();
  const one = await instance(url, 'one');
  await sharesAre(one, [16]);
  const serials = ['LF-0140-23', 'LF-0141-23', 'LF-0142-23', 'LF-0143-23'];
  const devices = await Promise.all(serials.map((serial) => one.device(serial)));
  const write = async (from: number) => {
    for (let count = from; count < from + 25; count += 1) {
      await Promise.all(
        devices.map((device) =>
          device.publish(
            `devices/${device.serial}/log`,
            JSON.stringify({ kind: 'event', time: new Date().toISOString(), level: 'info', message: `event ${count}` }),
          ),
        ),
      );
    }
  };
  await write(0);
  const two = await instance(url, 'two');
  const sharing = sharesAre(one, [8, 8]);
  await write(25);
  await sharing;
  await write(50);
  await two.close();
  await write(75);
  await sharesAre(one, [16]);
  const expected = Array.from({ length: 100 }, (_, count) => `event ${count}`);
  await until('all are written', async () => {
    const { count } = await one.database
      .selectFrom('device_event')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('message', 'like', 'event %')
      .executeTakeFirstOrThrow();
    return Number(count) >= expected.length * serials.length;
  });
  for (const serial of serials) {
    const rows = await one.database
      .selectFrom('device_event')
      .select('message')
      .where('serial', '=', serial)
      .where('message', 'like', 'event %')
      .orderBy('id')
      .execute();
    expect(rows.map(({ message }) => message)).toEqual(expected);
  }
});

test(`[GATEWAY3] a command for a device that is connected nowhere is refused as offline${suffix}`, async () => {
  const one = await instance(await seededDatabase(), 'one');
  await showAndLeave(one, one);
  expect(await one.stop(SERIAL)).toMatchObject({ ok: false, status: 409, error: 'Conflict: the device is offline' });
});

test(`[STOP8] [GATEWAY1] a device that is connected and has never reported is stopped by every instance; one that is connected nowhere is looked for once${suffix}`, async () => {
  const url = await seededDatabase();
  const [one, two] = [await instance(url, 'one'), await instance(url, 'two')];
  await sharesAre(one, [8, 8]);
  const device = await one.device(SERIAL);
  const commands = await device.receive();
  for (const [index, { stop }] of [one, two].entries()) {
    const stopping = stop(SERIAL);
    const command = await until('it has the stop', () => commands[index] ?? null);
    await device.answer(command.command_id, 'done');
    expect(await stopping).toMatchObject({ answer: { success: true } });
  }
  two.undelivered.length = 0;
  expect(await two.stop('LF-0141-23')).toMatchObject({ ok: false, status: 409, error: 'Conflict: the device is offline' });
  expect(two.undelivered).toEqual(['LF-0141-23']);
});

test(`[GATEWAY10] [STOP1] a stop for a device that changes its gateway reaches it at the new one${suffix}`, async () => {
  const url = await seededDatabase();
  const [one, two] = [await instance(url, 'one'), await instance(url, 'two')];
  await showAndLeave(one, two);
  const stopping = two.stop(SERIAL);
  await until('it is looked for', () => two.undelivered.length > 0);
  const commands = await (await two.device(SERIAL)).obey();
  expect(await stopping).toMatchObject({ answer: { success: true } });
  expect(commands.map(({ command }) => command)).toEqual(['stop_immediately']);
});

test(`[GATEWAY10] a gateway that dies before it answers is not waited for: the command reaches the device at the next one${suffix}`, async () => {
  const url = await seededDatabase();
  const [one, two] = [await instance(url, 'one'), await instance(url, 'two')];
  await showAndLeave(one, two);
  const dying = await openNats(nats.url, 'dying');
  let asked = 0;
  dying.subscribe(commandChannel.of(SERIAL), {
    callback: () => {
      asked += 1;
    },
  });
  await dying.flush();
  const stopping = two.stop(SERIAL);
  await until('it is asked', () => asked > 0);
  await dying.close();
  const commands = await (await one.device(SERIAL)).obey();
  expect(await stopping).toMatchObject({ answer: { success: true } });
  expect(commands.map(({ command }) => command)).toEqual(['stop_immediately']);
});

test(`[GATEWAY10] where a gateway never answers, the command is refused as not delivered${suffix}`, async () => {
  const url = await seededDatabase();
  const one = await instance(url, 'one');
  await showAndLeave(one, one);
  const silent = await openNats(nats.url, 'silent');
  endings.push(() => silent.close());
  silent.subscribe(commandChannel.of(SERIAL), { callback: () => undefined });
  await silent.flush();
  expect(await one.stop(SERIAL)).toMatchObject({ ok: false, status: 503 });
});

test(`[GATEWAY8] messages written in every partition are removed from the stream, and nothing else${suffix}`, async () => {
  const connection = await openNats(nats.url, 'purging');
  const database = openDatabase(await workerDatabases().migrated());
  endings.push(async () => {
    await connection.close();
    await database.destroy();
  });
  await ensureStream(connection, 1);
  const { streams } = await jetstreamManager(connection);
  await streams.purge(STREAM);
  const store = createMessageStore(connection);
  const [first, second] = ['LF-0140-23', 'LF-0141-23'];
  expect(partitionOf(first)).not.toBe(partitionOf(second));
  for (const [index, serial] of [first, second, first, second, first].entries())
    await store({ topic: `devices/${serial}/log`, payload: Buffer.from(`{"index":${index}}`) });
  const { last_seq } = (await streams.info(STREAM)).state;
  const at = (serial: string, position: number) =>
    database.updateTable('report_partition').set({ position }).where('partition', '=', partitionOf(serial)).execute();
  const left = async () => {
    await purgeWritten(database, connection);
    return (await streams.info(STREAM)).state.messages;
  };
  expect(await left()).toBe(5);
  await at(first, last_seq);
  expect(await left()).toBe(5);
  await at(second, last_seq - 3);
  expect(await left()).toBe(3);
  await at(second, last_seq - 1);
  expect(await left()).toBe(1);
  expect(await left()).toBe(0);
  expect(await left()).toBe(0);
});

test(`[GATEWAY5] while NATS is away nothing is acknowledged, and a stop reaches the devices of the same instance${suffix}`, async () => {
  const one = await instance(await seededDatabase(), 'one');
  const device = await one.device(SERIAL);
  await device.obey();
  await until('it is shown', async () => {
    await device.report({ battery_level: 41 });
    return (await one.batteryOf(SERIAL)) === 41;
  });
  const { port } = nats;
  await nats.stop();
  let isAcknowledged = false;
  const event = JSON.stringify({ kind: 'event', time: new Date().toISOString(), level: 'info', message: 'meanwhile' });
  const publishing = device.publish(`devices/${SERIAL}/log`, event).then(() => (isAcknowledged = true));
  expect(await one.stop(SERIAL)).toMatchObject({ answer: { success: true } });
  expect(isAcknowledged).toBe(false);
  nats = await startNats(port, folder);
  await publishing;
  await until('it is written', async () => {
    const rows = await one.database.selectFrom('device_event').select('id').where('message', '=', 'meanwhile').execute();
    return rows.length === 1;
  });
});
