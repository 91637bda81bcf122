import { beforeAll, expect, it } from 'vitest';
import { REQUEST_ID_HEADER } from '#contract/call';
import { getCommands, getReloadConfig, getStopImmediately, getTakeControl, getUploadAllData, getValidateMaps } from '#contract/command';
import { getMachines } from '#contract/fleet/machine';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, withServer } from '../support/contractServer.ts';
import type { WireState } from '#contract/fleet/state';
import type { TestDevice } from '../support/testDevice.ts';
import { epochRanks } from '../support/epochRanks.ts';
import { until } from '../support/until.ts';

const server = withServer(undefined, { hasCables: true });
const DONE = { success: true };
const FAILED = { success: false };
let an: string;
let bo: string;
let reports = 0;

beforeAll(() => {
  an = server.it().identity.issue(staff, { username: 'an', name: 'An Verhoeven' });
  bo = server.it().identity.issue(adminOf('de-linde'), { username: 'bo', name: 'Bo Claes' });
});

const withId = (id: string) => ({ headers: { [REQUEST_ID_HEADER]: id } });
const call = <C extends Parameters<typeof ask>[1]>(serial: string, target: C, token: string, more: object = {}) =>
  ask(server.it().address, target, { params: { serial }, token, ...more });
const commandsOf = async (serial: string) =>
  (await answerOf(server.it().address, getCommands, { params: { serial }, token: an, query: { per_page: 100 } })).results;
const commandOf = async (serial: string, id: string) => (await commandsOf(serial)).find((command) => command.id === id);
const refused = async (reason: string) => (await server.it().measured(`ingest_refused_total{reason="${reason}"}`)) || 0;

/** A device that is connected and listens, and a person in control of it. */
async function controlled(serial: string): Promise<{ device: TestDevice; received: Awaited<ReturnType<TestDevice['receive']>> }> {
  const device = await server.it().device(serial);
  const received = await device.receive();
  await present(device, device.stay);
  expect(await call(serial, getTakeControl, an)).toMatchObject({ answer: DONE });
  // It was answered when the broker had it; the device hears it a moment later.
  await until('the device has the command', () => received.length === 1);
  return { device, received };
}

/** Reports, and waits until the server has taken that very report: the device is connected by the server's clock, and nothing older is under way. */
async function present(device: TestDevice, report: (state: WireState) => Promise<void> = device.report): Promise<void> {
  reports += 1;
  const output = reports;
  await report({ current_state: 'waiting_for_task', battery_level: output });
  await until('connected', async () => {
    const { result } = await answerOf(server.it().address, getMachines, { token: an });
    return result[device.serial]?.state.battery_level === output;
  });
}

it('[CMD1] the same id twice at once is one command; another person, device or command may not use it', async () => {
  const { received } = await controlled('LF-0140-23');
  const twice = await Promise.all([1, 2, 3].map(() => call('LF-0140-23', getReloadConfig, an, withId('once'))));
  expect(twice.map(({ status }) => status)).toEqual([200, 200, 200]);
  await call('LF-0140-23', getValidateMaps, an);
  await until('the one behind it', () => received.at(-1)?.command === 'validate_maps');
  expect(received.filter(({ command_id }) => command_id === 'once')).toHaveLength(1);
  expect(received.map(({ command }) => command)).toEqual(['take_control', 'reload_config', 'validate_maps']);
  for (const wrong of [
    call('LF-0140-23', getValidateMaps, an, withId('once')),
    call('LF-0140-23', getTakeControl, bo, withId('once')),
    call('LF-0140-23', getUploadAllData, bo, { ...withId('once'), query: { scope: 'fleet' } }),
  ]) {
    expect(await wrong).toMatchObject({ status: 409, error: 'Conflict: this request id belongs to another command' });
  }
  expect(await commandsOf('LF-0140-23')).toHaveLength(3);
});

it('[CMD1] [CTRL3] a take that is repeated after another person took over takes nothing back', async () => {
  const { received } = await controlled('LF-0141-23');
  await call('LF-0141-23', getTakeControl, an, withId('take-1'));
  await call('LF-0141-23', getTakeControl, bo);
  expect(await call('LF-0141-23', getTakeControl, an, withId('take-1'))).toMatchObject({ answer: DONE });
  expect(await call('LF-0141-23', getReloadConfig, an)).toMatchObject({ status: 409 });
  expect(await call('LF-0141-23', getReloadConfig, bo)).toMatchObject({ status: 200 });
  await until('all', () => received.at(-1)?.command === 'reload_config');
  // A second take of the holder is no change.
  expect(received.map(({ controller }) => controller)).toEqual(['an', 'an', 'bo', undefined]);
  expect(epochRanks(received.map(({ epoch }) => epoch))).toEqual([1, 1, 2, 2]);
});

it('[SEE1] [CMD3] a foreign or unknown device is 404 for every command, one that is away 409, and nothing is sent later', async () => {
  for (const target of [getTakeControl, getReloadConfig, getStopImmediately, getCommands]) {
    const output = await Promise.all(['DV-0105', 'DV-9999'].map((serial) => call(serial, target, bo)));
    expect(output.map(({ status, text }) => [status, text])).toEqual(output.map(() => [404, '{"error":"NotFound: no such device"}']));
  }
  const { device, received } = await controlled('LF-0142-23');
  await call('LF-0142-23', getReloadConfig, an, withId('before'));
  device.beSilent();
  await present(device);
  server.it().clock.offsetMs += 16_000;
  for (const target of [getTakeControl, getReloadConfig]) {
    expect(await call('LF-0142-23', target, an)).toMatchObject({ status: 409, error: 'Conflict: the device is offline' });
  }
  expect(await call('LF-0142-23', getReloadConfig, an, withId('before'))).toMatchObject({ status: 200 });
  await present(device);
  await call('LF-0142-23', getValidateMaps, an);
  await until('the newest', () => received.at(-1)?.command === 'validate_maps');
  expect(received.map(({ command }) => command)).toEqual(['take_control', 'reload_config', 'validate_maps']);
});

it('[CMD3] while the broker is away a command fails with 503, and is not sent when it is back', async () => {
  const { device, received } = await controlled('XC-0031-A');
  const { brokerCable, address } = server.it();
  brokerCable.cut();
  await until('noticed', async () => (await fetch(`${address}/healthz`)).status === 503);
  expect(await call('XC-0031-A', getReloadConfig, an)).toMatchObject({ status: 503, error: expect.stringMatching(/^Unavailable: /) });
  expect(await call('XC-0031-A', getStopImmediately, an, withId('lost-stop'))).toMatchObject({ status: 503 });
  brokerCable.heal();
  await until('back', async () => (await fetch(`${address}/healthz`)).ok);
  await present(device, device.stay);
  expect(await call('XC-0031-A', getValidateMaps, an)).toMatchObject({ answer: DONE });
  await until('the newest', () => received.at(-1)?.command === 'validate_maps');
  expect(received.map(({ command }) => command)).toEqual(['take_control', 'validate_maps']);
  expect(await commandOf('XC-0031-A', 'lost-stop')).toMatchObject({ status: 'failed', text: 'not sent', delivered_at: null });
});

it('[CMD4] [CMD5] a device that dies before the end: expired after 10 s, or 120 s once delivered, and a late result changes nothing', async () => {
  const { device } = await controlled('LF-0160-24');
  await call('LF-0160-24', getReloadConfig, an, withId('silent'));
  await call('LF-0160-24', getValidateMaps, an, withId('slow'));
  await device.answer('slow', 'delivered');
  const status = async (id: string) => (await commandOf('LF-0160-24', id))?.status;
  await until('delivered', async () => (await status('slow')) === 'delivered');
  server.it().clock.offsetMs += 11_000;
  const expired = await until('expired', async () => {
    const found = await commandOf('LF-0160-24', 'silent');
    return found?.status === 'expired' ? found : null;
  });
  expect(expired).toMatchObject({ text: 'The device did not answer in time', delivered_at: null, ended_at: expect.any(String) });
  expect(await status('slow')).toBe('delivered');
  const before = await refused('final');
  await device.answer('silent', 'done');
  await until('counted', async () => (await refused('final')) === before + 1);
  expect(await commandOf('LF-0160-24', 'silent')).toEqual(expired);
  server.it().clock.offsetMs += 120_000;
  await until('expired too', async () => (await status('slow')) === 'expired');
});

it('[CMD5] [CMD6] repeated, foreign, unknown and unreadable results are counted and change nothing', async () => {
  const { device } = await controlled('LF-0153-24');
  const thief = await server.it().device('XC-0032-A');
  await call('LF-0153-24', getReloadConfig, an, withId('mine'));
  const [finals, strays, broken, huge] = await Promise.all(['final', 'command', 'malformed', 'huge'].map(refused));
  await thief.answer('mine', 'failed');
  await until('the thief', async () => (await refused('command')) === (strays ?? 0) + 1);
  expect(await commandOf('LF-0153-24', 'mine')).toMatchObject({ status: 'sent', sent_at: expect.any(String), text: null });
  await device.answer('mine', 'failed', 'the config does not parse');
  const failed = await until('failed', async () => {
    const found = await commandOf('LF-0153-24', 'mine');
    return found?.status === 'failed' ? found : null;
  });
  expect(failed).toMatchObject({ text: 'the config does not parse', delivered_at: expect.any(String) });
  await device.answer('mine', 'done');
  await device.answer('mine', 'delivered');
  await device.answer('nobody-asked', 'done');
  const output = (text: string) => device.publish('devices/LF-0153-24/result', text);
  const time = new Date().toISOString();
  await output('{');
  await output(JSON.stringify({ command_id: 'mine', time, status: 'sent' }));
  await output(JSON.stringify({ command_id: 'mine', time, status: 'done', text: 'a\0b' }));
  await output(JSON.stringify({ command_id: 'x'.repeat(101), time, status: 'done' }));
  await output(JSON.stringify({ command_id: 'mine', time, status: 'done', text: 'x'.repeat(1_001) }));
  await output('x'.repeat(70_000));
  await until('repeated', async () => (await refused('final')) === (finals ?? 0) + 4);
  await until('unknown', async () => (await refused('command')) === (strays ?? 0) + 2);
  await until('unreadable', async () => (await refused('malformed')) === (broken ?? 0) + 3);
  await until('huge', async () => (await refused('huge')) === (huge ?? 0) + 1);
  expect(await commandOf('LF-0153-24', 'mine')).toEqual(failed);
});

// Side by side: either waits until a stop is given up.
it.concurrent('[STOP1] [STOP2] a stop of a device that refuses or keeps silent is false, and the same stop again is sent once', async () => {
  const { device, received } = await controlled('LF-0151-23');
  const silent = await Promise.all([1, 2].map(() => call('LF-0151-23', getStopImmediately, an, withId('stop-1'))));
  expect(silent.map((output) => output.ok && output.answer)).toEqual([FAILED, FAILED]);
  await until('one command', () => received.some(({ command_id }) => command_id === 'stop-1'));
  expect(received.filter(({ command_id }) => command_id === 'stop-1')).toHaveLength(1);
  const stopping = call('LF-0151-23', getStopImmediately, an, withId('stop-2'));
  await until('a command', () => received.some(({ command_id }) => command_id === 'stop-2'));
  await device.answer('stop-2', 'delivered');
  await device.answer('stop-2', 'failed', 'the brake does not answer');
  expect(await stopping).toMatchObject({ answer: FAILED });
  await until('written', async () => (await commandOf('LF-0151-23', 'stop-2'))?.text === 'the brake does not answer');
});

it.concurrent('[STOP2] [CMD5] a stop with the request id of a command that was done is not answered by that command and leaves its record alone', async () => {
  const { device, received } = await controlled('LF-0170-24');
  const id = received[0]?.command_id ?? '';
  await device.answer(id, 'done');
  const taken = await until('done', async () => {
    const found = await commandOf('LF-0170-24', id);
    return found?.status === 'done' ? found : null;
  });
  expect(await call('LF-0170-24', getStopImmediately, an, withId(id))).toMatchObject({ answer: FAILED });
  await until('the stop', () => received.length > 1);
  expect(received.map(({ command }) => command)).toEqual(['take_control', 'stop_immediately']);
  expect(await commandOf('LF-0170-24', id)).toEqual(taken);
});

it('[STOP3] [CMD8] while the database is silent or away a stop reaches the device and says so; command, result and record are written when it is back', async () => {
  const serial = 'LF-0152-23';
  const device = await server.it().device(serial);
  const received = await device.obey();
  await present(device, device.stay);
  server.it().databaseCable.freeze();
  expect(await call(serial, getStopImmediately, an, withId('stop-in-silence'))).toMatchObject({ answer: DONE });
  server.it().databaseCable.cut();
  expect(await call(serial, getTakeControl, an)).toMatchObject({ status: 503 });
  expect(await call(serial, getStopImmediately, an, withId('stop-in-the-dark'))).toMatchObject({ answer: DONE });
  expect(received.map(({ command_id }) => command_id)).toEqual(['stop-in-silence', 'stop-in-the-dark']);
  server.it().databaseCable.heal();
  const row = await until('written', async () => {
    const found = await commandOf(serial, 'stop-in-the-dark');
    return found?.status === 'done' ? found : null;
  });
  expect(row).toMatchObject({ command: 'stop_immediately', given_by: 'an', holder: null });
});
