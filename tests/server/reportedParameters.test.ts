import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { createParts } from '#server/configuration/reported/parts';
import { readParameters } from '#server/configuration/reported/readParameters';
import { changedEvents } from '#server/configuration/reported/reportEvents';
import { repeatedNames } from '#server/configuration/reported/repeatedNames';
import type { ConfigurationReport } from '#server/fleet/ingest/configurationReport';
import { readMessage } from '#server/fleet/ingest/readMessage';

const model = { command_name: 'set_it', group: 'Drive-GREEN', type: 'float' };
const readOf = async (config: Readonly<Record<string, unknown>>) => readParameters(Object.entries(config));
const entry = (value: unknown, more: object = {}) => ({ value, model: { ...model, ...more } });

it.each<[string, unknown, object | null, readonly string[]]>([
  ['a number in quotes', entry('0.5'), { value: 0.5 }, []],
  ['a flag as number', entry(1, { type: 'bool' }), { value: true }, []],
  ['a flag of Python', entry('True', { type: 'boolean' }), { value: true, model: { type: 'bool' } }, []],
  ['a number for a text', entry(7, { type: 'str' }), { value: '7', model: { type: 'string' } }, []],
  ['a text for a number: another type than its model', entry('far'), { value: 'far' }, []],
  ['an unknown type', entry(0.5, { type: 'quaternion' }), { value: 0.5, model: { type: 'float' } }, ['config.it.model.type']],
  ['an unknown colour', entry(0.5, { group: 'Drive-PINK' }), { model: { group: 'Drive-PINK' } }, ['config.it.model.group']],
  ['no group', entry(0.5, { group: undefined }), { model: { group: '' } }, ['config.it.model.group']],
  ['no command name', entry(0.5, { command_name: null }), { model: { command_name: 'set_it' } }, []],
  ['a bound that is none', entry(0.5, { max: 'high' }), { value: 0.5 }, ['config.it.model.max']],
  ['no model', { value: true }, { value: true, model: { type: 'bool', group: '' } }, ['config.it.model']],
  ['no value', entry(null), { value: null }, []],
  ['NaN in quotes', entry('NaN'), { value: '.nan' }, []],
  ['a list', entry([1, 2]), { value: [1, 2] }, []],
  ['a text of 10,001 letters', entry('x'.repeat(10_001), { type: 'string' }), null, ['config.it.value']],
  ['a value without its model', 0.5, null, ['config.it']],
  ['nothing', null, null, ['config.it']],
])('[REPORTED2] %s', async (_name, given, expected, losses) => {
  const read = await readOf({ it: given });
  expect(read.losses.map(({ field }) => field)).toEqual(losses);
  if (expected === null) expect(read).toMatchObject({ parameters: [], unread: ['it'] });
  else expect(read.parameters[0]).toMatchObject(expected);
});

it.each([
  ['__proto__', true],
  ['', true],
  ['a\u0000b', false],
  ['x'.repeat(201), true],
  ['line\nbreak', true],
  ['constructor', false],
  ['steering/angle', false],
])('[REPORTED2] the name %j', async (name, isLost) => {
  const { parameters, losses } = await readParameters([[name, entry(1)]]);
  expect([parameters.length, losses.length]).toEqual(isLost ? [0, 1] : [1, 0]);
});

it('[REPORTED2] values outside their bounds are kept and named; of two of one name the later one counts', async () => {
  expect(await readOf({ fast: entry(9, { max: 2 }), slow: entry(1, { max: 2 }) })).toMatchObject({ outside: ['fast'], losses: [] });
  const twice = await readParameters([
    ['it', entry(1)],
    ['other', entry(3)],
    ['it', entry(2)],
  ]);
  expect(twice.parameters.map(({ config_name, value }) => [config_name, value])).toEqual([
    ['it', 2],
    ['other', 3],
  ]);
  expect(twice.losses).toMatchObject([{ field: 'config.it' }]);
});

it.each([
  ['{"config":{"a":{"value":1,"model":{"a":2}},"b":{"value":"\\"a\\":"},"a":{"value":3}},"a":1}', ['a']],
  ['{"file_names":["a","a"],"config":{"a":{},"\\u0062":{},"b":{}}}', ['b']],
  ['{"config":{"a":{"a":1,"b":2}},"other":{"config":{"x":1,"x":2}}}', []],
  ['not JSON "a":{', []],
])('[REPORTED2] the names that are twice in %s', (text, names) => {
  expect(repeatedNames(text)).toEqual(names);
});

const receivedAt = Date.parse('2026-11-26T04:24:00.000Z');
const read = (payload: string) => readMessage('devices/A/configuration', Buffer.from(payload), receivedAt);
const message = (more: object) => JSON.stringify({ time: '2026-11-26T04:23:27Z', file_name: 'a.yaml', config: {}, ...more });

it.each([
  ['a message of 300 kB', `${message({})}${' '.repeat(300_000)}`, 'huge', ['the message']],
  ['no file name', message({ file_name: undefined }), 'malformed', ['file_name']],
  ['a file name of 201 letters', message({ file_name: 'x'.repeat(201) }), 'malformed', ['file_name']],
  ['no config', message({ config: null }), 'malformed', ['config']],
  ['a list as config', message({ config: [] }), 'malformed', ['config']],
  ['a part that is none', message({ part: 'two', parts: 3 }), 'malformed', ['part']],
  ['part 0', message({ part: 0, parts: 3 }), 'malformed', ['part']],
  ['a part beyond the last one', message({ part: 4, parts: 3 }), 'malformed', ['part']],
  ['parts without their number', message({ parts: 3 }), 'malformed', ['part']],
])('[REPORTED2] %s is refused whole', (_name, payload, reason, losses) => {
  expect(read(payload)).toMatchObject({ ok: false, reason, losses: losses.map((field) => ({ field })) });
});

it('[REPORTED2] names of files that cannot be read remove nothing', () => {
  expect(read(message({ file_names: ['a.yaml', { b: 1 }] }))).toMatchObject({
    ok: true,
    losses: [{ field: 'file_names[1]' }],
    message: { file_names: null },
  });
});

/** Parts as they come, and what they complete or lose. */
function collector() {
  const timers: Array<() => void> = [];
  const lost: string[] = [];
  const parts = createParts((_ms, run) => {
    timers.push(run);
    return () => void timers.splice(timers.indexOf(run), 1);
  });
  const add = (head: object, payload = Buffer.alloc(10)) => {
    const known = read(message(head));
    if (!known.ok || known.kind !== 'configuration') throw new Error('not read');
    const report: ConfigurationReport = {
      serial: 'A',
      message: known.message,
      payload,
      receivedAt,
      aheadMs: 0,
      onFault: (_code, fields) => void lost.push(...fields.map(({ field, why }) => `${field}: ${why}`)),
      onEvent: () => undefined,
    };
    return parts.add(report);
  };
  return { add, lost, expire: () => timers.splice(0).forEach((run) => run()) };
}

it('[REPORTED3] parts count together in any order; of one that comes twice the later one counts', () => {
  const { add, lost } = collector();
  expect(add({ part: 2, parts: 2, config: { b: 1 } })).toBeNull();
  expect(add({ part: 2, parts: 2, config: { c: 1 } })).toBeNull();
  expect(add({ part: 1, parts: 2, config: { a: 1 } })?.config).toEqual([
    ['a', 1],
    ['c', 1],
  ]);
  expect(add({ config: { a: 2 } })?.config).toEqual([['a', 2]]);
  expect(lost).toEqual([]);
});

it('[REPORTED3] a part that does not come within a minute, or before the next report, is named', () => {
  const { add, lost, expire } = collector();
  add({ part: 1, parts: 4 });
  add({ part: 3, parts: 4 });
  expire();
  expect(lost.splice(0)).toEqual(['a.yaml: part 2, 4 of 4 did not come']);
  add({ part: 1, parts: 2 });
  add({ part: 1, parts: 2, time: '2026-11-26T04:23:28Z' });
  expect(lost.splice(0)).toEqual(['a.yaml: part 2 of 2 did not come']);
  expect(add({ part: 2, parts: 2, time: '2026-11-26T04:23:28Z' })).not.toBeNull();
  expect(lost).toEqual([]);
});

it('[REPORTED3] ten megabytes in parts are given up at the limit, in memory at most twice as much', () => {
  const { add, lost } = collector();
  const sizes = Array.from({ length: 40 }, (_, index) => add({ part: (index % 16) + 1, parts: 16 }, Buffer.alloc(250_000)));
  expect(sizes.every((one) => one === null)).toBe(true);
  expect(lost.length).toBeGreaterThan(3);
  expect(new Set(lost)).toEqual(new Set(['a.yaml: more than 1 MB']));
});

it.each([
  ['Drive-GREEN', { set_to: 1.23, has: 1.24 }],
  ['Drive-red', { set_to: 1.23, has: 1.24 }],
  ['Drive-PURPLE', {}],
  ['', {}],
])('[CFG10] an event about a converted value of the group %j has the values if everybody may view them', (group, values) => {
  const differing = [{ config_name: 'speed', set: 1.23, has: 1.24, setBy: 'An', group }];
  const [event] = changedEvents({ file_name: 'drive.yaml' }, differing, [], '2026-03-04T10:00:00.000Z');
  expect(event?.data).toEqual({ file_name: 'drive.yaml', config_name: 'speed', ...values, set_by: 'An' });
});
