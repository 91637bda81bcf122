import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Call } from '#contract/call';
import { calls } from '#contract/catalogue/calls';
import { rosLog, rosText } from '#server/simulator/files/rosTypes';
import { writeBag } from '#server/simulator/files/writeBag';
import { answerOf, ask, type Asking } from '../support/client.ts';
import { startAgent } from '../support/exampleAgent.ts';
import { mapZip, siteVersion } from '../support/mapZip.ts';
import { type SecureProduct, startSecureProduct } from '../support/secureProduct.ts';
import { until } from '../support/until.ts';

/** More than one message holds, so that the treatment is sent in parts. */
const LANES = 2_500;
const MAP = 'zuid-1';
const VERSION = siteVersion('2.1.1');
const PYTHON = '/usr/bin/python3';
const missing = spawnSync(PYTHON, ['-c', 'import paho.mqtt.client']).status === 0 ? null : 'not installed: python3-paho-mqtt';

const AGENTS = [
  { name: 'Python', serial: 'LF-7101-26', program: [PYTHON, 'examples/agent/robot.py'], why: missing },
  { name: 'TypeScript', serial: 'LF-7102-26', program: [process.execPath, 'examples/agent/robot.ts'], why: null },
] as const;
const WAYS = [
  { way: 'TLS', at: 'T', url: () => product.mqttUrl },
  { way: '/mqtt', at: 'W', url: () => null },
] as const;

const AT = Date.now();
/** With a log line, without which no step after its parsing runs. */
const BAG = [
  { topic: '/incident', kind: 'text', at: AT, body: rosText('{}') },
  { topic: '/rosout', kind: 'log', at: AT, body: rosLog({ at: AT, level: 'error', name: 'drive', message: 'blocked' }) },
] as const;
const RECORDINGS = { '.bag.gz': gzipSync(writeBag(BAG)), '.mp4': Buffer.alloc(1_000, 7) };

const folder = mkdtempSync(path.join(tmpdir(), 'orangery-robots-'));
let product: SecureProduct;
let locationId = '';
/** Files of their private keys, by serial. */
const keys = new Map<string, string>();

beforeAll(async () => {
  mkdirSync(path.join(folder, 'recordings'));
  for (const [name, bytes] of Object.entries(RECORDINGS)) writeFileSync(path.join(folder, 'recordings', `recording${name}`), bytes);
  product = await startSecureProduct(folder);
  locationId = await addPlace();
  for (const { serial } of AGENTS) for (const { at } of WAYS) keys.set(`${serial}-${at}`, await addDevice(`${serial}-${at}`));
});
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

const call = <C extends Call>(one: C, asking: Asking = {}) => answerOf(product.url, one, { token: product.token, ...asking });

/** A place with a map. */
async function addPlace(): Promise<string> {
  const { result: organisation } = await call(calls.postCreateOrganisation, { body: { name: 'Tomaten Zuid' } });
  const place = { name: 'Zuid', owned_by: organisation.id, timezone: 'Europe/Brussels' };
  const { result: location } = await call(calls.postCreateLocation, { body: place });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await mapZip('2.1.1', LANES))]), 'map.zip');
  const headers = { authorization: `Bearer ${product.token}` };
  const uploaded = await fetch(`${product.url}/api/map/${MAP}/2.1.1/upload`, { method: 'POST', headers, body: form });
  expect([uploaded.status, await uploaded.text()]).toEqual([200, '{"result":true}']);
  await call(calls.postCreateGreenhouse, { body: { name: 'Kas 1', location_id: location.id, map_id: MAP } });
  return location.id;
}

/** Adds and deploys a device, and writes the private key of its credentials to a file. */
async function addDevice(serial: string): Promise<string> {
  const params = { serial };
  await call(calls.postCreateDevice, { params, body: { name: serial, device_type: 'LUMION_FIX', hardware_revision_id: 'LF-R3' } });
  await call(calls.postDeployDevice, { params, body: { location_id: locationId } });
  const body = { algorithm_type: 'RSA2048' };
  const made = await ask(product.url, calls.postGenerateCredentials, { token: product.token, params, body });
  if (!made.ok) throw new Error(`${serial}: ${made.status} ${made.error}`);
  const file = path.join(folder, `${serial}_private_key.pem`);
  writeFileSync(file, made.text);
  return file;
}

/** The arguments of an agent; only the address of the console if it connects over that. */
const optionsFor = (serial: string, mqttUrl: string | null) => ({
  console: product.publicUrl,
  serial,
  key: keys.get(serial) ?? '',
  data: path.join(folder, serial),
  recordings: path.join(folder, 'recordings'),
  // The treatment outlasts the test, which stops it.
  'lane-seconds': '1',
  ...(mqttUrl === null ? {} : { mqtt: mqttUrl }),
});

/** Gives a command as a person does, and expects that it is done. */
async function give(one: Call, asking: Asking) {
  const { text } = await ask(product.url, one, { token: product.token, headers: { 'x-request-id': randomUUID() }, ...asking });
  expect([one.path, text]).toEqual([one.path, '{"success":true}']);
}

const newestTreatment = async (serial: string) => (await call(calls.getTreatmentAll, { query: { device_serial: serial } })).results[0];
const newestIncident = async (serial: string) => (await call(calls.getIncidents, { query: { machine_serial: serial } })).incidents[0];

/** The answers of calls about the device itself. */
async function seeDevice(serial: string) {
  const params = { serial };
  const { result: machines } = await call(calls.getMachines);
  expect(machines[serial]).toMatchObject({ is_live: true, state: { battery_level: 81.5, current_state: 'executing_task' } });
  expect(await call(calls.getRawState, { params })).toMatchObject({ is_live: true, state: { current_task: 'uv_treatment' } });
  const { sw_version } = await call(calls.getSwVersion, { params });
  expect(sw_version).toMatchObject({ software_version: '1.0.0', software_status: 'True' });
  expect(await call(calls.getSimInfo, { params })).toMatchObject({ sim_info: { sim_info: { rate_plan: '1 GB' } } });
  expect(await call(calls.getMapData, { params })).toMatchObject({ available_maps: { [MAP]: { version: VERSION, valid: true } } });
  expect(await call(calls.getStateData, { params })).toMatchObject({ has_wifi: true, 'site/site_id': MAP, 'site/site_version': VERSION });
  const { result: metrics } = await call(calls.getMetrics);
  expect(metrics.find((one) => one.serial === serial)).toMatchObject({ mileage: { value: 120_500 }, uv_switches: { value: 310 } });
  const { result: device } = await call(calls.getDevice, { params });
  expect(device).toMatchObject({ site_id: MAP, reported_identity: { device_type: 'LUMION_FIX', components: { drive: 'DRV-1A2B' } } });
  const { active_treatment: active } = await call(calls.getActiveTreatment, { params });
  expect(active).toMatchObject({ settings: { mission_id: 'All lanes' }, jobs: { length: 1_000 } });
}

/** A value that a person sets is the device's, and what the device reports then is no change by the device. */
async function setValue(serial: string) {
  const params = { serial };
  await give(calls.postConfig, { params, body: { file_name: 'drive.yaml', config_name: 'max_speed', new_value: 0.5 } });
  await give(calls.getReloadConfig, { params });
  const { file_names, config } = await call(calls.getConfig, { params });
  expect(file_names).toEqual(['drive.yaml', 'lamps.yaml']);
  expect(config).toMatchObject({ 'drive.yaml': { max_speed: { value: 0.5 } }, 'lamps.yaml': { lamps_on: { value: true } } });
  const { results } = await call(calls.getConfigChanges, { params });
  expect(results).toMatchObject([{ config_name: 'max_speed', old_value: 0.8, new_value: 0.5, done_by: 'eva' }]);
}

/** The files of its incident and its log arrive as they are. */
async function seeFiles(serial: string, { incident_id: id }: { readonly incident_id: string }) {
  const params = { serial };
  await give(calls.getUploadAllData, { params });
  const [log] = await until('its log', async () => {
    const { result } = await call(calls.getLogs, { params });
    return result.some(({ size }) => (size ?? 0) > 0) && result;
  });
  const { text } = await ask(product.url, calls.getLogFile, {
    token: product.token,
    params: { serial, database_id: log?.database_id ?? '' },
  });
  expect([text.length, text]).toEqual([log?.size, expect.stringContaining('A treatment begins')]);
  await until('its video', async () => (await newestIncident(serial))?.post_processing_results?.mosaic_rendering?.success);
  const headers = { authorization: `Bearer ${product.token}` };
  const bytesAt = async (to: string) => Buffer.from(await (await fetch(`${product.url}/api/${to}`, { headers })).arrayBuffer());
  expect(RECORDINGS['.bag.gz'].equals(await bytesAt(`incidents/download/rosbag/${id}.bag.gz`))).toBe(true);
  expect(RECORDINGS['.mp4'].equals(await bytesAt(`incidents/video/${id}`))).toBe(true);
}

/** Stops the device in the middle of its treatment. */
async function stopTreatment(serial: string) {
  await give(calls.getStopImmediately, { params: { serial } });
  const { id } = await until('the end of its treatment', async () => {
    const treatment = await newestTreatment(serial);
    return treatment?.finish_status === 'stopped' && treatment;
  });
  const jobs = await until('its lanes', async () => {
    const { result } = await call(calls.getTreatmentDetail, { params: { id } });
    return result.jobs?.[0]?.status === 'COMPLETED' && result.jobs;
  });
  expect([0, 1, LANES - 1].map((at) => `${jobs[at]?.object_id} ${jobs[at]?.status}`)).toEqual([
    '101 COMPLETED',
    '102 FAILED',
    '2600 QUEUED',
  ]);
  expect(await newestTreatment(serial)).toMatchObject({
    map_id: MAP,
    map_version: VERSION,
    stats: { total_asked: LANES, total_failed: 1 },
  });
}

/** All its messages were read completely: there is neither a notice nor an event of a loss. */
async function seeNoFault(serial: string, printed: string) {
  const params = { serial };
  const { messages } = await call(calls.getDeviceConnection, { params });
  expect(messages.length).toBeGreaterThan(20);
  const faults = messages.filter(({ outcome, losses, remarks }) => outcome !== 'read' || losses.length + remarks.length > 0);
  expect(faults).toEqual([]);
  const { results: events } = await call(calls.getEvents, { params });
  expect(events.map(({ level, message }) => `${level}: ${message}`)).toEqual(['error: Lane 102 is blocked', 'info: A treatment begins']);
  // A stop is answered before it is in the list.
  await until('the end of each command', async () => {
    const { results } = await call(calls.getCommands, { params });
    return results.length > 5 && results.every(({ status }) => status === 'done');
  });
  expect(printed).not.toMatch(/notice|Error|Traceback|not renewed/);
}

/** Closing its deployment disconnects it: with its key it returns by itself. */
async function moveAway(serial: string) {
  const params = { serial };
  const { result } = await call(calls.getDevice, { params });
  await call(calls.getCloseDeployment, { params: { id: result.active_deployment?.id ?? '' } });
  await call(calls.postDeployDevice, { params, body: { location_id: locationId } });
  await until('it comes back', async () => {
    const { connections, is_connected } = await call(calls.getDeviceConnection, { params });
    return is_connected === true && connections.filter(({ kind }) => kind === 'connected').length > 1;
  });
}

const RULE = 'what it reports is on every call that shows a device, it is stopped, and comes back to its next place';
for (const { name, serial: prefix, program, why } of AGENTS)
  for (const { way, at, url } of WAYS)
    it.skipIf(why !== null).concurrent(
      `[EXAMPLE1] the example in ${name}, over ${way}: ${RULE}${why === null ? '' : `; skipped, ${why}`}`,
      async () => {
        const serial = `${prefix}-${at}`;
        const agent = startAgent(program, optionsFor(serial, url()), product.ca);
        let exitCode: number | null = null;
        try {
          const incident = await until('its incident', () =>
            agent.isRunning() ? newestIncident(serial) : Promise.reject(new Error(agent.printed())),
          );
          await give(calls.getTakeControl, { params: { serial } });
          await seeDevice(serial);
          await setValue(serial);
          for (const one of [calls.getValidateMaps, calls.getTreatmentsSync]) await give(one, { params: { serial } });
          await seeFiles(serial, incident);
          await stopTreatment(serial);
          await seeNoFault(serial, agent.printed());
          await moveAway(serial);
        } catch (error) {
          throw new Error(`It printed: ${agent.printed()}`, { cause: error });
        } finally {
          exitCode = await agent.stop();
        }
        expect(exitCode).toBe(0);
      },
    );
