import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { consoleConfig } from '#contract/config';
import { calls, type CallName } from '#contract/catalogue/calls';
import { getAllDevices } from '#contract/devices/device';
import { getMe, postAssociateCode, postMe, postLoginMethod, postSetupMfa, postUpdateMfa } from '#contract/identity';
import { answerOf, ask } from '../support/client.ts';
import { staff, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { samples } from './samples.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'orangery-console-'));
mkdirSync(path.join(folder, 'assets'));
writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>console</title>');
writeFileSync(path.join(folder, 'signed-in.html'), '<!doctype html><title>signed in</title>');
const SCRIPT = `void '${'plain '.repeat(300)}';`;
const file = path.join(folder, 'assets', 'app-1a2b.js');
writeFileSync(file, SCRIPT);
writeFileSync(`${file}.br`, brotliCompressSync(SCRIPT.replaceAll('plain', 'brotli')));
writeFileSync(`${file}.gz`, gzipSync(SCRIPT.replaceAll('plain', 'gzip')));

const server = withServer(folder);
const get = (target: string, init: RequestInit = {}) => fetch(`${server.it().address}${target}`, init);
const asStaff = () => ({ authorization: `Bearer ${server.it().identity.issue(staff)}` });
const errorOf = async (reply: Response): Promise<unknown> => reply.json();

/** Asks for a path exactly as written; `fetch` would tidy it first. */
const rawStatus = (target: string, headers: Record<string, string>): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.it().address);
    const sent = request({ hostname, port, path: target, headers }, (reply) => {
      let body = '';
      reply.on('data', (part: Buffer) => (body += part.toString()));
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body }));
    });
    sent.on('error', reject);
    sent.end();
  });

it('[ROLE-017] login_method needs no token and reaches the provider', async () => {
  const { address, identity } = server.it();
  const answer = await answerOf(address, postLoginMethod, { body: { email: 'a@serrarobotics.example' } });
  expect(answer).toEqual({ mfa_enabled: true });
  expect(identity.received).toContainEqual({ email: 'a@serrarobotics.example' });
});

it('[HTTP3] the eleventh login_method of an email within a minute is refused, another email is not', async () => {
  const { address, clock } = server.it();
  clock.stoppedAt = Date.now();
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt += 1) {
    const email = attempt % 2 === 0 ? 'b@x.example' : ' B@X.example';
    statuses.push((await ask(address, postLoginMethod, { body: { email } })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  expect(await ask(address, postLoginMethod, { body: { email: 'c@x.example' } })).toMatchObject({ status: 200 });
  clock.stoppedAt = null;
});

it('[HTTP2] the enrolment calls act for the caller, whatever email they carry', async () => {
  const { address, identity } = server.it();
  const token = identity.issue(staff, { username: 'half', secondFactor: false });
  await answerOf(address, postSetupMfa, { token, body: { email: 'somebody@else.example' } });
  await answerOf(address, postAssociateCode, { token, body: { device_name: 'phone', code: '123456' } });
  expect(identity.received).toContainEqual({ by: 'half', email: 'somebody@else.example' });
  expect(identity.received).toContainEqual({ by: 'half', device_name: 'phone', code: '123456' });
});

it('[OIDC8] me says who the caller is, also while the second factor is pending, and nothing to nobody', async () => {
  const { address, identity } = server.it();
  const token = identity.issue(staff, { username: 'half', email: 'half@serrarobotics.example', secondFactor: false });
  expect(await answerOf(address, getMe, { token })).toEqual({
    username: 'half',
    email: 'half@serrarobotics.example',
    groups: staff,
    second_factor: false,
    rights: ['places', 'devices', 'secrets', 'error_codes'],
  });
  expect(await ask(address, getMe)).toMatchObject({ status: 401 });
});

it('[IDP3] me with an ID token proves a second factor where the provider vouches for it, and reads nothing else as one', async () => {
  const { address, identity } = server.it();
  const token = identity.issue(staff, { username: 'half', secondFactor: false });
  const asked = (id_token: unknown) => ask(address, postMe, { token, body: { id_token } });
  expect(await asked('proof')).toMatchObject({ status: 200, answer: { username: 'half', second_factor: true } });
  expect(await asked('another')).toMatchObject({ status: 200, answer: { second_factor: false } });
  for (const wrong of [undefined, 7, null, 'x'.repeat(16_385)]) expect(await asked(wrong)).toMatchObject({ ok: false, status: 400 });
  expect(await ask(address, postMe, { body: { id_token: 'proof' } })).toMatchObject({ status: 401 });
});

it('[CALL-035] [OPEN-04] [GAP-70] [AUDIT4] update_mfa reaches the provider for the caller, and is written down with nothing of its body but the address', async () => {
  const { address, identity, databaseUrl } = server.it();
  const token = identity.issue(staff, { username: 'changer' });
  const body = { email: 'hugo.maes@delinde.example', enable: false };
  expect(await answerOf(address, postUpdateMfa, { token, body })).toEqual({ ok: true });
  expect(identity.received).toContainEqual({ by: 'changer', ...body });
  for (const wrong of [{}, { ...body, enable: 'no' }, { ...body, email: 7 }, { ...body, email: 'x'.repeat(300) }, []]) {
    expect(await ask(address, postUpdateMfa, { token, body: wrong })).toMatchObject({ ok: false, status: 400 });
  }
  const database = openTestDatabase(databaseUrl);
  const lines = await database
    .selectFrom('audit')
    .select(['call', 'params', 'status'])
    .where('who', '=', 'changer')
    .orderBy('id')
    .execute();
  await database.destroy();
  expect(lines.map(({ call, params, status }) => [call, params, status])).toEqual([
    [postUpdateMfa.name, { email: body.email }, 200],
    ...[{}, { email: body.email }, {}, { email: 'x'.repeat(200) }, {}].map((params) => [postUpdateMfa.name, params, 400]),
  ]);
});

it.each([
  ['a missing field', {}],
  ['a wrong type', { email: 7 }],
  ['a list', []],
  ['a text too long', { email: 'x'.repeat(300) }],
])('[HTTP1] a body with %s is a 400 that names the field', async (_name, body) => {
  const reply = await get('/api/login_method', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(reply.status).toBe(400);
  expect(await errorOf(reply)).toEqual({ error: expect.stringMatching(/^Invalid: body/) });
});

it.each([
  ['no JSON', 'application/json', '{', 400],
  ['another type', 'text/plain', 'hello', 415],
  ['300 kB', 'application/json', JSON.stringify({ email: 'x'.repeat(300_000) }), 413],
  ['a prototype', 'application/json', '{"__proto__":{"email":"a"}}', 400],
] as const)('[HTTP4] [HTTP1] a body of %s (%s) is refused in JSON', async (_name, type, body, status) => {
  const reply = await get('/api/login_method', { method: 'POST', headers: { 'content-type': type }, body });
  expect(reply.status).toBe(status);
  expect(await errorOf(reply)).toEqual({ error: expect.stringMatching(/^\w+: .+/) });
});

it.each(['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'POST'])('[HTTP4] %s of a GET call is refused', async (method) => {
  const reply = await get('/api/all_devices', { method, headers: asStaff() });
  expect(reply.status).toBe(404);
});

it('[HTTP4] a navigation to a call is refused', async () => {
  const target = '/api/all_devices';
  const response = await rawStatus(target, { ...asStaff(), 'sec-fetch-mode': 'navigate' });
  expect(response).toMatchObject({ status: 403, body: '{"error":"Forbidden: a call is not a page"}' });
});

it.each(
  [
    '/api/machine/LF-0140-23%2Fstop%3F/raw_state',
    '/api/machine/..%2f..%2fmetrics/raw_state',
    '/api/machine/%00/raw_state',
    '/api/machine/LF-0140-23%00/raw_state',
    '/api/machine/%E2%80%AE%F0%9F%A4%96/raw_state',
    '/api/machine/%ff/raw_state',
    `/api/machine/${'x'.repeat(5_000)}/raw_state`,
    "/api/machine/'%20or%201=1--/raw_state",
    '/api/machine/LF-0140-23/../DV-0105/raw_state',
    '/api/machine//raw_state',
    '/api/device/__proto__',
    '/api//all_devices',
    '/api/nothing',
    '/api/map/de-linde-2/2.8.0%23/geojson',
  ].map((target) => [target.slice(0, 60), target] as const),
)('[HTTP1] %s is refused without a fault', async (_name, target) => {
  const { status, body } = await rawStatus(target, asStaff());
  expect([400, 404, 414]).toContain(status);
  expect(JSON.parse(body)).toEqual({ error: expect.stringMatching(/^\w+: .+/) });
});

it('[HTTP5] every answer below /api is no-store, with the policy and the isolation headers', async () => {
  for (const target of ['/api/all_devices', '/api/nothing', '/api/login_method']) {
    const reply = await get(target, { headers: asStaff() });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
  }
});

it('[HTTP6] [HTTP5] pages come from no cache with a policy without inline code, named files for ever', async () => {
  const page = await get('/device/detail', { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('<title>console</title>');
  expect(page.headers.get('cache-control')).toBe('no-cache');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'sha256-");
  expect(policy).toContain("connect-src 'self';");
  expect(policy).not.toMatch(/unsafe|\*/);
  expect(await (await get('/signed-in')).text()).toContain('signed in');
  expect(await (await get('/')).text()).toContain('console');
  const named = await get('/assets/app-1a2b.js');
  expect(named.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  for (const [target, accept] of [
    ['/assets/none.js', '*/*'],
    ['/api/nothing', 'text/html'],
    ['/ws', 'text/html'],
  ] as const) {
    const none = await get(target, { headers: { accept } });
    expect(none.status).toBe(404);
    expect(await errorOf(none)).toMatchObject({ error: expect.stringMatching(/^NotFound/) });
  }
});

it.each(['/', '/device/detail', '/signed-in', '/config.json'])('[HTTP9] HEAD %s is answered like GET, without the body', async (target) => {
  const asked = { headers: { accept: 'text/html' } };
  const [got, head] = [await get(target, asked), await get(target, { ...asked, method: 'HEAD' })];
  expect(head.status).toBe(200);
  expect(head.headers.get('content-type')).toBe(got.headers.get('content-type'));
  expect(await head.text()).toBe('');
});

it.each(['br', 'gzip'])(
  '[HTTP10] a long answer is sent as %s to whoever reads it, a short one and one for others plain',
  async (encoding) => {
    const headers = { ...asStaff(), 'accept-encoding': encoding };
    const encodingOf = async (target: string, more = headers) => (await get(target, { headers: more })).headers.get('content-encoding');
    expect(await encodingOf('/api/all_devices')).toBe(encoding);
    expect(await encodingOf('/api/total_metrics')).toBeNull();
    expect(await encodingOf('/api/all_devices', { ...headers, 'accept-encoding': 'identity' })).toBeNull();
  },
);

it.each([
  ['br', 'brotli'],
  ['gzip', 'gzip'],
  ['identity', 'plain'],
])('[HTTP10] a file of the console is sent as the build compressed it: %s', async (encoding, content) => {
  const sent = await get('/assets/app-1a2b.js', { headers: { 'accept-encoding': encoding } });
  expect(sent.headers.get('content-type')).toContain('javascript');
  expect(sent.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(sent.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
  expect(await sent.text()).toContain(content);
});

it('[HTTP6] config.json fits the contract; the socket is at the same origin', async () => {
  const config = consoleConfig.parse(await (await get('/config.json')).json());
  expect(config).toMatchObject({
    company: 'Serra Robotics',
    product: 'Orangery',
    api_root: '/api',
    websocket_address: 'ws://localhost:8080',
    default_organisation_id: '',
  });
});

it('[HTTP6] healthz tells database and broker, metrics tells the counts, a policy report is taken', async () => {
  expect(await (await get('/healthz')).json()).toEqual({ database: true, broker: true });
  await ask(server.it().address, getAllDevices);
  expect(await (await fetch(server.it().server.metricsUrl)).text()).toContain(
    'http_request_seconds_count{method="GET",route="/api/all_devices",status="401"}',
  );
  const report = { method: 'POST', headers: { 'content-type': 'application/csp-report' }, body: '{"csp-report":{}}' };
  expect((await get('/csp-report', report)).status).toBe(204);
});

it('[STOP4] a sign-in that cannot be confirmed counts for a stop, and for no other call', async () => {
  const { address, identity } = server.it();
  const token = identity.issue(staff);
  identity.unconfirmed.add(token);
  const accepted: CallName[] = [];
  for (const [name, call] of Object.entries(calls)) {
    const isNamed = (key: string): key is CallName => key in samples;
    if (call.access === 'none' || !isNamed(name)) continue;
    const { status } = await ask(address, call, { ...samples[name].mine, token });
    if (status !== 401) accepted.push(name);
  }
  expect(accepted).toEqual(['getStopImmediately']);
});
