import { expect, it } from 'vitest';
import { getActiveTreatment, getMapData, getSimInfo, getStateData, getSwVersion } from '#contract/fleet/dataGroup';
import { getErrorOverview, getMachines, getRawState, getRpState } from '#contract/fleet/machine';
import { lastReports } from '#server/fleet/ingest/lastReports';
import { answerOf, ask } from '../support/client.ts';
import { staff, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { until } from '../support/until.ts';

const server = withServer();
const asked = (serial: string) => ({ params: { serial }, token: server.it().identity.issue(staff) });

it('[CALL-025] [CALL-007] [LIVE-001] [CLOCK1] a report from the broker is what machines and raw_state answer', async () => {
  const serial = 'LF-0140-23';
  const { address } = server.it();
  expect(await ask(address, getRawState, asked(serial))).toMatchObject({ status: 404, error: 'NotFound: this device never reported' });
  const device = await server.it().device(serial);
  await device.report({ current_state: 'executing_task', current_task: 'charging', battery_level: 61 });
  const found = await until('the report', async () => (await answerOf(address, getMachines, asked(serial))).result[serial]);
  expect(found).toEqual({
    timestamp: found.timestamp,
    is_live: true,
    state: { current_state: 'executing_task', current_task: 'charging', battery_level: 61 },
  });
  expect(await answerOf(address, getRawState, asked(serial))).toEqual({
    timestamp: found.timestamp,
    is_live: true,
    state: found.state,
    clock_offset_ms: expect.any(Number),
  });
});

it('[OTHER1] whatever else a device reports is kept as it is: in machines, raw_state and its row', async () => {
  const serial = 'LF-0161-24';
  const { address } = server.it();
  const device = await server.it().device(serial);
  const further = {
    voltage: 25.1,
    faults: [{ code: 7, part: 'Arm ü', hint: null }],
    '7': true,
    gnss: { fix: 'RTK' },
    other_fields: 'mine',
    shape: 'round',
  };
  const state = { current_state: 'charging', battery_level: 61, ...further };
  await device.report(state);
  const found = await until('the report', async () => (await answerOf(address, getMachines, asked(serial))).result[serial]);
  expect(found.state).toEqual(state);
  expect((await answerOf(address, getRawState, asked(serial))).state).toEqual(state);
  const database = openTestDatabase(server.it().databaseUrl);
  const row = await until('its row', () =>
    database.selectFrom('device_state').select('state').where('serial', '=', serial).executeTakeFirst(),
  );
  expect(row.state).toEqual(state);
  expect((await lastReports(database))(serial)?.state).toEqual(state);
  await database.destroy();
});

it('[CALL-008] rp_state is the robot platform of a DIV01 and null for every other type', async () => {
  const { address } = server.it();
  expect(await answerOf(address, getRpState, asked('XA-0007'))).toEqual({ rp_state: null, timestamp: null });
  await (await server.it().device('DV-0102')).report({ state: 'docked', rp_state: 'IDLE' });
  const response = await until('the platform', async () => {
    const answer = await answerOf(address, getRpState, asked('DV-0102'));
    return answer.rp_state === null ? null : answer;
  });
  expect(response.rp_state).toEqual({ state: 'IDLE' });
});

const software = {
  software_version: '4.2.1',
  software_hash: 'ab12',
  software_status: 'MissingExpected',
  software_manually_started: false,
} as const;
const sim = { customer: 'Serra', rate_plan: '1 GB', status: 'ACTIVE', ctd_data_usage: 1024, overage_limit_reached: false };
const maps = { 'de-linde-2': { version: '2.8.0#2.8.0#1#1#1#1#1#1#1', valid: false, errors: { gutter: 'missing' } } };
const work = {
  treatment_id: 't-1',
  settings: { mission_id: 'm-1' },
  start_time: null,
  creation_time: '2026-03-04T13:05:00Z',
  jobs: [{ job_type: 'treat', object_id: 'L1', status: 'QUEUED', gutter: 4 }],
} as const;
const wifi = { has_wifi: true, 'site/site_id': 'de-linde-2', 'site/site_version': '2.8.0#1' };

it.each([
  ['[CALL-009] sw_version', getSwVersion, 'sw_version', software, { sw_version: null }, { sw_version: software }],
  ['[CALL-012] sim_info', getSimInfo, 'sim_info', sim, { sim_info: { sim_info: null } }, { sim_info: { sim_info: sim } }],
  ['[CALL-010] active_treatment', getActiveTreatment, 'active_treatment', work, { active_treatment: null }, { active_treatment: work }],
  ['[CALL-011] state_data', getStateData, 'state_data', wifi, {}, wifi],
] as const)('%s answers nothing before the report and then what the device reported', async (_name, call, group, data, before, after) => {
  const { address } = server.it();
  expect(await answerOf(address, call, asked('LF-0141-23'))).toEqual(before);
  await (await server.it().device('LF-0141-23')).tell(group, data);
  await until(group, async () => JSON.stringify(await answerOf(address, call, asked('LF-0141-23'))) !== JSON.stringify(before));
  expect(await answerOf(address, call, asked('LF-0141-23'))).toEqual(after);
});

it('[CALL-013] map_data answers the maps of the device and when it reported them', async () => {
  const { address } = server.it();
  expect(await answerOf(address, getMapData, asked('LF-0142-23'))).toEqual({ time: null, available_maps: {} });
  await (await server.it().device('LF-0142-23')).tell('map_data', maps, '2026-03-04T13:05:00Z');
  await until('maps', async () => (await answerOf(address, getMapData, asked('LF-0142-23'))).time);
  expect(await answerOf(address, getMapData, asked('LF-0142-23'))).toEqual({ time: '2026-03-04T13:05:00Z', available_maps: maps });
});

it('[CALL-005] [INGEST7] error_overview answers the periods in error, newest first', async () => {
  const { address, clock } = server.it();
  const serial = 'LF-0151-23';
  const device = await server.it().device(serial);
  const overview = (hours = '48') => answerOf(address, getErrorOverview, { ...asked(serial), params: { serial, hours } });
  expect(await overview()).toEqual({ result: [] });
  await device.report({ current_state: 'error', error_code: '0x03000101' });
  await device.report({ current_state: 'error', error_code: '0x03000110' });
  const open = await until('an open period', async () => (await overview()).result[0]);
  expect(open).toMatchObject({ stop_time: null, next_state: null });
  clock.offsetMs += 5_000;
  await device.report({ current_state: 'waiting_for_task' });
  const closed = await until('a closed period', async () => (await overview()).result.find((period) => period.stop_time != null));
  expect(closed).toMatchObject({ start_time: open.start_time, next_state: 'waiting_for_task' });
  expect(closed.duration_seconds).toBeGreaterThanOrEqual(5);
  await device.report({ current_state: 'error' });
  const both = await until('a second period', async () => {
    const { result } = await overview();
    return result.length === 2 ? result : null;
  });
  expect(both.map((period) => period.stop_time === null)).toEqual([true, false]);
  for (const hours of ['0', '-1', 'x', '1e3', '99999']) {
    expect(await ask(address, getErrorOverview, { ...asked(serial), params: { serial, hours } })).toMatchObject({ status: 400 });
  }
});

it('[INGEST8] a device leaves machines 15 s after its newest report, and comes back with the next', async () => {
  const { address, clock } = server.it();
  const serial = 'LF-0160-24';
  const device = await server.it().device(serial);
  const entry = async () => (await answerOf(address, getMachines, asked(serial))).result[serial];
  await device.report({ current_state: 'waiting_for_task' });
  await until('connected', entry);
  clock.offsetMs += 16_000;
  expect(await entry()).toBeUndefined();
  expect(await answerOf(address, getRawState, asked(serial))).toMatchObject({ is_live: false });
  await device.report({ current_state: 'waiting_for_task' });
  await until('back', entry);
});
