import { expect, it } from 'vitest';
import { postCorrectDevice } from '#contract/devices/correctDevice';
import { getAllDevices, getAllDeviceTypes, postCreateDevice, postUpdateDeviceType } from '#contract/devices/device';
import { postArchiveDeviceType, postChangeRevision, postCreateDeviceType, postDeleteDeviceType } from '#contract/devices/deviceType';
import { getDeviceActions } from '#contract/devices/deviceAction';
import { offerTypes } from '#server/devices/deviceTypes/offerTypes';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, support, userOf, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';

const server = withServer();
const token = (groups: readonly string[] = staff) => server.it().identity.issue(groups);
const typeOf = async (id: string) =>
  (await answerOf(server.it().address, getAllDeviceTypes, { token: token() })).result.find((type) => type.id === id);
const create = (id: string, body: object = { name: 'Type' }, groups = staff) =>
  ask(server.it().address, postCreateDeviceType, { params: { id }, body, token: token(groups) });
const archive = (id: string, archived: unknown, groups = staff) =>
  ask(server.it().address, postArchiveDeviceType, { params: { id }, body: { archived }, token: token(groups) });
const remove = (id: string, groups = staff) =>
  ask(server.it().address, postDeleteDeviceType, { params: { id }, body: {}, token: token(groups) });
const revise = (id: string, act: string, revision_id: string, groups = staff) =>
  ask(server.it().address, postChangeRevision, { params: { id }, body: { revision_id, act }, token: token(groups) });
const add = (serial: string, device_type: string, hardware_revision_id: string | null = null) =>
  ask(server.it().address, postCreateDevice, {
    params: { serial },
    body: { name: 'One', device_type, hardware_revision_id },
    token: token(),
  });

it('[TYPES1] a type is added with its revisions, once, and a device has it at once', async () => {
  const made = await Promise.all([
    create('SCT02', { name: ' Scout 2 ', revisions: [' A ', 'B'] }),
    create('SCT02', { name: 'Other' }, support),
  ]);
  expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  if (made[0].ok)
    expect(await typeOf('SCT02')).toEqual({
      id: 'SCT02',
      name: 'Scout 2',
      metadata_schema: null,
      revisions: [{ revision_id: 'A' }, { revision_id: 'B' }],
      archived: false,
    });
  expect(await create('SCT02')).toMatchObject({ status: 409, error: 'Conflict: A device type with this id exists already.' });
  await create('SCT03', { name: 'Scout 3', revisions: ['A'] });
  expect(await add('SC-3', 'SCT03', 'A')).toMatchObject({ status: 200 });
  const { actions } = await answerOf(server.it().address, getDeviceActions, {
    query: { action_type: 'create', per_page: 100 },
    token: token(),
  });
  expect(actions).toContainEqual(
    expect.objectContaining({
      device_serial: null,
      action: { old_value: null, new_value: { device_type: 'SCT03', name: 'Scout 3', revisions: ['A'] } },
    }),
  );
});

it.each([
  ['sct04', { name: 'x' }, /^Invalid: An id has 2 to 32 capital letters/],
  ['1SCT', { name: 'x' }, /^Invalid: An id has/],
  ['S', { name: 'x' }, /^Invalid: An id has/],
  ['SCT 4', { name: 'x' }, /^Invalid: An id has/],
  ['SCT04', { name: ' ' }, 'Invalid: Name cannot be empty.'],
  ['SCT04', { name: 'x', revisions: ['A', ' a '] }, 'Invalid: This hardware revision exists already.'],
  ['SCT04', { name: 'x', revisions: [''] }, 'Invalid: Hardware revision cannot be empty.'],
  ['SCT04', { name: 'x', revisions: ['x'.repeat(41)] }, 'Invalid: Hardware revision cannot be longer than 40 characters.'],
  ['SCT04', { name: 'x', revisions: 'A' }, /^Invalid: body\.revisions/],
])('[TYPES1] the type %s %j is refused, and nothing is made', async (id, body, error) => {
  expect(await create(id, body)).toMatchObject({ status: 400, error: typeof error === 'string' ? error : expect.stringMatching(error) });
  expect(await typeOf(id)).toBeUndefined();
});

it('[TYPES2] a type that no device has is removed; one that devices have says how many, and stays', async () => {
  await create('GONE01');
  const both = await Promise.all([remove('GONE01'), remove('GONE01', support)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  expect(await remove('DIV01')).toMatchObject({ status: 409, error: expect.stringMatching(/^Conflict: DIV01 is used by \d+ devices?\.$/) });
  expect(await typeOf('DIV01')).toMatchObject({ name: 'Divo' });
});

it('[TYPES2] [REMOVE3] a type that is removed while a device gets it is either removed or used', async () => {
  await create('RACE01');
  const [removed, added] = await Promise.all([remove('RACE01'), add('RC-1', 'RACE01')]);
  expect([removed.status, added.status].toSorted((a, b) => a - b)).toEqual([
    200,
    expect.toSatisfy((status) => status === 400 || status === 409),
  ]);
  expect((await typeOf('RACE01')) === undefined).toBe(removed.ok);
});

it('[TYPES1] [TYPES2] revisions are added, and removed where no device has them', async () => {
  await create('REV01', { name: 'Revisions', revisions: ['A'] });
  expect(await revise('REV01', 'add', ' B ')).toMatchObject({ status: 200 });
  expect(await revise('REV01', 'add', 'b')).toMatchObject({ status: 409, error: 'Conflict: This hardware revision exists already.' });
  expect(await revise('REV01', 'add', ' ')).toMatchObject({ status: 400 });
  expect(await revise('REV01', 'rename', 'A')).toMatchObject({ status: 400 });
  await add('RV-1', 'REV01', 'B');
  expect(await revise('REV01', 'remove', 'B')).toMatchObject({ status: 409, error: 'Conflict: B is used by 1 device.' });
  expect(await revise('REV01', 'remove', 'A')).toMatchObject({ status: 200 });
  expect(await revise('REV01', 'remove', 'A')).toMatchObject({ status: 404 });
  expect((await typeOf('REV01'))?.revisions).toEqual([{ revision_id: 'B' }]);
  const one = await Promise.all(Array.from({ length: 5 }, (_, n) => revise('REV01', 'add', `C${n}`)));
  expect(one.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect((await typeOf('REV01'))?.revisions).toHaveLength(6);
});

it('[TYPES3] an archived type is not offered for new devices; devices that have it keep it, and it can be restored', async () => {
  await create('ARC01', { name: 'Archive', revisions: ['A', 'B'] });
  await add('AR-1', 'ARC01', 'A');
  await revise('ARC01', 'archive', 'A');
  expect((await typeOf('ARC01'))?.revisions).toEqual([{ revision_id: 'A', archived: true }, { revision_id: 'B' }]);
  expect(await add('AR-2', 'ARC01', 'A')).toMatchObject({ status: 400, error: 'Invalid: This hardware revision is archived.' });
  expect(await add('AR-2', 'ARC01', 'B')).toMatchObject({ status: 200 });
  expect(await archive('ARC01', true)).toMatchObject({ status: 200 });
  expect(await archive('ARC01', true)).toMatchObject({ status: 200 });
  expect(await typeOf('ARC01')).toMatchObject({ archived: true });
  expect(await add('AR-3', 'ARC01')).toMatchObject({ status: 400, error: 'Invalid: This device type is archived.' });
  const { result } = await answerOf(server.it().address, getAllDevices, { token: token() });
  expect(result.find(({ serial }) => serial === 'AR-1')).toMatchObject({ device_type: 'ARC01', hardware_revision_id: 'A' });
  const correct = (serial: string, body: object) =>
    ask(server.it().address, postCorrectDevice, { params: { serial }, body, token: token() });
  expect(await correct('AR-1', { client_name: 'North' })).toMatchObject({ status: 200 });
  expect(await correct('AR-2', { hardware_revision_id: 'A' })).toMatchObject({
    status: 400,
    error: 'Invalid: This hardware revision is archived.',
  });
  await add('AR-4', 'SCT01');
  expect(await correct('AR-4', { device_type: 'ARC01' })).toMatchObject({ status: 400, error: 'Invalid: This device type is archived.' });
  await revise('ARC01', 'restore', 'A');
  await archive('ARC01', false);
  expect(await add('AR-3', 'ARC01', 'A')).toMatchObject({ status: 200 });
  expect(await archive('ARC01', 'yes')).toMatchObject({ status: 400 });
  expect(await archive('NONE01', true)).toMatchObject({ status: 404 });
});

it('[TYPES4] a later start adds what is new, and neither overwrites what a person changed nor brings back what a person removed', async () => {
  const { address, databaseUrl } = server.it();
  await answerOf(address, postUpdateDeviceType, { params: { id: 'BUG01' }, body: { name: 'Our buggy' }, token: token() });
  await revise('BUG01', 'add', 'OUR-1');
  expect(await remove('DBD01')).toMatchObject({ status: 200 });
  const database = openTestDatabase(databaseUrl);
  await offerTypes(database);
  expect(await typeOf('BUG01')).toMatchObject({ name: 'Our buggy', revisions: [{ revision_id: 'BUG01-R1' }, { revision_id: 'OUR-1' }] });
  expect(await typeOf('DBD01')).toBeUndefined();
  // An older product did not know it.
  await database.deleteFrom('offered_device_type').where('id', '=', 'DBD01').execute();
  await offerTypes(database);
  await database.destroy();
  expect(await typeOf('DBD01')).toMatchObject({ name: 'Battery dock' });
});

it.each([
  ['an organisation_admin', adminOf('de-linde')],
  ['an organisation_user', userOf('de-linde')],
])('[TYPES1] [TYPES2] [TYPES3] %s changes no type', async (_, groups) => {
  const outcomes = [
    await create('MINE01', { name: 'Mine' }, groups),
    await archive('BUG01', true, groups),
    await remove('KOMPANO', groups),
    await revise('BUG01', 'add', 'MINE', groups),
  ];
  expect(outcomes.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect(await typeOf('MINE01')).toBeUndefined();
  expect(await typeOf('KOMPANO')).toMatchObject({ archived: false });
});
