import { beforeAll, expect, it } from 'vitest';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { getTreatmentAll, getTreatmentDownload, getTreatmentsSync, type Treatment } from '#contract/fleet/treatment';
import { REQUEST_ID_HEADER } from '#contract/call';
import { getMachines } from '#contract/fleet/machine';
import { DAY_MS } from '#domain/text/timeUnits';
import { answerOf, ask } from '../support/client.ts';
import { staff, userOf, withServer } from '../support/contractServer.ts';
import { A_WEEK_AGO, aTreatment } from '../support/aTreatment.ts';
import { until } from '../support/until.ts';
import type { TestDevice } from '../support/testDevice.ts';

const server = withServer();
const NOW = A_WEEK_AGO;
const created = (days: number) => ({ creation_time: new Date(NOW - days * DAY_MS).toISOString() });

const asUser = (query: Readonly<Record<string, unknown>> = {}) => ({ query, token: server.it().identity.issue(userOf('de-linde')) });
const asStaff = (query: Readonly<Record<string, unknown>> = {}) => ({ query, token: server.it().identity.issue(staff) });
const listed = (asking: ReturnType<typeof asUser>) => answerOf(server.it().address, getTreatmentAll, asking);
const idsOf = async (asking: ReturnType<typeof asUser>) => (await listed(asking)).results.map(({ id }) => id);

const says = (device: TestDevice, treatment_id: string, minute: number, reason: string | null, serial = device.serial) =>
  device.publish(
    deviceTopic(serial, 'log'),
    JSON.stringify({
      kind: 'event',
      time: new Date(NOW + minute * 60_000).toISOString(),
      level: 'warning',
      message: `lane ${minute}`,
      data: reason === null ? { lane: minute } : { no_recovery_reason: reason },
      action: { treatment_id },
    }),
  );

beforeAll(async () => {
  const mine = await server.it().device('LF-0140-23');
  const theirs = await server.it().device('DV-0105');
  for (const days of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) {
    await mine.tell('treatment', aTreatment(`t-${String(days).padStart(2, '0')}`, created(days)));
  }
  await mine.tell(
    'treatment',
    aTreatment('t-00', { ...created(0), map_id: 'de-linde-1', start_time: null, finish_time: null, finish_status: '' }),
  );
  await theirs.tell('treatment', aTreatment('theirs', { ...created(2), map_id: 'maasdijk-2' }));
  await says(mine, 't-01', 1, 'battery low');
  await says(mine, 't-01', 2, null);
  await says(mine, 't-01', 3, 'lane blocked');
  await says(mine, 't-01', 4, 'battery low');
  await says(theirs, 't-01', 5, 'reported by another');
  await says(mine, 'theirs', 6, 'reported by another');
  await until('all of it', async () => {
    const { total, results } = await listed(asStaff({ per_page: 100 }));
    return total === 14 && results.some(({ events }) => events?.length === 3);
  });
});

it('[CALL-080] [OPEN-81] [OPEN-34] a page at a time, newest first; a page beyond the last is empty with the right total', async () => {
  const first = await listed(asUser({ device_serial: 'LF-0140-23' }));
  expect([first.total, first.results.map(({ id }) => id)]).toEqual([
    13,
    ['t-00', 't-01', 't-02', 't-03', 't-04', 't-05', 't-06', 't-07', 't-08', 't-09'],
  ]);
  expect(await idsOf(asUser({ device_serial: 'LF-0140-23', page: 1 }))).toEqual(['t-10', 't-11', 't-12']);
  expect(await idsOf(asUser({ per_page: 2, page: 3 }))).toEqual(['t-06', 't-07']);
  expect(await listed(asUser({ page: 9 }))).toEqual({ total: 13, results: [] });
});

it('[CALL-080] [GAP-68] a row says rows asked and treated, coverage, whether it reached the end, and its map', async () => {
  const { results } = await listed(asUser({ per_page: 2 }));
  expect(results[1]).toMatchObject({
    device_serials: ['LF-0140-23'],
    map_name: 'De Linde 2',
    mission_id: 'UV night, rows 1-12',
    finish_status: 'partially_completed',
    stats: { total_asked: 12, total_treated: 10, total_failed: 1, reached_end: true },
  });
  expect(results[1]?.stats?.coverage).toBeCloseTo(10 / 12);
  expect(results[0]).toMatchObject({ start_time: null, finish_status: '', in_progress: false });
});

it.each([
  ['map_id', { map_id: 'de-linde-1' }, ['t-00']],
  ['an unknown map', { map_id: 'nowhere' }, []],
  ['from', { from: created(2).creation_time }, ['t-00', 't-01', 't-02']],
  ['to', { to: created(11).creation_time }, ['t-11', 't-12']],
  ['from and to', { from: created(5).creation_time, to: created(4).creation_time }, ['t-04', 't-05']],
  ['from after to', { from: created(4).creation_time, to: created(5).creation_time }, []],
  ['an unknown serial', { device_serial: 'DV-9999' }, []],
  ['a foreign serial', { device_serial: 'DV-0105' }, []],
  ['a foreign map', { map_id: 'maasdijk-2' }, []],
])('[CALL-080] [SEE1] filtered by %s', async (_name, query, ids) => {
  const { total, results } = await listed(asUser(query));
  expect([total, results.map(({ id }) => id)]).toEqual([ids.length, ids]);
});

it.each([{ page: -1 }, { page: 'x' }, { per_page: 0 }, { per_page: 101 }, { from: 'yesterday' }, { to: '2026-03-04 13:00' }])(
  '[CALL-080] %j is refused',
  async (query) => {
    expect(await ask(server.it().address, getTreatmentAll, asUser(query))).toMatchObject({ ok: false, status: 400 });
  },
);

const reasons = ({ events }: Partial<Treatment> = {}) => events?.map(({ data }) => data?.['no_recovery_reason']);

it('[OPEN-115] [MAINT6] a treatment holds the reasons its own device reported, and no other', async () => {
  const { results } = await listed(asStaff({ per_page: 100 }));
  const row = (id: string) => results.find((one) => one.id === id);
  expect(reasons(row('t-01'))).toEqual(['battery low', 'lane blocked', 'battery low']);
  expect(reasons(row('theirs'))).toEqual([]);
  expect(reasons(row('t-02'))).toEqual([]);
});

it('[CALL-087] [OPEN-86] a treatment is a json file that is saved, with all of its events', async () => {
  const token = asUser().token;
  const response = await ask(server.it().address, getTreatmentDownload, { params: { id: 't-01' }, token });
  expect(response.headers.get('content-disposition')).toContain('attachment; filename="treatment_t-01.json"');
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(response).toMatchObject({ ok: true, answer: { id: 't-01', mission_id: 'UV night, rows 1-12' } });
  expect(response.ok && response.answer.events?.map(({ message }) => message)).toEqual(['lane 1', 'lane 2', 'lane 3', 'lane 4']);
});

it('[CALL-087] [SEE1] a foreign treatment is as unknown as one that does not exist', async () => {
  const token = asUser().token;
  const [foreign, unknown] = await Promise.all(
    ['theirs', 'nobody'].map((id) => ask(server.it().address, getTreatmentDownload, { params: { id }, token })),
  );
  expect([foreign?.status, foreign?.text]).toEqual([404, unknown?.text]);
});

const sync = (serial: string, token = asUser().token, headers: Readonly<Record<string, string>> = {}) =>
  ask(server.it().address, getTreatmentsSync, { params: { serial }, token, headers });

it('[CALL-006] [OPEN-33] an online device is asked to send its treatments, and success is its own word', async () => {
  const device = await server.it().device('LF-0141-23');
  const commands = await device.obey();
  await until('it is online', async () => (await sync('LF-0141-23')).ok);
  expect(commands.at(-1)).toMatchObject({ command: 'sync', arguments: {}, epoch: null });
  await device.close();
});

it('[CALL-006] a device that says that it could not answers false; the same request is one command', async () => {
  const device = await server.it().device('LF-0142-23');
  const commands = await device.receive();
  await device.stay();
  await until('it is online', async () =>
    Object.keys((await answerOf(server.it().address, getMachines, asUser())).result).includes('LF-0142-23'),
  );
  const same = { [REQUEST_ID_HEADER]: crypto.randomUUID() };
  const { token } = asUser();
  const asked = [sync('LF-0142-23', token, same), sync('LF-0142-23', token, same)];
  const { command_id } = await until('the command', () => commands[0]);
  await device.answer(command_id, 'failed', 'no disk');
  expect(await Promise.all(asked)).toMatchObject([{ answer: { success: false } }, { answer: { success: false } }]);
  expect(commands).toHaveLength(1);
});

it.each([
  ['offline', 'LF-0143-23', 409, /^Conflict: /],
  ['foreign', 'DV-0105', 404, /^NotFound: no such device$/],
  ['unknown', 'DV-9999', 404, /^NotFound: no such device$/],
])('[CALL-006] [SEE1] a device that is %s receives nothing', async (_name, serial, status, error) => {
  expect(await sync(serial)).toMatchObject({ ok: false, status, error: expect.stringMatching(error) });
});
