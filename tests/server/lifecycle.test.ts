import { request } from 'node:http';
import { expect, it } from 'vitest';
import { getCloseDeployment } from '#contract/devices/deployment';
import { getAllDevices, getDevice } from '#contract/devices/device';
import { openDatabase } from '#server/platform/database/openDatabase';
import { migrate } from '#server/app/migrations';
import type { LiveReport } from '#server/fleet/liveReport';
import { inProcessBus } from '#server/platform/bus/bus';
import { getMachines } from '#contract/fleet/machine';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff } from '../support/contractServer.ts';
import { workerDatabases } from '../support/testDatabase.ts';
import { openSocket } from '../support/testSocket.ts';
import { idleLeases, seededDatabase, startSeededServer, startTestServer } from '../support/testServer.ts';
import { until } from '../support/until.ts';

const databases = workerDatabases();

it('[INGEST9] two servers on one empty database fill it once', async () => {
  const url = await databases.fresh();
  const [one, two] = await Promise.all([startTestServer(url), startTestServer(url)]);
  const { result } = await answerOf(two.address, getAllDevices, { token: two.identity.issue(staff) });
  expect(result).toHaveLength(24);
  await Promise.all([one.close(), two.close()]);
});

it('[INGEST9] migrating again changes nothing', async () => {
  const database = openDatabase(await databases.fresh());
  await migrate(database);
  await migrate(database);
  const tables = await database.introspection.getTables();
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['device', 'history_block', 'treatment']));
  await database.destroy();
});

it('[HTTP7] closing ends open sockets with 1001 and does not wait for a kept-alive connection or a body that never ends', async () => {
  const server = await startSeededServer();
  const console = await openSocket(server.address);
  console.begin(server.identity.issue(staff));
  const hanging = request(`${server.address}/api/login_method`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 100 },
  });
  hanging.on('error', () => undefined);
  hanging.write('{');
  await answerOf(server.address, getAllDevices, { token: server.identity.issue(staff) });
  await server.server.close();
  expect(await until('the socket ends', console.closed)).toBe(1001);
  await expect(fetch(`${server.address}/healthz`)).rejects.toThrow();
  hanging.destroy();
  await server.close();
});

it('[HTTP7] a database that says nothing any more is a 503 too, and the server recovers', async () => {
  const server = await startSeededServer(undefined, { hasCables: true });
  const token = server.identity.issue(staff);
  await answerOf(server.address, getAllDevices, { token });
  server.databaseCable.freeze();
  expect(await ask(server.address, getAllDevices, { token })).toMatchObject({ status: 503 });
  expect(await ask(server.address, getMachines, { token })).toMatchObject({ status: 200 });
  server.databaseCable.heal();
  await until('recovered', async () => (await ask(server.address, getAllDevices, { token })).ok);
  await server.close();
});

it('[BUS1] a console of a second instance is pushed what the first one takes in', async () => {
  const url = await seededDatabase();
  const bus = inProcessBus<LiveReport>();
  const one = await startTestServer(url, undefined, { bus });
  const two = await startTestServer(url, undefined, { bus, leases: idleLeases });
  const console = await openSocket(two.address);
  console.begin(two.identity.issue(staff));
  const device = await one.device('LF-0140-23');
  let level = 0;
  await until('the push', async () => {
    level += 1;
    await device.report({ battery_level: level });
    return console.statesOf('LF-0140-23').length > 0;
  });
  const { result } = await answerOf(two.address, getMachines, { token: two.identity.issue(staff) });
  expect(result['LF-0140-23']?.state.battery_level).toBeGreaterThan(0);
  console.socket.close();
  await Promise.all([one.close(), two.close()]);
});

it('[SEE4] a deployment that is closed at one instance ends what consoles of another receive, also when that one cannot read who owns what', async () => {
  const SERIAL = 'LF-0140-23';
  const url = await seededDatabase();
  const bus = inProcessBus<LiveReport>();
  const one = await startTestServer(url, undefined, { bus });
  const two = await startTestServer(url, undefined, { bus, leases: idleLeases, hasCables: true });
  const [former, eye] = [await openSocket(two.address), await openSocket(two.address)];
  former.begin(two.identity.issue(adminOf('de-linde')));
  eye.begin(two.identity.issue(staff));
  const device = await one.device(SERIAL);
  await until('both see it', async () => {
    await device.report({ current_state: 'before' });
    return [former, eye].every((console) => console.statesOf(SERIAL).length > 0);
  });
  two.databaseCable.cut();
  const token = one.identity.issue(staff);
  const { result } = await answerOf(one.address, getDevice, { params: { serial: SERIAL }, token });
  await answerOf(one.address, getCloseDeployment, { params: { id: result.active_deployment?.id ?? '' }, token });
  const isAfter = ({ state }: { state: { current_state?: unknown } }) => state.current_state === 'after';
  await until('the staff see what it reports then', async () => {
    await device.report({ current_state: 'after' });
    return eye.statesOf(SERIAL).some(isAfter);
  });
  expect(former.statesOf(SERIAL).some(isAfter)).toBe(false);
  former.socket.close();
  eye.socket.close();
  two.databaseCable.heal();
  await Promise.all([one.close(), two.close()]);
});
