import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf, type Call } from '#contract/call';
import { DAY_MS, HOUR_MS } from '#domain/text/timeUnits';
import { encodeBlock } from '#server/fleet/history/historyBlock';
import { calls, type CallName } from '#contract/catalogue/calls';
import { postImportErrorCodes } from '#contract/errorCodeFile';
import { getHistoryActivity } from '#contract/history';
import { errorLists } from '#server/history/events/errorLists';
import { openDatabase, SLOW_QUERY_MS } from '#server/platform/database/openDatabase';
import { MAX_REPORTS } from '#server/history/events/historyBlock';
import { bounds } from '../support/answerBounds.ts';
import { answerOf, type Asking } from '../support/client.ts';
import { staff } from '../support/contractServer.ts';
import { longestTurn } from '../support/mainThread.ts';
import { newDataDir } from '../support/newDataDir.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { seededDatabase, startTestServer, testSettings, type TestServer } from '../support/testServer.ts';

const SERIAL = 'LF-0140-23';
const DEVICES = 2_000;
const TREATMENT = 'of-LF-0140-23';

/** Fills a database with as much as devices and people may send. */
async function fill(url: string): Promise<void> {
  const database = openTestDatabase(url);
  const run = (text: string) => sql.raw(text).execute(database);
  // 8 kB of fields in each device.
  await run(`insert into device (serial, name, device_type, life_cycle_stage, metadata, metadata_valid)
    select 'HV-' || n, 'Heavy ' || n, (select id from device_type order by id limit 1), (select id from life_cycle_stage limit 1), fields.all_of_them, true
    from generate_series(1, ${DEVICES}) n, (select jsonb_object_agg('field_' || f, jsonb_build_object('value', f, 'unit', 'metres')) as all_of_them from generate_series(1, 200) f) fields`);
  await run(`insert into deployment (id, device_serial, location_id, creation_date, organisation)
    select 'heavy-' || serial, serial, (select location_id from deployment where device_serial = '${SERIAL}' and closed_date is null), now() - interval '1 year', (select organisation from deployment where device_serial = '${SERIAL}' and closed_date is null) from device where serial like 'HV-%'`);
  await run(`insert into device_state (serial, received_at, device_time, sequence, state)
    select serial, now(), now(), 1, '{"current_state": "waiting_for_task", "battery_level": 50, "pose": {"x": 1, "y": 2, "theta": 3}}'::jsonb from device where serial like 'HV-%' on conflict do nothing`);
  await run(
    `insert into push_setting (username, serial, mobile_push) select 'somebody', serial, true from device where serial like 'HV-%'`,
  );
  // 30 kB of data in each of 1,100 events.
  await run(`insert into treatment (treatment_id, serial, organisation, map_id, mission_id, treatment_type, creation_time, finish_status, total_asked, total_treated, total_failed, reached_end)
    select '${TREATMENT}', device_serial, organisation, 'de-linde-2', 'mission', 'uv', now() - interval '1 day', '', 1, 1, 0, true from deployment where device_serial = '${SERIAL}' and closed_date is null on conflict do nothing`);
  await run(`update treatment set creation_time = now() - interval '1 day', finish_time = null where treatment_id = '${TREATMENT}'`);
  await run(
    `insert into treatment_jobs (treatment_id, jobs) select '${TREATMENT}', jsonb_agg(jsonb_build_object('lane', n, 'state', 'done')) from generate_series(1, 3000) n on conflict (treatment_id) do update set jobs = excluded.jobs`,
  );
  await run(`insert into device_event (serial, at, received_at, device_time, level, message, data, action)
    select '${SERIAL}', now() - n * interval '1 second', now(), now() - n * interval '1 second', 'info', 'heavy ' || n, data.one::json, jsonb_build_object('treatment_id', '${TREATMENT}')
    from generate_series(1, 1100) n, (select json_object_agg('field_' || f, json_build_object('value', f, 'unit', 'metres')) as one from generate_series(1, 700) f) data`);
  await run(
    `insert into device_log (serial, database_id, timestamp, received_at) select '${SERIAL}', 'log-' || n, now() - n * interval '1 second', now() from generate_series(1, 2000) n`,
  );
  await run(
    `insert into error_period (serial, start_time, stop_time, next_state) select '${SERIAL}', now() - n * interval '20 seconds', now() - n * interval '20 seconds' + interval '5 seconds', 'waiting' from generate_series(1, 3000) n on conflict do nothing`,
  );
  await run(`insert into device_action (device_serial, organisation, action_type, at, done_by, done_by_name, old_value, new_value)
    select '${SERIAL}', organisation, 'update', now(), 'a', 'b', fields.one, fields.one
    from generate_series(1, 100), deployment, (select jsonb_build_object('metadata', jsonb_object_agg('field_' || f, jsonb_build_object('value', f))) as one from generate_series(1, 4000) f) fields
    where deployment.device_serial = '${SERIAL}' and closed_date is null`);
  await run(`insert into error_code (code, description) select '0xe' || lpad(n::text, 7, '0'), texts.one
    from generate_series(1, 3000) n, (select jsonb_object_agg('l' || f, repeat('text ', 40)) || '{"development": "x"}' as one from generate_series(1, 20) f) texts`);
  const version = (n: string) => `concat_ws('#', ${Array.from({ length: 9 }, () => `${n} || '.0.0'`).join(', ')})`;
  await run(`insert into site_map (id, name, greenhouse_type, greenhouse_id, versions, plan_id)
    select 'heavy', 'Heavy', greenhouse_type, greenhouse_id, (select jsonb_agg(${version('n')} order by n desc) from generate_series(1, 3000) n), plan_id from site_map limit 1`);
  await run(`insert into map_layer (map_id, layer, version, edition, made_at, done_by, message)
    select 'heavy', layer, n || '.0.0', 0, now(), 'somebody', repeat('changed ', 20) from generate_series(1, 3000) n, (select distinct layer from map_layer) layers on conflict do nothing`);
  await run(
    `insert into greenhouse (id, name, location_id) select 'heavy-' || n, 'Heavy ' || n, (select location_id from deployment where device_serial = '${SERIAL}' and closed_date is null) from generate_series(1, 3000) n`,
  );
  await run(
    `insert into location (id, name, owned_by, timezone) select 'heavy-' || n, 'Heavy ' || n, (select organisation from deployment where device_serial = '${SERIAL}' and closed_date is null), 'Europe/Brussels' from generate_series(1, 3000) n`,
  );
  await run(`insert into config_schema (id, files) select 'heavy', json_build_object('heavy.yaml', json_object_agg('parameter_' || n,
      json_build_object('command_name', 'c' || n, 'group', 'g', 'type', 'int')))
    from generate_series(1, 5000) n`);
  await run(`update config_device set schema_id = 'heavy', first_values =
      (select jsonb_build_object('heavy.yaml', jsonb_object_agg('parameter_' || n, n)) from generate_series(1, 5000) n)
    where serial = '${SERIAL}'`);
  // The longest lines that are kept of a recording, and as many as are.
  await run(
    `insert into incident (incident_id, serial, incident_time, received_at, manually_triggered) values ('heavy', '${SERIAL}', now(), now(), false)`,
  );
  await run(`insert into incident_step (incident_id, step, started_at, is_running, success, retry_possible, tries, run)
    values ('heavy', 'log_parsing', now(), false, true, false, 1, 'run')`);
  await run(`insert into incident_log_line (incident_id, run, place, at, level, name, message, source)
    select 'heavy', 'run', n, now() + n * interval '1 ms', 'info', 'node', repeat('words ', case when n > 100 then 2 else 1300 end), 'file.cpp' from generate_series(1, 100000) n`);
  await run(`insert into incident_note (incident_id, note_id, at, text, username, author, written_at)
    select 'heavy', 'note-' || n, now(), repeat('words ', 333), 'somebody', 'Somebody', now() from generate_series(1, 200) n`);
  await run(`insert into history_bookmark (bookmark_id, username, author, at, text, is_shared, of_staff, organisations, written_at)
    select 'note-' || n, 'person-' || n % 10, 'Somebody', now(), repeat('words ', 80), true, true, '{}', now() from generate_series(1, 5000) n`);
  await run(`insert into history_pin (from_at, to_at, serials, reason, username, author, written_at, of_staff, organisations)
    select now(), now() + interval '1 hour', (select array_agg('HV-' || d) from generate_series(1, 1000) d), repeat('words ', 30), 'somebody', 'Somebody', now(), true, '{}'
    from generate_series(1, 200) n`);
  await run(`insert into account_policy (organisation, is_on, changed_at, changed_by) values ('', true, now(), 'somebody')`);
  await run(`insert into session_account (session_id, username, author, is_shared, of_staff, organisations, begun_at, ended_at)
    select case when n = 1 then 'heavy' else 'session-' || n end, 'somebody', 'Somebody', true, true, '{}', now(), now() from generate_series(1, 5000) n`);
  await run(`insert into session_account_line (session_id, sequence, at, kind, text, outcome)
    select 'heavy', n, now(), 'screen', repeat('words ', 50), repeat('words ', 50) from generate_series(0, 4999) n`);
  await fillHistory(run);
  await storeReports(database);
  await database.destroy();
}

/** The hour whose block is requested: it holds the maximum number of reports of a block, of `devices` devices. */
const BLOCK = { from: Math.floor((Date.now() - DAY_MS) / HOUR_MS) * HOUR_MS, devices: 60 };
/** Devices whose hours are counted. */
const COUNTED = 60;

/** Fills a month with more marks of each kind than an answer holds, and with the hours of many devices, each minute another activity. */
async function fillHistory(run: (text: string) => Promise<unknown>): Promise<void> {
  const many = `generate_series(1, 6000) n`;
  const at = `now() - interval '1 hour' - n * interval '7 minutes'`;
  const one = `'HV-' || (n % ${DEVICES} + 1)`;
  await run(
    `insert into error_period (serial, start_time, stop_time, next_state, error_code) select ${one}, ${at}, ${at} + interval '90 seconds', 'waiting', '0x000000' || lpad((n % 90)::text, 2, '0') from ${many}`,
  );
  await run(
    `insert into incident (incident_id, serial, incident_time, received_at, error_code, manually_triggered) select 'of-' || n, ${one}, ${at} + interval '30 seconds', now(), '0x00000011', false from ${many}`,
  );
  await run(`insert into command (id, device_serial, command, arguments, status, given_at, given_by, given_by_name, expires_at, ends_by)
    select 'heavy-' || n, ${one}, 'stop_immediately', '{}', 'failed', ${at}, 'somebody', 'Somebody', now(), now() from ${many}`);
  await run(`insert into config_change (serial, file_name, config_name, old_value, new_value, at, by_username, by_name, model_group)
    select (select serial from config_device where serial not in ('${SERIAL}', 'DV-0105') order by serial limit 1), 'heavy.yaml', 'parameter_1', '1', '2', ${at}, 'somebody', 'Somebody', 'g-Green' from ${many}`);
  await run(`insert into treatment (treatment_id, serial, map_id, mission_id, treatment_type, creation_time, finish_time, finish_status, total_asked, total_treated, total_failed, reached_end)
    select 'heavy-' || n, ${one}, 'de-linde-2', 'mission', 'uv', ${at}, ${at} + interval '20 minutes', 'cancelled', 1, 1, 0, false from ${many}`);
  const minutes = `'[' || array_to_string(array(select m % 7 from generate_series(1, 60) m), ',') || ']'`;
  const kinds = `'[' || array_to_string(array(select case when m % 2 = 0 then '["idle",1]' else '["treating",1]' end from generate_series(1, 60) m), ',') || ']'`;
  await run(`insert into history_rollup (serial, organisation, hour, reports, minute_reports, minute_activities, battery_reports, speed_reports, online_ms, treating_ms, error_ms, errors)
    select 'HV-' || n, organisation, date_trunc('hour', now()) - h * interval '1 hour', 200, ${minutes}, ${kinds}, 0, 0, 3600000, 1800000, 1000, 1
    from generate_series(1, ${COUNTED}) n, generate_series(1, ${32 * 24}) h, deployment where device_serial = '${SERIAL}' and closed_date is null`);
  // A file that is away: what is sealed is read from the counted hours.
  await run(`insert into history_file (name, kind, state, first_at, last_at, serials, row_count, bytes, sha256, footer_bytes, footer_crc, written_at)
    select 'history/reports/away.parquet', 'reports', 'complete', now() - interval '40 days', now() - interval '2 days', array(select serial from device), 0, 1, '', 1, 1, now()`);
}

/** Stores as many reports as a block may hold, in blocks of a minute. */
async function storeReports(database: ReturnType<typeof openTestDatabase>): Promise<void> {
  const serials = Array.from({ length: BLOCK.devices }, (_, n) => `HV-${n + 1}`);
  const perMinute = Math.floor(MAX_REPORTS / 60 / BLOCK.devices);
  for (let minute = 0; minute < 60; minute += 1) {
    const reports = serials.flatMap((serial, n) =>
      Array.from({ length: perMinute }, (_, index) => {
        const receivedAt = BLOCK.from + minute * 60_000 + Math.floor((index * 60_000) / perMinute) + n;
        const sequence = minute * perMinute + index;
        const pose = { current_pose_x: Math.round(Math.sin(sequence / 9) * 90_000) / 1_000, current_pose_y: n / 8, current_pose_theta: 1 };
        const state = {
          ...pose,
          current_state: 'executing_task',
          current_task: 'in_lane',
          current_velocity: index / 100,
          battery_level: 50,
          [`further_${n}`]: sequence,
        };
        return { serial, receivedAt, deviceTime: receivedAt - 40, sequence, state };
      }),
    );
    const [first, last] = [
      Math.min(...reports.map(({ receivedAt }) => receivedAt)),
      Math.max(...reports.map(({ receivedAt }) => receivedAt)),
    ];
    await database
      .insertInto('history_block')
      .values({ first_at: new Date(first), last_at: new Date(last), report_count: reports.length, serials, reports: encodeBlock(reports) })
      .execute();
  }
}

let server: TestServer;
let patient: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  const url = await seededDatabase();
  await fill(url);
  // How long a query takes on a busy machine, which counts the time of reading its rows, is not what is tested.
  patient = openDatabase(url, { queryMs: SLOW_QUERY_MS });
  server = await startTestServer(url, undefined, {
    database: patient,
    settings: testSettings({ NODE_ENV: 'development', DATA_DIR: newDataDir() }),
  });
});
afterAll(async () => {
  await server.close();
  await patient.destroy();
});

const page = { page: 0, per_page: 100 };
const now = new Date().toISOString();
const month = { from: new Date(Date.now() - 32 * DAY_MS + HOUR_MS).toISOString(), to: new Date(Date.now() + HOUR_MS).toISOString() };
const day = { from: new Date(Date.now() - 2 * DAY_MS).toISOString(), to: new Date(Date.now() + HOUR_MS).toISOString() };
const bothTimes = { at_time_machine_1: now, at_time_machine_2: now };
const serial = { params: { serial: SERIAL } };
const heavy: Partial<Record<CallName, Asking>> = {
  getMachines: {},
  getErrorOverview: { params: { serial: SERIAL, hours: '48' } },
  getEvents: { ...serial, query: page },
  getHistoryIndex: { query: month },
  getHistoryBlock: { params: { from: new Date(BLOCK.from).toISOString(), to: new Date(BLOCK.from + HOUR_MS).toISOString() } },
  getHistoryEpisodes: { query: { ...month, timezone: 'Europe/Brussels' } },
  getBookmarks: {},
  getKeptSpans: { query: page },
  getAccountPolicy: {},
  getSessionAccounts: { query: page },
  getAccountLines: { params: { session_id: 'heavy' }, query: page },
  getHistoryActivity: { query: month },
  getHistoryAvailability: { query: { ...month, group: 'device' } },
  // Another span: what was counted for the call before is kept.
  getHistoryAvailabilitySheet: { query: { ...month, to: new Date().toISOString(), group: 'device' } },
  getHistoryRegion: {
    query: { ...day, map_id: 'de-linde-2', west: '-100', south: '-100', east: '100', north: '100', still_seconds: '10' },
  },
  getLogs: serial,
  getMetrics: {},
  getTreatmentsLastDay: {},
  getTreatmentAll: { query: page },
  getTreatmentDownload: { params: { id: TREATMENT } },
  getTreatmentDetail: { params: { id: TREATMENT } },
  getRecalculateStats: { params: { id: TREATMENT } },
  getEventAnalysis: { params: { id: TREATMENT } },
  getAllDevices: {},
  getAllDeviceTypes: {},
  getDeviceActions: { query: page },
  getDeployments: { query: page },
  getDeploymentsAtLocation: {},
  getLocations: { query: page },
  getGreenhouses: { query: page },
  getOrganisations: { query: page },
  getOrganisation: {},
  getGreenhousesOfLocation: {},
  getAllMaps: { query: page },
  getMapIds: {},
  getMapVersions: { params: { id: 'heavy' } },
  getMapDetail: { params: { id: 'heavy' } },
  getMapChangelog: { params: { id: 'heavy', version: '3000.0.0' } },
  getErrorCodes: {},
  postExplainErrorCodes: { body: { error_codes: Array.from({ length: 1_000 }, (_, n) => `0xe${String(n + 1).padStart(7, '0')}`) } },
  getErrorCodesExport: { query: { language: 'l1' } },
  getErrorCodesExportCheck: { query: { language: 'l1' } },
  getUsedErrorCodes: {},
  getNotificationSettings: {},
  getCommands: { ...serial, query: page },
  getConfig: serial,
  getConfigCompare: { query: { machine_serial_1: SERIAL, machine_serial_2: 'DV-0105', ...bothTimes } },
  getConfigChanges: { ...serial, query: page },
  getDeploymentActions: { query: page },
  getIncidents: { query: page },
  getIncidentLogs: { params: { id: 'heavy' }, query: { ...page, contains: 'words' } },
  getIncidentNotes: { params: { id: 'heavy' } },
  getIncidentErrorCodes: {},
  getIncidentsOfMachine: serial,
  getIncidentsOfMap: { params: { id: 'de-linde-2' } },
};

/** Calls whose answer is bounded by what belongs to the product itself, is a file (SHEET1, STORE1) or has a test of its own (LOOP2). */
const elsewhere: readonly CallName[] = [
  'getLogFile',
  'getFormerDevices',
  'getDeviceSims',
  'getLocales',
  'getTimezones',
  'getMapData',
  'getTreatmentsSync',
  'getGreenhouseByMap',
  'getSystemAdmins',
  'getLicenseSupportEngineers',
  'getOrganisationUsers',
  'getValidationResults',
  'getTreatmentLayer',
  'getCropState',
  'getMapGeojson',
  'getAuditLines',
  'getIncidentFile',
  'getIncidentVideo',
  'postIncidentExport',
];

it('[LOOP3] every call whose answer may grow is asked for its worst answer', () => {
  const growing = Object.entries(bounds).flatMap(([name, bound]) => (bound === 'one' || bound === 'thread' ? [] : [name]));
  const asked = new Set<string>([...Object.keys(heavy), ...elsewhere]);
  expect(growing.filter((name) => !asked.has(name))).toEqual([]);
});

/** Longest turn, as a multiple of formatting a megabyte of JSON: under a tenth of a second on a slow machine. */
const LONGEST_TURN = 25;

it.each(Object.entries(heavy))('[LOOP3] %s handles its worst legal answer in short turns', async (name, asking) => {
  const call: Call | undefined = Object.entries(calls).find(([known]) => known === name)?.[1];
  if (call === undefined) throw new Error(`no such call: ${name}`);
  const address = `${server.address}/api/${addressOf(call, { ...asking.params, ...(await placeOf(name)) }, asking.query ?? {})}`;
  const headers = { authorization: `Bearer ${server.identity.issue(staff)}`, 'content-type': 'application/json' };
  const read = async () => {
    const sent = request(address, { method: call.method, headers });
    sent.end(call.method === 'POST' ? JSON.stringify(asking.body) : undefined);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    expect(answer.statusCode).toBe(200);
  };
  expect(await longestTurn(read)).toBeLessThan(LONGEST_TURN);
});

const QUARTER_MS = HOUR_MS / 4;

it('[DLANE4] the activity of many devices comes in longer steps', async () => {
  const query = { from: new Date(Date.now() - DAY_MS).toISOString(), to: new Date().toISOString() };
  const { result } = await answerOf(server.address, getHistoryActivity, { token: server.identity.issue(staff), query });
  const runs = result.flatMap((device) => device.runs);
  expect(result.length).toBeGreaterThanOrEqual(COUNTED);
  expect(runs.length).toBeGreaterThan(0);
  expect(runs.filter(({ from, to }) => Date.parse(from) % QUARTER_MS !== 0 || Date.parse(to) % QUARTER_MS !== 0)).toEqual([]);
});

it('[ERRLIST1] the lists of errors of a block are bounded, and the last one is the newest', async () => {
  const database = openTestDatabase(server.databaseUrl);
  const [from, to] = [Date.now() - 2 * HOUR_MS, Date.now() - HOUR_MS];
  const { all: lists } = await errorLists(database, { from, to, devices: [{ serial: SERIAL, times: 'all' }] });
  await database.destroy();
  // A code comes and goes 180 times in this hour.
  expect(lists.length).toBeGreaterThan(30);
  expect(lists.length).toBeLessThanOrEqual(61);
  expect(to - (lists.at(-1)?.at ?? 0)).toBeLessThan(20_000);
  const lengths = lists.map(({ event }) => JSON.stringify(event).split('"start_time"').length - 1);
  expect(Math.max(...lengths)).toBe(500);
});

const CODES = 10_000;
const codeLine = (n: number) => `0xc${String(n).padStart(7, '0')};text ${n} for engineers;${'text for people '.repeat(10)}`;
const codeFile = (more: readonly string[] = []) =>
  `Code;Development;en\n${[...Array.from({ length: CODES }, (_, n) => codeLine(n)), ...more].join('\n')}`;

it.each([
  ['and one that cannot be taken', codeFile(['0x12;bad;']), 400],
  ['at once', codeFile(), 200],
])('[LOOP3] [CODES5] a file of 10,000 error codes %s is handled in short turns', async (_, file, status) => {
  const body = new FormData();
  body.append('file', new Blob([file]), 'codes.csv');
  const headers = { authorization: `Bearer ${server.identity.issue(staff)}` };
  const send = async () => {
    const reply = await fetch(`${server.address}/api/${addressOf(postImportErrorCodes, {})}`, { method: 'POST', headers, body });
    expect([reply.status, await reply.text()]).toEqual([
      status,
      expect.stringContaining(status === 200 ? `"added":${CODES}` : `Line ${CODES + 2}:`),
    ]);
  };
  expect(await longestTurn(send)).toBeLessThan(LONGEST_TURN);
});

async function placeOf(name: string): Promise<Record<string, string>> {
  if (name !== 'getOrganisation' && name !== 'getGreenhousesOfLocation' && name !== 'getDeploymentsAtLocation') return {};
  const database = openTestDatabase(server.databaseUrl);
  const found = await database
    .selectFrom('deployment')
    .where('device_serial', '=', SERIAL)
    .where('closed_date', 'is', null)
    .select(['location_id', 'organisation'])
    .executeTakeFirstOrThrow();
  await database.destroy();
  return { id: name === 'getOrganisation' ? found.organisation : found.location_id };
}
