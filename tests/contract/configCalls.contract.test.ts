import { beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { REQUEST_ID_HEADER } from '#contract/call';
import {
  getConfig,
  getConfigChanges,
  getConfigCompare,
  getConfigDownload,
  postConfig,
  type ConfigValue,
} from '#contract/devices/configuration';
import { isIgnoredPath } from '#domain/configuration/ignoredPaths';
import { getMachines } from '#contract/fleet/machine';
import { groupBy } from '#server/platform/groupBy';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, support, userOf, withServer } from '../support/contractServer.ts';
import type { TestDevice } from '../support/testDevice.ts';
import { readZip } from '../support/readZip.ts';
import { until } from '../support/until.ts';

const server = withServer();
const serial = 'LF-0140-23';
const params = { serial };
const DONE = { success: true };
let device: TestDevice;
let commands: Awaited<ReturnType<TestDevice['obey']>>;
let an: string;
let chloe: string;

const configOf = async (token = an, of = serial) => answerOf(server.it().address, getConfig, { params: { serial: of }, token });
const valueOf = async (file: string, name: string) => (await configOf()).config[file]?.[name]?.value;
const changes = async (query = {}) => answerOf(server.it().address, getConfigChanges, { params, token: an, query });
const set = (body: Readonly<Record<string, unknown>>, token = an, headers = {}) =>
  ask(server.it().address, postConfig, { params, token, body: { file_name: 'navigation.yaml', ...body }, headers });
const connected = (of: string) =>
  until(`${of} is connected`, async () => of in (await answerOf(server.it().address, getMachines, { token: an })).result);

beforeAll(async () => {
  const { identity } = server.it();
  an = identity.issue(staff, { username: 'an', name: 'An Verhoeven' });
  chloe = identity.issue(support, { username: 'chloe', name: 'Chloé Lambert' });
  device = await server.it().device(serial);
  commands = await device.obey();
  await connected(serial);
});

it('[CALL-001] [OPEN-19] [CONST-067] getConfig answers the files in their order and every parameter with a value of its type', async () => {
  const { file_names, config } = await configOf();
  expect(file_names).toEqual(['navigation.yaml', 'treatment.yaml', 'safety.yaml', 'camera.yaml', 'network.yaml', 'platform.yaml']);
  expect(Object.keys(config)).toEqual(file_names);
  const all = Object.values(config).flatMap((file) => Object.values(file));
  expect(all.length).toBeGreaterThanOrEqual(55);
  const types: Record<string, string> = { bool: 'boolean', string: 'string', float: 'number', int: 'number' };
  for (const { value, model } of all) expect(typeof value).toBe(types[model.type]);
  expect(new Set(all.map(({ model }) => model.type))).toEqual(new Set(Object.keys(types)));
  expect(new Set(all.map(({ model }) => model.group.split('-').at(-1)))).toEqual(new Set(['GREEN', 'YELLOW', 'ORANGE', 'RED']));
  expect(config['navigation.yaml']?.['max_speed']?.model).toEqual({
    command_name: 'set_max_speed',
    group: 'Navigation-GREEN',
    type: 'float',
    min: 0.05,
    max: 1.2,
    unit: 'm/s',
  });
});

it('[CALL-001] a device that was never seen has no configuration and no changes', async () => {
  expect(await configOf(an, 'DV-0107')).toEqual({ file_names: [], config: {} });
  const none = await answerOf(server.it().address, getConfigChanges, { params: { serial: 'DV-0107' }, token: an });
  expect(none).toEqual({ total: 0, results: [] });
});

it('[CALL-002] [OPEN-20] [CFG1] a value counts when the device has done it, and is then the newest change', async () => {
  const old = await valueOf('navigation.yaml', 'docking_retries');
  expect(await set({ config_name: 'docking_retries', new_value: 11, old_value: old })).toMatchObject({ ok: true, answer: DONE });
  expect(commands.at(-1)).toMatchObject({
    command: 'config',
    epoch: null,
    arguments: { file_name: 'navigation.yaml', config_name: 'docking_retries', new_value: 11 },
  });
  expect(await valueOf('navigation.yaml', 'docking_retries')).toBe(11);
  const change = (await changes()).results[0];
  expect(change).toMatchObject({ file_name: 'navigation.yaml', config_name: 'docking_retries', old_value: old, new_value: 11 });
  expect(change).toMatchObject({ done_by: 'An Verhoeven', device_local_timezone: 'Europe/Brussels' });
  expect(change?.device_local_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
});

it.each<[string, string, string, ConfigValue]>([
  ['a text of lines with quotes', 'treatment.yaml', 'mission_note', 'Begin "here":\n- then there\n\ttab, €, 🤖'],
  ['an empty text', 'treatment.yaml', 'mission_note', ''],
  ['the longest text', 'treatment.yaml', 'mission_note', 'x'.repeat(10_000)],
  ['a number at its bound', 'navigation.yaml', 'max_speed', 1.2],
  ['a small number', 'navigation.yaml', 'goal_tolerance', 0.005],
  ['a whole number', 'navigation.yaml', 'docking_retries', 0],
  ['off', 'treatment.yaml', 'skip_treated_lanes', false],
])('[CALL-002] [CONST-067] %s comes back as it was sent', async (_name, file_name, config_name, new_value) => {
  expect(await set({ file_name, config_name, new_value })).toMatchObject({ ok: true });
  expect(await valueOf(file_name, config_name)).toBe(new_value);
});

it('[CFG2] an equal value succeeds and changes nothing', async () => {
  const before = [commands.length, (await changes()).total];
  const value = await valueOf('navigation.yaml', 'max_speed');
  expect(await set({ config_name: 'max_speed', new_value: value })).toMatchObject({ ok: true, answer: DONE });
  expect([commands.length, (await changes()).total]).toEqual(before);
});

it.each([
  ['1.5 for a whole number', { config_name: 'docking_retries', new_value: 1.5 }, 400, 'Invalid: Enter a whole number.'],
  ['a huge whole number', { config_name: 'docking_retries', new_value: 2 ** 60 }, 400, 'Invalid: The most is 20.'],
  ['a text for a number', { config_name: 'max_speed', new_value: '0.5' }, 400, /^Invalid: Enter a number/],
  ['"true" for a bool', { config_name: 'gutter_tracking', new_value: 'true' }, 400, 'Invalid: Choose yes or no.'],
  ['1 for a bool', { config_name: 'gutter_tracking', new_value: 1 }, 400, 'Invalid: Choose yes or no.'],
  ['a number for a text', { config_name: 'lane_entry_note', new_value: 7 }, 400, 'Invalid: Enter a text.'],
  ['10 001 letters', { config_name: 'lane_entry_note', new_value: 'x'.repeat(10_001) }, 400, 'Invalid: Enter at most 10 000 characters.'],
  ['NUL', { config_name: 'lane_entry_note', new_value: 'a\0b' }, 400, 'Invalid: This text cannot contain control characters (U+0000).'],
  [
    'half a letter',
    { config_name: 'lane_entry_note', new_value: '\ud83e' },
    400,
    'Invalid: This text cannot contain control characters (U+D83E).',
  ],
  ['less than the least', { config_name: 'max_speed', new_value: 0.01 }, 400, 'Invalid: The least is 0.05.'],
  ['more than the most', { config_name: 'max_speed', new_value: 1.21 }, 400, 'Invalid: The most is 1.2.'],
  ['null (as NaN is written)', { config_name: 'max_speed', new_value: Number.NaN }, 400, /^Invalid: Enter a number/],
  ['a list', { config_name: 'max_speed', new_value: [1] }, 400, /^Invalid: Enter a number/],
  ['no value', { config_name: 'max_speed' }, 400, /^Invalid: body\.new_value/],
  ['no name', { new_value: 1 }, 400, /^Invalid: body\.config_name/],
  ['an empty file name', { file_name: '', config_name: 'max_speed', new_value: 1 }, 400, /^Invalid: body\.file_name/],
  ['an unknown file', { file_name: 'nothing.yaml', config_name: 'x', new_value: 1 }, 404, 'NotFound: this device has no file nothing.yaml'],
  ['an unknown parameter', { config_name: 'warp', new_value: 1 }, 404, 'NotFound: navigation.yaml has no parameter warp'],
  ['a parameter of another file', { config_name: 'uv_dose', new_value: 1 }, 404, 'NotFound: navigation.yaml has no parameter uv_dose'],
  ['a path', { file_name: '../safety.yaml', config_name: 'x', new_value: 1 }, 404, 'NotFound: this device has no file ../safety.yaml'],
  ['a prototype', { file_name: '__proto__', config_name: 'constructor', new_value: 1 }, 404, 'NotFound: this device has no file __proto__'],
  ['a name of NUL', { config_name: 'max\0speed', new_value: 1 }, 404, 'NotFound: navigation.yaml has no parameter max\0speed'],
])('[CALL-002] [OPEN-20] [CFG2] %s is refused and changes nothing', async (_name, body, status, error) => {
  const before = [commands.length, (await changes()).total];
  const response = await set(body);
  expect(response).toMatchObject({ ok: false, status, error: typeof error === 'string' ? error : expect.stringMatching(error) });
  expect([commands.length, (await changes()).total]).toEqual(before);
});

const byPerson: ReadonlyArray<[string, readonly string[], string, number]> = [
  ['[ROLE-007] a system_admin may configure RED', staff, 'odometry_scale', 200],
  ['[ROLE-008] a support engineer may configure ORANGE', support, 'imu/yaw_rate_limit', 200],
  ['[ROLE-009] a support engineer may not configure RED', support, 'odometry_scale', 403],
  ['[ROLE-010] an organisation admin may not configure GREEN', adminOf('de-linde'), 'max_speed', 403],
  ['[ROLE-010] an organisation user may not configure GREEN', userOf('de-linde'), 'max_speed', 403],
];
it.each(byPerson)('%s', async (_name, groups, config_name, status) => {
  const response = await set({ config_name, new_value: 0.9 }, server.it().identity.issue(groups));
  expect(response.status).toBe(status);
  if (!response.ok) expect(response.error).toBe('Forbidden: not allowed to edit this parameter');
});

it('[ROLE-010] [DEV-101] people of an organisation see all colours of their own devices', async () => {
  const { config } = await configOf(server.it().identity.issue(userOf('de-linde')));
  expect(config).toEqual((await configOf()).config);
});

it('[OPEN-20] a missing right is reported before the device being offline, and that before a wrong type', async () => {
  const send = (token: string, config_name: string) =>
    ask(server.it().address, postConfig, {
      params: { serial: 'LF-0141-23' },
      token,
      body: { file_name: 'navigation.yaml', config_name, new_value: 'x' },
    });
  expect(await send(an, 'warp')).toMatchObject({ status: 404 });
  expect(await send(chloe, 'odometry_scale')).toMatchObject({ status: 403 });
  expect(await send(an, 'odometry_scale')).toMatchObject({ status: 409, error: 'Conflict: the device is offline' });
});

it('[CFG3] an edit based on an older value learns who changed it, and overwrites nothing', async () => {
  await set({ config_name: 'walkway_speed', new_value: 0.5 });
  const response = await set({ config_name: 'walkway_speed', new_value: 0.7, old_value: 0.61 }, chloe);
  const text = /^Conflict: walkway_speed was changed to 0\.5 by An Verhoeven at \d\d\/\d\d\/\d{4}, \d\d:\d\d:\d\d \(Belgian time\)$/;
  expect(response).toMatchObject({ ok: false, status: 409, error: expect.stringMatching(text) });
  expect(await valueOf('navigation.yaml', 'walkway_speed')).toBe(0.5);
  expect(await set({ config_name: 'walkway_speed', new_value: 0.7, old_value: 0.5 }, chloe)).toMatchObject({ ok: true });
});

it('[CFG5] the same request id is one change, and never another one', async () => {
  const headers = { [REQUEST_ID_HEADER]: crypto.randomUUID() };
  const body = { config_name: 'docking_retries', new_value: 13 };
  const { total } = await changes();
  const response = await Promise.all([set(body, an, headers), set(body, an, headers)]);
  expect(response).toMatchObject([{ answer: DONE }, { answer: DONE }]);
  expect(await set(body, an, headers)).toMatchObject({ answer: DONE });
  expect((await changes()).total).toBe(total + 1);
  const other = await set({ config_name: 'max_speed', new_value: 0.3 }, an, headers);
  expect(other).toMatchObject({ status: 409, error: 'Conflict: this request id belongs to another change' });
  expect((await changes()).total).toBe(total + 1);
});

it.each([
  ['per_page 0', { per_page: 0 }],
  ['per_page 101', { per_page: 101 }],
  ['per_page 2.5', { per_page: 2.5 }],
  ['per_page of letters', { per_page: 'ten' }],
  ['a page of blanks', { page: ' ' }],
  ['a page below 0', { page: -1 }],
])('[CALL-024] getConfigChanges with %s is a 400', async (_name, query) => {
  const response = await ask(server.it().address, getConfigChanges, { params, token: an, query });
  expect(response).toMatchObject({
    ok: false,
    status: 400,
    error: expect.stringMatching(/^Invalid: query\.\w+: (Too small|Too big|Invalid input): expected /),
  });
});

it('[CALL-024] [OPEN-37] [DEV-109] pages of changes count from 0 and hold every change once; beyond the end is an empty page', async () => {
  const { total, results: first } = await changes();
  expect(first).toHaveLength(10);
  expect(total).toBeGreaterThan(20);
  const pages = await Promise.all(Array.from({ length: Math.ceil(total / 10) }, (_, page) => changes({ page })));
  const all = pages.flatMap(({ results }) => results);
  expect(all).toEqual((await changes({ per_page: 100 })).results);
  expect(all).toHaveLength(total);
  expect(all.some(({ device_local_time }) => device_local_time === null)).toBe(true);
  expect(await changes({ page: 1_000 })).toEqual({ total, results: [] });
});

const soon = () => new Date(Date.now() + 60_000).toISOString();
const compare = (query: Readonly<Record<string, unknown>>, token = an) => ask(server.it().address, getConfigCompare, { token, query });
const two = (one: string, other: string, at_1 = soon(), at_2 = at_1) => ({
  machine_serial_1: one,
  machine_serial_2: other,
  at_time_machine_1: at_1,
  at_time_machine_2: at_2,
});
const differences = async (query: ReturnType<typeof two>) =>
  (await answerOf(server.it().address, getConfigCompare, { token: an, query })).result.differences;
const flat = async (of: string) => {
  const { config } = await configOf(an, of);
  return new Map<string, unknown>(
    Object.entries(config).flatMap(([file, all]) => Object.entries(all).map(([name, { value }]) => [`${file}/${name}`, value] as const)),
  );
};

it('[CALL-022] [OPEN-35] [FLEET-062] [FLEET-063] two devices differ in what differs, by key_value, but for the ignored paths', async () => {
  const [one, other] = [await flat('LF-0140-23'), await flat('LF-0141-23')];
  const unlike = [...one.keys()].filter((key) => one.get(key) !== other.get(key));
  const found = await differences(two('LF-0140-23', 'LF-0141-23'));
  const expected = unlike.filter((key) => !isIgnoredPath(key)).toSorted();
  expect(found).toEqual(
    expected.map((key_value) => ({ key_value, value_machine_1: one.get(key_value), value_machine_2: other.get(key_value) })),
  );
  expect(found.length).toBeGreaterThan(3);
  expect(unlike.length).toBeGreaterThan(found.length);
});

it.each<[string, string]>([
  ['FLEET-065', 'platform.yaml/bot_serial'],
  ['FLEET-066', 'camera.yaml/cameras/front/exposure'],
  ['FLEET-067', 'network.yaml/mqtt/key_file'],
  ['FLEET-068', 'network.yaml/web/robot_name'],
  ['FLEET-069', 'platform.yaml/component_serials/drive'],
  ['FLEET-070', 'navigation.yaml/imu/pitch'],
  ['FLEET-070', 'navigation.yaml/imu/roll'],
  ['FLEET-071', 'navigation.yaml/steering/angle_encoder_offset'],
])('[%s] %s differs on two devices, and is not reported', async (_, path) => {
  const [one, other] = [await flat('LF-0140-23'), await flat('LF-0141-23')];
  expect(one.get(path)).not.toBe(other.get(path));
  const found = await differences(two('LF-0140-23', 'LF-0141-23'));
  expect(found.map(({ key_value }) => key_value)).not.toContain(path);
});

it('[FLEET-059] [CFG6] one device at two times differs in what was changed in between; at one time in nothing', async () => {
  const before = await valueOf('navigation.yaml', 'acceleration');
  const at = new Date().toISOString();
  const new_value = before === 0.4 ? 0.5 : 0.4;
  expect(await set({ config_name: 'acceleration', new_value })).toMatchObject({ ok: true });
  const expected = [{ key_value: 'navigation.yaml/acceleration', value_machine_1: before, value_machine_2: new_value }];
  expect(await differences(two(serial, serial, at, soon()))).toEqual(expected);
  expect(await differences(two(serial, serial))).toEqual([]);
});

it('[OPEN-35] a value that one of them lacks is null: another kind of device, or a time before the first configuration', async () => {
  const kinds = await differences(two('LF-0140-23', 'DV-0105'));
  expect(kinds).toContainEqual({ key_value: 'docking.yaml/attempts', value_machine_1: null, value_machine_2: expect.any(Number) });
  expect(kinds).toContainEqual({ key_value: 'treatment.yaml/uv_dose', value_machine_1: expect.any(Number), value_machine_2: null });
  const long = await differences(two(serial, serial, '1999-01-01T00:00:00Z', soon()));
  expect(long.length).toBeGreaterThan(40);
  expect(new Set(long.map(({ value_machine_1 }) => value_machine_1))).toEqual(new Set([null]));
});

it.each([
  ['no second serial', { ...two(serial, serial), machine_serial_2: undefined }, 400],
  ['no first time', { ...two(serial, serial), at_time_machine_1: undefined }, 400],
  ['a time that is none', two(serial, serial, 'yesterday'), 400],
  ['a time with an offset', two(serial, serial, '2026-10-25T02:30:00+02:00'), 400],
  ['a local time', two(serial, serial, '2026-10-25T02:30:00'), 400],
  ['an unknown serial', two(serial, 'LF-9999'), 404],
  ['an unknown first serial', two('LF-9999', serial), 404],
])('[CALL-022] a comparison with %s is refused', async (_name, query, status) => {
  expect(await compare(query)).toMatchObject({ ok: false, status });
});

const fetchZip = (query: Readonly<Record<string, string>>, token = an) =>
  fetch(`${server.it().address}/api/${getConfigDownload.path}?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${token}` },
  });

interface Nested {
  [name: string]: unknown;
}

/** Parameters as a robot loads them: the text before a slash is a group. */
function nestedOf(parameters: readonly (readonly [name: string, value: unknown])[]): Nested {
  const groups = groupBy(parameters, ([name]) => (name.includes('/') ? name.slice(0, name.indexOf('/')) : ''));
  const { '': plain = [], ...deeper } = Object.fromEntries(groups);
  const inner = Object.entries(deeper).map(([group, rest]) => [
    group,
    nestedOf(rest.map(([name, value]) => [name.slice(group.length + 1), value])),
  ]);
  return { ...Object.fromEntries(plain), ...Object.fromEntries(inner) };
}

it('[CALL-023] [OPEN-36] [DEV-110] [DEV-111] the archive of now holds a file for each, with the values of now', async () => {
  const reply = await fetchZip({ machine_serial: serial, at_time: soon() });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('application/zip');
  expect(reply.headers.get('content-disposition')).toContain(`attachment; filename="config_${serial}.zip"`);
  const files = readZip(Buffer.from(await reply.arrayBuffer()));
  const { file_names, config } = await configOf();
  expect([...files.keys()]).toEqual(file_names);
  for (const [file, text] of files) {
    const wanted = nestedOf(Object.entries(config[file] ?? {}).map(([name, { value }]) => [name, value] as const));
    expect(parse(text)).toEqual(wanted);
  }
});

it('[DEV-110] [CFG6] the archive of a time before a change holds what was before', async () => {
  const before = await valueOf('navigation.yaml', 'goal_tolerance');
  const at_time = new Date().toISOString();
  expect(await set({ config_name: 'goal_tolerance', new_value: before === 0.09 ? 0.08 : 0.09 })).toMatchObject({ ok: true });
  const files = readZip(Buffer.from(await (await fetchZip({ machine_serial: serial, at_time })).arrayBuffer()));
  expect(files.get('navigation.yaml')).toContain(`\ngoal_tolerance: ${String(before)}\n`);
});

it.each([
  ['before the first configuration', { machine_serial: serial, at_time: '1999-01-01T00:00:00Z' }, 404],
  ['of a device without one', { machine_serial: 'DV-0107', at_time: '2026-11-01T00:00:00Z' }, 404],
  ['of an unknown device', { machine_serial: 'LF-9999', at_time: '2026-11-01T00:00:00Z' }, 404],
  ['without a time', { machine_serial: serial }, 400],
  ['at a time that is none', { machine_serial: serial, at_time: '2026-02-31T00:00:00Z' }, 400],
  ['of no device', { at_time: '2026-11-01T00:00:00Z' }, 400],
])('[CALL-023] an archive %s is refused in words', async (_name, query, status) => {
  const reply = await fetchZip(query);
  expect(reply.status).toBe(status);
  expect(await reply.json()).toEqual({ error: expect.stringMatching(/^(NotFound|Invalid): .+/) });
});
