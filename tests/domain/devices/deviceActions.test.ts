import { expect, it } from 'vitest';
import { deviceActionType } from '#contract/devices/deviceAction';
import { deviceActionChoices, deviceActionTypeOf, valueLines } from '#domain/devices/deviceActions';

it.each([
  ['create', 'Create'],
  ['update', 'Update'],
  ['deploy', 'Deploy'],
  ['close_deployment', 'Close Deployment'],
  ['generate_credentials', 'Generate Credentials'],
  ['delete_credentials', 'Delete Credentials'],
] as const)('[OPEN-94] the action %s reads %s', (type, text) => {
  expect(deviceActionChoices).toContainEqual({ value: type, label: text });
  expect(deviceActionTypeOf(type)).toBe(type);
});

it('[OPEN-94] every kind of action can be chosen; a word nobody knows is none', () => {
  expect(deviceActionChoices.map(({ value }) => value)).toEqual(deviceActionType.options);
  expect([null, '', 'destroy', 'constructor', 'Create'].map(deviceActionTypeOf)).toEqual(Array.from({ length: 5 }, () => undefined));
});

it.each([
  [null, []],
  [undefined, []],
  ['Alba', [': Alba']],
  [7, [': 7']],
  [[1, 2], [': [1,2]']],
  [{}, []],
  [{ name: 'Alba' }, ['Name: Alba']],
  [{ client_name: null, metadata_valid: false, count: 0 }, ['Client name: -', 'Metadata valid: No', 'Count: 0']],
  [
    { metadata: { wifi: { ssid: 'a', password: '***' }, list: [1, { b: 2 }], none: {} } },
    ['Metadata, WiFi, SSID: a', 'Metadata, WiFi, password: ***', 'Metadata, list: [1,{"b":2}]', 'Metadata, none: -'],
  ],
  [{ a: { b: { c: { d: { e: { f: { g: { h: { i: { j: 1 } } } } } } } } } }, ['A, b, c, d, e, f, g, h, i: {"j":1}']],
])('[MGMT-016] [MGMT-017] [LABEL1] %j reads %j', (value, lines) => {
  expect(valueLines(value).map(({ name, text }) => `${name}: ${text}`)).toEqual(lines);
});
