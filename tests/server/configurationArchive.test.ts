import { expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ConfigModel, ConfigValue } from '#contract/devices/configuration';
import { yamlOf } from '#server/configuration/yaml';
import { zipOf } from '#server/configuration/handlers';
import { readZip } from '../support/readZip.ts';

const at = new Date('2026-10-25T01:30:07Z');
const parameter = (config_name: string, type: string, value: ConfigValue, model: Partial<ConfigModel> = {}) => ({
  file_name: 'a.yaml',
  config_name,
  model: { command_name: `set_${config_name}`, group: 'A-GREEN', type, ...model },
  value,
});

it.each([
  ['a bool', 'on', 'bool', true, '"on": true'],
  ['a whole number', 'retries', 'int', -3, 'retries: -3'],
  ['a float', 'max_speed', 'float', 0.5, 'max_speed: 0.5'],
  ['a float without decimals', 'scale', 'float', 1, 'scale: 1.0'],
  ['a small float', 'scale', 'float', 1e-7, 'scale: 1.0e-7'],
  ['a huge float', 'scale', 'float', 1.5e21, 'scale: 1.5e+21'],
  ['a text that looks like a number', 'note', 'string', '12', 'note: "12"'],
  ['a text that looks like a bool', 'note', 'string', 'yes', 'note: "yes"'],
  ['an empty text', 'note', 'string', '', 'note: ""'],
  ['lines, quotes, backslashes', 'note', 'string', 'a: "b"\n\t# c\\', String.raw`note: "a: \"b\"\n\t# c\\"`],
  ['signs YAML takes for line ends', 'note', 'string', 'a\u2028b\u0085c', String.raw`note: "a\u2028b\u0085c"`],
  ['a text of a marker', 'note', 'string', '---', 'note: "---"'],
  ['a name with blanks', 'speed of wheel', 'int', 1, '"speed of wheel": 1'],
  ['a name in other letters', 'größe.x', 'int', 1, '"größe.x": 1'],
  ['a list of texts', 'topics', 'list', ['a', 'yes', '1'], 'topics: ["a", "yes", "1"]'],
  ['a list of lists', 'footprint', 'list', [[0.5, 1], []], 'footprint: [[0.5, 1.0], []]'],
  ['a map', 'pid', 'map', { p: 1, no: [{ d: null }] }, 'pid: {"p": 1, "no": [{"d": null}]}'],
  ['no value', 'limit', 'float', null, 'limit: null'],
  ['a name with a colon', 'a: b', 'int', 1, '"a: b": 1'],
] satisfies readonly (readonly [string, string, string, ConfigValue, string])[])(
  '[CFG8] [DEV-110] in YAML, %s',
  (_name, name, type, value, line) => {
    const text = yamlOf('LF-1', [parameter(name, type, value)]);
    expect(text).toBe(`# LF-1\n${line}\n`);
    for (const version of ['1.1', '1.2'] as const) expect(parse(text, { version })).toEqual({ [name]: value });
  },
);

const versions = ['1.1', '1.2'] as const;

it('[CONFV5] names are nested by their slashes, in the order of the device, as a node loads them; one that is also a section stays whole', () => {
  const text = yamlOf('LF-1', [
    parameter('mqtt/key_file', 'string', '/etc/k'),
    parameter('retries', 'int', 3),
    parameter('mqtt/tls/on', 'bool', true),
    parameter('imu', 'string', 'top'),
    parameter('imu/pitch', 'float', 1),
    parameter('/rosdistro', 'string', 'noetic'),
  ]);
  expect(text).toBe(
    '# LF-1\nmqtt:\n  key_file: "/etc/k"\n  tls:\n    "on": true\nretries: 3\nimu: "top"\n"imu/pitch": 1.0\n"/rosdistro": "noetic"\n',
  );
  for (const version of versions)
    expect(parse(text, { version })).toEqual({
      mqtt: { key_file: '/etc/k', tls: { on: true } },
      retries: 3,
      imu: 'top',
      'imu/pitch': 1,
      '/rosdistro': 'noetic',
    });
});

it('[CONFV5] for ROS 2 they stand below every node, and what no parameter can be in comments', () => {
  const text = yamlOf(
    'LF-1',
    [
      parameter('pose/x', 'float', 1),
      parameter('gains', 'list', [1, 2], { items: 'float' }),
      parameter('mixed', 'list', [1, 'a']),
      parameter('none', 'float', null),
    ],
    'ros2',
  );
  for (const version of versions)
    expect(parse(text, { version })).toEqual({ '/**': { ros__parameters: { pose: { x: 1 }, gains: [1, 2] } } });
  expect(text).toContain('gains: [1.0, 2.0]');
  expect(text).toContain('# not a value of ROS 2: mixed: [1, "a"]');
  expect(parse(yamlOf('LF-1', [parameter('none', 'float', null)], 'ros2'))).toEqual({ '/**': { ros__parameters: {} } });
});

it.each([
  ['.inf', Infinity],
  ['-.inf', -Infinity],
  ['.nan', Number.NaN],
])('[CONFV4] %s in a number is the number that it means', (word, meant) => {
  const text = yamlOf('LF-1', [parameter('limit', 'float', word), parameter('text', 'string', word)]);
  for (const version of versions) expect(parse(text, { version })).toEqual({ limit: meant, text: word });
});

it('[CFG8] [GAP-49] a file of which nothing may be seen is an empty map', () => {
  expect(yamlOf('LF-1', [])).toBe('# LF-1\n{}\n');
});

it('[CFG8] [DEV-111] an archive gives back every file, also an empty and a long one', async () => {
  const texts = ['', 'short', 'é🤖\n'.repeat(50_000)];
  const entries = texts.map((text, index) => ({ name: `file-${index}.yaml`, text }));
  const archive = await zipOf(entries, at);
  expect([...readZip(archive)]).toEqual(entries.map(({ name, text }) => [name, text]));
  expect(archive.length).toBeLessThan(10_000);
  expect((await zipOf(entries, at)).equals(archive)).toBe(true);
});

it('[CFG8] an archive of nothing is one', async () => {
  expect([...readZip(await zipOf([], at))]).toEqual([]);
});

it('[CFG8] a time before 1980 does not spoil an archive', async () => {
  expect([...readZip(await zipOf([{ name: 'a', text: 'b' }], new Date(0))).values()]).toEqual(['b']);
});
