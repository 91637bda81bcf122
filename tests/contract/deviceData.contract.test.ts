import { sql } from 'kysely';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { getAuditLines } from '#contract/audit';
import {
  deviceDataAnswer,
  deviceDataPaths,
  deviceErrorCodesAnswer,
  deviceMetadataAnswer,
  deviceNetworkAnswer,
} from '#contract/devices/deviceData';
import { getDevice, postUpdateDevice } from '#contract/devices/device';
import { getDecryptedDevice } from '#contract/devices/deviceCredential';
import { getNetworkInformation, postDeleteNetworkInformation, postUpdateNetworkInformation } from '#contract/location';
import { deviceTokenFile } from '#server/devices/credentials/deviceToken';
import { readDataStates } from '#server/devices/deviceData/whereDevice';
import { z } from '#contract/schema';
import { answerOf, ask } from '../support/client.ts';
import { staff, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { TEST_CREDENTIAL_KEY } from '../support/testServer.ts';
import { noteFetch } from '#server/devices/deviceData/routes';

const server = withServer();
const SERIAL = 'LF-0140-23';
const NETWORK = { wifi_ssid: 'kas-2', wifi_password: 'only for the robots' };
let authorization: string;
let staffToken: string;
/** The network of its location. */
let id: string;

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${server.it().address}${path}`, { headers: { authorization, ...headers } });
const read = async <Schema extends z.ZodMiniType>(path: string, schema: Schema): Promise<z.output<Schema>> =>
  schema.parse(await (await get(path)).json());
const overview = () => read(deviceDataPaths.overview, deviceDataAnswer);

beforeAll(async () => {
  const { address, identity, databaseUrl, now } = server.it();
  staffToken = identity.issue(staff, { username: 'an', name: 'An' });
  const { result } = await answerOf(address, getDevice, { token: staffToken, params: { serial: SERIAL } });
  id = result.active_deployment?.location_id ?? '';
  await answerOf(address, postUpdateNetworkInformation, { token: staffToken, params: { id }, body: NETWORK });
  const database = openTestDatabase(databaseUrl);
  const { body } = await deviceTokenFile({ database, key: TEST_CREDENTIAL_KEY, now: now() }, { serial: SERIAL, scope: 'all' });
  await database.destroy();
  const { access_token } = z.object({ access_token: z.string() }).parse(JSON.parse(Buffer.isBuffer(body) ? body.toString() : ''));
  authorization = `Basic ${Buffer.from(`${SERIAL}:${access_token}`).toString('base64')}`;
});

it('[DOWN1] a robot gets the maps of its location, its network, its metadata and the error texts, each with the ETag of the overview', async () => {
  const { maps, network, metadata, error_codes } = await overview();
  expect(maps.map(({ map_id }) => map_id)).toEqual(['de-linde-1', 'de-linde-2', 'de-linde-3']);
  expect(await read(network.path, deviceNetworkAnswer)).toEqual(NETWORK);
  expect((await read(metadata.path, deviceMetadataAnswer)).metadata).toMatchObject({ wheel_type: expect.any(String) });
  expect(JSON.stringify((await read(metadata.path, deviceMetadataAnswer)).metadata)).not.toContain('***');
  expect(Object.keys((await read(error_codes.path, deviceErrorCodesAnswer)).error_codes)).toContain('0x03000117');
  for (const { path, etag } of [...maps, network, metadata, error_codes]) {
    const answer = await get(path);
    expect([path, answer.status, answer.headers.get('etag')]).toEqual([path, 200, etag]);
    await answer.arrayBuffer();
    expect((await get(path, { 'if-none-match': etag ?? '' })).status).toBe(304);
  }
});

it('[DOWN1] a map is a whole plan, and any part of it is the same bytes', async () => {
  const [map] = (await overview()).maps;
  if (map === undefined) throw new Error('no map');
  const whole = await get(map.path);
  expect(whole.headers.get('x-map-version')).toBe(map.version);
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect(bytes.length).toBe(Number(whole.headers.get('content-length')));
  const { layers } = z
    .object({ layers: z.record(z.string(), z.object({ type: z.literal('FeatureCollection') })) })
    .parse(JSON.parse(bytes.toString()));
  expect(Object.keys(layers)).toHaveLength(8);
  for (const [from, to] of [
    [0, 9],
    [5, bytes.length - 2],
    [bytes.length - 10, bytes.length + 100],
  ] as const) {
    const part = await get(map.path, { range: `bytes=${from}-${to}`, 'if-range': map.etag });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(from, to + 1))).toBe(true);
  }
});

it.each([
  ['a map of another customer', '/device-data/maps/maasdijk-1', {}, 404],
  ['an unknown map', '/device-data/maps/nowhere', {}, 404],
  ['no token', '/device-data', { authorization: '' }, 401],
  ['a token of a person', '/device-data/network', { authorization: 'person' }, 401],
])('[DOWN1] %s is refused', async (_name, path, headers: Readonly<Record<string, string>>, status) => {
  const given = headers['authorization'] === 'person' ? { authorization: `Bearer ${staffToken}` } : headers;
  const answer = await get(path, given);
  expect(answer.status).toBe(status);
  expect(await answer.text()).not.toContain(NETWORK.wifi_password);
});

it('[DOWN2] who reads a network or metadata is in the record, and what was there already is not read', async () => {
  const { network } = await overview();
  const lines = async () =>
    (await answerOf(server.it().address, getAuditLines, { token: staffToken, query: { who: SERIAL } })).results.filter(
      ({ call }) => call === 'device_network',
    );
  const before = await lines();
  await (await get(network.path)).arrayBuffer();
  await get(network.path, { 'if-none-match': network.etag ?? '' });
  expect((await lines()).length).toBe(before.length + 1);
});

it('[DOWN4] the state of a robot’s data changes with its metadata and its network, for itself alone', async () => {
  const database = openTestDatabase(server.it().databaseUrl);
  const states = async () => new Map((await readDataStates(database, [SERIAL, 'XC-0038-B'])).map((one) => [one.serial, one]));
  const before = await states();
  const { address } = server.it();
  await answerOf(address, postUpdateNetworkInformation, {
    token: staffToken,
    params: { id },
    body: { ...NETWORK, wifi_password: 'another one' },
  });
  await answerOf(address, postUpdateDevice, {
    token: staffToken,
    params: { serial: SERIAL },
    body: { metadata: { wheel_type: 'GROUND' } },
  });
  const after = await states();
  const changed = (serial: string) =>
    Object.entries(after.get(serial) ?? {}).flatMap(([name, text]) =>
      Object.entries(before.get(serial) ?? {}).some(([known, old]) => known === name && old === text) ? [] : [name],
    );
  expect(changed(SERIAL)).toEqual(['network', 'metadata']);
  expect(changed('XC-0038-B')).toEqual([]);
  await database.destroy();
});

const fetched = async (part: 'network' | 'metadata') =>
  (await answerOf(server.it().address, getDevice, { token: staffToken, params: { serial: SERIAL } })).result.data_fetches?.[part];

it('[KEPTHERE2] [KEPTHERE3] a network that a device of the location may still have is kept until all have asked for the new one', async () => {
  const { address, databaseUrl } = server.it();
  const save = (wifi_password: string) =>
    answerOf(address, postUpdateNetworkInformation, { token: staffToken, params: { id }, body: { ...NETWORK, wifi_password } });
  const former = async () => (await answerOf(address, getNetworkInformation, { token: staffToken, params: { id } })).former?.wifi_password;
  const database = openTestDatabase(databaseUrl);
  const placed = await database
    .selectFrom('deployment')
    .select('device_serial')
    .where('location_id', '=', id)
    .where('closed_date', 'is', null)
    .execute();
  expect(placed.length).toBeGreaterThan(1);
  const othersAsk = async () => {
    for (const state of await readDataStates(
      database,
      placed.map(({ device_serial }) => device_serial),
    ))
      if (state.serial !== SERIAL) await noteFetch(database, { state, part: 'network', at: new Date(server.it().now()) });
  };
  const askAsDevice = async () => (await get(deviceDataPaths.network)).arrayBuffer();
  await save('one');
  await askAsDevice();
  await othersAsk();
  expect([await former(), (await fetched('network'))?.is_current]).toEqual([undefined, true]);
  await save('two');
  expect([await former(), (await fetched('network'))?.is_current]).toEqual(['one', false]);
  await askAsDevice();
  expect([await former(), (await fetched('network'))?.is_current]).toEqual(['one', true]);
  await save('three');
  await save('three');
  expect(await former()).toBe('one');
  await othersAsk();
  expect(await former()).toBe('one');
  await askAsDevice();
  expect(await former()).toBeUndefined();
  expect(await read(deviceDataPaths.network, deviceNetworkAnswer)).toEqual({ ...NETWORK, wifi_password: 'three' });
  await database.destroy();
});

it('[KEPTHERE2] [KEPTHERE3] metadata that a device may still have is kept until it has asked for the new one', async () => {
  const { address } = server.it();
  const save = (wheel_type: string) =>
    answerOf(address, postUpdateDevice, { token: staffToken, params: { serial: SERIAL }, body: { metadata: { wheel_type } } });
  const former = async () =>
    (await answerOf(address, getDecryptedDevice, { token: staffToken, params: { serial: SERIAL } })).result.former_metadata;
  const askAsDevice = async (etag = '') => (await get(deviceDataPaths.metadata, { 'if-none-match': etag })).arrayBuffer();
  await save('RAIL_IN');
  await askAsDevice();
  expect([await former(), (await fetched('metadata'))?.is_current]).toEqual([undefined, true]);
  await save('GROUND');
  await save('RAIL_OUT');
  expect(await former()).toEqual({ wheel_type: 'RAIL_IN' });
  expect(await fetched('metadata')).toMatchObject({ is_current: false, changed_at: expect.any(String), asked_at: expect.any(String) });
  await askAsDevice((await overview()).metadata.etag ?? '');
  expect([await former(), (await fetched('metadata'))?.is_current]).toEqual([undefined, true]);
});

it('[DOWN1] OpenAPI has what a device reads, with the sign-in of a device', async () => {
  const path = z.object({ get: z.object({ security: z.unknown() }) });
  const { paths } = z.object({ paths: z.record(z.string(), z.unknown()) }).parse(await (await get('/api/openapi.json')).json());
  for (const one of Object.values(deviceDataPaths)) expect(path.parse(paths[one]).get.security).toEqual([{ device: [] }]);
});

it('[DOWN1] a device whose fetch cannot be noted gets what it asked for', async () => {
  const { network } = await overview();
  const database = openTestDatabase(server.it().databaseUrl);
  onTestFinished(async () => {
    await sql`alter table data_fetch_away rename to data_fetch`.execute(database);
    await database.destroy();
  });
  await sql`alter table data_fetch rename to data_fetch_away`.execute(database);
  expect((await get(network.path, { 'if-none-match': network.etag ?? '' })).status).toBe(304);
});

it('[NETWORK1] a removed network is gone with the former one, also a sealed one that nobody can read, and a robot gets none', async () => {
  const { address, databaseUrl } = server.it();
  const asked = { token: staffToken, params: { id } };
  const save = (wifi_password: string) =>
    answerOf(address, postUpdateNetworkInformation, { ...asked, body: { ...NETWORK, wifi_password } });
  const remove = () => ask(address, postDeleteNetworkInformation, { ...asked, body: {} });
  const none = { wifi_ssid: null, wifi_password: null };
  await save('of another location');
  await save('of another place');
  expect(await remove()).toMatchObject({ status: 200, answer: { result: true } });
  expect(await answerOf(address, getNetworkInformation, asked)).toEqual(none);
  expect(await read(deviceDataPaths.network, deviceNetworkAnswer)).toEqual(none);
  expect((await overview()).network.etag).toBeNull();
  expect(await remove()).toMatchObject({ status: 200 });
  await save('the right one');
  expect(await answerOf(address, getNetworkInformation, asked)).toMatchObject({ wifi_password: 'the right one' });
  const database = openTestDatabase(databaseUrl);
  await database
    .updateTable('location_network')
    .set({ sealed: Buffer.from('of another key') })
    .where('location_id', '=', id)
    .execute();
  await database.destroy();
  expect(await ask(address, getNetworkInformation, asked)).toMatchObject({ status: 409 });
  expect(await remove()).toMatchObject({ status: 200 });
  expect(await answerOf(address, getNetworkInformation, asked)).toEqual(none);
});
