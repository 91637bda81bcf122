import { expect, it } from 'vitest';
import { getDeviceConnection } from '#contract/devices/deviceConnection';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, userOf, withServer } from '../support/contractServer.ts';
import { until } from '../support/until.ts';

const robotAddresses = [{ name: 'MQTT', url: 'mqtt://127.0.0.1:1883' }];
let connection: (serial: string, kind: 'connected' | 'disconnected' | 'refused', reason: string | null) => void = () => undefined;
const server = withServer(undefined, { robotAddresses, watchConnections: (listener) => void (connection = listener) });
const SERIAL = 'LF-0140-23';
const connectionOf = (groups = staff, serial = SERIAL) =>
  ask(server.it().address, getDeviceConnection, { params: { serial }, token: server.it().identity.issue(groups) });

it('[CONN1] what a device sent is there with how it was read, newest first, its secrets masked, and why its connections ended', async () => {
  const device = await server.it().device(SERIAL);
  await device.report({ current_state: 'waiting_for_task' });
  await device.publish(`devices/${SERIAL}/state`, '{"time":"soon","sequence":9,"token":"eyJhbGciOiJ9.x.y","state":{"battery_level":[]}}');
  await device.publish(`devices/${SERIAL}/data`, '{"data_group":"metric"}');
  connection(SERIAL, 'connected', null);
  connection(SERIAL, 'disconnected', 'another client came with this serial');
  connection('NOBODY', 'refused', 'x');
  const answer = await until('all', async () => {
    const found = await answerOf(server.it().address, getDeviceConnection, {
      params: { serial: SERIAL },
      token: server.it().identity.issue(staff),
    });
    return found.messages.length === 3 ? found : null;
  });
  expect(answer).toMatchObject({ addresses: robotAddresses, username: SERIAL, is_connected: false });
  expect(answer.messages).toMatchObject([
    { topic: 'data', outcome: 'dropped', losses: [{ field: 'data_group' }] },
    { topic: 'state', outcome: 'partly', losses: [{ field: 'time' }, { field: 'state.battery_level' }], remarks: [{ field: 'token' }] },
    { topic: 'state', outcome: 'read', losses: [], acknowledged_ms: expect.any(Number) },
  ]);
  expect(JSON.stringify(answer)).not.toContain('eyJhbGci');
  expect(answer.connections).toMatchObject([
    { kind: 'disconnected', reason: 'another client came with this serial' },
    { kind: 'connected' },
  ]);
});

it('[CONN1] a file of the configuration is there with what was left out of its parameters, which are read later', async () => {
  const serial = 'LF-0142-23';
  const device = await server.it().device(serial);
  const config = { speed: { value: 1, model: { command_name: 'speed', group: 'Drive', type: 'int' } } };
  const message = { time: new Date().toISOString(), file_name: 'drive.yaml', config };
  await device.publish(`devices/${serial}/configuration`, JSON.stringify(message));
  const found = await until('it is read', async () => {
    const { messages } = await answerOf(server.it().address, getDeviceConnection, {
      params: { serial },
      token: server.it().identity.issue(staff),
    });
    return messages.find(({ losses }) => losses.length > 0);
  });
  expect(found).toMatchObject({ topic: 'configuration', outcome: 'partly', losses: [{ field: 'config.speed.model.group' }] });
});

it('[CONN1] it is for whoever may give the device a token', async () => {
  const statuses = [staff, adminOf('de-linde'), userOf('de-linde'), adminOf('van-houte')].map(
    async (groups) => (await connectionOf(groups)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 200, 403, 404]);
});
