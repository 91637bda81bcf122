import { createSecretKey } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import fastify from 'fastify';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { deviceLines } from '#server/app/deviceLines';
import { type DeviceDoor, findDeviceDoor, openDeviceBroker } from '#server/app/openDeviceBroker';
import { idleEntries } from '#server/app/idleEntries';
import { registerHostCheck } from '#server/platform/http/hostCheck';
import { readSettings } from '#server/platform/settings/settings';
import { newDataDir } from '../support/newDataDir.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { testSettings } from '../support/testServer.ts';

const refusalOf = (env: Readonly<Record<string, string>>): string | null => {
  try {
    readSettings(env);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown';
  }
};

it.each([
  ['http://console.lan', 'PUBLIC_URL: must begin with https:// unless it names this machine'],
  ['http://192.168.1.20:8080', 'PUBLIC_URL: must begin with https:// unless it names this machine'],
  ['http://localhost.evil.example', 'PUBLIC_URL: must begin with https:// unless it names this machine'],
  ['https://console.example/orangery', 'PUBLIC_URL: must be an origin such as https://console.example'],
  ['https://console.example/?a=b', 'PUBLIC_URL: must be an origin such as https://console.example'],
  ['https://user:secret@console.example', 'PUBLIC_URL: must be an origin such as https://console.example'],
])('[START14] PUBLIC_URL %s, with which no browser could sign in, is refused: %s', (PUBLIC_URL, text) => {
  const refusal = refusalOf({ PUBLIC_URL });
  expect(refusal).toContain(`Setting ${text}`);
  expect(refusal).not.toContain('secret');
});

it.each([
  'http://localhost:8080',
  'http://127.0.0.2',
  'http://[::1]:8080/',
  'http://console.localhost',
  'https://console.example',
  'https://10.0.0.1:8443/',
])('[START14] PUBLIC_URL %s is taken', (PUBLIC_URL) => expect(refusalOf({ PUBLIC_URL })).toBeNull());

it.each([
  ['https://grafana.example/d?from={from_ms}&to={to_ms}&var-serial={serial}', null],
  ['https://logs.example/{incident}', 'Setting INCIDENT_TEXT_LOGS_URL: may have {incident_id}, {serial}'],
  ['logs.example', 'Setting INCIDENT_TEXT_LOGS_URL: must be an address'],
])('[LINKS1] the template of a dashboard %s: %s', (INCIDENT_TEXT_LOGS_URL, text) => {
  const refusal = refusalOf({ INCIDENT_TEXT_LOGS_URL });
  if (text === null) expect(refusal).toBeNull();
  else expect(refusal).toContain(text);
});

it.each(['OIDC_ISSUER', 'OIDC_DISCOVERY_URL', 'MAP_STYLE_URL'])(
  '[START14] %s over plain HTTP is refused where the console has TLS',
  (name) => {
    const OIDC_ISSUER = 'https://id.example';
    const PUBLIC_URL = 'https://console.example';
    expect(refusalOf({ OIDC_ISSUER, PUBLIC_URL, [name]: 'http://other.example/x' })).toBe(
      `Setting ${name}: must begin with https:// as PUBLIC_URL does: browsers refuse it otherwise`,
    );
    expect(refusalOf({ OIDC_ISSUER, PUBLIC_URL, [name]: 'https://other.example/x' })).toBeNull();
    expect(refusalOf({ OIDC_ISSUER, [name]: 'http://other.example/x' })).toBeNull();
  },
);

it.each(['PORT', 'DEVICES', 'HISTORY_REPORT_DAYS', 'HISTORY_SEAL_DAYS'])('[START14] a blank %s is no 0, and refused', (name) => {
  for (const blank of ['', ' ']) expect(refusalOf({ [name]: blank })).toContain(`Setting ${name}:`);
});

const idleOf = (name: string, value: string) => {
  const idle = idleEntries(readSettings({ [name]: value }));
  expect(idle.join()).not.toContain('secret');
  return idle;
};

it.each([
  ['ALLOWED_HOSTS', 'https://a.example', 'entry 1 matches nothing: it must be a host name without protocol, port or path'],
  ['ALLOWED_HOSTS', 'a.example,b.example:8443', 'entry 2 '],
  ['ALLOWED_HOSTS', 'localhost:8080', 'entry 1 '],
  ['ALLOWED_HOSTS', 'a.example b.example', 'entry 1 '],
  ['ALLOWED_HOSTS', '*.example', 'entry 1 '],
  ['ALLOWED_HOSTS', 'a.example/console', 'entry 1 '],
  ['ALLOWED_HOSTS', '::1', 'entry 1 '],
  ['ALLOWED_MAIL_DOMAINS', '@company.example', 'entry 1 matches nothing: it must be a mail domain such as company.example, without @'],
  ['ALLOWED_MAIL_DOMAINS', 'a.example,secret@company.example', 'entry 2 '],
  ['ALLOWED_MAIL_DOMAINS', 'https://company.example', 'entry 1 '],
  ['ALLOWED_MAIL_DOMAINS', '*.example', 'entry 1 '],
  ['ALLOWED_MAIL_DOMAINS', 'a.example;b.example', 'entry 1 '],
  ['ALLOWED_MAIL_DOMAINS', 'localhost,company.example', 'entry 1 '],
  [
    'PUSH_HOSTS',
    'https://push.example',
    'entry 1 matches nothing: it must be a host name in ASCII, such as push.example or *.push.example, w',
  ],
  ['PUSH_HOSTS', 'https://user:secret@push.example', 'entry 1 '],
  ['PUSH_HOSTS', 'push.example/send', 'entry 1 '],
  ['PUSH_HOSTS', 'push.example:443', 'entry 1 '],
  ['PUSH_HOSTS', '*.push.example:8443', 'entry 1 '],
  ['PUSH_HOSTS', 'köln.example', 'entry 1 '],
  ['PUSH_HOSTS', '*', 'entry 1 '],
])('[START22] an entry of %s that matches nothing, %s, is named with what is expected, and the start goes on', (name, value, text) => {
  expect(idleOf(name, value)).toEqual([expect.stringContaining(`Setting ${name}: ${text}`)]);
});

it.each([
  ['ALLOWED_HOSTS', ''],
  ['ALLOWED_HOSTS', 'console.example, Console_2.lan,10.0.0.5,[::1],köln.example,'],
  ['ALLOWED_MAIL_DOMAINS', 'company.example, Köln.example,'],
  ['PUSH_HOSTS', ''],
  ['PUSH_HOSTS', 'push.example,*.push.example,push.example:8443,localhost:4000,[::1]:4000'],
])('[START22] of %s %s all entries are used', (name, value) => expect(idleOf(name, value)).toEqual([]));

it('[START22] the defaults are used', () => expect(idleEntries(readSettings({}))).toEqual([]));

it.each([
  ['xn--kln-sna.example', 200],
  ['Console_2.lan:8080', 200],
  ['other.example', 400],
])('[HOST1] a request for the host %s answers %i where ALLOWED_HOSTS has an international name', async (host, status) => {
  const app = fastify();
  registerHostCheck(app, readSettings({ ALLOWED_HOSTS: 'Köln.example, console_2.lan' }));
  app.get('/', () => 'here');
  expect((await app.inject({ url: '/', headers: { host } })).statusCode).toBe(status);
});

const PRODUCTION = { NODE_ENV: 'production', DEMO: 'false' };
const TLS = { MQTT_TLS_CERT: '/etc/cert.pem', MQTT_TLS_KEY: '/etc/key.pem' };

it.each<readonly [string, Readonly<Record<string, string>>, string | null]>([
  ['loopback', { MQTT_HOST: '127.0.0.1' }, null],
  ['nothing', {}, null],
  ['every address', { MQTT_HOST: '0.0.0.0' }, 'MQTT_HOST: production needs TLS for devices beyond this machine'],
  ['one address', { MQTT_HOST: '10.0.0.5', MQTT_PORT: '8883' }, 'MQTT_HOST: production needs TLS for devices beyond this machine'],
  ['a proxy', { MQTT_HOST: '0.0.0.0', MQTT_TLS_PROXY: 'true' }, null],
  ['TLS', { MQTT_HOST: '0.0.0.0', ...TLS }, null],
  ['a broker of its own', { MQTT_HOST: '0.0.0.0', MQTT_URL: 'mqtt://broker' }, null],
  ['a certificate without key', { MQTT_TLS_CERT: '/etc/cert.pem' }, 'MQTT_TLS_KEY: a certificate and its key belong together'],
  ['a key without certificate', { MQTT_TLS_KEY: '/etc/key.pem' }, 'MQTT_TLS_CERT: a certificate and its key belong together'],
  ['authorities without certificate', { MQTT_TLS_CA: '/etc/ca.pem' }, 'MQTT_TLS_CA: devices show certificates only where'],
  ['accounts at no broker', { MQTT_DYNAMIC_SECURITY: 'true' }, 'MQTT_DYNAMIC_SECURITY: the accounts of devices are kept at a broker'],
  ['a secret without a broker', { MQTT_ACCESS_SECRET: 'x'.repeat(16) }, 'MQTT_ACCESS_SECRET: only a broker of your own'],
  ['TLS beside a broker', { ...TLS, MQTT_URL: 'mqtt://broker' }, 'MQTT_TLS_CERT: with MQTT_URL the server has no listener'],
])('[DOORWAY5] in production a listener for devices with %s is taken, or refused in one line', (_, env, text) => {
  const refusal = refusalOf({ ...PRODUCTION, ...env });
  if (text === null) expect(refusal).toBeNull();
  else expect(refusal).toContain(`Setting ${text}`);
});

it('[DOORWAY5] outside production a listener beyond this machine needs no TLS', () => {
  expect(refusalOf({ MQTT_HOST: '0.0.0.0' })).toBeNull();
  expect(readSettings({}).MQTT_HOST).toBe('127.0.0.1');
});

it.each([
  ['MQTT_URL', 'mqtt://robots:50%secret@broker'],
  ['MQTT_URL', 'mqtts://robots%:secret@broker'],
  ['NATS_URL', 'nats://one:4222,nats://robots:50%secret@two'],
])('[START21] %s %s, whose percent sign encodes nothing, is refused in one line', (name, address) => {
  const refusal = refusalOf({ [name]: address });
  expect(refusal).toBe(`Setting ${name}: in user name and password a percent sign is written %25`);
});

it.each([
  ['an account', 'mqtt://a%40b:50%25%2F@broker:1884', { username: 'a@b', password: '50%/' }],
  ['a user name alone', 'mqtt://a%40b@broker:1884', { username: 'a@b', password: '' }],
])('[START21] %s of MQTT_URL is decoded', async (_, MQTT_URL, account) => {
  const settings = testSettings({ MQTT_URL, DATA_DIR: newDataDir() });
  const database = openTestDatabase('postgresql://127.0.0.1:1/none');
  const parts = { settings, key: createSecretKey(Buffer.alloc(32)), database, now: Date.now, log: pino({ level: 'silent' }) };
  const broker = await openDeviceBroker({ ...parts, onEnd: () => undefined }, { port: 0, certificate: null });
  expect(broker).toMatchObject({ url: 'mqtt://broker:1884', ...account });
  await database.destroy();
});

const linesOf = (env: Readonly<Record<string, string>>, port: number | null, certificate: DeviceDoor['certificate'] = null) => {
  const settings = readSettings({ PUBLIC_URL: 'https://console.example', ...env });
  const upgrades = settings.MQTT_TLS_CA === undefined ? { upgrades: { accept: () => undefined, close: () => undefined } } : {};
  const door = { port: settings.MQTT_PORT ?? (port === 1_883 ? 1_883 : 0), certificate };
  return deviceLines(settings, { url: 'mqtt://broker', port, ...upgrades }, door).join(' ');
};
const certificate = { cert: '', key: '', ca: null, endsAt: 0 };

it('[DOORWAY6] the start says where robots connect, and whether with TLS', () => {
  expect(linesOf({}, 1_883)).toContain('robots connect to mqtt://127.0.0.1:1883, without TLS; or wss://console.example/mqtt ');
  expect(linesOf({}, 40_001)).toContain(
    'mqtt://127.0.0.1:40001, without TLS; or wss://console.example/mqtt (the usual port 1883 is in use)',
  );
  expect(linesOf({ MQTT_HOST: '0.0.0.0', MQTT_PORT: '8883', ...TLS }, 8_883, certificate)).toContain(
    'port 8883 of every address of this machine (mqtts://), with TLS; or wss://',
  );
  expect(linesOf({ MQTT_HOST: '::1', MQTT_PORT: '1', MQTT_TLS_PROXY: 'true' }, 1)).toContain('mqtt://[::1]:1, TLS ends before it;');
  const shown = linesOf({ MQTT_HOST: '10.0.0.5', MQTT_PORT: '8883', ...TLS, MQTT_TLS_CA: '/ca.pem' }, 8_883, certificate);
  expect(shown).toContain('mqtts://10.0.0.5:8883, with TLS');
  expect(shown).toContain('and show a certificate of MQTT_TLS_CA');
  expect(shown).not.toContain('/mqtt');
  expect(linesOf({ MQTT_URL: 'mqtt://broker' }, null)).toContain('the broker of MQTT_URL, mqtt://broker');
});

it('[DOORWAY5] where the usual port is taken production refuses in one line, and elsewhere another one is taken; a port that was asked for is never replaced', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const at = taken.address();
  const port = at !== null && typeof at === 'object' ? at.port : 0;
  const door = (env: Readonly<Record<string, string>>) => findDeviceDoor(readSettings(env), port).then(({ port: found }) => found, String);
  const refusal = `Error: Port ${port} is in use: stop what listens there, or set MQTT_PORT.`;
  expect(await door({})).toBe(0);
  expect(await door({ ...PRODUCTION, PUBLIC_URL: 'https://console.example' })).toBe(refusal);
  expect(await door({ MQTT_PORT: String(port) })).toBe(refusal);
  expect(await door({ MQTT_PORT: '0' })).toBe(0);
});

it('[DOCS2] every setting stands in the list of settings', () => {
  const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const settings = [...read('server/platform/settings/settings.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]*): /gm)].map(([, name]) => name);
  const documented = read('docs/configuration.md');
  expect(settings.length).toBeGreaterThan(30);
  expect(settings.filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
});
