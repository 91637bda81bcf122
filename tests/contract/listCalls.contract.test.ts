import { expect, it } from 'vitest';
import { getAllDevices, getAllDeviceTypes, getAllLifeCycleStages, getDevice } from '#contract/devices/device';
import { getErrorCodes } from '#contract/errorCode';
import { getLocales } from '#contract/identity';
import { getMapGeojson } from '#contract/map';
import { getMetrics, getTotalMetrics } from '#contract/fleet/metrics';
import { getDeployments, getGreenhouses, getLocations, getOrganisation, getOrganisations } from '#contract/place';
import { getTreatmentsLastDay } from '#contract/fleet/treatment';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, support, withServer } from '../support/contractServer.ts';
import { until } from '../support/until.ts';

const server = withServer();
const asStaff = () => ({ token: server.it().identity.issue(staff) });

it('[CALL-089] [HTTP8] all_devices answers every device, secrets masked', async () => {
  const { result } = await answerOf(server.it().address, getAllDevices, asStaff());
  expect(result).toHaveLength(24);
  const connect = result.find(({ serial }) => serial === 'XC-0031-A');
  expect(connect?.metadata).toMatchObject({
    platform_wifi_credentials: { wifi_ssid: 'serra-xc-0031-a', wifi_password: '***' },
    safety_plc: { admin_password: '***', maintenance_password: '***' },
  });
  expect(result.find(({ serial }) => serial === 'DV-0102')?.metadata).toMatchObject({ access_secret: { value: '***' } });
  expect(result.find(({ serial }) => serial === 'DV-0107')).toMatchObject({ last_seen: null, active_deployment: null, is_live: false });
});

it('[CALL-096] device answers one device as the list has it, and 404 for none', async () => {
  const { address } = server.it();
  const { result } = await answerOf(address, getAllDevices, asStaff());
  for (const device of result.slice(0, 5)) {
    expect(await answerOf(address, getDevice, { ...asStaff(), params: { serial: device.serial } })).toEqual({ result: device });
  }
  expect(await ask(address, getDevice, { ...asStaff(), params: { serial: 'NONE-1' } })).toMatchObject({ status: 404 });
});

it('[CALL-090] [CALL-091] [CALL-031] [CALL-036] [OPEN-41] stages, types, locales and error codes are answered', async () => {
  const { address } = server.it();
  const stages = await answerOf(address, getAllLifeCycleStages, asStaff());
  expect(stages.result).toHaveLength(8);
  expect(stages.result).toContainEqual({ id: 'OPERATIONAL', name: 'Operational' });
  const types = await answerOf(address, getAllDeviceTypes, asStaff());
  expect(types.result).toHaveLength(15);
  expect(types.result.find(({ id }) => id === 'DIV01')?.revisions).toEqual([{ revision_id: 'DV-R1' }, { revision_id: 'DV-R2' }]);
  expect((await answerOf(address, getLocales, asStaff())).result.map(({ id }) => id)).toContain('nl-BE');
  const codes = await answerOf(address, getErrorCodes, asStaff());
  expect(codes.languages).toEqual(['en', 'nl']);
  expect(codes.error_codes['0x01000001']?.description).toMatchObject({ en: 'The emergency stop is pressed.' });
  expect(Object.keys(codes.error_codes).filter((code) => !/^0x[0-9a-f]{8}$/i.test(code))).toEqual([]);
});

const paged = [
  ['[CALL-048] locations', getLocations, 6],
  ['[CALL-051] greenhouses', getGreenhouses, 10],
  ['[CALL-058] organisations', getOrganisations, 5],
  ['[CALL-105] deployments', getDeployments, 22],
] as const;

it.each(paged)('%s: [CALL-113] pages from zero tile the whole list', async (_name, call, total) => {
  const { address } = server.it();
  const seen: string[] = [];
  for (let page = 0; page * 4 < total; page += 1) {
    const answer = await answerOf(address, call, { ...asStaff(), query: { page, per_page: 4 } });
    expect(answer.total).toBe(total);
    seen.push(...answer.results.map(({ id }) => id));
  }
  expect(new Set(seen).size).toBe(total);
  const defaults = await answerOf(address, call, asStaff());
  expect(defaults.results).toHaveLength(Math.min(10, total));
  expect(await answerOf(address, call, { ...asStaff(), query: { page: 99 } })).toEqual({ total, results: [] });
  for (const query of [{ page: -1 }, { page: 'x' }, { per_page: 0 }, { per_page: 101 }, { page: 1.5 }]) {
    expect(await ask(address, call, { ...asStaff(), query })).toMatchObject({ status: 400, ok: false });
  }
});

it('[CALL-059] get_organisation answers its locations, each with greenhouses and deployments', async () => {
  const { result } = await answerOf(server.it().address, getOrganisation, { ...asStaff(), params: { id: 'org-hortus-noord' } });
  expect(result.locations?.map(({ id }) => id)).toEqual(['loc-hortus-noord', 'loc-maasdijk']);
  const hortus = result.locations?.[0];
  expect(hortus?.greenhouses?.map(({ map_id }) => map_id)).toEqual(['hortus-noord-1']);
  expect(hortus?.deployments).toEqual([{ device_serial: 'DV-0102' }, { device_serial: 'DV-0105' }, { device_serial: 'XA-0007' }]);
});

it('[ROLE-022] only a system_admin is informed the authentication group of an organisation', async () => {
  const { address, identity } = server.it();
  const groupFor = async (groups: readonly string[]) => {
    const token = identity.issue(groups);
    const list = await ask(address, getOrganisations, { token });
    const one = await ask(address, getOrganisation, { token, params: { id: 'org-de-linde' } });
    return [list.text, one.text].map((text) => text.includes('authentication_group'));
  };
  expect(await groupFor(staff)).toEqual([true, true]);
  expect(await groupFor(support)).toEqual([false, false]);
  expect(await groupFor(adminOf('de-linde'))).toEqual([false, false]);
});

it('[CALL-045] geojson answers the eight layers of a known version, and 404 for any other', async () => {
  const { address } = server.it();
  const plan = (id: string, version: string, query = {}) => ask(address, getMapGeojson, { ...asStaff(), params: { id, version }, query });
  const found = await plan('de-linde-2', '2.8.0');
  expect(found.ok && Object.keys(found.answer.layers)).toHaveLength(8);
  expect(found.ok && found.answer.layers.lane.features.length).toBeGreaterThan(0);
  expect(await plan('de-linde-2', '2.8.0', { gutter_version: '2.8.0', obstacle_version: '2.0.8' })).toMatchObject({ status: 200 });
  expect(await plan('de-linde-2', '2.8.0', { gutter_version: '9.9.9' })).toMatchObject({ status: 404 });
  expect(await plan('de-linde-2', '9.9.9')).toMatchObject({ status: 404 });
  expect(await plan('nowhere', '2.8.0')).toMatchObject({ status: 404, error: 'NotFound: no such map' });
});

it('[CALL-026] [CALL-027] metrics and their totals are what the devices reported', async () => {
  const { address } = server.it();
  expect((await answerOf(address, getMetrics, asStaff())).result).toEqual([]);
  const reported = { mileage: 12_500.5, laneswitches: 40, active_time: 3_600, uv_switches: 7, uv_active_time: 1_800 };
  await (await server.it().device('LF-0140-23')).tell('metrics', reported);
  await (await server.it().device('XC-0038-B')).tell('metrics', { ...reported, mileage: 500, laneswitches: 2 });
  const { result } = await until('metrics', async () => {
    const answer = await answerOf(address, getMetrics, asStaff());
    return answer.result.length === 2 ? answer : null;
  });
  expect(result[0]).toEqual({
    serial: 'LF-0140-23',
    mileage: { value: 12_500.5 },
    laneswitches: { value: 40 },
    active_time: { value: 3_600 },
    uv_switches: { value: 7 },
    uv_active_time: { value: 1_800 },
  });
  expect(await answerOf(address, getTotalMetrics, asStaff())).toMatchObject({ total_mileage: 13_000.5, total_laneswitches: 42 });
  const token = server.it().identity.issue(adminOf('hortus-noord'));
  expect(await answerOf(address, getTotalMetrics, { token })).toMatchObject({ total_mileage: 500, total_laneswitches: 2 });
});

it('[CALL-085] [INGEST10] treatment/last_day answers treatments of the last 24 hours, newest first; one that begins stops the one before', async () => {
  const { address, now } = server.it();
  // One instant for all times: the wait between two of them is compared to the millisecond.
  const at = now();
  const ago = (hours: number) => new Date(at - hours * 3_600_000).toISOString();
  const device = await server.it().device('LF-0140-23');
  const base = { map_id: 'de-linde-2', mission_id: 'm', treatment_type: 'uv', reached_end: false, total_failed: 1 };
  const report = (treatment_id: string, hours: number, finish_status: string) =>
    device.tell('treatment', {
      ...base,
      treatment_id,
      creation_time: ago(hours),
      start_time: ago(hours - 0.5),
      finish_time: finish_status === '' ? null : ago(hours - 0.6),
      finish_status,
      total_asked: 8,
      total_treated: 6,
    });
  await report('yesterday', 30, 'fully_completed');
  await report('long', 40, '');
  await report('early', 20, 'stopped');
  await report('now', 1, '');
  const answer = await until('treatments', async () => {
    const found = await answerOf(address, getTreatmentsLastDay, asStaff());
    return found.result.length === 3 ? found : null;
  });
  expect(answer.result.map(({ id }) => id)).toEqual(['now', 'early', 'long']);
  expect(answer.result[0]).toMatchObject({
    device_serials: ['LF-0140-23'],
    device_names: ['Lumion 01'],
    map_name: 'De Linde 2',
    in_progress: true,
    wait_time: 1_800,
    stats: { coverage: 0.75, total_asked: 8, total_treated: 6, total_failed: 1 },
  });
  expect(Date.parse(answer.to_dt ?? '') - Date.parse(answer.from_dt ?? '')).toBe(86_400_000);
  await (
    await server.it().device('LF-0141-23')
  ).tell('treatment', {
    ...base,
    treatment_id: 'now',
    creation_time: ago(2),
    start_time: null,
    finish_time: null,
    finish_status: 'failed',
    total_asked: 1,
    total_treated: 0,
  });
  const planned = {
    ...base,
    treatment_id: 'last',
    creation_time: ago(-2),
    start_time: null,
    finish_time: null,
    finish_status: '',
  } as const;
  const jobs = [
    { job_type: 'waiting', object_id: 'waiting - 1200' },
    { job_type: 'uv', object_id: '1', status: 'QUEUED' },
  ];
  await device.tell('treatment', { ...planned, total_asked: 0, total_treated: 0, jobs });
  const later = await until('the last one', async () => {
    const found = await answerOf(address, getTreatmentsLastDay, asStaff());
    return found.result.length === 5 ? found : null;
  });
  const runningIn = (found: typeof later) => found.result.filter(({ finish_status }) => finish_status === '').map(({ id }) => id);
  // A planned one ends none; its start follows from its waiting jobs, here too.
  expect(runningIn(later)).toEqual(['last', 'now']);
  expect(later.result.find(({ id }) => id === 'last')).toMatchObject({ start_time: null, wait_time: 1_200 });
  await device.tell('treatment', { ...planned, start_time: ago(0.05), total_asked: 0, total_treated: 0 });
  const begun = await until('the one before has ended', async () => {
    const found = await answerOf(address, getTreatmentsLastDay, asStaff());
    return runningIn(found).length === 1 ? found : null;
  });
  expect(begun.result.find(({ id }) => id === 'now')).toMatchObject({ device_serials: ['LF-0140-23'], finish_status: 'stopped' });
  // A treatment that its device reports as running runs, whatever the device began before.
  await report('now', 1, '');
  await until('both run', async () => runningIn(await answerOf(address, getTreatmentsLastDay, asStaff())).length === 2);
  await device.tell('treatment', { ...planned, start_time: ago(0.05), total_asked: 3, total_treated: 0 });
  const both = await until('its next report', async () => {
    const found = await answerOf(address, getTreatmentsLastDay, asStaff());
    return found.result.some(({ id, stats }) => id === 'last' && stats?.total_asked === 3) ? found : null;
  });
  expect(runningIn(both)).toEqual(['last', 'now']);
});
