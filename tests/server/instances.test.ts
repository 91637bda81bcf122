import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getStopImmediately } from '#contract/command';
import { getMachines } from '#contract/fleet/machine';
import { openNats } from '#server/platform/bus/openNats';
import { openDatabase } from '#server/platform/database/openDatabase';
import { databaseLeases } from '#server/platform/instances/databaseLeases';
import { answerOf, ask } from '../support/client.ts';
import { staff } from '../support/contractServer.ts';
import { natsMissing, startNats, type NatsServer } from '../support/providers/natsServer.ts';
import { seededDatabase, startTestServer, type TestServer } from '../support/testServer.ts';
import { openProxy } from '../support/tcpProxy.ts';
import { openSocket } from '../support/testSocket.ts';
import { until } from '../support/until.ts';

const SERIAL = 'LF-0140-23';
const why = natsMissing();
const test = it.skipIf(why !== null);
const suffix = why === null ? '' : `; skipped, ${why}`;
let nats: NatsServer;
const closings: (() => Promise<void>)[] = [];
beforeAll(async () => {
  if (why === null) nats = await startNats();
});
afterAll(async () => {
  for (const close of closings.toReversed()) await close();
  await nats?.stop();
});

/** An instance with NATS and leases; with a broker, that of another instance. */
async function instance(url: string, holder: string, mqtt?: TestServer['mqtt']): Promise<TestServer> {
  const [connection, database] = [await openNats(nats.url, holder), openDatabase(url)];
  closings.push(async () => {
    await connection.close();
    await database.destroy();
  });
  const leases = databaseLeases({ database, holder, elapsed: () => performance.now(), log: pino({ level: 'silent' }) });
  const server = await startTestServer(url, undefined, { nats: connection, leases, ...(mqtt === undefined ? {} : { mqtt }) });
  closings.push(server.close);
  return server;
}

test(`[INST2] [BUS1] [INGEST5] two instances on one database and broker: one ingests, both show it and stop; the other one goes on when it ends${suffix}`, async () => {
  const url = await seededDatabase();
  const one = await instance(url, 'one');
  const two = await instance(url, 'two', one.mqtt);
  const device = await one.device(SERIAL);
  const console = await openSocket(two.address);
  console.begin(two.identity.issue(staff));
  const batteryAt = async (server: TestServer) =>
    (await answerOf(server.address, getMachines, { token: server.identity.issue(staff) })).result[SERIAL]?.state.battery_level;
  await until('both show it', async () => {
    await device.report({ battery_level: 41 });
    return (await batteryAt(one)) === 41 && (await batteryAt(two)) === 41 && console.statesOf(SERIAL).length > 0;
  });
  const stop = () => ask(two.address, getStopImmediately, { token: two.identity.issue(staff), params: { serial: SERIAL } });
  await device.obey();
  expect(await stop()).toMatchObject({ answer: { success: true } });

  await one.server.close();
  await until('the other one ingests', async () => {
    await device.report({ battery_level: 42 });
    return (await batteryAt(two)) === 42;
  });
  expect(await stop()).toMatchObject({ answer: { success: true } });
  console.socket.close();
});

test(`[GATEWAY12] [STOP1] a stop that the device confirms at another instance is answered with success while the database is away${suffix}`, async () => {
  const url = await seededDatabase();
  const cable = await openProxy(Number(new URL(url).port));
  closings.push(cable.close);
  const through = new URL(url);
  through.port = String(cable.port);
  const one = await instance(through.href, 'one');
  const two = await instance(through.href, 'two', one.mqtt);
  const device = await one.device(SERIAL);
  await device.obey();
  const stop = () => ask(two.address, getStopImmediately, { token: two.identity.issue(staff), params: { serial: SERIAL } });
  await until('a stop is confirmed', async () => {
    await device.report({ battery_level: 41 });
    const outcome = await stop();
    return outcome.ok && outcome.answer.success;
  });
  cable.cut();
  expect(await stop()).toMatchObject({ answer: { success: true } });
  cable.heal();
});
