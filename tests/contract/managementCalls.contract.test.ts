import { beforeAll, expect, it } from 'vitest';
import { REQUEST_ID_HEADER } from '#contract/call';
import {
  getAllDevices,
  getAllDeviceTypes,
  getDevice,
  postCreateDevice,
  postUpdateDevice,
  postUpdateDeviceType,
} from '#contract/devices/device';
import { getDeviceActions } from '#contract/devices/deviceAction';
import { getDecryptedDevice } from '#contract/devices/deviceCredential';
import { getConfig } from '#contract/devices/configuration';
import { getEvents } from '#contract/devices/deviceEvent';
import { postMaintenanceSettings } from '#contract/devices/maintenance';
import { z } from '#contract/schema';
import { metadataFits } from '#server/devices/metadata/metadataFits';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, support, userOf, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';

const server = withServer();
const token = (groups: readonly string[] = staff) => server.it().identity.issue(groups);
const body = { name: 'Scout 1', device_type: 'SCT01', hardware_revision_id: 'SCT01-R1' };
const create = (serial: string, response: object = body, groups = staff) =>
  ask(server.it().address, postCreateDevice, { params: { serial }, body: response, token: token(groups) });
const rename = (id: string, name: unknown, groups = staff) =>
  ask(server.it().address, postUpdateDeviceType, { params: { id }, body: { name }, token: token(groups) });
const update = (serial: string, response: object, groups = staff) =>
  ask(server.it().address, postUpdateDevice, { params: { serial }, body: response, token: token(groups) });
const actionsOf = (device_serial: string, groups = staff) =>
  answerOf(server.it().address, getDeviceActions, { query: { device_serial, per_page: 100 }, token: token(groups) });
const listed = async (serial: string) =>
  (await answerOf(server.it().address, getAllDevices, { token: token() })).result.find((device) => device.serial === serial);
const typeOf = async (id: string) =>
  (await answerOf(server.it().address, getAllDeviceTypes, { token: token() })).result.find((type) => type.id === id);
const totalOf = async () => (await answerOf(server.it().address, getDeviceActions, { token: token() })).total;

let atFirst = 0;
beforeAll(async () => {
  atFirst = await totalOf();
});

it('[CALL-095] [OPEN-94] what was done before is there at the start: every device was added, those that work were deployed', async () => {
  expect(atFirst).toBe(24 + 22);
  const { total, actions } = await actionsOf('LF-0140-23');
  expect(total).toBe(2);
  expect(actions).toMatchObject([
    { device_serial: 'LF-0140-23', action_type: 'deploy', action: { old_value: null, new_value: { deployment_id: 'dep-lf-0140-23' } } },
    { action_type: 'create', action: { old_value: null, new_value: { serial: 'LF-0140-23', name: 'Lumion 01' } } },
  ]);
});

it('[CALL-092] [OPEN-91] a device is made in the first stage, deployed nowhere, and every list has it at once', async () => {
  expect(await create('SC-0100')).toMatchObject({ ok: true, answer: { result: true } });
  expect(await listed('SC-0100')).toMatchObject({
    ...body,
    life_cycle_stage: 'PRODUCTION',
    metadata: {},
    metadata_valid: null,
    active_deployment: null,
    last_seen: null,
    is_live: false,
  });
  const { address } = server.it();
  const of = { params: { serial: 'SC-0100' }, token: token() };
  expect((await answerOf(address, getDevice, of)).result.serial).toBe('SC-0100');
  expect((await answerOf(address, getEvents, of)).total).toBe(0);
  expect((await ask(address, getConfig, of)).status).toBeLessThan(500);
  expect((await actionsOf('SC-0100')).actions).toMatchObject([
    { action_type: 'create', action: { old_value: null, new_value: { serial: 'SC-0100', ...body, life_cycle_stage: 'PRODUCTION' } } },
  ]);
});

it('[CALL-092] [METAV1] a type without revisions, or no choice among them, makes a device without one; its metadata is judged by the type', async () => {
  expect((await create('KO-0001', { name: 'Kompano', device_type: 'KOMPANO' })).ok).toBe(true);
  expect((await create('KO-0002', { name: 'Kompano', device_type: 'KOMPANO', hardware_revision_id: null })).ok).toBe(true);
  expect((await create('SP-0100', { name: 'Sprayer', device_type: 'SPR01' })).ok).toBe(true);
  expect(await listed('KO-0001')).toMatchObject({ hardware_revision_id: null, metadata_valid: null });
  expect(await listed('SP-0100')).toMatchObject({ hardware_revision_id: null, metadata_valid: false });
});

it.each([
  ['of blanks', '   ', body, 'Invalid: You cannot add a device without a serial number'],
  ['of 65 characters', 'x'.repeat(65), body, 'Invalid: Serial cannot be longer than 64 characters.'],
  ['with a slash', 'LF/1', body, /^Invalid: Serial can have letters/],
  ['with the signs of topics', 'LF+#', body, /^Invalid: Serial can have letters/],
  ['with a blank', 'LF 1', body, /^Invalid: Serial can have letters/],
  ['with markup', '<b>1</b>', body, /^Invalid: Serial can have letters/],
  ['with NUL', 'LF\0', body, /^Invalid: path/],
  ['that leaves the folder', '..1', body, /^Invalid: Serial can have letters/],
  ['of a word of the addresses', 'actions', body, 'Invalid: Serial cannot be this word.'],
  ['that every object has', 'constructor', body, 'Invalid: Serial cannot be this word.'],
  ['of an unknown type', 'SC-0200', { ...body, device_type: 'SCT99' }, 'Invalid: There is no such device type.'],
  ['of no type', 'SC-0200', { name: 'x' }, /^Invalid: body\.device_type/],
  [
    'with a revision of another type',
    'SC-0200',
    { ...body, hardware_revision_id: 'LF-R1' },
    'Invalid: This device type has no such hardware revision.',
  ],
  ['with an empty revision', 'SC-0200', { ...body, hardware_revision_id: '' }, 'Invalid: This device type has no such hardware revision.'],
  ['without a name', 'SC-0200', { ...body, name: ' ' }, 'Invalid: Name cannot be empty.'],
  ['with a name too long', 'SC-0200', { ...body, name: 'x'.repeat(101) }, 'Invalid: Name cannot be longer than 100 characters.'],
  ['with a name that is a number', 'SC-0200', { ...body, name: 7 }, /^Invalid: body\.name/],
])('[ADD1] [GAP-99] a device %s is refused, and nothing is made', async (_name, serial, response, error) => {
  const before = (await answerOf(server.it().address, getAllDevices, { token: token() })).result.length;
  expect(await create(serial, response)).toMatchObject({
    status: 400,
    error: typeof error === 'string' ? error : expect.stringMatching(error),
  });
  expect((await answerOf(server.it().address, getAllDevices, { token: token() })).result).toHaveLength(before);
});

it('[ADD2] [OPEN-91] a serial is made once, in any spelling, also when ten ask at the same moment', async () => {
  const response = await Promise.all(Array.from({ length: 10 }, (_, at) => create(at % 2 === 0 ? 'RC-0001' : 'rc-0001')));
  expect([200, 409].map((wanted) => response.filter(({ status }) => status === wanted).length)).toEqual([1, 9]);
  expect(response.find(({ ok }) => !ok)).toMatchObject({ error: 'Conflict: A device with this serial exists already.' });
  const all = [...(await actionsOf('RC-0001')).actions, ...(await actionsOf('rc-0001')).actions];
  expect(all).toHaveLength(1);
  expect(await create('LF-0140-23', { ...body, name: 'Stolen' })).toMatchObject({ status: 409 });
  expect(await create(' LF-0140-23 ', { ...body, name: 'Stolen' })).toMatchObject({ status: 409 });
  expect(await listed('LF-0140-23')).toMatchObject({ name: 'Lumion 01' });
});

it('[ADD2] [CALL-092] the same request again made the device already; another request or person is informed that it exists', async () => {
  const asking = { params: { serial: 'RC-0002' }, body, token: token() };
  const again = (id: string, more = {}) =>
    ask(server.it().address, postCreateDevice, { ...asking, ...more, headers: { [REQUEST_ID_HEADER]: id } });
  const response = await Promise.all([again('one'), again('one')]);
  expect([...response, await again('one')].map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await again('two')).status).toBe(409);
  expect((await again('one', { token: token(support) })).status).toBe(409);
  expect((await actionsOf('RC-0002')).total).toBe(1);
});

it('[ADD1] blanks around a serial are no part of it', async () => {
  expect(await create('  SC-0300 ')).toMatchObject({ ok: true });
  expect(await listed('SC-0300')).toMatchObject(body);
  expect((await answerOf(server.it().address, getAllDevices, { token: token() })).result.map(({ serial }) => serial)).not.toContain(
    '  SC-0300 ',
  );
});

it.each([
  ['organisation_admin', adminOf('de-linde')],
  ['organisation_user', userOf('de-linde')],
  ['nobody', []],
])('[ADD3] [GAP-94] %s neither adds a device nor names a type, and learns nothing of serials', async (_name, groups) => {
  const [foreign, unused, own] = await Promise.all(['DV-0105', 'DV-7777', 'LF-0140-23'].map((serial) => create(serial, body, groups)));
  expect(unused).toMatchObject({ status: 403, error: 'Forbidden: Only the staff of the provider can add devices and name their types.' });
  expect([foreign?.text, own?.text]).toEqual([unused?.text, unused?.text]);
  expect((await rename('BUG01', 'Mine', groups)).status).toBe(403);
  expect(await typeOf('BUG01')).toMatchObject({ name: 'Buggy' });
});

it('[CALL-094] [OPEN-93] a type gets another name, for everybody, and it is written down once', async () => {
  const before = await totalOf();
  expect(await rename('UVP01', ' UV panel one ', support)).toMatchObject({ ok: true, answer: { result: true } });
  expect(await typeOf('UVP01')).toMatchObject({
    name: 'UV panel one',
    revisions: [{ revision_id: 'UVP01-R1' }, { revision_id: 'UVP01-R2' }],
  });
  expect(await totalOf()).toBe(before + 1);
  const { actions } = await answerOf(server.it().address, getDeviceActions, { query: { per_page: 1 }, token: token() });
  expect(actions).toMatchObject([
    {
      device_serial: null,
      action_type: 'update',
      action: { old_value: { device_type: 'UVP01', name: 'UV panel 1' }, new_value: { device_type: 'UVP01', name: 'UV panel one' } },
    },
  ]);
});

it.each(['', '   ', 'UV panel 2'])('[MGMT-070] [MGMT-071] the name %j changes nothing and is not written down', async (name) => {
  const before = await totalOf();
  expect(await rename('UVP02', name)).toMatchObject({ ok: true });
  expect(await typeOf('UVP02')).toMatchObject({ name: 'UV panel 2' });
  expect(await totalOf()).toBe(before);
});

it.each([
  ['UVP02', 'x'.repeat(101), 400],
  ['UVP02', 'a\nb', 400],
  ['UVP02', null, 400],
  ['UVP02', 7, 400],
  ['NONE', 'New', 404],
  ['uvp02', 'New', 404],
  ["'--", 'New', 404],
])('[CALL-094] the type %s does not get the name %j: %d', async (id, name, status) => {
  expect((await rename(id, name)).status).toBe(status);
  expect(await typeOf('UVP02')).toMatchObject({ name: 'UV panel 2' });
});

it('[DACT1] every change of a device is written down with who and when, what it was and what it is; what stays is not', async () => {
  const serial = 'LF-0141-23';
  const { now } = server.it();
  const beganAt = now();
  const before = (await actionsOf(serial)).total;
  await update(serial, { name: 'Lumion two', client_name: 'Row two' }, adminOf('de-linde'));
  await update(serial, { name: 'Lumion two', life_cycle_stage: 'SERVICE' });
  await update(serial, { life_cycle_stage: 'SERVICE' });
  await ask(server.it().address, postMaintenanceSettings, {
    params: { serial },
    body: { settings: { name: 'Lumion 02' } },
    token: token(),
  });
  await update(serial, { name: '' });
  const { total, actions } = await actionsOf(serial);
  expect(total).toBe(before + 3);
  expect(actions.slice(0, 3).map(({ action }) => action)).toEqual([
    { old_value: { name: 'Lumion two' }, new_value: { name: 'Lumion 02' } },
    { old_value: { life_cycle_stage: 'OPERATIONAL' }, new_value: { life_cycle_stage: 'SERVICE' } },
    { old_value: { name: 'Lumion 02', client_name: null }, new_value: { name: 'Lumion two', client_name: 'Row two' } },
  ]);
  expect(new Set(actions.slice(0, 3).map(({ action_type, device_serial }) => `${action_type} ${device_serial}`))).toEqual(
    new Set([`update ${serial}`]),
  );
  for (const { timestamp, done_by } of actions.slice(0, 3)) {
    const at = Date.parse(timestamp);
    expect([at >= beganAt, at <= now()]).toEqual([true, true]);
    expect(done_by).not.toBe('');
  }
});

it('[DACT2] only differences of metadata are recorded, and no secret, old or new, anywhere in the database', async () => {
  const serial = 'LF-0142-23';
  const secret = 'hunter-2-hunter';
  const reported = (await answerOf(server.it().address, getDevice, { params: { serial }, token: token() })).result.metadata ?? {};
  const database = openTestDatabase(server.it().databaseUrl);
  const stored = z
    .object({ app_login_credentials: z.object({ password: z.string() }) })
    .parse((await answerOf(server.it().address, getDecryptedDevice, { params: { serial }, token: token() })).result.metadata);
  const credentials = z.record(z.string(), z.unknown()).parse(reported['app_login_credentials']);
  await update(serial, { metadata: { ...reported, app_login_credentials: { ...credentials, password: secret }, wheel_type: 'GLASS' } });
  const [newest] = (await actionsOf(serial)).actions;
  expect(newest?.action).toEqual({
    old_value: {
      metadata: { app_login_credentials: { ...credentials, password: '***' }, wheel_type: reported['wheel_type'] },
      metadata_valid: true,
    },
    new_value: { metadata: { app_login_credentials: { ...credentials, password: '***' }, wheel_type: 'GLASS' }, metadata_valid: false },
  });
  const lines = JSON.stringify(await database.selectFrom('device_action').selectAll().execute());
  await database.destroy();
  for (const hidden of [secret, stored.app_login_credentials.password]) expect(lines).not.toContain(hidden);
});

const named = (value: unknown) => z.object({ name: z.string() }).parse(value).name;

it('[DACT3] ten changes at once are ten lines, each beginning where another ended', async () => {
  const serial = 'LF-0143-23';
  const names = Array.from({ length: 10 }, (_, at) => `Name ${at}`);
  await Promise.all(names.map((name) => update(serial, { name })));
  const lines = (await actionsOf(serial)).actions.filter(({ action_type }) => action_type === 'update');
  expect(new Set(lines.map(({ action }) => named(action?.new_value)))).toEqual(new Set(names));
  expect(lines.map(({ action }) => named(action?.old_value)).filter((name) => name === 'Lumion 04')).toHaveLength(1);
  expect(new Set(lines.map(({ action }) => named(action?.old_value))).size).toBe(10);
});

it('[CALL-095] [OPEN-94] [CALL-113] device, type and page are asked for; pages count from zero, newest first', async () => {
  const { address } = server.it();
  const page = (query: object) => answerOf(address, getDeviceActions, { query: { ...query }, token: token() });
  const { total } = await page({ action_type: 'deploy' });
  const pages = await Promise.all([0, 1, 2, 3].map((at) => page({ action_type: 'deploy', page: at, per_page: 7 })));
  const lines = pages.flatMap(({ actions }) => actions);
  expect([total, pages.map(({ actions }) => actions.length)]).toEqual([22, [7, 7, 7, 1]]);
  expect(lines.map(({ timestamp }) => timestamp)).toEqual(
    lines
      .map(({ timestamp }) => timestamp)
      .toSorted()
      .toReversed(),
  );
  expect(await page({ page: 100_000 })).toMatchObject({ total: await totalOf(), actions: [] });
  expect((await page({ device_serial: 'LF-0140-23', action_type: 'create' })).actions).toHaveLength(1);
});

it.each([
  { page: -1 },
  { page: 'x' },
  { per_page: 0 },
  { per_page: 101 },
  { action_type: 'destroy' },
  { device_serial: 'a\0b' },
  { device_serial: 'x'.repeat(201) },
])('[CALL-095] the query %j is refused', async (query) => {
  expect((await ask(server.it().address, getDeviceActions, { query, token: token() })).status).toBe(400);
});

it('[DACT4] [SEE1] people see what was done to a device while it was theirs; a foreign serial finds nothing, like one that nobody has', async () => {
  const { address } = server.it();
  await update('DV-0105', { client_name: 'secret of Hortus' });
  const all = await answerOf(address, getDeviceActions, { query: { per_page: 100 }, token: token(adminOf('de-linde')) });
  expect(all.actions.length).toBeGreaterThan(8);
  expect(all.total).toBe(all.actions.length);
  expect(JSON.stringify(all)).not.toMatch(/DV-0105|Hortus|hortus|van-houte/);
  expect(all.actions.filter(({ action_type, device_serial }) => action_type === 'create' || device_serial === null)).toEqual([]);
  const [foreign, unknown] = await Promise.all(
    ['DV-0105', 'NONE-1', "' or '1'='1"].map((serial) => actionsOf(serial, adminOf('de-linde'))),
  );
  expect([foreign, unknown]).toEqual([
    { total: 0, actions: [] },
    { total: 0, actions: [] },
  ]);
  expect(await actionsOf('LF-0140-23', ['user_type:organisation_user'])).toEqual({ total: 0, actions: [] });
});

it('[DACT4] a device that changes hands hides what was done before from whom it works for now, and what is done now from whom it left', async () => {
  const database = openTestDatabase(server.it().databaseUrl);
  const serial = 'XC-0032-A';
  await update(serial, { client_name: 'at De Linde' }, adminOf('de-linde'));
  await database.updateTable('deployment').set({ closed_date: new Date() }).where('device_serial', '=', serial).execute();
  const { location_id } = await database
    .selectFrom('deployment')
    .select('location_id')
    .where('device_serial', '=', 'DV-0105')
    .executeTakeFirstOrThrow();
  await database.insertInto('deployment').values({ id: 'moved', device_serial: serial, location_id, creation_date: new Date() }).execute();
  await database.destroy();
  await update(serial, { client_name: 'at Hortus' });
  const old = await actionsOf(serial, adminOf('de-linde'));
  expect(old.actions.map(({ action_type }) => action_type)).toEqual(['update', 'deploy']);
  expect(JSON.stringify(old)).not.toContain('at Hortus');
  expect((await actionsOf(serial, adminOf('hortus-noord'))).actions.map(({ action }) => action?.new_value)).toEqual([
    { client_name: 'at Hortus' },
  ]);
  expect((await actionsOf(serial)).total).toBe(4);
});

it('[MGMT-008] [METAV1] whether metadata is valid is what the schema of the type says, for every device there is', async () => {
  const types = (await answerOf(server.it().address, getAllDeviceTypes, { token: token() })).result;
  const { result } = await answerOf(server.it().address, getAllDevices, { token: token() });
  const judged = result.map(({ device_type, metadata }) =>
    metadataFits(types.find(({ id }) => id === device_type)?.metadata_schema ?? null, metadata ?? {}),
  );
  expect(judged).toEqual(result.map(({ metadata_valid }) => metadata_valid));
  expect(new Set(judged)).toEqual(new Set([true, false, null]));
});
