import { expect, it } from 'vitest';
import { changedMetadata, completed, metadataProblem, metadataText } from '#domain/devices/metadataEdit';
import { fieldName } from '#domain/devices/metadataField';
import { metadataFields } from '#domain/devices/metadataFields';
import { deviceTypes } from '#server/devices/deviceTypes/deviceTypes';

const schemaOf = (type: string) => deviceTypes.find(({ id }) => id === type)?.metadata_schema;
const namesOf = (type: string, schema: unknown = schemaOf(type)) => metadataFields(type, schema).map(fieldName);
const one = (type: string, name: string, schema: unknown = schemaOf(type)) => {
  const found = metadataFields(type, schema).find((field) => fieldName(field) === name);
  if (found === undefined) throw new Error(`no field ${name}`);
  return found;
};
const valuesOf = (type: string, name: string) => one(type, name).choices?.map(({ value }) => value);

it('[MGMT-024] [MGMT-025] [MGMT-026] a DIV01 has platform id, access secret and WiFi', () => {
  expect(namesOf('DIV01')).toEqual([
    'robot_platform_id',
    'access_secret.value',
    'platform_wifi_credentials.wifi_ssid',
    'platform_wifi_credentials.wifi_password',
  ]);
  expect(['access_secret.value', 'platform_wifi_credentials.wifi_password'].map((name) => one('DIV01', name).kind)).toEqual([
    'secret',
    'secret',
  ]);
});

it.each(['LUMION_FIX', 'XENION_A6'])('[MGMT-027] [MGMT-028] [MGMT-029] [MGMT-030] [MGMT-031] [MGMT-032] %s has its fields', (type) => {
  expect(namesOf(type)).toEqual([
    'app_login_credentials.username',
    'app_login_credentials.password',
    'platform_wifi_credentials.wifi_ssid',
    'platform_wifi_credentials.wifi_password',
    'cover_finish',
    'wheel_type',
    'sideshift',
    'implement_type',
  ]);
  expect(valuesOf(type, 'cover_finish')).toEqual(['DEFAULT', 'INOX']);
  expect(valuesOf(type, 'wheel_type')).toEqual(['RAIL_IN', 'RAIL_OUT', 'GROUND']);
  expect(valuesOf(type, 'implement_type')).toEqual(['P1', 'P2', 'P3', 'SC']);
  expect(one(type, 'sideshift').choices).toEqual([
    { value: '', label: 'None' },
    { value: 'SINGLE', label: 'SINGLE' },
    { value: 'TWIN', label: 'TWIN' },
  ]);
});

it('[MGMT-033] [MGMT-034] [MGMT-035] [MGMT-036] [MGMT-037] a XENION_CONNECT has its fields', () => {
  expect(namesOf('XENION_CONNECT')).toEqual([
    'div01_serial',
    'app_login_credentials.username',
    'app_login_credentials.password',
    'platform_wifi_credentials.wifi_ssid',
    'platform_wifi_credentials.wifi_password',
    'safety_program_version',
    'safety_plc.admin_password',
    'safety_plc.maintenance_password',
  ]);
});

it.each(['DIV01', 'LUMION_FIX', 'XENION_A6', 'XENION_CONNECT'])(
  '[GAP-72] the fields of %s are those of its schema, each with a label of its own',
  (type) => {
    expect(namesOf(type).toSorted()).toEqual(namesOf('OTHER', schemaOf(type)).toSorted());
    expect(new Set(metadataFields(type, null).map(({ label }) => label)).size).toBe(namesOf(type).length);
  },
);

it('[GAP-72] another type has the fields of its schema, or the whole as JSON', () => {
  expect(metadataFields('SPR01', schemaOf('SPR01'))).toEqual([
    { path: ['tank_litres'], label: 'Tank Litres', kind: 'number', isRequired: true, bounds: { min: 0, number: 'number' } },
    { path: ['nozzle_count'], label: 'Nozzle Count', kind: 'number', isRequired: true, bounds: { min: 1, number: 'integer' } },
  ]);
  const schema = {
    properties: {
      api_token: { type: 'string' },
      mode: { enum: ['A', 'B'] },
      list: { type: 'array' },
      in: { properties: { a: { type: 'string' } } },
    },
  };
  expect(metadataFields('NEW', schema).map(({ label, kind }) => [label, kind])).toEqual([
    ['Api Token', 'secret'],
    ['Mode', 'choice'],
    ['List', 'json'],
    ['In A', 'text'],
  ]);
  const whole = [{ path: [], label: 'Metadata', kind: 'json' }];
  for (const none of [null, undefined, {}, 7, 'x', { properties: 7 }, { type: 'object', properties: {} }]) {
    expect(metadataFields('UVP01', none)).toEqual(whole);
  }
});

const masked = {
  robot_platform_id: 'abc',
  access_secret: { value: '***' },
  platform_wifi_credentials: { wifi_ssid: 'serra', wifi_password: '***' },
  note: 'kept',
};
const shown = { ...masked, access_secret: { value: 'open' }, platform_wifi_credentials: { wifi_ssid: 'serra', wifi_password: 'sesame' } };
const fields = metadataFields('DIV01', null);

it.each([
  ['nothing was touched', {}],
  ['everything is as it was', { robot_platform_id: 'abc', 'platform_wifi_credentials.wifi_ssid': 'serra' }],
  ['a mask was typed', { 'access_secret.value': '***' }],
  ['a field nobody knows was touched', { note: 'x' }],
])('[MGMT-023] nothing is saved when %s', (_name, drafts) => {
  expect(changedMetadata(fields, drafts, { masked, shown: masked })).toBeNull();
});

it('[MGMT-023] a readable secret that is typed as it is changes nothing', () => {
  expect(changedMetadata(fields, { 'access_secret.value': 'open' }, { masked, shown })).toBeNull();
});

it.each([
  ['a field', { robot_platform_id: 'new' }, { ...masked, robot_platform_id: 'new' }],
  ['a secret', { 'access_secret.value': 'new' }, { ...masked, access_secret: { value: 'new' } }],
  ['an emptied secret', { 'access_secret.value': '' }, { ...masked, access_secret: { value: '' } }],
  [
    'one of a group',
    { 'platform_wifi_credentials.wifi_ssid': 'x' },
    { ...masked, platform_wifi_credentials: { wifi_ssid: 'x', wifi_password: '***' } },
  ],
])('[MGMT-023] [MAINT3] %s that changed is saved, the others stay as they are masked', (_name, drafts, saved) => {
  expect(changedMetadata(fields, drafts, { masked, shown: masked })).toEqual(saved);
  expect(changedMetadata(fields, drafts, { masked, shown })).toEqual(saved);
});

it('[MGMT-021] numbers are stored as such, an emptied one is taken out, and a field is made where there was none', () => {
  const sprayer = metadataFields('SPR01', schemaOf('SPR01'));
  const saved = (drafts: Readonly<Record<string, string>>, known: Readonly<Record<string, unknown>> = {}) =>
    changedMetadata(sprayer, drafts, { masked: known, shown: known });
  expect(saved({ tank_litres: ' 12.5 ', nozzle_count: '4' })).toEqual({ tank_litres: 12.5, nozzle_count: 4 });
  expect(saved({ tank_litres: '' }, { tank_litres: 3, nozzle_count: 4 })).toEqual({ nozzle_count: 4 });
  expect(changedMetadata(fields, { 'access_secret.value': 'x' }, { masked: {}, shown: {} })).toEqual({ access_secret: { value: 'x' } });
  expect(changedMetadata(metadataFields('UVP01', null), { '': '{"a":1}' }, { masked: { b: 2 }, shown: { b: 2 } })).toEqual({ a: 1 });
});

it.each([
  ['tank_litres', 'twelve', 'Tank Litres must be a number.'],
  ['tank_litres', 'Infinity', 'Tank Litres must be a number.'],
  ['tank_litres', ' 12 ', undefined],
  ['tank_litres', '', 'Tank Litres cannot be empty.'],
  ['tank_litres', '-1', 'Tank Litres must be at least 0.'],
  ['nozzle_count', '1.5', 'Nozzle Count must be a whole number.'],
])('[MGMT-021] [FORM2] %s of %j: %s', (name, draft, problem) => {
  expect(metadataProblem(one('SPR01', name), draft)).toBe(problem);
});

it('[NAME1] a text of metadata has no hidden characters', () => {
  const id = one('DIV01', 'robot_platform_id');
  expect(metadataProblem(id, 'RP\u202E1')).toBe(`${id.label} cannot contain control characters (U+202E).`);
  expect(metadataProblem(id, 'RP 1')).toBeUndefined();
});

it.each([
  ['{"a": 1', 'Metadata must be JSON.'],
  ['', 'Metadata must be JSON.'],
  ['[1]', 'Metadata must be a JSON object.'],
  ['null', 'Metadata must be a JSON object.'],
  ['{}', undefined],
  ['{"a": ["\\u200b"]}', 'Metadata.a.0 cannot contain the invisible character U+200B.'],
])('[GAP-72] [NAME1] the whole as %j: %s', (draft, problem) => {
  const [whole] = metadataFields('UVP01', null);
  if (whole !== undefined) expect(metadataProblem(whole, draft)).toBe(problem);
  expect(whole).toBeDefined();
});

it('[MGMT-020] any value of a field is read as text', () => {
  expect(metadataText({ tank_litres: 3 }, one('SPR01', 'tank_litres'))).toBe('3');
  expect(metadataText({ robot_platform_id: { odd: 1 } }, one('DIV01', 'robot_platform_id'))).toBe('{"odd":1}');
  for (const none of [null, undefined, {}, { access_secret: 'text' }, { access_secret: null }, { access_secret: [] }]) {
    expect(metadataText(none, one('DIV01', 'access_secret.value'))).toBe('');
  }
});

it.each([
  ['nothing masked', { a: 1, b: [null, 'x'] }, {}, { a: 1, b: [null, 'x'] }],
  ['a masked text', { login: { name: 'n', pin: '***' } }, { login: { name: 'old', pin: '42' } }, { login: { name: 'n', pin: '42' } }],
  ['a masked object', { keys: '***' }, { keys: { rsa: 'k' } }, { keys: { rsa: 'k' } }],
  ['a list of the same length', { pins: ['***', 'b'] }, { pins: ['1', 'a'] }, { pins: ['1', 'b'] }],
  ['a list that is longer now', { pins: ['***', 'b'] }, { pins: ['1'] }, { pins: ['***', 'b'] }],
  ['a field that is not stored', { pin: '***' }, {}, { pin: '***' }],
  ['a field of every object', { toString: '***' }, {}, { toString: '***' }],
  ['a stored value that is masked too', { pin: '***' }, { pin: '***' }, { pin: '***' }],
  ['a stored value with a mask in it', { pin: '***' }, { pin: { of: ['***'] } }, { pin: '***' }],
  ['nothing that is stored', { pin: '***' }, undefined, { pin: '***' }],
])('[META4] a mask is replaced by what is stored in its place, and stays where that is not known: %s', (_, value, readable, whole) => {
  expect(completed(value, value, readable)).toEqual(whole);
});

it.each([
  ['missing and null', { a: 1, pin: null }, { a: 1, pin: null }, { a: 2, pin: '42', key: 'k' }, { a: 1, pin: '42', key: 'k' }],
  ['a group that the copy lacks', { a: 1 }, { a: 1 }, { login: { pin: '42' } }, { a: 1, login: { pin: '42' } }],
  [
    'within a list',
    [{ n: 1 }, { n: 2 }],
    [{ n: 1 }, { n: 2 }],
    [
      { n: 1, pin: '1' },
      { n: 2, pin: '2' },
    ],
    [
      { n: 1, pin: '1' },
      { n: 2, pin: '2' },
    ],
  ],
  ['not what was removed', {}, { a: 1, pin: '***' }, { a: 1, pin: '42', key: 'k' }, { key: 'k' }],
  ['not what became null', { a: null }, { a: 1 }, { a: 1 }, { a: null }],
  ['a group that was emptied', {}, { login: { name: 'n' } }, { login: { name: 'n', pin: '42' } }, { login: { pin: '42' } }],
  ['a group that was removed with its masks', {}, { login: { pin: '***' } }, { login: { pin: '42' } }, {}],
])('[META5] what a copy does not hold and nobody edited comes from what is stored: %s', (_, edited, copy, readable, whole) => {
  expect(completed(edited, copy, readable)).toEqual(whole);
});

const stored = {
  robot_platform_id: 'RP-1',
  access_secret: { value: 'secret' },
  platform_wifi_credentials: { wifi_ssid: 'serra', wifi_password: 'sesame' },
};
it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, unknown>>]>([
  ['a text', { robot_platform_id: 'RP-2' }, { ...stored, robot_platform_id: 'RP-2' }],
  ['a secret', { 'access_secret.value': 'new' }, { ...stored, access_secret: { value: 'new' } }],
  [
    'an emptied text beside a secret',
    { 'platform_wifi_credentials.wifi_ssid': '' },
    { ...stored, platform_wifi_credentials: { wifi_ssid: '', wifi_password: 'sesame' } },
  ],
])('[META5] a server that leaves secrets out is sent all of them with %s that changed', (_, drafts, saved) => {
  const left = { robot_platform_id: 'RP-1', access_secret: null, platform_wifi_credentials: { wifi_ssid: 'serra' } };
  expect(changedMetadata(fields, drafts, { masked: left, shown: left }, stored)).toEqual(saved);
});

it('[META5] secrets that are left out of metadata that is edited as a whole are sent; what was removed there is not', () => {
  const whole = metadataFields('UVP01', null);
  const known = { a: 1, b: 2 };
  expect(changedMetadata(whole, { '': '{"a":3}' }, { masked: known, shown: known }, { ...known, pin: '42' })).toEqual({ a: 3, pin: '42' });
});

it('[META5] a shown secret that is emptied is saved as empty', () => {
  const left = { robot_platform_id: 'RP-1' };
  const drafts = { 'access_secret.value': '' };
  expect(changedMetadata(fields, drafts, { masked: left, shown: stored }, stored)).toMatchObject({ access_secret: { value: '' } });
});

it.each<[unknown, string, unknown]>([
  [17, '18', 18],
  [17, ' 18 ', 18],
  [17, 'RP-18', 'RP-18'],
  [17, '', ''],
  [17, 'true', 'true'],
  [17, '12345678901234567890', '12345678901234567890'],
  [1.5, '2', 2],
  [true, 'false', false],
  ['17', '18', '18'],
  [null, '18', '18'],
  [['a'], '["b"]', ['b']],
  [['a'], '{}', '{}'],
])('[META7] %j edited to %j is saved as %j', (before, draft, saved) => {
  const known = { robot_platform_id: before };
  expect(changedMetadata(metadataFields('DIV01', null), { robot_platform_id: draft }, { masked: known, shown: known })).toEqual({
    robot_platform_id: saved,
  });
});
