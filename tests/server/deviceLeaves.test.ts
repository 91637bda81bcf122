import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getTakeControl } from '#contract/command';
import { getCloseDeployment, postDeployDevice } from '#contract/devices/deployment';
import { getDeviceConnection } from '#contract/devices/deviceConnection';
import { getDevice, postUpdateDevice } from '#contract/devices/device';
import { getDecryptedDevice, getDeviceCredentials } from '#contract/devices/deviceCredential';
import { getMaintenanceDeployment, postMaintenanceDeployment } from '#contract/devices/maintenance';
import { getRawState } from '#contract/fleet/machine';
import { postUpdateLocation } from '#contract/location';
import { getTreatmentAll } from '#contract/fleet/treatment';
import { deploymentHandlers } from '#server/devices/deployments/handlers';
import { ownerAt } from '#server/locations/currentOwner';
import { openOwnershipRegistry } from '#server/locations/ownershipRegistry';
import { aTreatment } from '../support/aTreatment.ts';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, withServer } from '../support/contractServer.ts';
import { moveTo } from '../support/movedDevice.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { openSocket } from '../support/testSocket.ts';
import { until } from '../support/until.ts';

const server = withServer();
const SERIAL = 'LF-0140-23';
/** Of the same owner. */
const OTHER = 'LF-0143-23';
const params = { serial: SERIAL };
const former = () =>
  server.it().identity.issue(adminOf('de-linde'), { username: 'former', name: 'Former', expiresAt: server.it().now() + 3_600_000 });
const next = () => server.it().identity.issue(adminOf('hortus-noord'), { username: 'next', expiresAt: server.it().now() + 3_600_000 });
const eye = () => server.it().identity.issue(staff, { username: 'eye', expiresAt: server.it().now() + 3_600_000 });
const pi = { params: { serial: SERIAL, target: 'pi' } };

let database: ReturnType<typeof openTestDatabase>;
beforeAll(() => {
  database = openTestDatabase(server.it().databaseUrl);
});
afterAll(async () => {
  await database.destroy();
});

const controllerOf = async () => (await answerOf(server.it().address, getRawState, { params, token: eye() })).state.controller ?? null;

it('[SEE4] closing a deployment ends control, tells the device, and pushes nothing more of it to open sockets of its former owner', async () => {
  const { address } = server.it();
  const device = await server.it().device(SERIAL);
  const received = await device.obey();
  await until('it is connected', async () => (await ask(address, getRawState, { params, token: former() })).ok);
  await answerOf(address, getTakeControl, { params, token: former() });
  expect(await controllerOf()).toBe('former');
  const [console, staffConsole] = [await openSocket(address), await openSocket(address)];
  console.begin(former());
  staffConsole.begin(eye());
  await until('both consoles see it', () => [console, staffConsole].every((one) => one.statesOf(SERIAL).length > 0));
  // What is pushed comes in order: with a report of another device of its owner, all before it has arrived.
  const other = await server.it().device(OTHER);
  const arrived = async () => {
    const known = console.statesOf(OTHER).length;
    await until('what is under way', async () => {
      await other.report({ current_state: 'waiting_for_task' });
      return console.statesOf(OTHER).length > known;
    });
  };

  const { result } = await answerOf(address, getDevice, { params, token: former() });
  const closing = { params: { id: result.active_deployment?.id ?? '' }, token: former() };
  await answerOf(address, getCloseDeployment, closing);
  await arrived();
  const before = console.statesOf(SERIAL).length;
  expect(await controllerOf()).toBeNull();
  await until('the device knows', () => received.some(({ command }) => command === 'release_control'));
  await until('the staff see what it reports then', async () => {
    await device.report({ current_state: 'after-closing' });
    return staffConsole.statesOf(SERIAL).some(({ state }) => state.current_state === 'after-closing');
  });
  await arrived();
  expect(console.statesOf(SERIAL)).toHaveLength(before);
  expect(await ask(address, getRawState, { params, token: former() })).toMatchObject({ status: 404 });
  console.socket.close();
  staffConsole.socket.close();
  const deploying = { params, token: eye(), body: { location_id: 'loc-de-linde' } };
  await answerOf(address, postDeployDevice, deploying);
});

it('[SEE4] a period that ends stays ended while an older load of the registry is under way, and without any load', async () => {
  const registry = await openOwnershipRegistry(database);
  const at = Date.now();
  expect(registry.organisationOfDevice('LF-0141-23')).toBe('org-de-linde');
  const load = registry.refresh();
  registry.endService('LF-0141-23', at);
  expect(registry.organisationOfDevice('LF-0141-23')).toBeNull();
  await load;
  expect(registry.organisationOfDevice('LF-0141-23')).toBeNull();
  expect(registry.servicesOf('LF-0141-23')?.at(-1)?.until).toBe(at);
});

it('[SEE1] organisations are found by whole names of groups, and anew after a refresh', async () => {
  const registry = await openOwnershipRegistry(database);
  const rows = await database.selectFrom('organisation').select(['id', 'authentication_group']).orderBy('id').execute();
  const groups = rows.flatMap(({ id, authentication_group: group }) => (group === null || group === '' ? [] : [{ id, group }]));
  const [firstId, first, second] = [groups[0]?.id ?? '', groups[0]?.group ?? '', groups[1]?.group ?? ''];
  const both = registry.organisationsOf([first, second]);
  expect(both.size).toBe(2);
  expect(registry.organisationsOf([first, second])).toBe(both);
  for (const joint of ['\n', ',', '","']) expect(registry.organisationsOf([`${first}${joint}${second}`]).size).toBe(0);
  const rename = (group: string) =>
    database.updateTable('organisation').set({ authentication_group: group }).where('id', '=', firstId).execute();
  await rename('another');
  await registry.refresh();
  expect(registry.organisationsOf([first, second]).has(firstId)).toBe(false);
  await rename(first);
});

it('[SEE4] a closed deployment ends the period at once, when neither the device nor the registry can be reached', async () => {
  const serial = 'XC-0031-A';
  const open = await openOwnershipRegistry(database);
  const registry = { ...open, refresh: () => Promise.reject(new Error('away')) };
  const commands = { announceDeparture: () => Promise.reject(new Error('away')) };
  const disconnected: string[] = [];
  const { getCloseDeployment: close } = deploymentHandlers({
    database,
    registry,
    commands,
    now: server.it().now,
    disconnectDevice: (device) => disconnected.push(device),
  });
  const caller = await server.it().identity.verify(eye());
  const { result } = await answerOf(server.it().address, getDevice, { params: { serial }, token: eye() });
  const at = { params: { id: result.active_deployment?.id ?? '' }, query: {}, body: {} };
  expect(await close.answer({ ...at, caller, scopeNow: () => 'all', requestId: 'closing' })).toEqual({ result: true });
  expect([registry.organisationOfDevice(serial), disconnected]).toEqual([null, [serial]]);
});

it('[SEE3] after a move an open socket of the next owner gets what the device reports then, that of the former one nothing more', async () => {
  const { address } = server.it();
  const serial = 'LF-0143-23';
  const device = await server.it().device(serial);
  const open = async (token: string) => {
    const socket = await openSocket(address);
    socket.begin(token);
    return socket;
  };
  const [formers, nexts] = [await open(former()), await open(next())];
  const textOf = (socket: typeof formers) => JSON.stringify(socket.pushes.filter((push) => push.serial === serial));
  const reportUntil = async (word: string, reader: typeof formers) => {
    await until(`${word} is pushed`, async () => {
      await device.report({ current_state: `${word}-state` });
      await device.tell('state_data', { has_wifi: true, 'site/site_id': `${word}-site` });
      return [`${word}-state`, `${word}-site`].every((part) => textOf(reader).includes(part));
    });
  };
  await reportUntil('older', formers);
  await moveTo(server.it(), serial, 'loc-hortus-noord');
  const later = await open(next());
  await reportUntil('newer', nexts);
  await reportUntil('newer', later);
  expect(textOf(formers)).not.toContain('newer');
  expect(textOf(nexts)).not.toContain('older');
  expect(textOf(later)).not.toContain('older');
  for (const { socket } of [formers, nexts, later]) socket.terminate();
});

it('[SEE5] the next owner reads no SSH credentials and no secrets of the former one, and is asked for new ones', async () => {
  const { address } = server.it();
  const ssh = (token: string) => ask(address, getMaintenanceDeployment, { ...pi, token });
  const save = (token: string, pi_: object) =>
    answerOf(address, postMaintenanceDeployment, { params, token, body: { deployment: { pi: pi_ } } });
  const metadataOf = async (token: string) => (await answerOf(address, getDecryptedDevice, { params, token })).result.metadata;
  const update = (metadata: object, token: string) => answerOf(address, postUpdateDevice, { params, token, body: { metadata } });
  await save(former(), { username: 'old', password: 'old-password' });
  await update({ wifi: 'kas', wifi_password: 'old-secret' }, former());
  expect(await metadataOf(former())).toMatchObject({ wifi_password: 'old-secret' });

  await moveTo(server.it(), SERIAL, 'loc-hortus-noord');
  expect(await ssh(next())).toMatchObject({ status: 404, error: 'NotFound: no credentials are stored for this target' });
  expect(await ssh(former())).toMatchObject({ status: 404, error: 'NotFound: no such device' });
  expect(await ssh(eye())).toMatchObject({ status: 200 });
  expect(await answerOf(address, getDeviceCredentials, { params, token: next() })).toEqual({ credentials: null });
  expect(await metadataOf(next())).toMatchObject({ wifi: 'kas', wifi_password: '***' });

  // Neither a part of new ones nor a mask that is sent back turns the former owner's secrets into the next one's.
  await save(next(), { username: 'new' });
  expect(await ssh(next())).toMatchObject({ answer: { username: 'new', password: '' } });
  await update({ wifi: 'hal', wifi_password: '***' }, next());
  expect(await metadataOf(next())).toMatchObject({ wifi: 'hal', wifi_password: '***' });
  expect(await metadataOf(eye())).toMatchObject({ wifi: 'hal', wifi_password: 'old-secret' });

  await save(next(), { username: 'new', password: 'new-password' });
  await update({ wifi: 'hal', wifi_password: 'new-secret' }, next());
  expect(await ssh(next())).toMatchObject({ answer: { username: 'new', password: 'new-password' } });
  expect(await metadataOf(next())).toMatchObject({ wifi_password: 'new-secret' });
});

it('[OWN7] a device that moves after the clock was set back works for its next owner from then on, and for nobody else', async () => {
  const serial = 'XC-0031-A';
  const { address, clock, now } = server.it();
  const ownersAt = async (at: number) => {
    const rows = await database
      .selectFrom('deployment')
      .select(['organisation', 'creation_date', 'closed_date'])
      .where('device_serial', '=', serial)
      .execute();
    for (const { creation_date, closed_date } of rows)
      expect(creation_date.getTime()).toBeLessThanOrEqual(closed_date?.getTime() ?? Infinity);
    return rows.flatMap(({ organisation, creation_date, closed_date }) =>
      creation_date.getTime() <= at && (closed_date === null || closed_date.getTime() > at) ? [organisation] : [],
    );
  };
  await moveTo(server.it(), serial, 'loc-de-linde');
  const { result } = await answerOf(address, getDevice, { params: { serial }, token: eye() });
  clock.offsetMs += 3_600_000;
  await answerOf(address, getCloseDeployment, { params: { id: result.active_deployment?.id ?? '' }, token: eye() });
  clock.offsetMs -= 3_600_000;
  await answerOf(address, postDeployDevice, { params: { serial }, body: { location_id: 'loc-hortus-noord' }, token: eye() });
  expect(await ownersAt(now() + 1_000)).toEqual(['org-hortus-noord']);
  const { rows } = await sql<{ owner: string }>`select ${ownerAt(serial, new Date(now() + 1_000))} as owner`.execute(database);
  expect(rows).toEqual([{ owner: 'org-hortus-noord' }]);
});

it('[OWN7] [SEE4] a deployment that began before the clock was set back is closed at once, and ends after its begin', async () => {
  const serial = 'XC-0031-A';
  const { address, clock } = server.it();
  clock.offsetMs += 3_600_000;
  await moveTo(server.it(), serial, 'loc-de-linde');
  const { result } = await answerOf(address, getDevice, { params: { serial }, token: former() });
  clock.offsetMs -= 3_600_000;
  const id = result.active_deployment?.id ?? '';
  await answerOf(address, getCloseDeployment, { params: { id }, token: former() });
  expect(await ask(address, getDevice, { params: { serial }, token: former() })).toMatchObject({ status: 404 });
  const period = await database
    .selectFrom('deployment')
    .select(['creation_date', 'closed_date'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(period.closed_date?.getTime()).toBeGreaterThan(period.creation_date.getTime());
});

it('[SEE3] [OWN4] [CONN1] a device cannot take a treatment of its former owner along by reporting it again, nor change it', async () => {
  const { address } = server.it();
  const device = await server.it().device('LF-0142-23');
  const idsOf = async (token: string) =>
    (await answerOf(address, getTreatmentAll, { token, query: { device_serial: 'LF-0142-23' } })).results.map(({ id, mission_id }) => [
      id,
      mission_id,
    ]);
  await device.tell('treatment', aTreatment('taken'));
  await until('it is written', async () => (await idsOf(former())).length === 1);
  const before = await idsOf(former());
  await moveTo(server.it(), 'LF-0142-23', 'loc-hortus-noord');
  const again = aTreatment('taken', { mission_id: 'reported again', creation_time: new Date(server.it().now()).toISOString() });
  await until('what is reported after it is written', async () => {
    await device.tell('treatment', again);
    await device.tell('treatment', aTreatment('later', { creation_time: new Date(server.it().now()).toISOString() }));
    return (await idsOf(next())).length > 0;
  });
  expect([await idsOf(former()), (await idsOf(next())).map(([id]) => id)]).toEqual([before, ['later']]);
  const { messages } = await answerOf(address, getDeviceConnection, { params: { serial: 'LF-0142-23' }, token: next() });
  const taken = messages.find(({ payload }) => payload.includes('"taken"'));
  expect(taken).toMatchObject({ outcome: 'dropped', reason: 'it is a treatment of another device, or of a former owner' });
});

it('[SEE6] a location that changes hands begins its deployments anew: what was before stays with whom it was done for', async () => {
  const { address } = server.it();
  const device = await server.it().device('XC-0032-A');
  const { result } = await answerOf(address, getDevice, { params: { serial: 'XC-0032-A' }, token: former() });
  const id = result.active_deployment?.location_id ?? '';
  await device.tell('treatment', aTreatment('at the former owner'));
  const idsOf = async (token: string) =>
    (await answerOf(address, getTreatmentAll, { token, query: { device_serial: 'XC-0032-A' } })).results.map((one) => one.id);
  await until('it is written', async () => (await idsOf(former())).length === 1);
  server.it().clock.offsetMs += 1_000;
  await answerOf(address, postUpdateLocation, { params: { id }, token: eye(), body: { owned_by: 'org-hortus-noord' } });
  expect([await idsOf(former()), await idsOf(next())]).toEqual([['at the former owner'], []]);
  const moved = await answerOf(address, getDevice, { params: { serial: 'XC-0032-A' }, token: next() });
  expect(moved.result.active_deployment?.id).not.toBe(result.active_deployment?.id);
  expect(await ask(address, getDevice, { params: { serial: 'XC-0032-A' }, token: former() })).toMatchObject({ status: 404 });
  const secret = { params: { serial: 'XC-0032-A', target: 'pi' }, token: next() };
  expect(await ask(address, getMaintenanceDeployment, secret)).toMatchObject({ status: 404 });
});
