import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { postCorrectDevice } from '#contract/devices/correctDevice';
import { postDeployDevice } from '#contract/devices/deployment';
import { getDevice, postCreateDevice, postUpdateDevice } from '#contract/devices/device';
import { getDeviceActions } from '#contract/devices/deviceAction';
import { getDecryptedDevice, getDeviceCredentials, postGenerateCredentials } from '#contract/devices/deviceCredential';
import { getMaintenanceDeployment, postMaintenanceDeployment } from '#contract/devices/maintenance';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, userOf, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { until } from '../support/until.ts';

const server = withServer();
const token = (groups: readonly string[] = staff) => server.it().identity.issue(groups);
const of = (serial: string, body?: object, groups = staff) => ({ params: { serial }, token: token(groups), ...(body && { body }) });
const add = (serial: string) =>
  answerOf(server.it().address, postCreateDevice, of(serial, { name: 'Slip', device_type: 'LUMION_FIX', hardware_revision_id: 'LF-R2' }));
const correct = (serial: string, body: object, groups = staff) => ask(server.it().address, postCorrectDevice, of(serial, body, groups));
const read = async (serial: string) => (await answerOf(server.it().address, getDevice, of(serial))).result;

it('[CORRECT1] another serial takes deployment, metadata and history with it, and ends what was made for the former one', async () => {
  const { address } = server.it();
  await add('LF-9O01');
  await answerOf(address, postDeployDevice, of('LF-9O01', { location_id: 'loc-de-linde' }));
  await answerOf(address, postUpdateDevice, of('LF-9O01', { metadata: { wifi_password: 'kept-secret' } }));
  await answerOf(address, postMaintenanceDeployment, of('LF-9O01', { deployment: { pi: { username: 'a', password: 'b' } } }));
  await ask(address, postGenerateCredentials, of('LF-9O01', { algorithm_type: 'RSA2048' }));
  expect(await correct('LF-9O01', { serial: ' LF-9001 ', client_name: 'North' })).toMatchObject({ status: 200 });
  expect(await ask(address, getDevice, of('LF-9O01'))).toMatchObject({ status: 404 });
  expect(await read('LF-9001')).toMatchObject({
    client_name: 'North',
    hardware_revision_id: 'LF-R2',
    active_deployment: { location_id: 'loc-de-linde' },
    has_credentials: false,
  });
  expect((await answerOf(address, getDecryptedDevice, of('LF-9001'))).result.metadata).toMatchObject({ wifi_password: 'kept-secret' });
  expect((await answerOf(address, getDeviceCredentials, of('LF-9001'))).credentials).toBeNull();
  expect(await ask(address, getMaintenanceDeployment, { params: { serial: 'LF-9001', target: 'pi' }, token: token() })).toMatchObject({
    status: 404,
  });
  const { actions } = await answerOf(address, getDeviceActions, { query: { device_serial: 'LF-9001', per_page: 100 }, token: token() });
  expect(actions[0]?.action).toMatchObject({ old_value: { serial: 'LF-9O01' }, new_value: { serial: 'LF-9001', client_name: 'North' } });
  expect(actions.map(({ action_type }) => action_type)).toContain('create');
});

it('[CORRECT1] case, type and revision alone are corrected too; the metadata is checked by the new type', async () => {
  await add('lf-9002');
  expect(await correct('lf-9002', { serial: 'LF-9002' })).toMatchObject({ status: 200 });
  expect(await correct('LF-9002', { device_type: 'SCT01', hardware_revision_id: null })).toMatchObject({ status: 200 });
  expect(await read('LF-9002')).toMatchObject({ device_type: 'SCT01', hardware_revision_id: null });
  expect(await correct('LF-9002', { client_name: 'South' })).toMatchObject({ status: 200 });
  expect(await correct('LF-9002', { client_name: null })).toMatchObject({ status: 200 });
  expect(await read('LF-9002')).toMatchObject({ client_name: null });
});

it('[PATCH1] [CORRECT1] a client name that would be refused is in the way of no correction', async () => {
  const client_name = 'Row\u200B 1';
  await add('LF-9107');
  const database = openTestDatabase(server.it().databaseUrl);
  await database.updateTable('device').set({ client_name }).where('serial', '=', 'LF-9107').execute();
  await database.destroy();
  expect(await correct('LF-9107', { client_name, hardware_revision_id: 'LF-R3' })).toMatchObject({ status: 200 });
  expect(await read('LF-9107')).toMatchObject({ client_name, hardware_revision_id: 'LF-R3' });
  expect(await correct('LF-9107', { client_name: `${client_name}x` })).toMatchObject({ status: 400 });
});

it.each([
  ['a serial that another device has, in any case', { serial: 'lf-0140-23' }, 409, 'A device with this serial exists already.'],
  ['a serial that is none', { serial: 'a b' }, 400, 'Serial can have letters'],
  ['an unknown type', { device_type: 'NONE' }, 400, 'There is no such device type.'],
  ['a revision of another type', { device_type: 'SCT01', hardware_revision_id: 'LF-R2' }, 400, 'no such hardware revision'],
  ['a client name of two lines', { client_name: 'a\nb' }, 400, 'Client name'],
])('[CORRECT1] %s is refused, and nothing changes', async (_name, body, status, text) => {
  await ask(server.it().address, postCreateDevice, of('LF-9003', { name: 'Slip', device_type: 'LUMION_FIX' }));
  const outcome = await correct('LF-9003', body);
  expect(outcome).toMatchObject({ status });
  expect(outcome.text).toContain(text);
  expect(await read('LF-9003')).toMatchObject({ device_type: 'LUMION_FIX', client_name: null });
});

it('[CORRECT2] a serial that somebody else takes at that moment is refused, and neither device is changed', async () => {
  await add('LF-9007');
  const database = openTestDatabase(server.it().databaseUrl);
  onTestFinished(() => database.destroy());
  const like = await database
    .selectFrom('device')
    .select(['device_type', 'life_cycle_stage', 'metadata_valid'])
    .where('serial', '=', 'LF-9007')
    .executeTakeFirstOrThrow();
  const asked = await database.transaction().execute(async (tx) => {
    await tx
      .insertInto('device')
      .values({ ...like, serial: 'LF-9008', name: 'Other' })
      .execute();
    const waiting = correct('LF-9007', { serial: 'LF-9008' });
    const locked = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await until('the correction to wait', async () => (await locked.execute(database)).rows.length > 0);
    return { waiting };
  });
  expect(await asked.waiting).toMatchObject({ status: 409, error: 'Conflict: A device with this serial exists already.' });
  const kept = await database.selectFrom('device').select('name').where('serial', 'in', ['LF-9007', 'LF-9008']).orderBy('serial').execute();
  expect(kept).toEqual([{ name: 'Slip' }, { name: 'Other' }]);
});

it('[CORRECT1] a device that has reported keeps its serial, and says why; client name, revision and type are corrected', async () => {
  const device = await server.it().device('LF-0140-23');
  await device.report({ current_state: 'idle' });
  const outcome = await correct('LF-0140-23', { serial: 'LF-1', device_type: 'SCT01', hardware_revision_id: null });
  expect(outcome).toMatchObject({ status: 409 });
  expect(outcome.text).toContain('LF-0140-23 has reported');
  expect(await correct('LF-0140-23', { client_name: 'East' })).toMatchObject({ status: 200 });
  expect(await correct('LF-0140-23', { hardware_revision_id: 'LF-R3' })).toMatchObject({ status: 200 });
  expect(await read('LF-0140-23')).toMatchObject({ device_type: 'LUMION_FIX', hardware_revision_id: 'LF-R3', client_name: 'East' });
  const type = { device_type: 'SCT01', hardware_revision_id: 'SCT01-R1' };
  expect(await correct('LF-0140-23', type)).toMatchObject({ status: 200 });
  expect(await read('LF-0140-23')).toMatchObject(type);
  const { actions } = await answerOf(server.it().address, getDeviceActions, { query: { device_serial: 'LF-0140-23' }, token: token() });
  expect(actions[0]?.action).toMatchObject({ old_value: { device_type: 'LUMION_FIX' }, new_value: type });
});

it('[CORRECT3] the metadata of another type are checked, masked and sealed by its schema, and no correction makes a secret readable', async () => {
  const database = openTestDatabase(server.it().databaseUrl);
  onTestFinished(() => database.destroy());
  const text = { type: 'string' };
  const schemas = {
    BUG01: { unlock: text, zone: text },
    DBD01: { unlock: { ...text, format: 'password' }, zone: text },
    DIL01: { unlock: { ...text, format: 'password' }, zone: { type: 'integer' } },
  };
  for (const [id, properties] of Object.entries(schemas))
    await database
      .updateTable('device_type')
      .set({ metadata_schema: JSON.stringify({ type: 'object', properties }) })
      .where('id', '=', id)
      .execute();
  const serial = 'BG-9010';
  await answerOf(server.it().address, postCreateDevice, of(serial, { name: 'Slip', device_type: 'BUG01' }));
  await answerOf(server.it().address, postUpdateDevice, of(serial, { metadata: { unlock: 'seal-77', zone: 'North' } }));
  const shown = { unlock: '***', zone: 'North' };
  expect(await correct(serial, { device_type: 'DBD01' })).toMatchObject({ status: 200 });
  expect(await read(serial)).toMatchObject({ metadata: shown, metadata_valid: true });
  const row = await database.selectFrom('device').select('metadata').where('serial', '=', serial).executeTakeFirstOrThrow();
  expect(row.metadata).toEqual(shown);
  const readable = async () => (await answerOf(server.it().address, getDecryptedDevice, of(serial))).result.metadata;
  expect(await readable()).toEqual({ unlock: 'seal-77', zone: 'North' });
  expect(await correct(serial, { serial: 'BG-9011', device_type: 'BUG01' })).toMatchObject({
    status: 409,
    error: `Conflict: The metadata of ${serial} hold secrets that the new type would make readable. Take those values out first.`,
  });
  expect(await correct(serial, { device_type: 'DIL01' })).toMatchObject({ status: 200 });
  expect(await read(serial)).toMatchObject({ device_type: 'DIL01', metadata: shown, metadata_valid: false });
  expect(await readable()).toEqual({ unlock: 'seal-77', zone: 'North' });
});

it.each([
  ['organisation_admin', adminOf('de-linde')],
  ['organisation_user', userOf('de-linde')],
])('[CORRECT1] an %s corrects nothing', async (_role, groups) => {
  expect(await correct('LF-0140-23', { client_name: 'x' }, groups)).toMatchObject({ status: 403 });
});
