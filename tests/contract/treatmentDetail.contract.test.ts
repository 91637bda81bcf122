import { beforeAll, expect, it } from 'vitest';
import { getReloadConfig, getTakeControl } from '#contract/command';
import { getLogs } from '#contract/devices/deviceEvent';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { getErrorOverview } from '#contract/fleet/machine';
import {
  getCropState,
  getDeleteStats,
  getEventAnalysis,
  getRecalculateStats,
  getTreatmentAll,
  getTreatmentDetail,
  getTreatmentLayer,
  getTreatmentsLastDay,
  type TreatmentJob,
} from '#contract/fleet/treatment';
import { sql } from 'kysely';
import { aTreatment } from '../support/aTreatment.ts';
import { answerOf, ask } from '../support/client.ts';
import { staff, userOf, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import type { TestDevice } from '../support/testDevice.ts';
import { until } from '../support/until.ts';

const server = withServer();
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const uv = (object_id: string, status: TreatmentJob['status'], more: Partial<TreatmentJob> = {}): TreatmentJob => ({
  job_type: 'uv_treatment',
  object_id,
  status,
  gutter: Number.parseInt(object_id, 10) || null,
  ...more,
});
const lit = (treatment_time: number, dosage: number) => ({ treatment_time, dosage });
const jobs: readonly TreatmentJob[] = [
  { job_type: 'waiting', object_id: 'waiting - 60' },
  uv('101', 'COMPLETED', lit(150, 420)),
  uv('102', 'FAILED', { error_code: '0x03000117', ...lit(40, 110) }),
  uv('102', 'COMPLETED', lit(155, 430)),
  uv('103', 'FAILED', { error_code: '0x0A010023' }),
  uv('no such lane', 'COMPLETED', lit(9, 9)),
  uv('104', 'QUEUED'),
];
const whole = {
  version: 3,
  map_version: '2.8.0#4#1#3#2#1#1#2#1',
  test_mission: true,
  jobs: [...jobs],
  creation_time: ago(60),
  start_time: ago(58),
  finish_time: null,
  finish_status: '' as const,
};

const asUser = () => ({ token: server.it().identity.issue(userOf('de-linde')) });
const asStaff = () => ({ token: server.it().identity.issue(staff) });
const detail = async (id: string) => (await answerOf(server.it().address, getTreatmentDetail, { ...asUser(), params: { id } })).result;
const layerOf = async (id: string, layer: string) =>
  (await answerOf(server.it().address, getTreatmentLayer, { ...asUser(), params: { id, layer } })).treatment_layer.features.map(
    ({ properties }) => properties,
  );
const crop = async (asking: { readonly token: string }, map_version = '2.8.0') =>
  (await answerOf(server.it().address, getCropState, { ...asking, query: { map_id: 'de-linde-2', map_version } })).crop_state.features;
const event = (device: TestDevice, minutes: number, more: Readonly<Record<string, unknown>>) =>
  device.publish(deviceTopic(device.serial, 'log'), JSON.stringify({ kind: 'event', time: ago(minutes), level: 'info', ...more }));

let mine: TestDevice;
beforeAll(async () => {
  mine = await server.it().device('LF-0140-23');
  const theirs = await server.it().device('DV-0105');
  await mine.obey();
  const past = { creation_time: ago(3000), start_time: ago(2999), finish_time: ago(2900) };
  await mine.tell('treatment', aTreatment('old', past));
  await mine.tell(
    'treatment',
    aTreatment('far', {
      ...past,
      version: 2,
      map_version: '9.9.9#1#1#1#1#1#1#1#1',
      jobs: [uv('120', 'COMPLETED'), uv('gate', 'COMPLETED', { gutter: 'gate' }), uv('dock', 'COMPLETED')],
    }),
  );
  await mine.tell('treatment', aTreatment('whole', whole));
  const recent = { creation_time: ago(30), start_time: ago(29), finish_time: ago(5) };
  await theirs.tell('treatment', aTreatment('theirs', { map_id: 'de-linde-2', jobs: [uv('115', 'COMPLETED')], ...recent }));
  // A device cannot say what another device did: its ids are its own.
  await theirs.tell('treatment', aTreatment('whole', { ...whole, jobs: [uv('101', 'QUEUED')] }));
  await event(mine, 90, { message: 'before' });
  await event(mine, 50, { message: 'Treatment started', action: { treatment_id: 'whole' }, data: { mission_id: 'UV' } });
  await event(mine, 40, { message: 'Error raised', level: 'error', data: { error_code: '0x03000117' } });
  await event(mine, 45, { message: 'Control changed', data: { controller: 'anna' } });
  await event(theirs, 44, { message: 'of another', action: { treatment_id: 'whole' } });
  await until('all of it', async () => {
    const { total } = await answerOf(server.it().address, getTreatmentAll, { ...asStaff(), query: { per_page: 100 } });
    // The one of another device has the same id, and is another treatment.
    if (total !== 5) return false;
    const { result } = await answerOf(server.it().address, getEventAnalysis, { ...asUser(), params: { id: 'whole' } });
    return result.length === 3;
  });
});

it('[CALL-086] [OPEN-82] the detail holds jobs with their light, the map version it was driven on, and its events', async () => {
  expect(await detail('whole')).toMatchObject({
    id: 'whole',
    version: 3,
    original_version: 3,
    map_id: 'de-linde-2',
    map_version: '2.8.0#4#1#3#2#1#1#2#1',
    test_mission: true,
    jobs,
    events: [{ message: 'Treatment started' }],
    stats: { total_asked: 12, accurately_calculated: false },
  });
});

it('[CALL-086] [TRT-019] one reported in an older form keeps it, since nothing converts it, and has no jobs where none were reported', async () => {
  expect(await detail('old')).toMatchObject({ version: 2, original_version: 2, jobs: null, test_mission: null });
});

it('[CALL-082] [OPEN-55] a layer holds what all jobs of a lane gave it; a lane that got none, and one the plan lacks, are left out', async () => {
  expect(await layerOf('whole', 'treatment_time')).toEqual([
    { object_id: '101', value: 150, unit: 's' },
    { object_id: '102', value: 195, unit: 's' },
  ]);
  expect(await layerOf('whole', 'dosage')).toEqual([
    { object_id: '101', value: 420, unit: 'J/m²' },
    { object_id: '102', value: 540, unit: 'J/m²' },
  ]);
});

it.each(['old', 'far'])('[CALL-082] %s: an older form and a map version that nobody knows give an empty layer', async (id) => {
  expect(await layerOf(id, 'dosage')).toEqual([]);
});

it.each(['crop', 'constructor', 'dosage; drop table treatment', '__proto__'])('[CALL-082] the layer %j is refused', async (layer) => {
  const response = await ask(server.it().address, getTreatmentLayer, { ...asUser(), params: { id: 'whole', layer } });
  expect(response).toMatchObject({ ok: false, status: 400 });
});

it('[CALL-083] [OPEN-83] [LANE3] stats are counted anew from the jobs on lanes of the plan, beside what the device says, again and again alike, until the device counts', async () => {
  const recount = async () =>
    (await answerOf(server.it().address, getRecalculateStats, { ...asUser(), params: { id: 'whole' } })).result.stats;
  const ofDevice = (await detail('whole')).stats;
  const reported = { total_asked: 12, total_treated: ofDevice?.total_treated, total_failed: ofDevice?.total_failed };
  const lanes = { total_asked: 4, total_treated: 2, total_failed: 1, reached_end: false, coverage: 2 / 4 };
  const counted = { ...lanes, accurately_calculated: true, reported: expect.objectContaining(reported) };
  expect(await recount()).toEqual(counted);
  expect(await recount()).toEqual(counted);
  expect((await detail('whole')).stats).toEqual(counted);
  await mine.tell('treatment', aTreatment('whole', { ...whole, total_treated: 7 }));
  await until('its device says', async () => (await detail('whole')).stats?.total_treated === 7);
  expect((await detail('whole')).stats).not.toHaveProperty('reported');
  expect((await detail('whole')).stats?.accurately_calculated).toBe(false);
});

it('[CALL-083] stats are counted from the jobs that are being written, not from those before', async () => {
  const reported = aTreatment('raced', { creation_time: ago(3000), jobs: [uv('101', 'COMPLETED')] });
  await mine.tell('treatment', reported);
  await until('it is there', async () => (await ask(server.it().address, getTreatmentDetail, { ...asUser(), params: { id: 'raced' } })).ok);
  const database = openTestDatabase(server.it().databaseUrl);
  const waiting = () =>
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%treatment%'`.execute(
      database,
    );
  const newer = JSON.stringify([uv('101', 'FAILED'), uv('102', 'FAILED')]);
  const asking = { ...asUser(), params: { id: 'raced' } };
  const [recounted] = await database.transaction().execute(async (tx) => {
    await tx.updateTable('treatment').set({ is_counted: false }).where('treatment_id', '=', 'raced').execute();
    await tx.updateTable('treatment_jobs').set({ jobs: newer }).where('treatment_id', '=', 'raced').execute();
    const answer = answerOf(server.it().address, getRecalculateStats, asking);
    answer.catch(() => undefined);
    await until('it waits', async () => (await waiting()).rows.length > 0);
    return [answer];
  });
  expect((await recounted)?.result.stats).toMatchObject({ total_asked: 2, total_treated: 0, total_failed: 2 });
  await database.destroy();
});

it('[CALL-088] [OPEN-84] [GAP-70] deleted stats are gone until they are recalculated; without jobs the word of the device stands', async () => {
  const asking = { ...asUser(), params: { id: 'old' } };
  expect(await answerOf(server.it().address, getDeleteStats, asking)).toEqual({ result: true });
  expect((await detail('old')).stats).toBeNull();
  const { result } = await answerOf(server.it().address, getRecalculateStats, asking);
  expect(result.stats).toMatchObject({ total_asked: 12, total_treated: 10, accurately_calculated: false });
});

it('[CALL-084] [OPEN-85] what happened during a treatment, oldest first: the words of its own device, and the commands of people', async () => {
  const asking = { ...asUser(), params: { id: 'whole' } };
  const reported = async () => (await answerOf(server.it().address, getEventAnalysis, asking)).result;
  expect(await reported()).toMatchObject([
    { level: 'info', robot: 'LF-0140-23', user: null, data: { message: 'Treatment started', mission_id: 'UV' } },
    { level: 'info', robot: 'LF-0140-23', user: 'anna', data: { message: 'Control changed' } },
    { level: 'error', robot: 'LF-0140-23', user: null, data: { message: 'Error raised', error_code: '0x03000117' } },
  ]);
  const onDevice = { ...asUser(), params: { serial: 'LF-0140-23' } };
  await until('control', async () => (await ask(server.it().address, getTakeControl, onDevice)).ok);
  expect(await ask(server.it().address, getReloadConfig, onDevice)).toMatchObject({ ok: true });
  const last = await until('the command', async () =>
    (await reported()).find(({ data }) => JSON.stringify(data).includes('"reload_config"')),
  );
  expect(last).toMatchObject({ robot: 'LF-0140-23', data: { message: 'Command given', command: 'reload_config' } });
  expect(last.user).not.toBeNull();
});

it('[OLDER1] of more than 1,000 rows a list has the newest, and says that older ones are left out; words that nobody knows are among them', async () => {
  const database = openTestDatabase(server.it().databaseUrl);
  const serial = 'LF-0140-23';
  await sql`insert into device_event (serial, at, received_at, device_time, level, message)
    select ${serial}, at, at, at, case when n = 1004 then 'critical' else 'info' end, 'Row ' || n
    from generate_series(1, 1004) n, lateral (select ${ago(30)}::timestamptz + n * interval '1 second') made (at)`.execute(database);
  await sql`insert into device_log (serial, database_id, timestamp, received_at)
    select ${serial}, 'many ' || n, now() - n * interval '1 minute', now() from generate_series(1, 1001) n`.execute(database);
  await sql`insert into error_period (serial, start_time, stop_time)
    select ${serial}, now() - n * interval '1 minute', now() - n * interval '1 minute' from generate_series(1, 1001) n`.execute(database);
  await sql`insert into treatment (treatment_id, serial, map_id, mission_id, treatment_type, creation_time, finish_status, total_asked, total_treated,
      total_failed, reached_end) select 'many ' || n, ${serial}, '', '', '', now() - n * interval '1 second', 'stopped', 0, 0, 0, false
    from generate_series(1, 1001) n`.execute(database);
  const { address } = server.it();
  const analysed = await answerOf(address, getEventAnalysis, { ...asUser(), params: { id: 'whole' } });
  expect(analysed.has_older).toBe(true);
  expect(JSON.stringify(analysed.result)).toContain('"Row 1004"');
  expect(JSON.stringify(analysed.result)).not.toContain('"Row 1"');
  expect(analysed.result.find(({ level }) => level === 'critical')).toMatchObject({ data: { message: 'Row 1004' } });
  const logs = await answerOf(address, getLogs, { ...asStaff(), params: { serial } });
  const errors = await answerOf(address, getErrorOverview, { ...asStaff(), params: { serial, hours: '48' } });
  const treatments = await answerOf(address, getTreatmentsLastDay, asStaff());
  for (const { result, has_older } of [logs, errors, treatments]) expect([result.length, has_older]).toEqual([1_000, true]);
  expect(await answerOf(address, getLogs, { ...asStaff(), params: { serial: 'DV-0105' } })).not.toHaveProperty('has_older');
  await sql`delete from device_event where message like 'Row %'`.execute(database);
  await sql`delete from treatment where treatment_id like 'many %'`.execute(database);
  await database.destroy();
});

it('[CALL-081] [OPEN-54] the crop state: gutters with light on both sides, one or none in the last week, of what the caller may see', async () => {
  const states = async (asking: { readonly token: string }) =>
    new Map((await crop(asking)).map(({ properties }) => [properties['gutter'], properties['state']]));
  // A test treats nothing.
  const tested = await states(asUser());
  expect([101, 102, 103].map((gutter) => tested.get(gutter))).toEqual([0, 0, 0]);
  const dark = uv('104', 'COMPLETED', lit(0, 0));
  await mine.tell('treatment', aTreatment('whole', { ...whole, test_mission: false, jobs: [...jobs, dark] }));
  await until('it is no test', async () => (await detail('whole')).test_mission === false);
  const seen = await states(asUser());
  expect([101, 102, 103, 104, 120, 121, 115].map((gutter) => seen.get(gutter))).toEqual([0.5, 1, 0.5, 0, 0.5, 0.5, 0]);
  expect((await states(asStaff())).get(115)).toBe(0.5);
  expect((await crop(asUser()))[0]?.properties['calculated_at']).toMatch(/^\d{4}-.*Z$/);
  expect(await crop(asUser(), '2.8.0#4#1#3#2#1#1#2#1')).toHaveLength((await crop(asUser())).length);
});

it('[MAPV3] [MAPV4] the dosage of a sprayer has no unit, and is no crop state', async () => {
  const spray = (object_id: string) => ({ ...uv(object_id, 'COMPLETED', lit(30, 12)), job_type: 'spray', gutter: 118 });
  const sprayed = { ...whole, treatment_type: 'spray', test_mission: false, creation_time: ago(30), jobs: [spray('118')] };
  await mine.tell('treatment', aTreatment('sprayed', sprayed));
  await until('the jobs', async () => (await detail('sprayed').catch(() => null))?.jobs?.length === 1);
  expect(await layerOf('sprayed', 'dosage')).toEqual([{ object_id: '118', value: 12 }]);
  expect(await layerOf('sprayed', 'treatment_time')).toEqual([{ object_id: '118', value: 30, unit: 's' }]);
  const state = (await crop(asUser())).find(({ properties }) => properties['gutter'] === 118)?.properties['state'];
  expect(state).toBe(0);
});

it('[MAPV3] a treatment that names the unit of its dosages has it in its detail and its layer, also after a report without it', async () => {
  const named = { ...whole, treatment_type: 'spray', dosage_unit: 'ml/m²', jobs: [uv('118', 'COMPLETED', lit(30, 12))] };
  await mine.tell('treatment', aTreatment('named', named));
  await until('the jobs', async () => (await detail('named').catch(() => null))?.jobs?.length === 1);
  await mine.tell('treatment', aTreatment('named', { ...named, dosage_unit: undefined, total_treated: 7 }));
  await until('the later report', async () => (await detail('named')).stats?.total_treated === 7);
  expect(await detail('named')).toMatchObject({ dosage_unit: 'ml/m²' });
  expect(await layerOf('named', 'dosage')).toEqual([{ object_id: '118', value: 12, unit: 'ml/m²' }]);
});

it.each([{}, { map_id: 'de-linde-2' }, { map_version: '2.8.0' }])('[CALL-081] %j is refused', async (query) => {
  expect(await ask(server.it().address, getCropState, { ...asUser(), query })).toMatchObject({ ok: false, status: 400 });
});

it.each(['theirs', 'nobody', "' or 1=1 --", '%2e%2e', 'ü'.repeat(60)])('[SEE1] the treatment %j is unknown to every call', async (id) => {
  for (const call of [getTreatmentDetail, getEventAnalysis, getRecalculateStats, getDeleteStats]) {
    expect(await ask(server.it().address, call, { ...asUser(), params: { id } })).toMatchObject({
      ok: false,
      status: 404,
      error: 'NotFound: no such treatment',
    });
  }
  const layer = await ask(server.it().address, getTreatmentLayer, { ...asUser(), params: { id, layer: 'dosage' } });
  expect(layer).toMatchObject({ ok: false, status: 404 });
});
