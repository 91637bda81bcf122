import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Call } from '#contract/call';
import { calls } from '#contract/catalogue/calls';
import { deployOtherRobots, otherRobots } from '../otherRobots/deploy.ts';
import { divo } from '../otherRobots/divo.ts';
import { type SwitchedOn, switchOn } from '../otherRobots/foreignRobot.ts';
import { kompano } from '../otherRobots/kompano.ts';
import { lumion } from '../otherRobots/lumion.ts';
import { MAP, SHARED } from '../otherRobots/places.ts';
import { scout } from '../otherRobots/scout.ts';
import { sprayer } from '../otherRobots/sprayer.ts';
import { answerOf, ask, type Asking } from '../support/client.ts';
import { type SecureProduct, startSecureProduct } from '../support/secureProduct.ts';
import { until } from '../support/until.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'orangery-others-'));
const on = new Map<string, SwitchedOn>();
let product: SecureProduct;
let tokens: ReadonlyMap<string, string>;

const call = <C extends Call>(one: C, asking: Asking = {}) => answerOf(product.url, one, { token: product.token, ...asking });
const given = (one: Call, asking: Asking) =>
  ask(product.url, one, { token: product.token, headers: { 'x-request-id': randomUUID() }, ...asking });
const of = ({ serial }: { readonly serial: string }) => ({ params: { serial } });
const switchedOn = ({ serial }: { readonly serial: string }): SwitchedOn => {
  const robot = on.get(serial);
  if (robot === undefined) throw new Error(`${serial} is off`);
  return robot;
};
/** Puts a file as a robot does. */
async function put({ serial }: { readonly serial: string }, to: string, text: string): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${serial}:${tokens.get(serial) ?? ''}`).toString('base64')}`;
  return (await fetch(`${product.url}/device-files/${to}`, { method: 'PUT', headers: { authorization }, body: text })).status;
}

beforeAll(async () => {
  product = await startSecureProduct(folder);
  tokens = await deployOtherRobots(product);
  for (const robot of otherRobots)
    on.set(robot.serial, await switchOn(robot, { url: product.mqttUrl, token: tokens.get(robot.serial) ?? '', ca: product.ca }));
});
afterAll(async () => {
  for (const robot of on.values()) await robot.off();
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('[MAKER1] every robot is there, with what it says of now, whatever its type, words and pace', async () => {
  const { result: machines } = await call(calls.getMachines);
  const states = {
    [kompano.serial]: { current_state: 'ERROR', error_code: 'E-117' },
    [sprayer.serial]: { current_state: 'executing_task', current_task: 'spray_treatment', battery_level: 64.2, current_node: '102' },
    [scout.serial]: { current_state: 'CHARGING', current_task: 'docking', current_pose_x: 0.2, current_pose_y: -0.4 },
    [divo.serial]: { state: 'Docking', battery_level: 0, di_state: 'CONNECTED', implement_implement: 'Mäher Ü 1' },
    [lumion.serial]: { current_state: 'Executing_Task', battery_level: 81, current_node: 'Reihe 3', current_pose_theta: 90 },
  };
  expect(Object.keys(machines).toSorted()).toEqual(Object.keys(states).toSorted());
  for (const robot of otherRobots) {
    expect(machines[robot.serial]).toMatchObject({ is_live: true, state: states[robot.serial] });
    expect(await call(calls.getRawState, of(robot))).toMatchObject({ is_live: true, state: states[robot.serial] });
    const { result } = await call(calls.getDevice, of(robot));
    expect(result).toMatchObject({ device_type: robot.type, is_live: true });
  }
  // Fields that a robot does not report are not invented.
  expect(machines[kompano.serial]?.state).not.toHaveProperty('battery_level');
  expect(machines[kompano.serial]?.state).not.toHaveProperty('current_pose_x');
});

it('[MAKER1] fields that nobody knows are kept as they are', async () => {
  for (const robot of [kompano, scout]) expect((await call(calls.getRawState, of(robot))).state).toMatchObject(robot.state(1));
  const fieldOf = async (robot: { readonly serial: string }, name: string) =>
    Object.entries((await call(calls.getRawState, of(robot))).state).find(([field]) => field === name)?.[1];
  expect(await fieldOf(sprayer, 'pump')).toEqual({ pressure_bar: 4.2, is_on: true });
  expect(await fieldOf(divo, 'remote')).toEqual({ rssi_dbm: -61, 'distance m': 4.5 });
  expect(await fieldOf(lumion, 'lamps')).toEqual({ left_w: 258, right_w: 0 });
});

it('[MAKER11] [CTRL7] a person who drives a robot at the robot is shown, also after somebody here has taken control', async () => {
  const driverOf = async ({ serial }: { readonly serial: string }) =>
    (await call(calls.getMachines)).result[serial]?.state.controller ?? null;
  expect(await driverOf(divo)).toBe('Somebody at the robot (joystick)');
  expect(await driverOf(lumion)).toBe('Somebody at the robot (app:4711)');
  for (const robot of [kompano, sprayer, scout]) expect([robot.serial, await driverOf(robot)]).toEqual([robot.serial, null]);
  await given(calls.getTakeControl, of(divo));
  await until('the command', () => switchedOn(divo).commands.includes('take_control'));
  await switchedOn(divo).report(divo.state(2));
  expect(await driverOf(divo)).toBe('Somebody at the robot (joystick)');
});

it('[MAKER2] one field of all messages is left out, which is no flag; no message is refused', async () => {
  for (const robot of otherRobots) {
    const { messages } = await call(calls.getDeviceConnection, of(robot));
    expect(messages.length).toBeGreaterThan(1);
    const lost = messages.flatMap(({ losses }) => losses.map(({ field }) => field));
    expect([robot.serial, [...new Set(lost)]]).toEqual([robot.serial, robot === divo ? ['state.implement_functional'] : []]);
    expect(messages.filter(({ outcome }) => outcome !== 'read' && outcome !== 'partly')).toEqual([]);
  }
});

it('[MAKER3] [TOTALS1] [OPEN-07] a total that a robot never reported is left out, neither 0 nor null, and the totals of all count what there is', async () => {
  const { result } = await call(calls.getMetrics);
  const known = Object.fromEntries(
    result.map(({ serial, ...totals }) => [
      serial,
      Object.entries(totals).flatMap(([name, one]) => (one == null ? [] : [`${name} ${one.value}`])),
    ]),
  );
  expect(known).toEqual({
    [kompano.serial]: ['mileage 1200000'],
    [sprayer.serial]: ['mileage 88000', 'active_time 7200'],
    [scout.serial]: ['mileage 900', 'laneswitches 0', 'active_time 60'],
    [divo.serial]: [],
    [lumion.serial]: ['mileage 1', 'laneswitches 2', 'active_time 3', 'uv_switches 4', 'uv_active_time 5'],
  });
  expect(await call(calls.getTotalMetrics)).toMatchObject({ total_mileage: 1_288_901, total_laneswitches: 2 });
  // A total that is left out later keeps its value, and one that comes later is there.
  await switchedOn(divo).say(['data', { data_group: 'metrics', time: divo.time(Date.now()), data: { uv_switches: 7 } }]);
  await switchedOn(divo).say(['data', { data_group: 'metrics', time: divo.time(Date.now()), data: { mileage: 5 } }]);
  const divoTotals = (await call(calls.getMetrics)).result.find(({ serial }) => serial === divo.serial);
  expect(divoTotals).toMatchObject({ mileage: { value: 5 }, uv_switches: { value: 7 } });
  expect(Object.keys(divoTotals ?? {}).toSorted()).toEqual(['mileage', 'serial', 'uv_switches']);
});

it('[MAKER4] versions, software, maps and places are what each calls them', async () => {
  const version = '5.3.2#5.3.2#2.0.0#2.1.0#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0';
  expect(await call(calls.getSwVersion, of(kompano))).toMatchObject({ sw_version: { software_version: '2024-11', software_status: 'ok' } });
  expect(await call(calls.getMapData, of(sprayer))).toMatchObject({ available_maps: { [MAP]: { version, valid: true } } });
  expect(await call(calls.getMapData, of(scout))).toMatchObject({
    available_maps: { [MAP]: { version: '2024-11', valid: false, errors: { lane: 'Spur 7 fehlt' } } },
  });
  expect(await call(calls.getStateData, of(lumion))).toMatchObject({ 'site/site_id': MAP, 'site/site_version': 'v7' });
  expect(await call(calls.getSimInfo, of(sprayer))).toEqual({ sim_info: { sim_info: null } });
  const { result } = await call(calls.getDevice, of(kompano));
  expect(result.reported_identity).toMatchObject({ hardware_revision: 'rev. Ü', components: { 'cutter head': 'CH 12/7' } });
});

const treatmentsOf = async ({ serial }: { readonly serial: string }) => {
  const { results } = await call(calls.getTreatmentAll, { query: { device_serial: serial } });
  return results.map(({ id, finish_status, stats, map_version }) => [
    id,
    finish_status,
    stats?.total_asked,
    stats?.total_treated,
    map_version,
  ]);
};

it('[MAKER5] treatments have the ids, ends and counts of their robots; two on one treatment are both there', async () => {
  const version = '5.3.2#5.3.2#2.0.0#2.1.0#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0';
  expect(await treatmentsOf(sprayer)).toEqual([
    ['Spritzung Süd/12 #3', '', 3, 1, version],
    ['Spritzung Süd/11 #2', 'aborted', 2, 1, version],
  ]);
  expect(await treatmentsOf(lumion)).toEqual([['UV Nacht 7', 'finished_with_warnings', 2, 1, 'v7']]);
  expect(await treatmentsOf(scout)).toEqual([[SHARED, '', 2, 2, '2024-11']]);
  const [[id, ...rest] = []] = await treatmentsOf(divo);
  expect([id, ...rest.slice(0, 3)]).toEqual([`${SHARED}@${divo.serial}`, '', 1, 0]);
  const { result: day } = await call(calls.getTreatmentsLastDay);
  expect(day).toHaveLength(5);
  const { active_treatment } = await call(calls.getActiveTreatment, of(sprayer));
  expect(active_treatment).toMatchObject({ treatment_id: 'Spritzung Süd/12 #3', jobs: [{ gutter: 'G11' }, { status: 'running' }] });
});

it('[MAKER5] jobs keep their words, and those that are no lanes are not counted as lanes', async () => {
  const detailOf = async (id: string) => (await call(calls.getTreatmentDetail, { params: { id } })).result;
  const spraying = await detailOf('Spritzung Süd/12 #3');
  expect(spraying.jobs?.map(({ object_id, status }) => `${object_id} ${status}`)).toEqual([
    'LADEN COMPLETED',
    '101 COMPLETED',
    '102 running',
    '103 skipped',
    'W104 QUEUED',
    'LADEN cancelled',
  ]);
  expect(spraying.jobs?.[1]).toMatchObject({ gutter: 'G11', treatment_time: 61.5 });
  for (const id of ['Spritzung Süd/12 #3', 'UV Nacht 7', SHARED]) {
    for (const one of [calls.getEventAnalysis, calls.getRecalculateStats] as const)
      expect([id, one.path, (await given(one, { params: { id } })).status]).toEqual([id, one.path, 200]);
    for (const layer of ['job', 'treatment_time', 'dosage'])
      expect([id, layer, (await given(calls.getTreatmentLayer, { params: { id, layer } })).status]).not.toContain(500);
    expect((await given(calls.getTreatmentDownload, { params: { id } })).status).toBe(200);
  }
  const { events } = await detailOf('UV Nacht 7');
  expect(events).toMatchObject([{ message: 'Recovery tried', data: { error_code: '117' } }]);
});

it('[MAKER6] incidents without a place, a map or a code of the usual form are listed, opened, counted, and have their files', async () => {
  const incidentsOf = async ({ serial }: { readonly serial: string }) =>
    (await call(calls.getIncidents, { query: { machine_serial: serial } })).incidents;
  expect(await incidentsOf(kompano)).toMatchObject([{ incident_id: 'Störung 7/Mäher', error_code: 'E-117', map_id: null, node_id: null }]);
  expect(await incidentsOf(scout)).toMatchObject([{ incident_id: 'scout 28/ü', error_code: '0117', map_version: '2024-11' }]);
  expect(await incidentsOf(lumion)).toMatchObject([{ incident_id: 'lx 5', error_code: '117', treatment_id: 'UV Nacht 7' }]);
  const id = 'Störung 7/Mäher';
  expect((await call(calls.getIncident, { params: { id } })).incident).toMatchObject({ machine_serial: kompano.serial });
  const { result } = await call(calls.getIncidentErrorCodes);
  expect(result?.incidents_per_error_code).toMatchObject({ 'E-117': 1, '0117': 1, 117: 1 });
  expect((await call(calls.getIncidentsOfMachine, of(scout))).result).toMatchObject({ total_number_of_incidents: 1 });
  expect(await put(kompano, encodeURIComponent(`${id}.mp4`), 'a film')).toBe(204);
  expect(await put(scout, encodeURIComponent(`${id}.mp4`), 'not mine')).toBe(404);
  expect(await put(kompano, `logs/${encodeURIComponent('Protokoll 2026/11 ü')}`, 'Zeile 1\n')).toBe(204);
  expect((await call(calls.getLogs, of(kompano))).result).toMatchObject([{ database_id: 'Protokoll 2026/11 ü', size: 8 }]);
  const log = await given(calls.getLogFile, { params: { serial: kompano.serial, database_id: 'Protokoll 2026/11 ü' } });
  expect([log.status, log.text]).toEqual([200, 'Zeile 1\n']);
});

it('[MAKER7] an error in capitals is a period in error, which ends with the next word of the robot; faults without an error begin none', async () => {
  const periodsOf = async ({ serial }: { readonly serial: string }) =>
    (await call(calls.getErrorOverview, { params: { serial, hours: '1' } })).result.map(({ stop_time, next_state }) => [
      stop_time === null,
      next_state,
    ]);
  expect(await periodsOf(kompano)).toEqual([[true, null]]);
  for (const robot of [sprayer, scout, divo, lumion]) expect([robot.serial, await periodsOf(robot)]).toEqual([robot.serial, []]);
  await switchedOn(kompano).report({ current_state: 'Blattschnitt', voltage: 51.2 });
  await until('its end', async () => (await periodsOf(kompano))[0]?.[0] === false);
  expect(await periodsOf(kompano)).toEqual([[false, 'Blattschnitt']]);
});

it('[MAKER8] events keep their words; none is lost', async () => {
  const eventsOf = async (robot: { readonly serial: string }) =>
    (await call(calls.getEvents, of(robot))).results.map(({ level, message }) => `${level}: ${message}`);
  expect(await eventsOf(kompano)).toContain('critical: Schneidwerk blockiert (Ätzspur)');
  expect(await eventsOf(sprayer)).toContain('notice: Düse 3 verstopft');
  expect(await eventsOf(divo)).toContain('WARN: Handbetrieb');
});

it('[MAKER9] a stop is what the robot makes of it, whatever it answers first, with its own text', async () => {
  const stopped = async (robot: { readonly serial: string }) => {
    const { status, text } = await given(calls.getStopImmediately, of(robot));
    const command = await until('its end', async () => {
      const { results } = await call(calls.getCommands, of(robot));
      return results.find((one) => one.command === 'stop_immediately' && (one.status === 'done' || one.status === 'failed'));
    });
    return [status, text, command.status, command.text];
  };
  expect(await stopped(kompano)).toEqual([200, '{"success":true}', 'done', null]);
  expect(await stopped(sprayer)).toEqual([200, '{"success":true}', 'done', 'Gerne']);
  expect(await stopped(scout)).toEqual([200, '{"success":true}', 'done', null]);
  expect(await stopped(divo)).toEqual([200, '{"success":true}', 'done', null]);
  expect(await stopped(lumion)).toEqual([200, '{"success":false}', 'failed', 'not while the lamps are on']);
});

it('[MAKER9] a command names things by the ids of the robot, and its refusal is the robot’s', async () => {
  for (const robot of [kompano, scout]) await given(calls.getTakeControl, of(robot));
  const upload = (robot: { readonly serial: string }, incident: string) =>
    given(calls.getUploadData, { params: { serial: robot.serial, incident } });
  expect((await upload(kompano, 'Störung 7/Mäher')).text).toBe('{"success":true}');
  expect((await upload(kompano, 'Protokoll 2026/11 ü')).text).toBe('{"success":true}');
  expect((await upload(scout, 'scout 28/ü')).status).toBe(200);
  const { results } = await call(calls.getCommands, of(kompano));
  const named = results.flatMap(({ command, arguments: { incident } }) => (command === 'upload_data' ? [incident] : []));
  expect(named).toEqual(['Protokoll 2026/11 ü', 'Störung 7/Mäher']);
  const refused = await until('the refusal', async () => {
    const { results: commands } = await call(calls.getCommands, of(scout));
    return commands.find(({ command, status }) => command === 'upload_data' && status === 'failed');
  });
  expect(refused.text).toBe('Ladevorgang läuft');
  const { file_names, config } = await call(calls.getConfig, of(sprayer));
  expect([file_names, config['pump.yaml']?.['düse/offen']?.value]).toEqual([['pump.yaml'], true]);
});
