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
  ['no error code', { error_codes: { TOKEN_OLD: { text: 'Sign in' } } }, { error_codes: { TOKEN_OLD: { text: 'Sign in' } } }],
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
