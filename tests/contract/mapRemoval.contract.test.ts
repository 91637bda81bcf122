import { expect, it } from 'vitest';
import { postArchive, postDeleteMap, postDeleteMapVersion } from '#contract/archive';
import { addressOf } from '#contract/call';
import { getDevice } from '#contract/devices/device';
import { postUpdateGreenhouse } from '#contract/greenhouse';
import { getMapChangelog, getMapGeojson, getMapIds, getMapVersions, postMapUpload } from '#contract/map';
import { getGreenhouses } from '#contract/place';
import { getTreatmentAll } from '#contract/fleet/treatment';
import { aTreatment } from '../support/aTreatment.ts';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, support, withServer } from '../support/contractServer.ts';
import { mapZip, siteVersion } from '../support/mapZip.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { until } from '../support/until.ts';

const server = withServer();
const token = (groups: readonly string[] = staff) => server.it().identity.issue(groups);

async function upload(id: string, b: string, content: Promise<Buffer> = mapZip(b)): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await content)]), 'map.zip');
  const path = `/api/${addressOf(postMapUpload, { a: id, b })}`;
  return (await fetch(server.it().address + path, { method: 'POST', headers: { authorization: `Bearer ${token()}` }, body: form })).status;
}
const removeMap = (id: string, groups = staff) =>
  ask(server.it().address, postDeleteMap, { params: { id }, body: {}, token: token(groups) });
const takeBack = (id: string, version: string, groups = staff) =>
  ask(server.it().address, postDeleteMapVersion, { params: { id, version }, body: {}, token: token(groups) });
const ids = async () => (await answerOf(server.it().address, getMapIds, { token: token() })).result;
const versions = async (id: string) => (await answerOf(server.it().address, getMapVersions, { params: { id }, token: token() })).versions;
const plan = (id: string, version: string) => ask(server.it().address, getMapGeojson, { params: { id, version }, token: token() });

/** How many rows of each table of maps there are. */
async function rowCounts(): Promise<readonly number[]> {
  const database = openTestDatabase(server.it().databaseUrl);
  const counts: number[] = [];
  for (const table of ['site_map', 'map_plan', 'map_layer', 'plan', 'plan_layer', 'plan_piece'] as const) {
    const { count } = await database
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    counts.push(count);
  }
  await database.destroy();
  return counts;
}

it('[MAPDEL1] a map that nothing uses is removed by the staff with all that is stored of it, and can be uploaded anew', async () => {
  const before = await rowCounts();
  expect([await upload('slip-1', '2.1.1'), await upload('slip-1', '2.1.2')]).toEqual([200, 200]);
  expect(await plan('slip-1', '2.1.2')).toMatchObject({ status: 200 });
  expect(await rowCounts()).not.toEqual(before);
  expect(await removeMap('slip-1', adminOf('de-linde'))).toMatchObject({ status: 404 });
  const both = await Promise.all([removeMap('slip-1'), removeMap('slip-1', support)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  expect(await rowCounts()).toEqual(before);
  expect(await ids()).not.toContain('slip-1');
  expect(await plan('slip-1', '2.1.1')).toMatchObject({ status: 404 });
  expect(await upload('slip-1', '2.1.1', mapZip('2.1.1', 9))).toBe(200);
});

it('[MAPDEL1] a map that a greenhouse, a device, a treatment or an incident names stays, with by what it is used; of a shared plan nothing ends', async () => {
  const { address } = server.it();
  const own = { token: token() };
  const device = await server.it().device('LF-0140-23');
  await upload('used-1', '2.1.1');
  await device.tell('treatment', aTreatment('t-used', { map_id: 'used-1' }));
  await until('the treatment', async () => (await answerOf(address, getTreatmentAll, own)).total > 0);
  expect(await removeMap('used-1')).toMatchObject({ status: 409, error: 'Conflict: Serre Noël is used by 1 treatment.' });
  await device.tell('state_data', { 'site/site_id': 'van-houte-1' });
  await until(
    'the report',
    async () => (await answerOf(address, getDevice, { params: { serial: 'LF-0140-23' }, ...own })).result.site_id === 'van-houte-1',
  );
  expect((await removeMap('van-houte-1')).text).toMatch(/is used by greenhouse .* and 1 device\./);
  expect(await removeMap('van-houte-1', adminOf('van-houte'))).toMatchObject({ status: 403 });
  // A map of the demo shares its plan with others.
  const houses = (await answerOf(address, getGreenhouses, { query: { per_page: 100 }, ...own })).results;
  for (const { id } of houses.filter(({ map_id }) => map_id === 'maasdijk-1'))
    await answerOf(address, postUpdateGreenhouse, { params: { id }, body: { map_id: null }, ...own });
  expect(await removeMap('maasdijk-1')).toMatchObject({ status: 200 });
  for (const id of await ids()) {
    const [newest = ''] = (await versions(id)).slice(-1);
    expect((await plan(id, newest.split('#')[0] ?? '')).status).toBe(200);
  }
});

it('[MAPDEL1] assigning a map to a greenhouse while it is removed wins, or finds no such map', async () => {
  const { address } = server.it();
  await upload('race-1', '2.1.1');
  const [house] = (await answerOf(address, getGreenhouses, { query: { per_page: 100 }, token: token() })).results;
  const give = ask(address, postUpdateGreenhouse, { params: { id: house?.id ?? '' }, body: { map_id: 'race-1' }, token: token() });
  const [given, removed] = await Promise.all([give, removeMap('race-1')]);
  expect([
    [200, 409],
    [400, 200],
  ]).toContainEqual([given.status, removed.status]);
});

it('[MAPDEL2] the newest version that was uploaded by mistake is taken back; the next upload has its number again', async () => {
  const { address } = server.it();
  await upload('back-1', '2.1.1');
  const before = await rowCounts();
  await upload('back-1', '2.1.2');
  expect(await takeBack('back-1', '2.1.1')).toMatchObject({
    status: 409,
    error: 'Conflict: Only the newest version of Serre Noël can be taken back, which is 2.1.2.',
  });
  const both = await Promise.all([takeBack('back-1', '2.1.2'), takeBack('back-1', '2.1.2', support)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  expect(await versions('back-1')).toEqual([siteVersion('2.1.1')]);
  expect(await rowCounts()).toEqual(before);
  const changes = await answerOf(address, getMapChangelog, { params: { id: 'back-1', version: '2.1.1' }, token: token() });
  expect(Object.values(changes.changelog ?? {}).every((lines) => lines.length === 1)).toBe(true);
  expect(await takeBack('back-1', '2.1.1')).toMatchObject({
    status: 409,
    error: 'Conflict: 2.1.1 is the only version of Serre Noël: remove the map instead.',
  });
  expect(await upload('back-1', '2.1.2', mapZip('2.1.2', 7))).toBe(200);
  expect((await plan('back-1', '2.1.2')).text.match(/LineString/g)).toHaveLength(7);
});

it.each([
  ['2.1.2', 409],
  [siteVersion('2.1.2'), 409],
  [null, 409],
  ['2.1.1', 200],
])('[MAPDEL2] a version is not taken back while a treatment may be on it: %s', async (map_version, status) => {
  const { address } = server.it();
  const id = `named-${String(map_version).length}-${status}`;
  await upload(id, '2.1.1');
  await upload(id, '2.1.2');
  const device = await server.it().device('LF-0140-23');
  const before = (await answerOf(address, getTreatmentAll, { token: token() })).total;
  await device.tell('treatment', aTreatment(`of-${id}`, map_version === null ? { map_id: id } : { map_id: id, map_version }));
  await until('the treatment', async () => (await answerOf(address, getTreatmentAll, { token: token() })).total > before);
  expect((await takeBack(id, '2.1.2')).status).toBe(status);
});

it('[MAPDEL2] [ARCHIVE3] a version of the seed is not taken back, and an archived map gets no new one', async () => {
  expect((await takeBack('van-houte-2', (await versions('van-houte-2')).at(-1)?.split('#')[0] ?? '')).text).toContain('was not uploaded.');
  await upload('archived-1', '2.1.1');
  await answerOf(server.it().address, postArchive, { params: { kind: 'map', id: 'archived-1' }, body: { archived: true }, token: token() });
  expect(await upload('archived-1', '2.1.2')).toBe(409);
  expect(await versions('archived-1')).toHaveLength(1);
});
