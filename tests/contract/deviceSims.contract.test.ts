import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { postCorrectDevice } from '#contract/devices/correctDevice';
import { getDeviceSims, postDeviceSims, type SimChange } from '#contract/devices/deviceSim';
import { postDeployDevice } from '#contract/devices/deployment';
import { getCloseDeployment } from '#contract/devices/deployment';
import { getDevice, postCreateDevice } from '#contract/devices/device';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, userOf, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { until } from '../support/until.ts';

const server = withServer();
const token = (groups: readonly string[]) => server.it().identity.issue(groups);
const save = (sims: readonly SimChange[], groups = staff) =>
  ask(server.it().address, postDeviceSims, { body: { sims }, token: token(groups) });
const entered = async (groups = staff) => (await answerOf(server.it().address, getDeviceSims, { token: token(groups) })).result;
const of = async (serial: string, groups = staff) => (await entered(groups)).find((sim) => sim.serial === serial);

it('[SIMP3] SIM data are entered, corrected field by field, and removed', async () => {
  expect(await save([{ serial: 'LF-0140-23', customer: ' De Linde ', ctd_data_usage: 4_000_000_000 }])).toMatchObject({ status: 200 });
  expect(await of('LF-0140-23')).toMatchObject({ customer: 'De Linde', rate_plan: null, ctd_data_usage: 4_000_000_000 });
  await save([{ serial: 'LF-0140-23', rate_plan: '5 GB', overage_limit_reached: false }]);
  expect(await of('LF-0140-23')).toMatchObject({ customer: 'De Linde', rate_plan: '5 GB', overage_limit_reached: false });
  await save([{ serial: 'LF-0140-23', customer: null, rate_plan: '', ctd_data_usage: null, overage_limit_reached: null }]);
  expect(await of('LF-0140-23')).toBeUndefined();
});

it('[SIMP4] two people who enter the first data of a device at once both save theirs', async () => {
  const database = openTestDatabase(server.it().databaseUrl);
  onTestFinished(() => database.destroy());
  const saves = await database.transaction().execute(async (tx) => {
    await tx.selectFrom('device').select('serial').where('serial', '=', 'LF-0140-23').forUpdate().execute();
    const both = [save([{ serial: 'LF-0140-23', customer: 'De Linde' }]), save([{ serial: 'LF-0140-23', rate_plan: '5 GB' }])];
    const locked = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await until('both to wait', async () => (await locked.execute(database)).rows.length >= 2);
    return { both };
  });
  expect(await Promise.all(saves.both)).toMatchObject([{ status: 200 }, { status: 200 }]);
  expect(await of('LF-0140-23')).toMatchObject({ customer: 'De Linde', rate_plan: '5 GB' });
  await save([{ serial: 'LF-0140-23', customer: null, rate_plan: null }]);
});

it('[SIMP3] all of an import or nothing is saved', async () => {
  const good = { serial: 'LF-0140-23', customer: 'De Linde' };
  expect(await save([good, { serial: 'NONE', customer: 'x' }])).toMatchObject({ status: 404 });
  expect(await save([good, { serial: 'DV-0105', customer: 'a\nb' }])).toMatchObject({ status: 400 });
  expect(await save([good, good])).toMatchObject({ status: 400 });
  expect(await save([])).toMatchObject({ status: 400 });
  expect(await entered()).toEqual([]);
});

it('[SIMP3] administrators of the owner enter them, its users read them, and others do neither', async () => {
  const [own, other] = ['de-linde', 'hortus-noord'];
  expect(await save([{ serial: 'LF-0140-23', customer: 'Own' }], adminOf(own))).toMatchObject({ status: 200 });
  expect(await save([{ serial: 'LF-0140-23', customer: 'Own' }], userOf(own))).toMatchObject({ status: 403 });
  expect(await save([{ serial: 'LF-0140-23', customer: 'Own' }], adminOf(other))).toMatchObject({ status: 404 });
  expect(await of('LF-0140-23', userOf(own))).toMatchObject({ customer: 'Own' });
  expect(await entered(adminOf(other))).toEqual([]);
});

it('[SIMP3] a next owner sees nothing of the plan of the former one, and keeps nothing of it; a corrected serial takes it along', async () => {
  const { address } = server.it();
  const at = (serial: string, body: object) => ({ params: { serial }, body, token: token(staff) });
  await answerOf(address, postCreateDevice, at('SM-1', { name: 'Sim', device_type: 'LUMION_FIX', hardware_revision_id: 'LF-R2' }));
  await answerOf(address, postDeployDevice, at('SM-1', { location_id: 'loc-de-linde' }));
  await save([{ serial: 'SM-1', customer: 'De Linde', rate_plan: '5 GB' }]);
  await answerOf(address, postCorrectDevice, at('SM-1', { serial: 'SM-2' }));
  expect(await of('SM-2', userOf('de-linde'))).toMatchObject({ customer: 'De Linde' });
  const { result } = await answerOf(address, getDevice, { params: { serial: 'SM-2' }, token: token(staff) });
  await answerOf(address, getCloseDeployment, { params: { id: result.active_deployment?.id ?? '' }, token: token(staff) });
  await answerOf(address, postDeployDevice, at('SM-2', { location_id: 'loc-hortus-noord' }));
  expect(await of('SM-2', userOf('hortus-noord'))).toBeUndefined();
  await save([{ serial: 'SM-2', customer: 'Hortus' }], adminOf('hortus-noord'));
  expect(await of('SM-2', userOf('hortus-noord'))).toMatchObject({ customer: 'Hortus', rate_plan: null });
});
