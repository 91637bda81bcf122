import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getLogFile, getLogs } from '#contract/devices/deviceEvent';
import { getDeviceAccessToken } from '#contract/devices/deviceCredential';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff } from '../support/contractServer.ts';
import type { TestDevice } from '../support/testDevice.ts';
import { startSeededServer, type TestServer } from '../support/testServer.ts';
import { until } from '../support/until.ts';

const MINE = 'LF-0140-23';
const LOG = 'log 1/ü';
let server: TestServer;
let device: TestDevice;
let authorization: string;
beforeAll(async () => {
  server = await startSeededServer();
  device = await server.device(MINE);
  const token = server.identity.issue(staff);
  const answer = await ask(server.address, getDeviceAccessToken, { token, params: { serial: MINE } });
  const { access_token } = JSON.parse(answer.text);
  authorization = `Basic ${Buffer.from(`${MINE}:${access_token}`).toString('base64')}`;
  await report('file', LOG);
  await until('its log', async () => (await logs()).length > 0);
});
afterAll(() => server.close());

const tokenOf = (groups: readonly string[]) => server.identity.issue(groups);
const logs = async (groups = staff) =>
  (await answerOf(server.address, getLogs, { token: tokenOf(groups), params: { serial: MINE } })).result;
const download = (groups = staff, database_id = LOG) =>
  ask(server.address, getLogFile, { token: tokenOf(groups), params: { serial: MINE, database_id } });
function report(kind: 'file' | 'file_removed', database_id: string): Promise<void> {
  const time = new Date(server.now()).toISOString();
  return device.publish(
    `devices/${MINE}/log`,
    JSON.stringify({ kind, time, database_id, ...(kind === 'file' ? { timestamp: time } : {}) }),
  );
}
const addressOf = (id: string) => `${server.address}/device-files/logs/${encodeURIComponent(id)}`;
async function put(id: string, body: string | Buffer, headers: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(addressOf(id), {
    method: 'PUT',
    body: new Uint8Array(Buffer.from(body)),
    headers: { authorization, ...headers },
  });
  return [answer.status, await answer.text()] as const;
}
const offsetOf = async (id: string) => (await fetch(addressOf(id), { headers: { authorization } })).text();
const digest = (body: string | Buffer) => ({ 'repr-digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:` });
const part = (from: number, to: number, length: number) => ({ 'content-range': `bytes ${from}-${to}/${length}` });

it('[LOGFILE1] [LOGFILE2] a log that the device puts is listed with its size and downloaded by who may see it', async () => {
  expect(await logs()).toEqual([{ database_id: LOG, timestamp: expect.any(String) }]);
  expect(await download()).toMatchObject({ status: 404 });
  expect(await put(LOG, 'first', digest('first'))).toEqual([204, '']);
  expect(await put(LOG, 'a longer one')).toEqual([204, '']);
  expect(await logs()).toEqual([{ database_id: LOG, timestamp: expect.any(String), size: 12 }]);
  for (const groups of [staff, adminOf('de-linde')]) expect(await download(groups)).toMatchObject({ status: 200, text: 'a longer one' });
  expect(await download(adminOf('hortus-noord'))).toMatchObject({ status: 404 });
});

it.each([
  ['a log that it did not report', 'none', {}, 404],
  ['another digest', LOG, { 'repr-digest': `sha-256=:${'A'.repeat(43)}=:` }, 400],
  ['a digest that is not read', LOG, { 'repr-digest': 'md5=:AAAA:' }, 400],
  ['a range that is not read', LOG, { 'content-range': 'bytes 0-4' }, 400],
  ['a range that ends before it begins', LOG, part(4, 2, 10), 400],
  ['a range beyond the length', LOG, part(0, 10, 10), 400],
  ['a length above the limit', LOG, part(0, 1, 1024 ** 3 + 1), 413],
  ['a part that is not the next one', LOG, part(5, 9, 10), 409],
  ['a part that is shorter than its range', LOG, part(0, 8, 10), 400],
  ['no token that counts', LOG, { authorization: 'Basic eDp5' }, 401],
] as const)('[LOGFILE1] %s is refused, and what was stored stays', async (_, id, headers, status) => {
  expect((await put(id, 'hello', headers))[0]).toBe(status);
  expect(await download()).toMatchObject({ text: 'a longer one' });
  expect(await offsetOf(LOG)).toBe('{"offset":0}');
});

it('[LOGFILE3] a file that comes in parts goes on where a connection was cut, and is there when all of it is', async () => {
  await report('file', 'parts');
  await until('the log', async () => (await logs()).some(({ database_id }) => database_id === 'parts'));
  const whole = Buffer.from('0123456789');
  expect(await put('parts', whole.subarray(0, 4), part(0, 3, 10))).toEqual([202, '{"offset":4}']);
  // Sent again after an answer that did not come.
  expect((await put('parts', whole.subarray(0, 4), part(0, 3, 10)))[0]).toBe(409);
  expect(await offsetOf('parts')).toBe('{"offset":4}');
  expect(await put('parts', whole.subarray(4, 7), part(4, 6, 10))).toEqual([202, '{"offset":7}']);
  expect(await download(staff, 'parts')).toMatchObject({ status: 404 });
  // Nothing stays of a file that does not match its digest: the upload starts again.
  expect((await put('parts', 'xyz', { ...part(7, 9, 10), ...digest(whole) }))[0]).toBe(400);
  expect(await offsetOf('parts')).toBe('{"offset":0}');
  expect((await put('parts', whole.subarray(0, 7), part(0, 6, 10)))[0]).toBe(202);
  expect(await put('parts', whole.subarray(7), { ...part(7, 9, 10), ...digest(whole) })).toEqual([204, '']);
  expect(await download(staff, 'parts')).toMatchObject({ status: 200, text: '0123456789' });
  expect(await offsetOf('parts')).toBe('{"offset":0}');
});

it('[LOGFILE2] a log that the device no longer has leaves the list, unless it was uploaded', async () => {
  await report('file', 'gone-soon');
  await until('the log', async () => (await logs()).some(({ database_id }) => database_id === 'gone-soon'));
  await report('file_removed', 'gone-soon');
  await report('file_removed', LOG);
  await report('file_removed', 'never-reported');
  await until('it is gone', async () => !(await logs()).some(({ database_id }) => database_id === 'gone-soon'));
  expect((await logs()).map(({ database_id }) => database_id)).toContain(LOG);
  expect(await download()).toMatchObject({ status: 200 });
  // It is there again.
  await report('file', 'gone-soon');
  await until('it is back', async () => (await logs()).some(({ database_id }) => database_id === 'gone-soon'));
});
