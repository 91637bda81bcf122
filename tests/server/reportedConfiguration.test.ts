import { beforeAll, expect, it } from 'vitest';
import { getConfig, getConfigChanges, getConfigCompare, getConfigDownload, postConfig } from '#contract/devices/configuration';
import { getEvents } from '#contract/devices/deviceEvent';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { getReloadConfig, getTakeControl } from '#contract/command';
import { answerOf, ask } from '../support/client.ts';
import { staff, withServer } from '../support/contractServer.ts';
import { readZip } from '../support/readZip.ts';
import type { TestDevice } from '../support/testDevice.ts';
import { until } from '../support/until.ts';

const server = withServer();
// A device of the demo that was never seen: without a configuration.
const serial = 'DV-0107';
const params = { serial };
let device: TestDevice;
let token: string;

beforeAll(async () => {
  token = server.it().identity.issue(staff, { username: 'an', name: 'An Verhoeven' });
  device = await server.it().device(serial);
  await device.stay();
});

const speed = { command_name: 'set_max_speed', group: 'Drive-GREEN', type: 'float', min: 0, max: 2, unit: 'm/s' };
const flag = { command_name: 'set_horn', group: 'Safety-RED', type: 'bool' };
type Config = Readonly<Record<string, unknown>>;
const drive = (value: unknown, more: Config = {}): Config => ({
  max_speed: { value, model: speed },
  horn: { value: true, model: flag },
  ...more,
});

let tick = Date.now() - 3_600_000;
/** Reports a file; each report is a second later by the device's clock. */
const report = (file_name: string, config: Config, more: Config = {}) => {
  tick += 1_000;
  const message = { time: new Date(tick).toISOString(), revision: 'r1', file_name, config, ...more };
  return device.publish(deviceTopic(serial, 'configuration'), JSON.stringify(message));
};
const configuration = () => answerOf(server.it().address, getConfig, { params, token });
const valueOf = async (name: string, file = 'drive.yaml') => (await configuration()).config[file]?.[name]?.value;
const changes = async () => (await answerOf(server.it().address, getConfigChanges, { params, token, query: { per_page: 100 } })).results;
const events = async () =>
  (await answerOf(server.it().address, getEvents, { params, token, query: { per_page: 100 } })).results.map(({ message }) =>
    String(message),
  );
const shown = (name: string, value: unknown, file?: string) =>
  until(`${name} is ${String(value)}`, async () => (await valueOf(name, file)) === value);

it('[REPORTED1] the first report is the first configuration, on every screen and file that shows it, and no change', async () => {
  expect(await configuration()).toEqual({ file_names: [], config: {} });
  const files = { file_names: ['b.yaml', 'drive.yaml'] };
  await report('drive.yaml', drive(0.8), files);
  await report('b.yaml', { '0_first': { value: 'x', model: { ...flag, type: 'string' } } }, files);
  await shown('0_first', 'x', 'b.yaml');
  const { file_names, config } = await configuration();
  expect(file_names).toEqual(['b.yaml', 'drive.yaml']);
  expect(config['drive.yaml']).toEqual({ max_speed: { value: 0.8, model: speed }, horn: { value: true, model: flag } });
  expect(await changes()).toEqual([]);
  const at_time = new Date(Date.now() + 1_000).toISOString();
  const zip = await fetch(
    `${server.it().address}/api/${getConfigDownload.path}?${new URLSearchParams({ machine_serial: serial, at_time }).toString()}`,
    { headers: { authorization: `Bearer ${token}` } },
  );
  expect(readZip(Buffer.from(await zip.arrayBuffer())).get('drive.yaml')).toMatch(/\nmax_speed: 0\.8\nhorn: true\n/);
});

it('[REPORTED4] a value that differs later is a change by the device, at the time by its own clock; what it was before can be read', async () => {
  const before = new Date(tick + 500).toISOString();
  await report('drive.yaml', drive(0.7));
  await shown('max_speed', 0.7);
  expect((await changes())[0]).toMatchObject({ config_name: 'max_speed', old_value: 0.8, new_value: 0.7, done_by: 'the device' });
  const { differences } = (
    await answerOf(server.it().address, getConfigCompare, {
      token,
      query: {
        machine_serial_1: serial,
        machine_serial_2: serial,
        at_time_machine_1: before,
        at_time_machine_2: new Date(tick + 500).toISOString(),
      },
    })
  ).result;
  expect(differences).toEqual([{ key_value: 'drive.yaml/max_speed', value_machine_1: 0.8, value_machine_2: 0.7 }]);
});

it('[REPORTED4] a report that says nothing new, an older one, and one after a restart with the same values change nothing', async () => {
  const { length } = await changes();
  await report('drive.yaml', drive(0.7));
  const old = { time: new Date(tick - 600_000).toISOString(), file_name: 'drive.yaml', config: drive(0.1) };
  await device.publish(deviceTopic(serial, 'configuration'), JSON.stringify(old));
  await report('drive.yaml', drive(0.7), { revision: 'r2' });
  await report('b.yaml', { '0_first': { value: 'y', model: { ...flag, type: 'string' } } });
  await shown('0_first', 'y', 'b.yaml');
  expect(await changes()).toHaveLength(length + 1);
  expect(await valueOf('max_speed')).toBe(0.7);
});

it('[REPORTED5] a set value is its person’s, though the device reports it before the result; the next report confirms it', async () => {
  const received = await device.receive();
  const body = { file_name: 'drive.yaml', config_name: 'max_speed', new_value: 0.5 };
  const asked = ask(server.it().address, postConfig, { params, token, body });
  await until('the command has arrived', () => received.length === 1);
  // Made before the command was executed: it says nothing about the parameter.
  await report('drive.yaml', drive(0.71));
  await report('drive.yaml', drive(0.5));
  await shown('max_speed', 0.5);
  await device.answer(received[0]?.command_id ?? '', 'done');
  expect(await asked).toMatchObject({ ok: true });
  await report('drive.yaml', drive(0.5), { revision: 'again' });
  await report('b.yaml', { '0_first': { value: 'z', model: { ...flag, type: 'string' } } });
  await shown('0_first', 'z', 'b.yaml');
  const ofSpeed = (await changes()).filter(({ config_name, new_value }) => config_name === 'max_speed' && new_value !== 0.7);
  expect(ofSpeed).toMatchObject([{ old_value: 0.7, new_value: 0.5, done_by: 'An Verhoeven' }]);
});

it('[REPORTED5] a value that the device converted is a change by the device, and an event reports it', async () => {
  const received = await device.receive();
  const body = { file_name: 'drive.yaml', config_name: 'max_speed', new_value: 1.9 };
  const asked = ask(server.it().address, postConfig, { params, token, body });
  await until('the command has arrived', () => received.length === 1);
  await device.answer(received[0]?.command_id ?? '', 'done');
  expect(await asked).toMatchObject({ ok: true });
  tick = Math.max(tick, Date.now());
  await report('drive.yaml', drive(1.5));
  await shown('max_speed', 1.5);
  expect((await changes())[0]).toMatchObject({ old_value: 1.9, new_value: 1.5, done_by: 'the device' });
  await until('it is reported', async () => (await events()).includes('The device took max_speed differently than it was set'));
});

it('[REPORTED1] parameters come and go, with another type and bounds; files that are no longer named go; at each time it is as it was', async () => {
  const before = new Date(Date.now() - 2).toISOString();
  await report(
    'drive.yaml',
    { max_speed: { value: 'fast', model: { ...speed, type: 'string' } }, beacon: { value: 3, model: { ...flag, type: 'int' } } },
    { file_names: ['drive.yaml'] },
  );
  await shown('beacon', 3);
  await until('the file is gone', async () => (await configuration()).file_names.length === 1);
  const { config } = await configuration();
  expect(config['drive.yaml']?.['max_speed']).toMatchObject({ value: 'fast', model: { type: 'string' } });
  expect(Object.keys(config['drive.yaml'] ?? {})).toEqual(['max_speed', 'beacon']);
  expect(await changes()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ config_name: 'horn', old_value: true, new_value: null }),
      expect.objectContaining({ config_name: 'beacon', old_value: null, new_value: 3 }),
      expect.objectContaining({ config_name: 'max_speed', old_value: 1.5, new_value: 'fast' }),
    ]),
  );
  const zip = await fetch(
    `${server.it().address}/api/${getConfigDownload.path}?${new URLSearchParams({ machine_serial: serial, at_time: before }).toString()}`,
    { headers: { authorization: `Bearer ${token}` } },
  );
  const files = readZip(Buffer.from(await zip.arrayBuffer()));
  expect([...files.keys()]).toEqual(['b.yaml', 'drive.yaml']);
  expect(files.get('drive.yaml')).toContain('\nmax_speed: 1.5\nhorn: true\n');
});

it('[REPORTED1] a file of an odd report goes when the others are reported as before, with the names of all files', async () => {
  const named = { file_names: ['drive.yaml'] };
  await report('drive.yaml', drive(0.6), named);
  const sent = tick;
  await report('odd.yaml', { beacon: { value: 1, model: { ...flag, type: 'int' } } });
  await shown('beacon', 1, 'odd.yaml');
  // The same message once more, as after a cut connection, says nothing of what came after it.
  await report('drive.yaml', drive(0.6), { ...named, time: new Date(sent).toISOString() });
  await report('odd.yaml', { beacon: { value: 2, model: { ...flag, type: 'int' } } });
  await shown('beacon', 2, 'odd.yaml');
  await report('drive.yaml', drive(0.6), named);
  await until('the file is gone', async () => (await configuration()).file_names.length === 1);
  expect(await valueOf('max_speed')).toBe(0.6);
});

const many = (count: number, from = 0, value: unknown = 1): Config =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`parameter_${from + index}`, { value, model: { ...flag, type: 'int' } }]),
  );

it('[REPORTED3] a file in parts counts when all have come, in any order and also twice', async () => {
  const time = new Date((tick += 1_000)).toISOString();
  const part = (number: number, config: Config) =>
    device.publish(
      deviceTopic(serial, 'configuration'),
      JSON.stringify({ time, file_name: 'large.yaml', file_names: ['drive.yaml', 'large.yaml'], part: number, parts: 3, config }),
    );
  await part(3, many(600, 1_200));
  await part(1, many(600));
  await part(1, many(600));
  expect((await configuration()).file_names).toEqual(['drive.yaml']);
  await part(2, many(600, 600));
  await shown('parameter_1799', 1, 'large.yaml');
  expect(Object.keys((await configuration()).config['large.yaml'] ?? {})).toEqual(Object.keys(many(1_800)));
});

it('[REPORTED3] too many files together, or incomplete ones, are refused completely, and an event names the limit', async () => {
  const inParts = async (count: number) => {
    const time = new Date((tick += 1_000)).toISOString();
    const file_names = ['drive.yaml', 'large.yaml', 'huge.yaml'];
    for (const part of [1, 2]) await report('huge.yaml', many(count / 2, (part - 1) * (count / 2)), { time, file_names, part, parts: 2 });
  };
  await inParts(3_000);
  await inParts(3_200);
  await report('drive.yaml', drive(0.9));
  await shown('max_speed', 0.9);
  const { config } = await configuration();
  expect(Object.keys(config['huge.yaml'] ?? {})).toHaveLength(3_000);
  await until('the event', async () =>
    (await events()).some((text) => text.includes('huge.yaml: 5002 parameters in all files, more than 5000')),
  );
});

it('[REPORTED2] [REPORTED6] unreadable parts of a file are left out and named, and their known values stay', async () => {
  server.it().clock.offsetMs += 11_000;
  tick += 11_000;
  const notices = await device.notices();
  const deep = JSON.parse('['.repeat(20) + ']'.repeat(20)) as unknown;
  const faulty = () =>
    report('drive.yaml', drive(undefined, { horn: { value: deep, model: flag }, lamp: { value: '7', model: { ...flag, type: 'int' } } }));
  await faulty();
  await shown('lamp', 7);
  expect(await valueOf('max_speed')).toBe(0.9);
  expect(await valueOf('horn')).toBe(true);
  await until('the event', async () => (await events()).some((text) => text.includes('config.max_speed.value, config.horn.value')));
  server.it().clock.offsetMs += 11_000;
  await faulty();
  await until('another notice', () => notices.filter(({ topic }) => topic === 'configuration').length === 2);
});

it('[CONFV3] [CONFV4] [CONFV2] lists, maps, no value, infinity and names of other makers are kept, shown, compared and set', async () => {
  server.it().clock.offsetMs += 11_000;
  const model = (type: string, group = 'Other-GREEN') => ({ command_name: '', group, type });
  const odd: Config = {
    'ports of the broker': { value: [1883, 8883], model: model('integer_array') },
    'größe.x': { value: null, model: model('double', 'Maße') },
    limit: { value: 'Infinity', model: model('double') },
    pid: { value: { p: 1, i: [0.5] }, model: model('string') },
    zip: { value: '0123', model: model('string') },
  };
  await report('other.yaml', odd);
  await shown('zip', '0123', 'other.yaml');
  const other = (await configuration()).config['other.yaml'] ?? {};
  expect(
    Object.entries(other).map(
      ([
        name,
        {
          value,
          model: { type, items },
        },
      ]) => [name, value, type, items],
    ),
  ).toEqual([
    ['ports of the broker', [1883, 8883], 'list', 'int'],
    ['größe.x', null, 'float', undefined],
    ['limit', '.inf', 'float', undefined],
    ['pid', { p: 1, i: [0.5] }, 'map', undefined],
    ['zip', '0123', 'string', undefined],
  ]);
  const before = (await changes()).length;
  await report('other.yaml', { ...odd, pid: { value: { i: [0.5], p: 1 }, model: model('string') } });
  await report('other.yaml', { ...odd, pid: { value: { i: [0.5], p: 2 }, model: model('string') } });
  await until('the change of the map', async () => (await changes()).length === before + 1);
  expect((await changes())[0]).toMatchObject({ config_name: 'pid', old_value: { p: 1, i: [0.5] }, new_value: { p: 2, i: [0.5] } });
});

it('[REPORTED5] Reload Config asks the device for all of it anew', async () => {
  const received = await device.receive();
  await answerOf(server.it().address, getTakeControl, { params, token });
  expect(await ask(server.it().address, getReloadConfig, { params, token })).toMatchObject({ ok: true });
  await until('it arrived', () => received.some(({ command }) => command === 'reload_config'));
});
