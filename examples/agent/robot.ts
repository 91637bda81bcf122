/** The made-up robot, to be replaced by your machine: its state, data, treatment, commands and files. */

// A robot: its reports and actions. It is made up; put your machine here. See README.md.
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Command, createConnection, type Fields, jsonOf, now } from './connection.ts';

interface Job extends Fields {
  readonly object_id: string;
}
interface Treatment extends Fields {
  readonly treatment_id: string;
  readonly finish_time: string | null;
  readonly jobs: readonly Job[];
  total_treated: number;
  total_failed: number;
}
interface Incident extends Fields {
  readonly incident_id: string;
  upload_started: string | null;
  upload_finished: string | null;
}
/** The used part of a map. */
interface Plan {
  readonly version: string;
  readonly lanes: readonly string[];
}
interface MapFile {
  readonly layers: { readonly lane: { readonly features: readonly { readonly properties: { readonly id: string } }[] } };
}
interface Entry {
  readonly path: string;
  readonly etag: string | null;
}
interface MapEntry extends Entry {
  readonly map_id: string;
  readonly version: string;
}

const text = { type: 'string' } as const;
const { values: options } = parseArgs({
  options: {
    /** Address of the console: `https://console.example`. */
    console: { ...text, default: 'http://localhost:8080' },
    /** `mqtts://host:8883`; by default, MQTT over WebSocket at the address of the console. */
    mqtt: text,
    serial: { ...text, default: '' },
    /** `SERIAL_private_key.pem`, from Generate Credentials. */
    key: { ...text, default: '' },
    /** Folder for logs and memory. */
    data: { ...text, default: './robot-data' },
    /** Folder with `recording.bag.gz`, `.dat` and `.mp4` of incidents. */
    recordings: { ...text, default: './recordings' },
    'lane-seconds': { ...text, default: '20' },
  },
});
const { serial, data } = options;
mkdirSync(data, { recursive: true });
const LANES_IN_A_PART = 1_000;
const REPORT_MS = 5_000;
const KEPT_LOGS = 5;

const started = now().replaceAll(/[-:]|\..*/g, '');
const logFile = path.join(data, `${started}.log`);
const state = {
  current_state: 'waiting_for_task',
  current_task: '',
  error_code: '',
  controller: '',
  battery_level: 81.5,
  current_node: '',
  current_pose_x: 0,
  current_pose_y: 0,
  current_pose_theta: 0,
  current_velocity: 0,
};
const components = { drive: 'DRV-1A2B', lamp_left: 'LMP-0207' };
const identity = { device_type: 'LUMION_FIX', components, software: { robot: '1.0.0', firmware: '1.9' } };
const metrics = { mileage: 120_500, laneswitches: 940, active_time: 88_000, uv_switches: 310, uv_active_time: 61_000 };
const software = { software_version: '1.0.0', software_hash: '9f2c1ab', software_status: 'True', software_manually_started: false };
const sim = { customer: 'Example', rate_plan: '1 GB', status: 'ACTIVATED', ctd_data_usage: 73_400_320 };
const maxSpeed = { command_name: 'max_speed', group: 'Drive-GREEN', type: 'float', min: 0.1, max: 1.2, unit: 'm/s' };
const lampsOn = { command_name: 'lamps_on', group: 'Lamps-GREEN', type: 'bool' };
const configuration: Record<string, Record<string, { value: unknown; readonly model: Fields }>> = {
  'drive.yaml': { max_speed: { value: 0.8, model: maxSpeed } },
  'lamps.yaml': { lamps_on: { value: true, model: lampsOn } },
};
const maps = new Map<string, Plan>();
const etags = new Map<string, string>();
/** The server's data besides maps. It is never logged: it contains the network's password. */
const texts = new Map<string, unknown>();
const treatments: Treatment[] = [];
const incidents: Incident[] = [];
const stopping = new AbortController();
let sequence = 0;

function log(line: string): void {
  process.stdout.write(`${now()} ${line}\n`);
  appendFileSync(logFile, `${now()} ${line}\n`);
}

// ---- Reports
function reportState(changes: Partial<typeof state> = {}): void {
  Object.assign(state, changes);
  sequence += 1;
  publish('state', { sequence, state });
}

function eachSecond(): void {
  reportState();
  if (sequence % 60 === 0) reportData('metrics');
}

/** The running treatment, with the lanes around the current one, since it is not sent in parts. */
function activeTreatment(): Fields | null {
  const treatment = treatments.at(-1);
  if (treatment === undefined || treatment.finish_time !== null) return null;
  const first = Math.max(0, treatment.total_treated - LANES_IN_A_PART / 2);
  const { treatment_id, creation_time, start_time, mission_id } = treatment;
  const jobs = treatment.jobs
    .slice(first, first + LANES_IN_A_PART)
    .map(({ job_type, object_id, status, error_code, gutter }) => ({ job_type, object_id, status, error_code, gutter }));
  return { treatment_id, creation_time, start_time, settings: { mission_id }, jobs };
}

/** The map of the robot's place. */
function stateData(): Fields {
  const [here] = maps;
  return { has_wifi: true, ...(here && { 'site/site_id': here[0], 'site/site_version': here[1].version }) };
}

const groups: Readonly<Record<string, () => unknown>> = {
  metrics: () => metrics,
  sw_version: () => software,
  sim_info: () => sim,
  state_data: stateData,
  active_treatment: activeTreatment,
  map_data: () => Object.fromEntries([...maps].map(([name, { version }]) => [name, { version, valid: true, errors: {} }])),
};
function reportData(...names: readonly string[]): void {
  for (const name of names) publish('data', { data_group: name, data: groups[name]?.() });
}

/** Reports the named files, by default all. A file with more than some 1,000 parameters must be sent in parts, like a treatment. */
function reportConfiguration(names = Object.keys(configuration)): void {
  const file_names = Object.keys(configuration);
  for (const file_name of names) publish('configuration', { file_names, file_name, config: configuration[file_name] });
}

/** Reports a treatment whole, or in parts if it has many lanes: all with the same time, each with its share of the jobs. */
function reportTreatment(treatment: Treatment): void {
  const time = now();
  const parts = Math.max(1, Math.ceil(treatment.jobs.length / LANES_IN_A_PART));
  for (let part = 1; part <= parts; part += 1) {
    const jobs = treatment.jobs.slice((part - 1) * LANES_IN_A_PART, part * LANES_IN_A_PART);
    publish('data', { time, data_group: 'treatment', ...(parts > 1 && { part, parts }), data: { ...treatment, jobs } });
  }
}

function event(level: string, message: string, more: Fields = {}): void {
  log(`${level}: ${message}`);
  publish('log', { kind: 'event', level, message, ...more });
}

const logFiles = () =>
  readdirSync(data)
    .filter((name) => name.endsWith('.log'))
    .sort()
    .map((name) => path.join(data, name));
const logIdOf = (file: string) => `log-${path.basename(file, '.log')}`;

/** Reports the newest logs, and removes the others. */
function reportLogs(): void {
  for (const file of logFiles().slice(0, -KEPT_LOGS)) {
    rmSync(file);
    publish('log', { kind: 'file_removed', database_id: logIdOf(file) });
  }
  for (const file of logFiles())
    publish('log', { kind: 'file', database_id: logIdOf(file), timestamp: statSync(file).birthtime.toISOString() });
}

/** Reports everything to a server, on each connection: the device may have another owner. Then starts a treatment. */
async function introduce(): Promise<void> {
  reportState();
  publish('identity', identity);
  reportData(...Object.keys(groups));
  reportConfiguration();
  reportLogs();
  if (activeTreatment() !== null) treatments.slice(-1).forEach(reportTreatment);
  await getData();
  const [map] = maps;
  if (map !== undefined && treatments.length === 0) await treat(...map);
}

// ---- The server's data for the robot
/** Returns one part; undefined if it is unchanged. */
async function getChanged<T>(name: string, entry: Entry): Promise<T | undefined> {
  if (entry.etag === null || etags.get(name) === entry.etag) return undefined;
  const answer = await connection.request(entry.path);
  if (answer.ok) {
    etags.set(name, entry.etag);
    return jsonOf<T>(answer);
  }
  log(`${entry.path}: ${answer.status}`);
  return undefined;
}

/** Fetches the maps of the place, its network, the metadata and the error texts, if they have changed. */
async function getData(): Promise<void> {
  const answer = await connection.request('/device-data');
  const none = { maps: [] };
  const { maps: there, ...others } = answer.ok ? await jsonOf<{ readonly maps: readonly MapEntry[] }>(answer) : none;
  for (const name of maps.keys()) if (!there.some(({ map_id }) => map_id === name) && maps.delete(name)) etags.delete(name);
  for (const entry of there) {
    const file = await getChanged<MapFile>(entry.map_id, entry);
    const lanes = file?.layers.lane.features.map(({ properties }) => properties.id);
    if (lanes !== undefined) maps.set(entry.map_id, { version: entry.version, lanes });
  }
  for (const [name, entry] of Object.entries<Entry>(others)) texts.set(name, (await getChanged(name, entry)) ?? texts.get(name));
  reportData('map_data', 'state_data');
}

// ---- Work
/** Treats all lanes of a map, one after the other, until it is stopped. The second lane is blocked. */
async function treat(map_id: string, { version, lanes }: Plan): Promise<void> {
  const treatment = newTreatment(map_id, version, lanes);
  const report = () => {
    reportTreatment(treatment);
    reportData('active_treatment');
  };
  treatments.push(treatment);
  reportState({ current_state: 'executing_task', current_task: 'uv_treatment', current_velocity: 0.4 });
  report();
  event('info', 'A treatment begins', { action: { treatment_id: treatment.treatment_id } });
  let reportedAt = performance.now();
  for (const [number, job] of treatment.jobs.entries()) {
    state.current_node = job.object_id;
    await pause(1_000 * Number(options['lane-seconds']), undefined, { signal: stopping.signal }).catch(() => undefined);
    if (stopping.signal.aborted) break;
    if (number === 1) {
      Object.assign(job, { status: 'FAILED', error_code: '0x03000117' });
      treatment.total_failed += 1;
      haveIncident('0x03000117', treatment, job.object_id);
    } else {
      Object.assign(job, { status: 'COMPLETED', treatment_time: 96.5, dosage: 12.25 });
      treatment.total_treated += 1;
    }
    if (performance.now() - reportedAt < REPORT_MS) continue;
    reportedAt = performance.now();
    report();
  }
  const reached_end = !stopping.signal.aborted;
  Object.assign(treatment, { finish_time: now(), finish_status: reached_end ? 'partially_completed' : 'stopped', reached_end });
  report();
  reportData('metrics');
  reportState({ current_state: 'waiting_for_task', current_task: '', current_velocity: 0 });
}

const newTreatment = (map_id: string, map_version: string, lanes: readonly string[]): Treatment => ({
  treatment_id: `${serial}-${started}`,
  map_id,
  map_version,
  mission_id: 'All lanes',
  treatment_type: 'UV',
  creation_time: now(),
  start_time: now(),
  finish_time: null,
  finish_status: '',
  version: 3,
  total_asked: lanes.length,
  total_treated: 0,
  total_failed: 0,
  reached_end: false,
  jobs: lanes.map((object_id) => ({ job_type: 'uv_treatment', object_id, status: 'QUEUED', error_code: null, gutter: null })),
});

function haveIncident(error_code: string, { map_id, map_version, treatment_id }: Treatment, lane: string): void {
  const where = { map_id, map_version, node_id: lane, x: state.current_pose_x, y: state.current_pose_y };
  const incident: Incident = {
    kind: 'incident',
    time: now(),
    incident_id: `${serial}-${started}-${incidents.length + 1}`,
    error_code,
    manually_triggered: false,
    ...where,
    during_mission: true,
    treatment_id,
    upload_started: null,
    upload_finished: null,
  };
  incidents.push(incident);
  publish('log', incident);
  event('error', `Lane ${lane} is blocked`, { action: { incident_id: incident.incident_id } });
}

// ---- Commands
/** Stops the drives and the lamps, and returns when the machine stands still. It may be called at any time and repeatedly. */
function stop(): void {
  stopping.abort();
  reportState({ current_state: 'waiting_for_task', current_task: '', current_velocity: 0 });
}

/** Uploads an incident with its files, or a log, or all incidents not yet uploaded and all logs. */
async function upload(what: string): Promise<void> {
  const chosen = incidents.filter((one) => what === one.incident_id || (what === 'all' && one.upload_finished === null));
  const logs = logFiles().filter((file) => what === logIdOf(file) || what === 'all');
  if (chosen.length + logs.length === 0) throw new Error(`there is no ${what}`);
  for (const incident of chosen) {
    incident.upload_started ??= now();
    publish('log', incident);
    for (const ending of ['.bag.gz', '.dat', '.mp4']) {
      const recording = path.join(options.recordings, `recording${ending}`);
      const to = `/device-files/${encodeURIComponent(incident.incident_id)}${ending}`;
      if (existsSync(recording)) await connection.putFile(to, recording);
    }
    incident.upload_finished = now();
    publish('log', incident);
  }
  for (const file of logs) {
    copyFileSync(file, `${file}.copy`); // the newest one still grows
    await connection.putFile(`/device-files/logs/${logIdOf(file)}`, `${file}.copy`);
    rmSync(`${file}.copy`);
  }
}

/** A real robot also writes the value to its file. */
function setValue({ file_name, config_name, new_value }: Fields): void {
  const parameter = configuration[String(file_name)]?.[String(config_name)];
  if (parameter === undefined) throw new Error('there is no such parameter');
  parameter.value = new_value;
}

/** Executes a command. Returns the function that is called after its result. */
async function perform({ command, controller, arguments: given }: Command): Promise<(() => void) | undefined> {
  if (command === 'take_control' || command === 'release_control') reportState({ controller: controller ?? '' });
  else if (command === 'upload_data') await upload(String(given['incident']));
  else if (command === 'validate_maps') reportData('map_data');
  else if (command === 'config') setValue(given);
  else if (command === 'sync') treatments.forEach(reportTreatment);
  else if (command === 'fetch') await getData();
  else if (command === 'report') reportData(...[given['data_groups'] ?? []].flat().map(String));
  else if (command !== 'reload_config') throw new Error('this robot does not know the command');
  if (command === 'config') return () => reportConfiguration([String(given['file_name'])]);
  return command === 'reload_config' || given['configuration'] === true ? () => reportConfiguration() : undefined;
}

const origin = options.console.replace(/\/$/, '');
const { key, mqtt: broker } = options;
const connection = createConnection({ console: origin, serial, key, folder: data, broker, log, introduce, stop, perform });
const { publish } = connection;
const end = await connection.start(eachSecond);
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    stopping.abort();
    end();
    // Exiting without waiting would lose unacknowledged messages with the process.
    setTimeout(() => process.exit(0), 1_000).unref();
  });
