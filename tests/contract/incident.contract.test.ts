import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { addressOf, REQUEST_ID_HEADER } from '#contract/call';
import { getTakeControl, getUploadAllData, getUploadData } from '#contract/command';
import { getEvents } from '#contract/devices/deviceEvent';
import { deviceTopic } from '#contract/messages/deviceMessage';
import {
  getIncident,
  getIncidentDays,
  getIncidentErrorCodes,
  getIncidentFile,
  getIncidentLogs,
  getIncidents,
  getIncidentsOfMachine,
  getIncidentsOfMap,
  getIncidentVideo,
  getRetryPostProcessing,
  MAX_EXPORT_DEVICES,
  postIncidentExport,
  RENDERED,
  type Incident,
} from '#contract/incident';
import { MINUTE_MS } from '#domain/text/timeUnits';
import { anIncident, standsAt } from '../support/anIncident.ts';
import { answerOf, ask } from '../support/client.ts';
import { staff, userOf, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import type { TestDevice } from '../support/testDevice.ts';
import { aDepthVideo, aRecording, aVideo, putIncidentFiles } from '../support/putIncidentFiles.ts';
import { until } from '../support/until.ts';

const server = withServer();
const began = Date.now();
const ago = (minutes: number) => new Date(began - minutes * MINUTE_MS).toISOString();

const asUser = () => server.it().identity.issue(userOf('de-linde'));
const asStaff = () => server.it().identity.issue(staff);
const listed = (query: Readonly<Record<string, unknown>> = {}, token = asUser()) =>
  answerOf(server.it().address, getIncidents, { query, token });
const idsOf = async (query: Readonly<Record<string, unknown>> = {}, token = asUser()) =>
  (await listed(query, token)).incidents.map(({ incident_id }) => incident_id);
const detail = async (id: string, token = asUser()) =>
  (await answerOf(server.it().address, getIncident, { params: { id }, token })).incident;
const when = (id: string, holds: (found: Incident) => boolean) =>
  until(`${id} as awaited`, async () => {
    const found = await detail(id, asStaff());
    return found != null && holds(found) && found;
  });
const tells = (device: TestDevice, response: object) => device.publish(deviceTopic(device.serial, 'log'), JSON.stringify(response));
const retry = (id: string, x: string, token = asUser(), requestId: string = crypto.randomUUID()) =>
  ask(server.it().address, getRetryPostProcessing, { params: { id, x }, token, headers: { [REQUEST_ID_HEADER]: requestId } });
const uploaded = { upload_started: ago(4), upload_finished: ago(3) };
/** An incident whose device puts all files. */
const CLEAR = 'clear-3';

async function bytesOf(a: string, b: string, token = asUser()) {
  const reply = await fetch(`${server.it().address}/api/${addressOf(getIncidentFile, { a, b })}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) };
}

let mine: TestDevice;
let other: TestDevice;
let theirs: TestDevice;

beforeAll(async () => {
  mine = await server.it().device('LF-0140-23');
  other = await server.it().device('LF-0141-23');
  theirs = await server.it().device('DV-0105');
  const inLanes = { 1: '104', 2: '104', 3: '107', 4: '110', 5: 'CHARGE' } as const;
  for (const [index, node_id] of Object.entries(inLanes)) {
    await tells(
      mine,
      anIncident(`m-${index}`, { time: ago(Number(index)), node_id, error_code: index === '3' ? '0x0A010023' : '0x03000117' }),
    );
  }
  await tells(mine, anIncident('by-hand', { time: ago(20), error_code: null, manually_triggered: true, treatment_id: 't-1' }));
  await tells(other, anIncident('o-1', { time: ago(2.5), map_id: 'de-linde-1', error_code: '0x0A010023' }));
  await tells(theirs, anIncident('theirs', { time: ago(1.5), map_id: 'maasdijk-2', treatment_id: 't-9' }));
  await until('all of them', async () => (await listed({}, asStaff())).total === 8);
});

it('[CALL-071] [OPEN-73] [GAP-32] a page at a time from zero, newest first, with the total of all', async () => {
  expect(await idsOf()).toEqual(['m-1', 'm-2', 'o-1', 'm-3', 'm-4', 'm-5', 'by-hand']);
  expect(await listed({ per_page: 3, page: 1 })).toMatchObject({
    total: 7,
    incidents: [{ incident_id: 'm-3' }, { incident_id: 'm-4' }, {}],
  });
  expect(await listed({ page: 90 })).toEqual({ total: 7, incidents: [] });
  expect(await listed({ page: Number.MAX_SAFE_INTEGER })).toEqual({ total: 7, incidents: [] });
});

it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  ['a device', { machine_serial: 'LF-0141-23' }, ['o-1']],
  ['a map', { map_id: 'de-linde-1' }, ['o-1']],
  ['a treatment', { treatment_id: 't-1' }, ['by-hand']],
  ['an error code', { error_code: '0x0A010023' }, ['o-1', 'm-3']],
  ['an error code in small letters', { error_code: '0x0a010023' }, ['o-1', 'm-3']],
  ['two of them', { error_code: '0x0A010023', machine_serial: 'LF-0140-23' }, ['m-3']],
  ['an unknown device', { machine_serial: 'LF-9999-99' }, []],
  ['a foreign device', { machine_serial: 'DV-0105' }, []],
  ['a foreign map', { map_id: 'maasdijk-2' }, []],
  ['a foreign treatment', { treatment_id: 't-9' }, []],
  ['a hostile text', { error_code: "' or 1=1 --" }, []],
])('[CALL-071] [GAP-63] [SEE1] filtered by %s', async (_name, query, ids) => {
  expect(await idsOf(query)).toEqual(ids);
});

it.each([{ page: -1 }, { page: 'x' }, { page: 1.5 }, { page: 1e300 }, { per_page: 0 }, { per_page: 101 }])(
  '[CALL-071] %j is refused',
  async (query) => {
    expect(await ask(server.it().address, getIncidents, { query, token: asUser() })).toMatchObject({ ok: false, status: 400 });
  },
);

it('[CALL-075] [OPEN-76] an incident says what its device reported, and where its dashboards are', async () => {
  expect(await detail('by-hand')).toMatchObject({
    incident_id: 'by-hand',
    incident_time: ago(20),
    error_code: null,
    machine_serial: 'LF-0140-23',
    manually_triggered: true,
    map_id: 'de-linde-2',
    node_id: '104',
    during_mission: true,
    treatment_id: 't-1',
    incident_dashboard_url: 'https://incidents.serrarobotics.example/?incident_id=by-hand',
    text_logging_url: 'https://logs.serrarobotics.example/incident?incident_id=by-hand',
    cleaned_text_logging_url: 'https://logs.serrarobotics.example/incident/cleaned?incident_id=by-hand',
    data_store_id: null,
    files_id: null,
    record_version: 1,
    upload_results: { upload_started: null, upload_finished: null },
    post_processing_results: { data_parsing: null, log_parsing: null, mosaic_rendering: null },
  });
});

it.each(['nobody', 'theirs', '../m-1', "m-1' or 1=1 --", '__proto__', '%', 'm_1'])(
  '[CALL-075] [OPEN-76] [SEE1] %s is no incident of theirs: null',
  async (id) => {
    expect(await detail(id)).toBeNull();
  },
);

it('[INC1] an event that names an incident makes one, with the same id; what its device tells later completes it', async () => {
  const event = { kind: 'event', level: 'error', message: 'Error raised', data: { error_code: '0x04000001' } };
  await tells(other, { ...event, time: ago(30), action: { incident_id: 'named' } });
  const named = await when('named', () => true);
  expect(named).toMatchObject({ error_code: '0x04000001', machine_serial: 'LF-0141-23', node_id: null, incident_time: ago(30) });
  const { results } = await answerOf(server.it().address, getEvents, { params: { serial: 'LF-0141-23' }, token: asUser() });
  expect(results[0]?.action).toEqual({ incident_id: named.incident_id });
  await tells(other, anIncident('named', { time: ago(30), error_code: '0x04000001', map_id: 'hidden' }));
  await when('named', ({ node_id, record_version }) => node_id === '104' && record_version === 2);
});

it('[INC1] a device cannot rewrite the incident of another one', async () => {
  await tells(theirs, anIncident('m-1', { error_code: '0xDEADBEEF', ...uploaded }));
  await tells(theirs, anIncident('theirs-2', { time: ago(50), map_id: 'maasdijk-2' }));
  await when('theirs-2', () => true);
  expect(await detail('m-1')).toMatchObject({ machine_serial: 'LF-0140-23', error_code: '0x03000117', record_version: 1 });
});

it('[CALL-073] [CALL-074] [OPEN-75] [INC4] error codes count by their incidents; who sees less counts less', async () => {
  const { address } = server.it();
  const params = { serial: 'LF-0140-23' };
  const { result } = await answerOf(address, getIncidentsOfMachine, { params, token: asUser() });
  expect(result).toMatchObject({ total_number_of_incidents: 5 });
  expect(result?.per_error_code).toEqual({ '0x03000117': ['m-1', 'm-2', 'm-4', 'm-5'], '0x0A010023': ['m-3'] });
  const all = await answerOf(address, getIncidentErrorCodes, { token: asUser() });
  expect(all.result?.per_error_code?.['0x0A010023']).toEqual(['o-1', 'm-3']);
  expect(all.result?.per_error_code?.['0x03000117']).not.toContain('theirs');
  const whole = await answerOf(address, getIncidentErrorCodes, { token: asStaff() });
  expect(whole.result?.per_error_code?.['0x03000117']).toContain('theirs');
  const none = await answerOf(address, getIncidentErrorCodes, { token: server.it().identity.issue(userOf('fenland')) });
  expect(none).toEqual({ result: null });
});

it('[GROW1] all of very many incidents are counted, and the newest named', async () => {
  const { address, clock, databaseUrl } = server.it();
  const database = openTestDatabase(databaseUrl);
  onTestFinished(async () => {
    await sql`delete from incident where incident_id like 'many-%'`.execute(database);
    await database.destroy();
    clock.offsetMs += 3_100;
  });
  await sql`insert into incident (incident_id, serial, incident_time, received_at, error_code, manually_triggered, map_id, node_id, x, y,
      organisation)
    select 'many-' || n, incident.serial, incident.incident_time - n * interval '1 second', received_at, '0x0e00' || lpad(to_hex(n % 3000), 4, '0'),
      manually_triggered, map_id, node_id, x, y, organisation from incident, generate_series(1, 20000) n where incident_id = 'm-4'`.execute(
    database,
  );
  await sql`update incident set error_code = '0x0e000000' where incident_id like 'many-%' and length(incident_id) < 10`.execute(database);
  clock.offsetMs += 3_100;
  const { result } = await answerOf(address, getIncidentsOfMachine, { params: { serial: 'LF-0140-23' }, token: asUser() });
  const codes = Object.keys(result?.per_error_code ?? {});
  expect([codes.length, codes[0], result?.total_number_of_incidents]).toEqual([1_000, '0x0e000000', expect.any(Number)]);
  expect(result?.total_number_of_incidents).toBeGreaterThan(20_000);
  expect(result?.per_error_code?.['0x0e000000']).toHaveLength(50);
  expect(result?.per_error_code?.['0x0e000000']?.[0]).toBe('many-1');
  expect(result?.incidents_per_error_code?.['0x0e000000']).toBeGreaterThan(9_990);
  const plan = (await answerOf(address, getIncidentsOfMap, { params: { id: 'de-linde-2' }, token: asUser() })).result;
  expect([plan?.lanes?.['110']?.length, plan?.incidents_per_lane?.['110']]).toEqual([50, 20_001]);
});

it('[INC4] a calculated value is returned for three seconds, with its time', async () => {
  const { address, clock } = server.it();
  const asked = { params: { serial: 'LF-0142-23' }, token: asUser() };
  const at = async () => (await answerOf(address, getIncidentsOfMachine, asked)).result?.calculated_at;
  const device = await server.it().device('LF-0142-23');
  await tells(device, anIncident('timed', { time: ago(40) }));
  await when('timed', () => true);
  clock.offsetMs += 3_100;
  const first = await until('a calculation', at);
  const before = server.it().now();
  clock.offsetMs += 3_100;
  const second = await until('another', at);
  expect(Date.parse(second)).toBeGreaterThan(Date.parse(first));
  expect(Date.parse(second)).toBeGreaterThan(before);
});

it('[CALL-072] [OPEN-74] [OPEN-126] by lane, with places; those outside the lanes are counted in the total', async () => {
  const { address } = server.it();
  const asked = (id: string) => answerOf(address, getIncidentsOfMap, { params: { id }, token: asUser() });
  const { result } = await asked('de-linde-1');
  expect(result).toMatchObject({ total_number_of_incidents: 1, lanes: { 104: [{ incident_id: 'o-1', x: 10.8, y: 12.5 }] } });
  const two = (await asked('de-linde-2')).result;
  expect(two?.lanes?.['CHARGE']).toBeUndefined();
  expect(two?.lanes?.['110']).toMatchObject([{ incident_id: 'm-4', x: 10.8, y: 12.5 }]);
  expect(two?.total_number_of_incidents).toBeGreaterThan(Object.values(two?.lanes ?? {}).flat().length);
  for (const id of ['maasdijk-2', 'nowhere', 'de-linde-3', '../x']) expect(await asked(id)).toEqual({ result: null });
});

it('[LANEI1] [LANEI2] lanes are those of the newest version, by their id or a node on them, with a place or without, of a period', async () => {
  const { address, clock, databaseUrl } = server.it();
  const database = openTestDatabase(databaseUrl);
  onTestFinished(async () => {
    await sql`delete from incident where incident_id like 'lane-%'`.execute(database);
    await database.destroy();
    clock.offsetMs += 3_100;
  });
  const feature = (id: string, type: string, coordinates: unknown) => ({
    type: 'Feature',
    properties: { id },
    geometry: { type, coordinates },
  });
  const area = [[-0.3, 1.5], [0.3, 1.5], [0.3, 40], [-0.3, 40], [-0.3, 1.5]]; // prettier-ignore
  const of = (...features: readonly unknown[]) => ({ type: 'FeatureCollection', features });
  const layers = {
    lane: of(feature('A 1', 'Polygon', [area]), feature('B', 'LineString', [[5, 2], [5, 40]])), // prettier-ignore
    node: of(feature('in', 'Point', [0, 1.4]), feature('end', 'Point', [5, 40]), feature('way', 'Point', [0, 0])),
  };
  const newest = '9.9.9#9.9.9#1#1#1#1#1#1#1';
  await sql`update site_map set versions = ${JSON.stringify([newest])}::jsonb || versions where id = 'de-linde-3'`.execute(database);
  await sql`insert into map_plan (map_id, version, layers) values ('de-linde-3', '9.9.9', ${JSON.stringify(layers)}::jsonb)`.execute(
    database,
  );
  clock.offsetMs += 3_100;
  const nodes = ['A 1', 'in', 'end', 'way', '104', null];
  for (const [index, node] of nodes.entries()) {
    await sql`insert into incident (incident_id, serial, incident_time, received_at, error_code, manually_triggered, map_id, map_version, node_id, x, y,
        organisation)
      select ${`lane-${index}`}::text, serial, ${ago(100 + index)}::timestamptz, received_at, error_code, manually_triggered, 'de-linde-3', ${newest}::text, ${node}::text, null, null,
        organisation from incident where incident_id = 'm-4'`.execute(database);
  }
  const asked = async (query: Readonly<Record<string, string>> = {}) =>
    (await answerOf(address, getIncidentsOfMap, { params: { id: 'de-linde-3' }, query, token: asUser() })).result;
  expect(await asked()).toMatchObject({ total_number_of_incidents: 6, incidents_per_lane: { 'A 1': 2, B: 1 } });
  expect((await asked())?.lanes?.['A 1']?.[0]).toEqual({ incident_id: 'lane-0', x: null, y: null, map_version: newest });
  expect(await asked({ start_time: ago(102), end_time: ago(101) })).toMatchObject({
    total_number_of_incidents: 2,
    incidents_per_lane: { 'A 1': 1, B: 1 },
  });
  const codes = async (query: Readonly<Record<string, string>>) =>
    (await answerOf(address, getIncidentErrorCodes, { query, token: asUser() })).result?.total_number_of_incidents;
  expect(await codes({ start_time: ago(105), end_time: ago(100) })).toBe(6);
  const ofDevice = { params: { serial: 'LF-0140-23' }, query: { start_time: ago(100.5), end_time: ago(99.5) }, token: asUser() };
  expect((await answerOf(address, getIncidentsOfMachine, ofDevice)).result?.total_number_of_incidents).toBe(1);
  for (const call of [getIncidentErrorCodes, getIncidentsOfMachine, getIncidentsOfMap]) {
    const params = { serial: 'LF-0140-23', id: 'de-linde-3' };
    const backwards = await ask(address, call, { params, query: { start_time: ago(1), end_time: ago(2) }, token: asUser() });
    expect(backwards).toMatchObject({ ok: false, status: 400 });
  }
});

it('[INC2] [INC5] data that are uploaded are parsed, their logs too, and the mosaic is rendered, each after the other', async () => {
  const time = new Date(server.it().now()).toISOString();
  await mine.report({ current_state: 'error', error_code: '0x03000117', current_pose_x: 10.8, current_pose_y: 12.5 });
  const event = { kind: 'event', level: 'error', message: 'Error raised', data: { error_code: '0x03000117' } };
  await tells(mine, { ...event, time, action: { incident_id: CLEAR } });
  await tells(mine, anIncident(CLEAR, { time, upload_started: time }));
  const begun = await when(CLEAR, ({ upload_results }) => upload_results?.upload_started != null);
  expect([begun.files_id, begun.data_store_id, begun.upload_results?.upload_finished]).toEqual([null, null, null]);
  expect(await putIncidentFiles(server.it(), 'LF-0140-23', CLEAR)).toEqual([204, 204, 204]);
  await tells(mine, anIncident(CLEAR, { time, upload_started: time, upload_finished: time }));
  const done = await when(
    CLEAR,
    ({ post_processing_results: steps, upload_results: upload }) =>
      upload?.upload_finished === time &&
      [steps?.data_parsing, steps?.log_parsing, steps?.mosaic_rendering].every((step) => step?.success === true),
  );
  expect(done.files_id).toBe(`${CLEAR}.bag.gz, ${CLEAR}.dat, ${CLEAR}.mp4`);
  expect(done.files).toContainEqual({ name: `${CLEAR}.bag.gz`, size: aRecording.length });
  expect(done.recordings).toMatchObject([{ format: 'ROS 1 bag', messages: 2, topics: [{ topic: '/incident' }, { topic: '/rosout' }] }]);
  expect(done.post_processing_results).toEqual({
    data_parsing: { success: true, message: 'ROS 1 bag: 2 messages on 2 topics', retry_possible: false },
    log_parsing: { success: true, message: '1 log line', retry_possible: false },
    mosaic_rendering: { success: true, message: RENDERED, retry_possible: false },
  });
});

it('[CALL-076] [OPEN-77] [INC-036] the rosbag is the one that its device has put', async () => {
  const { status, headers, bytes } = await bytesOf('rosbag', `${CLEAR}.bag.gz`);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/gzip']);
  expect(headers.get('content-disposition')).toContain(`attachment; filename="${CLEAR}.bag.gz"`);
  expect(bytes.equals(aRecording)).toBe(true);
});

it('[CALL-076] [OPEN-77] [INC-037] the depth video is the one that its device has put', async () => {
  const { status, headers, bytes } = await bytesOf('depth', `${CLEAR}.dat`);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
  expect(bytes.equals(aDepthVideo)).toBe(true);
});

it('[CALL-076] [OPEN-77] [INC-038] the ros parameters are those of the time of the incident', async () => {
  const database = openTestDatabase(server.it().databaseUrl);
  const parameter = { serial: 'LF-0140-23', file_name: 'navigation.yaml', config_name: 'docking_retries' };
  const change = { ...parameter, old_value: '3', new_value: '8', at: ago(2.5), by_username: 'an', by_name: 'An' };
  await database.insertInto('config_change').values(change).execute();
  await database.destroy();
  const parametersOf = async (id: string) => {
    const { status, headers, bytes } = await bytesOf('rosparam', `${id}.json`);
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/^application\/json/)]);
    const text: unknown = JSON.parse(bytes.toString('utf8'));
    return text;
  };
  const retries = ['parameters', 'navigation.yaml', 'docking_retries'];
  const [after, before] = [await parametersOf('m-1'), await parametersOf('m-3')];
  expect(after).toMatchObject({ incident_id: 'm-1', machine_serial: 'LF-0140-23', incident_time: ago(1) });
  expect(after).toHaveProperty(retries, 8);
  expect(before).not.toHaveProperty(retries, 8);
  expect(before).toHaveProperty(retries, expect.any(Number));
});

it.each<[string, string, string, number]>([
  ['a kind that there is not', 'camera', 'm-1.dat', 400],
  ['a name of another kind', 'depth', 'm-1.json', 404],
  ['no name', 'rosparam', '.json', 404],
  ['an id without its ending', 'rosparam', 'm-1', 404],
  ['a path', 'rosparam', '../../m-1.json', 404],
  ['a path in other letters', 'rosparam', '..%2F..%2Fpackage.json', 404],
  ['a name of Windows', 'rosparam', '..\\..\\package.json', 404],
  ['a NUL', 'rosparam', 'm-1\0.json', 400],
  ['another incident', 'rosparam', 'nobody.json', 404],
  ['a foreign incident', 'rosparam', 'theirs.json', 404],
  ['a recording that is not uploaded', 'rosbag', 'm-1.bag.gz', 404],
  ['a film that is not uploaded', 'depth', 'm-1.dat', 404],
  ['an endless name', 'rosparam', `${'x'.repeat(400)}.json`, 400],
])('[CALL-076] [FILE2] [SEE1] %s is no file', async (_name, a, b, status) => {
  const response = await bytesOf(a, b);
  expect([response.status, response.headers.get('content-disposition')]).toEqual([status, null]);
});

const video = async (incident_id: string, token = asUser()) => {
  const reply = await fetch(`${server.it().address}/api/${addressOf(getIncidentVideo, { incident_id })}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: reply.status, type: reply.headers.get('content-type'), bytes: Buffer.from(await reply.arrayBuffer()) };
};

it('[CALL-079] [OPEN-80] [GAP-67] [INC-052] a rendered mosaic has a video, any other none: 200 with at most 40 bytes', async () => {
  const rendered = await video(CLEAR);
  expect([rendered.status, rendered.type]).toEqual([200, 'video/mp4']);
  expect(rendered.bytes.equals(aVideo)).toBe(true);
  const none = await video('m-1');
  expect([none.status, none.bytes.length <= 40]).toEqual([200, true]);
  expect([(await video('theirs')).status, (await video('nobody')).status]).toEqual([404, 404]);
});

const exported = async (body: object, token = asUser()) => {
  const reply = await fetch(`${server.it().address}/api/${addressOf(postIncidentExport, {})}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) };
};
const range = { start_time: ago(25), end_time: ago(0.5) };

it('[CALL-078] [OPEN-79] [INC-078] [CONST-049] an export holds the incidents of its devices, oldest first, as text that nothing evaluates', async () => {
  const formula = '=HYPERLINK("http://x","<y>")\u0001';
  await tells(other, anIncident('formula', { time: ago(24), treatment_id: formula, node_id: '+1', x: null }));
  await when('formula', () => true);
  const { status, headers, bytes } = await exported({ machine_list: ['LF-0140-23', 'LF-0141-23', 'LF-0140-23'], ...range });
  expect([status, headers.get('content-type')]).toEqual([200, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']);
  expect(headers.get('content-disposition')).toContain('attachment; filename="incident_export.xlsx"');
  const [heads = [], first = [], ...rest] = await readSheet(bytes, { trim: false });
  expect(heads.slice(0, 3)).toEqual(['Incident ID', 'Error Time (UTC)', 'Error Code']);
  const cell = (row: readonly unknown[], head: string) => row[heads.indexOf(head)];
  expect(first[0]).toBe('formula');
  expect(['Treatment ID', 'Node', 'X (m)', 'Y (m)', 'Serial', 'During Mission'].map((head) => cell(first, head))).toEqual([
    formula.slice(0, -1),
    '+1',
    null,
    12.5,
    'LF-0141-23',
    'Yes',
  ]);
  expect(rest.map(([id]) => id)).toEqual(['by-hand', 'm-5', 'm-4', 'm-3', 'o-1', 'm-2', 'm-1']);
  const byHand = rest[0] ?? [];
  expect(['Error Code', 'Manually Triggered'].map((head) => cell(byHand, head))).toEqual([null, 'Yes']);
  // Days in a float: a reader may lose the last millisecond.
  expect(Number(cell(byHand, 'Error Time (UTC)'))).toBeCloseTo(Date.parse(ago(20)), -1);
});

it('[CALL-078] only what happened in its time and to its devices, the ends included; nothing is a sheet of heads', async () => {
  const idsIn = async (body: object) => (await readSheet((await exported(body)).bytes)).map(([id]) => id);
  expect(await idsIn({ machine_list: ['LF-0140-23'], start_time: ago(4), end_time: ago(3) })).toEqual(['Incident ID', 'm-4', 'm-3']);
  expect(await idsIn({ machine_list: ['LF-0141-23'], start_time: ago(4), end_time: ago(3) })).toEqual(['Incident ID']);
});

it.each<[string, object, number]>([
  ['no device', { ...range, machine_list: [] }, 400],
  ['too many devices', { ...range, machine_list: Array.from({ length: MAX_EXPORT_DEVICES + 1 }, () => 'a') }, 400],
  ['an unknown device', { ...range, machine_list: ['LF-0140-23', 'LF-9999-99'] }, 404],
  ['a foreign device', { ...range, machine_list: ['LF-0140-23', 'DV-0105'] }, 404],
  ['a hostile serial', { ...range, machine_list: ["' or 1=1 --\0"] }, 404],
  ['a text in place of the list', { ...range, machine_list: 'LF-0140-23' }, 400],
  ['an end before the start', { machine_list: ['LF-0140-23'], start_time: ago(1), end_time: ago(2) }, 400],
  ['a local time', { ...range, machine_list: ['LF-0140-23'], end_time: '2026-03-04T14:05' }, 400],
  ['no time', { machine_list: ['LF-0140-23'] }, 400],
])('[CALL-078] [SEE1] an export of %s is refused', async (_name, body, status) => {
  const response = await exported(body);
  expect([response.status, response.headers.get('content-disposition')]).toEqual([status, null]);
});

const busy = { success: false, message: 'The data store did not answer', retry_possible: true };
const known = (id: string, steps: Parameters<typeof standsAt>[0]['steps'], isRunning = false) =>
  standsAt({ databaseUrl: server.it().databaseUrl, id, steps, isRunning });

it('[CALL-077] [OPEN-78] [INC3] a step that failed runs again; of two who ask at once one is accepted', async () => {
  await putIncidentFiles(server.it(), 'LF-0140-23', 'm-2');
  await known('m-2', { data_parsing: busy });
  const response = await Promise.all([retry('m-2', 'data_parsing'), retry('m-2', 'data_parsing'), retry('m-2', 'data_parsing')]);
  expect([200, 409].map((status) => response.filter((one) => one.status === status).length)).toEqual([1, 2]);
  expect(response.find(({ ok }) => ok)).toMatchObject({ answer: { success: true } });
  const done = await when('m-2', ({ post_processing_results: steps }) => steps?.data_parsing?.success === true);
  expect(done.post_processing_results?.data_parsing?.retry_possible).toBe(false);
});

it('[CALL-077] [INC3] the same request again is the same try', async () => {
  await putIncidentFiles(server.it(), 'LF-0140-23', 'm-3');
  await known('m-3', { data_parsing: busy });
  const requestId = crypto.randomUUID();
  const response = [await retry('m-3', 'data_parsing', asUser(), requestId), await retry('m-3', 'data_parsing', asUser(), requestId)];
  expect(response.map(({ status }) => status)).toEqual([200, 200]);
  await when('m-3', ({ post_processing_results: steps }) => steps?.data_parsing?.success === true);
  expect((await retry('m-3', 'data_parsing', asUser(), requestId)).status).toBe(200);
  expect((await retry('m-3', 'data_parsing')).status).toBe(409);
});

it.each<[string, string, string, number, RegExp]>([
  ['before the upload', 'm-5', 'data_parsing', 409, /not uploaded/],
  ['of a step that there is not', 'm-4', 'cooking', 400, /one of data_parsing/],
  ['of another incident', 'nobody', 'data_parsing', 404, /no such incident/],
  ['of a foreign incident', 'theirs', 'data_parsing', 404, /no such incident/],
])('[CALL-077] [INC3] a retry %s is refused', async (_name, id, step, status, error) => {
  expect(await retry(id, step)).toMatchObject({ ok: false, status, error: expect.stringMatching(error) });
});

it('[INC3] [GAP-66] a step that was cut off has no message, and may be tried again', async () => {
  await tells(mine, anIncident('cut-off', { time: ago(60) }));
  await when('cut-off', () => true);
  await known('cut-off', { data_parsing: { success: false, message: 'Running', retry_possible: false } }, true);
  const lost = await when('cut-off', ({ post_processing_results: steps }) => steps?.data_parsing?.message === null);
  expect(lost.post_processing_results?.data_parsing).toEqual({ success: false, message: null, retry_possible: true });
  expect((await retry('cut-off', 'data_parsing')).status).toBe(200);
});

it('[EVID1] where nothing was filmed the other steps have their results, and the video may still come', async () => {
  await tells(other, anIncident('at-rest', { time: ago(5), during_mission: false }));
  await when('at-rest', () => true);
  await putIncidentFiles(server.it(), 'LF-0141-23', 'at-rest', { '.bag.gz': aRecording });
  await tells(other, anIncident('at-rest', { time: ago(5), during_mission: false, ...uploaded }));
  const done = await when(
    'at-rest',
    ({ post_processing_results: steps }) =>
      steps?.data_parsing?.success === true && /rendered video/.test(steps.mosaic_rendering?.message ?? ''),
  );
  expect(done.post_processing_results?.mosaic_rendering).toMatchObject({ success: false, retry_possible: true });
  expect((await bytesOf('depth', 'at-rest.dat')).status).toBe(404);
  await putIncidentFiles(server.it(), 'LF-0141-23', 'at-rest', { '.mp4': aVideo });
  await when('at-rest', ({ post_processing_results: steps }) => steps?.mosaic_rendering?.success === true);
});

const linesOf = (query: object, token = asUser()) =>
  answerOf(server.it().address, getIncidentLogs, { params: { id: CLEAR }, query: { per_page: 100, ...query }, token });

it('[EVID3] the log lines of a recording are read page by page, by level and by a part of their text, by those who see the incident', async () => {
  const line = { time: '2026-03-04T13:00:01.000Z', level: 'error', name: 'drive', message: 'blocked', source: '' };
  expect(await linesOf({})).toEqual({ total: 1, results: [line] });
  for (const query of [{ contains: 'LOCKed' }, { contains: 'drive' }, { level: 'error' }]) expect((await linesOf(query)).total).toBe(1);
  for (const query of [{ contains: '%' }, { level: 'info' }]) expect(await linesOf(query)).toEqual({ total: 0, results: [] });
  expect(await linesOf({ page: 1 })).toEqual({ total: 1, results: [] });
  const foreign = { params: { id: 'theirs' }, token: asUser() };
  expect(await ask(server.it().address, getIncidentLogs, foreign)).toMatchObject({ status: 404 });
});

it('[CALL-018] [CALL-019] [INC6] [UPEND1] an upload that was asked for and is done ends the upload of one incident, or of all whose files are there', async () => {
  const { address } = server.it();
  const device = await server.it().device('LF-0143-23');
  for (const id of ['u-1', 'u-2', 'u-3']) await tells(device, anIncident(id, { time: ago(6) }));
  await device.obey();
  const token = asUser();
  const asked = { params: { serial: 'LF-0143-23' }, token };
  await until('control', async () => (await ask(address, getTakeControl, asked)).ok);
  await when('u-3', () => true);
  for (const id of ['u-2', 'u-3']) await putIncidentFiles(server.it(), 'LF-0143-23', id, { '.bag.gz': aRecording });
  await answerOf(address, getUploadData, { params: { serial: 'LF-0143-23', incident: 'u-2' }, token });
  const one = await when('u-2', ({ upload_results }) => upload_results?.upload_finished != null);
  expect([one.upload_results?.upload_started, one.record_version]).not.toContain(null);
  expect((await detail('u-3'))?.upload_results?.upload_finished).toBeNull();
  await answerOf(address, getUploadAllData, { ...asked, query: {} });
  await when('u-3', ({ upload_results }) => upload_results?.upload_finished != null);
  // No file of this one exists.
  expect((await detail('u-1'))?.upload_results?.upload_finished).toBeNull();
});

it('[INC13] incidents are counted by day and code in a zone; weeks and months join days, and who sees less counts less', async () => {
  const { address, databaseUrl } = server.it();
  const at = (text: string) => `2025-${text}Z`;
  const stored = [
    ['d-1', 'LF-0140-23', 'org-de-linde', at('03-29T22:59:00'), '0xd1'],
    ['d-2', 'LF-0140-23', 'org-de-linde', at('03-29T23:00:00'), '0xd1'],
    // The day on which the clocks change has 23 hours.
    ['d-3', 'LF-0140-23', 'org-de-linde', at('03-30T21:59:00'), '0xd1'],
    ['d-4', 'LF-0140-23', 'org-de-linde', at('03-30T22:00:00'), '0xd2'],
    ...['3', '4', '5', '6'].flatMap((code) =>
      ['d-5', 'd-6'].map((id) => [`${id}${code}`, 'LF-0140-23', 'org-de-linde', at('03-30T23:00:00'), `0xd${code}`] as const),
    ),
    ['d-7', 'DV-0105', 'org-hortus-noord', at('03-30T23:00:00'), '0xd1'],
  ] as const;
  const database = openTestDatabase(databaseUrl);
  onTestFinished(() => database.destroy());
  const rows = stored.map(([incident_id, serial, organisation, time, error_code]) => {
    const times = { incident_time: new Date(time), received_at: new Date(time) };
    return { incident_id, serial, organisation, error_code, manually_triggered: false, ...times };
  });
  await database.insertInto('incident').values(rows).execute();
  const query = { start_time: at('03-28T23:00:00'), end_time: at('03-31T12:00:00'), timezone: 'Europe/Brussels' };
  const days = (more: Readonly<Record<string, string>>, token: string) =>
    answerOf(address, getIncidentDays, { query: { ...query, ...more }, token });
  const own = await days({}, asUser());
  expect(own).toMatchObject({ step_days: 1, steps: ['03-28T23:00:00.000', '03-29T23:00:00.000', '03-30T22:00:00.000'].map(at) });
  expect(own.codes.map(({ code, counts }) => [code, ...counts])).toEqual([
    ['0xd1', 1, 2, 0],
    ...['0xd3', '0xd4', '0xd5', '0xd6'].map((code) => [code, 0, 0, 2]),
    [null, 0, 0, 1],
  ]);
  expect((await days({}, asStaff())).codes[0]).toEqual({ code: '0xd1', counts: [1, 2, 1] });
  const months = await days({ start_time: '2024-02-01T00:00:00Z' }, asUser());
  expect([months.step_days, months.steps.length]).toEqual([28, 16]);
  expect(months.codes.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0))).toEqual([3, 2, 2, 2, 2, 1]);
  const none = await days({ start_time: '1999-01-01T00:00:00Z', end_time: '1999-01-02T00:00:00Z' }, asUser());
  expect(none).toMatchObject({ codes: [] });
  for (const wrong of [
    { end_time: at('03-01T00:00:00') },
    { start_time: '1970-01-01T00:00:00Z' },
    { end_time: '9999-12-31T12:00:00Z', start_time: '9999-12-30T00:00:00Z' },
    { timezone: 'Mars/Olympus' },
  ])
    expect(await ask(address, getIncidentDays, { query: { ...query, ...wrong }, token: asUser() })).toMatchObject({ status: 400 });
});
