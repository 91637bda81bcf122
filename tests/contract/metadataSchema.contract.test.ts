import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getAllDevices, getAllDeviceTypes, getDevice, postCreateDevice, postUpdateDevice } from '#contract/devices/device';
import { getDeviceActions } from '#contract/devices/deviceAction';
import { getDecryptedDevice } from '#contract/devices/deviceCredential';
import { postCreateDeviceType, postMetadataSchema } from '#contract/devices/deviceType';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, support, userOf, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';

type Schema = Readonly<Record<string, unknown>> | null;

const server = withServer();
let database: ReturnType<typeof openTestDatabase>;
beforeAll(() => {
  database = openTestDatabase(server.it().databaseUrl);
});
afterAll(() => database.destroy());

const token = (groups: readonly string[] = staff) => server.it().identity.issue(groups);
const typeOf = async (id: string) =>
  (await answerOf(server.it().address, getAllDeviceTypes, { token: token() })).result.find((type) => type.id === id);
const change = (id: string, known: unknown, metadata_schema: unknown, more: object = {}, groups = staff) =>
  ask(server.it().address, postMetadataSchema, { params: { id }, body: { metadata_schema, known, ...more }, token: token(groups) });
const create = (id: string) =>
  answerOf(server.it().address, postCreateDeviceType, { params: { id }, body: { name: 'Type' }, token: token() });
const asked = (serial: string) => ({ params: { serial }, token: token() });
const add = (serial: string, device_type: string) =>
  answerOf(server.it().address, postCreateDevice, { ...asked(serial), body: { name: 'One', device_type, hardware_revision_id: null } });
const deviceOf = async (serial: string) => (await answerOf(server.it().address, getDevice, asked(serial))).result;
const update = (serial: string, metadata: object) => ask(server.it().address, postUpdateDevice, { ...asked(serial), body: { metadata } });

const text = { type: 'string' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

it('[SCHEMA1] [SCHEMA3] a schema is given, corrected and taken away, its fields stay in their order, and the history has it', async () => {
  await create('SCH01');
  const first = object({ zone: text, a: { type: 'integer' }, wifi_password: text });
  expect(await change('SCH01', null, first)).toMatchObject({ status: 200, answer: { result: true, unfit: 0, serials: [] } });
  expect(JSON.stringify((await typeOf('SCH01'))?.metadata_schema)).toBe(JSON.stringify(first));
  const second = object({ a: { type: 'integer' }, zone: text });
  expect(await change('SCH01', first, second, {}, support)).toMatchObject({ status: 200 });
  expect(JSON.stringify((await typeOf('SCH01'))?.metadata_schema)).toBe(JSON.stringify(second));
  expect(await change('SCH01', second, null)).toMatchObject({ status: 200 });
  expect((await typeOf('SCH01'))?.metadata_schema).toBeNull();
  const { actions } = await answerOf(server.it().address, getDeviceActions, { query: { per_page: 3 }, token: token() });
  const recorded = (schema: Schema) => ({ device_type: 'SCH01', metadata_schema: schema === null ? null : JSON.stringify(schema) });
  expect(actions.map(({ action }) => action)).toEqual([
    { old_value: recorded(second), new_value: recorded(null) },
    { old_value: recorded(first), new_value: recorded(second) },
    { old_value: recorded(null), new_value: recorded(first) },
  ]);
});

it('[SCHEMA3] one of two changes of the same schema is saved, and the other is informed', async () => {
  await create('SCH02');
  const both = await Promise.all([change('SCH02', null, object({ one: text })), change('SCH02', null, object({ two: text }), {}, support)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(both.find(({ ok }) => !ok)).toMatchObject({ error: 'Conflict: The metadata schema was changed meanwhile.' });
  const saved = both[0].ok ? 'one' : 'two';
  expect((await typeOf('SCH02'))?.metadata_schema).toEqual(object({ [saved]: text }));
});

it.each([
  ['SCH09', object({ a: text }), 404, /device type/],
  ['DIV01', object({ a: text }), 409, 'Conflict: The specification describes the metadata of this device type.'],
  ['BUG01', 'text', 400, /metadata_schema/],
  ['BUG01', [1], 400, /metadata_schema/],
  ['BUG01', { properties: {} }, 400, 'Invalid: The schema must have "type": "object".'],
  ['BUG01', object({ a: { $ref: 'https://example.org/a.json' } }), 400, /\$ref must lead into this schema/],
  [
    'BUG01',
    object({ a: { $ref: '#/definitions/a' } }, { definitions: { a: text } }),
    400,
    /^Invalid: The schema cannot be read: Reference/,
  ],
  ['BUG01', object({ a: { type: 'string', pattern: '^(a+)+$' } }), 400, /pattern must be a simple pattern/],
  ['BUG01', object({ a: { ...text, title: 'x'.repeat(20_001) } }), 400, 'Invalid: The schema is longer than 20000 characters.'],
])('[SCHEMA1] the schema of %s as %j: %i', async (id, schema, status, error) => {
  const known = (await typeOf(id))?.metadata_schema ?? null;
  expect(await change(id, known, schema)).toMatchObject({
    status,
    error: typeof error === 'string' ? error : expect.stringMatching(error),
  });
  expect((await typeOf(id))?.metadata_schema ?? null).toEqual(known);
});

it('[SCHEMA4] [METAV1] devices that would not fulfil a schema are named before it is saved; then their metadata counts as not valid until it is', async () => {
  await create('SCH04');
  for (const serial of ['SC4-A', 'SC4-B', 'SC4-C']) await add(serial, 'SCH04');
  await update('SC4-B', { zone: 'North' });
  const schema = object({ zone: text }, { required: ['zone'] });
  expect(await change('SCH04', null, schema)).toMatchObject({ answer: { result: false, unfit: 2, serials: ['SC4-A', 'SC4-C'] } });
  expect([(await typeOf('SCH04'))?.metadata_schema, (await deviceOf('SC4-A')).metadata_valid]).toEqual([null, null]);
  expect(await change('SCH04', null, schema, { accept_unfit: true })).toMatchObject({ answer: { result: true, unfit: 2 } });
  const valid = async () => [await deviceOf('SC4-A'), await deviceOf('SC4-B'), await deviceOf('SC4-C')].map((one) => one.metadata_valid);
  expect(await valid()).toEqual([false, true, false]);
  await update('SC4-A', { zone: 'South' });
  expect(await valid()).toEqual([true, true, false]);
  // Those that were not valid before are no reason to ask again.
  const stricter = object({ zone: { ...text, title: 'Zone' } }, { required: ['zone'] });
  expect(await change('SCH04', schema, stricter)).toMatchObject({ answer: { result: true, unfit: 0, serials: [] } });
  expect(await change('SCH04', stricter, null)).toMatchObject({ answer: { result: true } });
  expect(await valid()).toEqual([null, null, null]);
});

/** Returns every row of the tables that hold something of a device now, as text. */
async function stored(): Promise<string> {
  const tables = ['device', 'device_secret', 'audit'];
  const rows = tables.map(
    async (name) => (await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(database)).rows,
  );
  return JSON.stringify(await Promise.all(rows));
}

it('[SCHEMA5] [META2] what a schema marks as a secret is masked and sealed at once, readable on request, and never becomes readable by a schema', async () => {
  await create('SCH05');
  await add('SC5-A', 'SCH05');
  await update('SC5-A', { code: 'opens-9911', zone: 'North', wifi_password: 'named-9912' });
  const plain = object({ code: text, zone: text });
  const marked = object({ code: { ...text, format: 'password' }, zone: text });
  await change('SCH05', null, plain);
  expect((await deviceOf('SC5-A')).metadata).toMatchObject({ code: 'opens-9911', wifi_password: '***' });
  expect(await change('SCH05', plain, marked)).toMatchObject({ answer: { result: true } });
  expect((await deviceOf('SC5-A')).metadata).toEqual({ code: '***', zone: 'North', wifi_password: '***' });
  const { result } = await answerOf(server.it().address, getAllDevices, { token: token() });
  expect(result.find(({ serial }) => serial === 'SC5-A')?.metadata).toMatchObject({ code: '***' });
  const readable = async () => (await answerOf(server.it().address, getDecryptedDevice, asked('SC5-A'))).result.metadata;
  expect(await readable()).toEqual({ code: 'opens-9911', zone: 'North', wifi_password: 'named-9912' });
  const text5 = await stored();
  expect([text5.includes('opens-9911'), text5.includes('named-9912')]).toEqual([false, false]);
  const history = await answerOf(server.it().address, getDeviceActions, { query: { device_serial: 'SC5-A' }, token: token() });
  expect(history.actions.map(({ action }) => action?.new_value)).toContainEqual({
    metadata: { code: '***', zone: 'North', wifi_password: '***' },
  });
  expect(JSON.stringify(history)).not.toContain('opens-9911');
  for (const less of [plain, null]) {
    expect(await change('SCH05', marked, less)).toMatchObject({
      status: 409,
      error: 'Conflict: 1 device holds secrets that would become readable: SC5-A. Take those values out there first.',
    });
  }
  await update('SC5-A', { code: '', zone: 'North', wifi_password: '***' });
  expect(await change('SCH05', marked, plain)).toMatchObject({ answer: { result: true } });
  expect(await readable()).toEqual({ code: '', zone: 'North', wifi_password: 'named-9912' });
});

it('[SCHEMA3] metadata that is saved while the schema changes is checked and sealed by the new one, whichever is first', async () => {
  await create('SCH06');
  await add('SC6-A', 'SCH06');
  let known: Schema = null;
  for (const round of [1, 2, 3, 4]) {
    const schema: Schema = object({ code: { ...text, format: 'password', title: `Round ${round}` } }, { required: ['code', `r${round}`] });
    const [changed, saved] = await Promise.all([
      change('SCH06', known, schema, { accept_unfit: true }),
      update('SC6-A', { code: `race-${round}`, [`r${round}`]: 'x' }),
    ]);
    expect([changed.status, saved.status]).toEqual([200, 200]);
    expect(await deviceOf('SC6-A')).toMatchObject({ metadata: { code: '***' }, metadata_valid: true });
    known = schema;
  }
});

it.each([
  ['an organisation_admin', adminOf('de-linde')],
  ['an organisation_user', userOf('de-linde')],
])('[SCHEMA3] %s changes no schema', async (_, groups) => {
  expect(await change('BUG01', null, object({ a: text }), {}, groups)).toMatchObject({ status: 403 });
  expect((await typeOf('BUG01'))?.metadata_schema).toBeNull();
});
