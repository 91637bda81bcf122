import { expect, it } from 'vitest';
import { redact } from '#domain/text/redact';
import { masked } from '#streams/parse/mask';

it.each<[string, object, object]>([
  ['a text', { wifi_password: 'open', site: 'A' }, { wifi_password: '***', site: 'A' }],
  ['a number', { pin_secret: 4711, pins: 4711 }, { pin_secret: '***', pins: 4711 }],
  [
    'none: empty, null, whether there is one',
    { password: '', token: null, has_token: true },
    { password: '', token: null, has_token: true },
  ],
  [
    'not when it ends',
    { access_token_ends_at: '2026-03-04T12:00:00.000Z', password_at: 'open sesame' },
    { access_token_ends_at: '2026-03-04T12:00:00.000Z', password_at: '***' },
  ],
  ['all in an object', { access_secret: { value: 'open', at: [{ of: 'plc' }] } }, { access_secret: { value: '***', at: [{ of: '***' }] } }],
  ['objects in a list', { passwords: [{ text: 'open' }, ['open']] }, { passwords: [{ text: '***' }, ['***']] }],
  ['a private key', { privateKey: 'open' }, { privateKey: '***' }],
  [
    'keys, PINs and other words for a password',
    { wpa_psk: 'a', sim_pin: 1, pin: 'b', admin_pwd: 'c', passphrase: 'd', api_key: 'e', apiKey: 'f', ssh_key: 'g', 'ssh-key': 'h' },
    {
      wpa_psk: '***',
      sim_pin: '***',
      pin: '***',
      admin_pwd: '***',
      passphrase: '***',
      api_key: '***',
      apiKey: '***',
      ssh_key: '***',
      'ssh-key': '***',
    },
  ],
  [
    'no word that only holds one of them',
    { shipping: 'A', spinning: 1, key: 'K', pins: 3 },
    { shipping: 'A', spinning: 1, key: 'K', pins: 3 },
  ],
  ['no description', { metadata_schema: { password: { type: 'string' } } }, { metadata_schema: { password: { type: 'string' } } }],
  ['a default', { schema: { password: { type: 'text', default: 'open' } } }, { schema: { password: { type: 'text', default: '***' } } }],
  [
    'a parameter, not its model',
    { config: { mqtt_token: { value: 'open', model: { type: 'string' } } } },
    { config: { mqtt_token: { value: '***', model: { type: 'string' } } } },
  ],
  [
    'values beside a name',
    { config_name: 'mqtt_token', old_value: 'open', new_value: 1, done_by: 'an' },
    { config_name: 'mqtt_token', old_value: '***', new_value: '***', done_by: 'an' },
  ],
  [
    'both values of a difference',
    { key_value: 'wifi.yaml/password', value_machine_1: 'open', value_machine_2: null },
    { key_value: 'wifi.yaml/password', value_machine_1: '***', value_machine_2: null },
  ],
  [
    'no error code',
    { error_codes: { TOKEN_OLD: { description: { en: 'Sign in' } } } },
    { error_codes: { TOKEN_OLD: { description: { en: 'Sign in' } } } },
  ],
])('[REQUEST7] masks %s', (_, json, expected) => {
  expect(masked(json)).toEqual(expected);
});

it('[REQUEST7] without a secret the same object is given back', () => {
  const json = { list: [{ name: 'A' }], schema: { password: { type: 'string' } } };
  expect(masked(json)).toBe(json);
});

it.each([
  ['{"password":"a \\" open', '{"password":"***"'],
  ['{"password":"open\\', '{"password":"***"'],
  ['{"tokens":["open", "b"], "x":1', '{"tokens":"***", "x":1'],
  ['{"access_secret":{"value":"open"', '{"access_secret":"***"'],
  ['{"pin_secret": 4711, "x', '{"pin_secret": "***", "x'],
  ['{"private_key": "open", "x', '{"private_key": "***", "x'],
  ['{"sim_pin": 4711, "x', '{"sim_pin": "***", "x'],
  ['{"wpa_psk": "open', '{"wpa_psk": "***"'],
  ['{"shipping": "A"', '{"shipping": "A"'],
])('[FRAME2] the secrets in a text that is no JSON are masked: %s', (text, expected) => {
  expect(redact(text, 200)).toBe(expected);
});

it.each<[string, object]>([
  ['a lane', { result: { lanes: { 'pin-3': [{ incident_id: 'i-1', x: 1 }] } } }],
  ['a count by lane', { incidents_per_lane: { 'pin-3': 2 }, incidents_per_error_code: { TOKEN_OLD: 3 } }],
  ['a map', { available_maps: { 'private map': { version: '1.2', valid: true } } }],
  ['a pushed map', { type: 'data', serial: 'LF-01', data_group: 'map_data', data: { 'private map': { version: '1.2', valid: true } } }],
  ['a layer', { changelog: { 'token layer': [{ version: '2', message: 'Wider' }] } }],
  ['a record of a map', { available_maps: { m: { version: '1.2', valid: false, errors: { 'private lanes': 'Lane 3 is missing' } } } }],
  [
    'a record of a pushed map',
    { data_group: 'map_data', data: { m: { version: '1.2', valid: false, errors: { 'private lanes': 'Lane 3 is missing' } } } },
  ],
  ['a part', { layers: {}, parts: { private: { type: 'FeatureCollection', features: [{ properties: { id: 'a' } }] } } }],
  ['a list by code', { per_error_code: { TOKEN_OLD: ['i-1'] } }],
])('[MASK1] the name of %s is not that of a secret', (_, json) => {
  expect(masked(json)).toBe(json);
});

it('[MASK1] a secret within what is kept by ids is masked, and a text in place of a record', () => {
  const json = {
    lanes: { 'pin-3': [{ incident_id: 'i-1', token: 'a' }], pin: 'b' },
    available_maps: { m: { version: '1', password: 'c' } },
  };
  expect(masked(json)).toEqual({
    lanes: { 'pin-3': [{ incident_id: 'i-1', token: '***' }], pin: '***' },
    available_maps: { m: { version: '1', password: '***' } },
  });
  const push = { data_group: 'state_data', data: { password: { of: 'd' } } };
  expect(masked(push)).toEqual({ data_group: 'state_data', data: { password: { of: '***' } } });
});

const parameter = (value: string) => ({ wifi_password: { value, model: {} } });

it.each<[string, (secret: string) => object]>([
  ['lanes', (secret) => ({ config: { lanes: parameter(secret) } })],
  ['lanes, in a list,', (secret) => ({ lanes: { password: [secret] } })],
  ['lanes of metadata', (secret) => ({ metadata: { lanes: { password: { value: secret } } } })],
  ['changelog', (secret) => ({ config: { changelog: parameter(secret) } })],
  ['changelog, in a list,', (secret) => ({ changelog: { token: [{ value: secret }] } })],
  ['available_maps', (secret) => ({ config: { available_maps: parameter(secret) } })],
  ['a pushed map', (secret) => ({ data_group: 'map_data', data: parameter(secret) })],
  ['parts', (secret) => ({ config: { parts: parameter(secret) } })],
  ['errors', (secret) => ({ errors: { password: secret } })],
  ['errors of a map', (secret) => ({ available_maps: { m: { version: '1', errors: { password: secret } } } })],
  ['errors of a map, in a record,', (secret) => ({ available_maps: { m: { version: '1', errors: { password: { value: secret } } } } })],
  ['error_codes', (secret) => ({ config: { error_codes: parameter(secret) } })],
  ['per_error_code', (secret) => ({ per_error_code: { token: secret } })],
  ['incidents_per_lane', (secret) => ({ incidents_per_lane: { pin: secret } })],
])('[MASK1] a secret below %s that is not what the contract has there is masked', (_, json) => {
  expect(masked(json('hunter2'))).toEqual(json('***'));
});
