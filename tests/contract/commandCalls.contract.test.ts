import { beforeAll, expect, it } from 'vitest';
import { REQUEST_ID_HEADER } from '#contract/call';
import {
  getCommands,
  getReleaseControl,
  getReloadConfig,
  getStopImmediately,
  getTakeControl,
  getUploadAllData,
  getUploadData,
  getValidateMaps,
  getWait,
} from '#contract/command';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { getMachines, getRawState } from '#contract/fleet/machine';
import { getLogs } from '#contract/devices/deviceEvent';
import { answerOf, ask } from '../support/client.ts';
import { staff, support, withServer } from '../support/contractServer.ts';
import type { TestDevice } from '../support/testDevice.ts';
import { epochRanks } from '../support/epochRanks.ts';
import { until } from '../support/until.ts';

const server = withServer();
const serial = 'LF-0140-23';
const params = { serial };
const DONE = { success: true };
let device: TestDevice;
let commands: Awaited<ReturnType<TestDevice['obey']>>;
let an: string;
let bo: string;

const call = <C extends Parameters<typeof ask>[1]>(target: C, token: string, more: object = {}) =>
  ask(server.it().address, target, { params, token, ...more });
const listed = async (query = {}) => (await answerOf(server.it().address, getCommands, { params, token: an, query })).results;
const stateOf = async () => (await answerOf(server.it().address, getRawState, { params, token: an })).state;

beforeAll(async () => {
  const { identity } = server.it();
  an = identity.issue(staff, { username: 'an', name: 'An Verhoeven' });
  bo = identity.issue(support, { username: 'bo', name: 'Bo Claes' });
  device = await server.it().device(serial);
  commands = await device.obey();
  const time = new Date().toISOString();
  await device.publish(deviceTopic(serial, 'log'), JSON.stringify({ kind: 'file', time, timestamp: time, database_id: 'db-77' }));
  await until('connected', async () => serial in (await answerOf(server.it().address, getMachines, { token: an })).result);
});

it('[CALL-016] [GAP-21] [CTRL1] take_control makes the caller the controller at once, whoever it was before', async () => {
  expect(await stateOf()).toMatchObject({ current_state: 'waiting_for_task' });
  const before = server.it().now();
  expect(await call(getTakeControl, an)).toMatchObject({ ok: true, answer: DONE });
  const taken = await stateOf();
  expect(taken).toMatchObject({ controller: 'an', controller_name: 'An Verhoeven', current_state: 'waiting_for_task' });
  const since = Date.parse(taken.controller_since ?? '');
  expect([since >= before, since <= server.it().now()]).toEqual([true, true]);
  expect(await call(getTakeControl, bo)).toMatchObject({ answer: DONE });
  expect(await stateOf()).toMatchObject({ controller: 'bo', controller_name: 'Bo Claes' });
  await until('a command', () => commands.filter(({ command }) => command === 'take_control').length === 2);
  expect(commands.map(({ controller }) => controller)).toEqual(['an', 'bo']);
  expect(epochRanks(commands.map(({ epoch }) => epoch))).toEqual([1, 2]);
});

it('[CALL-015] [CTRL2] release_control is for the holder only', async () => {
  expect(await call(getReleaseControl, an)).toMatchObject({ status: 409, error: 'Conflict: you are not in control of this device' });
  expect(await call(getReleaseControl, bo)).toMatchObject({ answer: DONE });
  expect(await stateOf()).toMatchObject({ controller: null, controller_name: null, controller_since: null });
  expect(await call(getReleaseControl, bo)).toMatchObject({ status: 409 });
  await until('a command', () => commands.at(-1)?.command === 'release_control');
  expect(commands.at(-1)).toMatchObject({ controller: null });
  expect(epochRanks(commands.map(({ epoch }) => epoch)).at(-1)).toBe(3);
});

it.each([
  [
    '[CALL-018] [GAP-18] upload_data/{incident}',
    getUploadData,
    { params: { serial, incident: 'db-77' } },
    'upload_data',
    { incident: 'db-77' },
  ],
  ['[CALL-019] [GAP-18] upload_data/all', getUploadAllData, {}, 'upload_data', { incident: 'all' }],
  ['[CALL-020] [GAP-18] validate_maps', getValidateMaps, {}, 'validate_maps', {}],
  ['[CALL-021] [GAP-18] reload_config', getReloadConfig, {}, 'reload_config', {}],
] as const)('%s: [ROLE-026] [OPEN-32] is for the one in control, and the device does it', async (_name, target, asking, command, words) => {
  await call(getTakeControl, an);
  const before = commands.length;
  expect(await call(target, bo, asking)).toMatchObject({ status: 409, error: expect.stringMatching(/^Conflict: /) });
  expect(await call(target, an, asking)).toMatchObject({ answer: DONE });
  const sentCommand = await until('the device', () => commands.slice(before).find((one) => one.command === command));
  expect(sentCommand).toMatchObject({ arguments: words, epoch: expect.any(Number) });
  expect(Date.parse(sentCommand.expires_at) - Date.parse(sentCommand.given_at)).toBe(10_000);
  expect(sentCommand.expires_in_ms).toBe(10_000);
  const row = await until('done', async () =>
    (await listed()).find(({ id, status }) => id === sentCommand.command_id && status === 'done'),
  );
  expect(row).toMatchObject({ arguments: words, given_by: 'an', given_by_name: 'An Verhoeven', holder: 'an', holder_name: 'An Verhoeven' });
  expect([row.sent_at, row.delivered_at, row.ended_at]).not.toContain(null);
});

it('[CMD10] an upload of something that the device did not report is 404, and nothing is sent', async () => {
  const { identity, device: another } = server.it();
  const other = await another('LF-0141-23');
  const time = new Date().toISOString();
  await other.publish(deviceTopic('LF-0141-23', 'log'), JSON.stringify({ kind: 'file', time, timestamp: time, database_id: 'db-88' }));
  const filesOf = async (of: string) => (await answerOf(server.it().address, getLogs, { params: { serial: of }, token: an })).result;
  await until('its file', async () => (await filesOf('LF-0141-23')).some(({ database_id }) => database_id === 'db-88'));
  await call(getTakeControl, an);
  const before = commands.length;
  for (const incident of ['db-88', 'db-7', '../all', "db-77' or true"])
    expect(await call(getUploadData, an, { params: { serial, incident } })).toMatchObject({ status: 404 });
  const token = identity.issue(['user_type:organisation_user', 'organisation:hortus-noord']);
  expect(await call(getUploadData, token, { params: { serial, incident: 'db-77' } })).toMatchObject({ status: 404 });
  expect(await call(getUploadData, an, { params: { serial, incident: 'db-77' } })).toMatchObject({ answer: DONE });
  await until('the only one', () => commands.length > before);
  expect(commands.slice(before).map(({ arguments: words }) => words)).toEqual([{ incident: 'db-77' }]);
});

it('[GAP-19] upload_data/all for many devices at once needs no control', async () => {
  const before = commands.length;
  expect(await call(getUploadAllData, bo, { query: { scope: 'fleet' } })).toMatchObject({ answer: DONE });
  await until('a command', () => commands.length > before);
  expect((await listed())[0]).toMatchObject({ given_by: 'bo', holder: 'an', arguments: { incident: 'all' } });
  expect(await call(getUploadAllData, bo, { query: { scope: 'everything' } })).toMatchObject({ status: 400 });
});

it('[CALL-017] [STOP1] stop_immediately needs no control and answers with what the device says', async () => {
  expect(await call(getStopImmediately, bo)).toMatchObject({ answer: DONE });
  expect(commands.findLast(({ command }) => command === 'stop_immediately')).toMatchObject({ epoch: null });
  const row = await until('written', async () =>
    (await listed()).find(({ command, status }) => command === 'stop_immediately' && status === 'done'),
  );
  expect(row).toMatchObject({ given_by: 'bo', holder: 'an' });
});

it('[CALL-014] [OPEN-31] wait/{event} says whether the device confirms such a command, and knows only such words', async () => {
  const event = (name: string) => call(getWait, an, { params: { serial, event: name } });
  const { clock } = server.it();
  clock.offsetMs += 11_000;
  await device.report({ current_state: 'waiting_for_task' });
  expect(await event('reload_config')).toMatchObject({ answer: { success: false } });
  // It also counts what was done shortly before: with a clock that stands still, however long this takes.
  clock.stoppedAt = Date.now();
  await call(getTakeControl, an);
  await call(getValidateMaps, an);
  await until('done', async () => (await listed())[0]?.status === 'done');
  expect(await event('validate_maps')).toMatchObject({ answer: DONE });
  expect(await event('take_control')).toMatchObject({ answer: DONE });
  clock.stoppedAt = null;
  for (const wrong of ['explode', 'TAKE_CONTROL', '%00']) expect(await event(wrong)).toMatchObject({ status: 400 });
});

it('[CMD9] [CALL-113] commands are listed newest first, page by page', async () => {
  const all = await listed({ per_page: 100 });
  expect(all.length).toBeGreaterThan(10);
  expect(all.map(({ given_at }) => given_at)).toEqual(
    all
      .map(({ given_at }) => given_at)
      .toSorted()
      .toReversed(),
  );
  const pages = [...(await listed({ per_page: 4 })), ...(await listed({ per_page: 4, page: 1 }))];
  expect(pages).toEqual(all.slice(0, 8));
});

it.each([
  ['a prefetch', { 'sec-purpose': 'prefetch' }, 403],
  ['a prerender', { 'sec-purpose': 'prefetch;prerender' }, 403],
  ['an old prefetch', { purpose: 'prefetch' }, 403],
  ['a request id with a blank', { [REQUEST_ID_HEADER]: 'a b' }, 400],
  ['an empty request id', { [REQUEST_ID_HEADER]: '' }, 400],
  ['a request id of 65 letters', { [REQUEST_ID_HEADER]: 'x'.repeat(65) }, 400],
])('[HTTP4] [CMD2] %s does nothing', async (_name, headers, status) => {
  const before = commands.length;
  const { total } = await answerOf(server.it().address, getCommands, { params, token: an });
  expect(await call(getTakeControl, bo, { headers })).toMatchObject({ status });
  expect((await answerOf(server.it().address, getCommands, { params, token: an })).total).toBe(total);
  expect(commands.length).toBe(before);
});
