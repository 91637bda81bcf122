import { expect, it } from 'vitest';
import { postDeleteMap, postDeleteMapVersion } from '#contract/archive';
import { getAuditLines } from '#contract/audit';
import { addressOf } from '#contract/call';
import { getGreenhouseByMap, postUpdateGreenhouse } from '#contract/greenhouse';
import { getAllMaps, getMapDetail, getMapGeojson, getMapIds, getMapVersions, postMapUpload } from '#contract/map';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { anIncident } from '../support/anIncident.ts';
import { aTreatment } from '../support/aTreatment.ts';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, withServer } from '../support/contractServer.ts';
import { lanesText, siteVersion, zipOf } from '../support/mapZip.ts';
import type { TestDevice } from '../support/testDevice.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { until } from '../support/until.ts';

const server = withServer();
const token = (groups: readonly string[] = staff) => server.it().identity.issue(groups);

interface About {
  readonly version?: string;
  readonly name?: string;
  readonly greenhouse_type?: string;
  /** The number of gutters in the file. */
  readonly gutters?: number;
}

async function upload(id: string, b: string, { gutters = 1, ...about }: About = {}) {
  const content = await zipOf({
    'map.json': JSON.stringify({ version: siteVersion(b), ...about }),
    'lane.geojson': lanesText(2),
    'gutter.geojson': lanesText(gutters),
  });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), 'map.zip');
  const reply = await fetch(`${server.it().address}/api/${addressOf(postMapUpload, { a: id, b })}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token()}` },
    body: form,
  });
  return [reply.status, await reply.text()] as const;
}
const ids = async (groups = staff) => (await answerOf(server.it().address, getMapIds, { token: token(groups) })).result;
const listed = async (groups = staff) =>
  (await answerOf(server.it().address, getAllMaps, { query: { per_page: 100 }, token: token(groups) })).results;
const mapOf = async (id: string, groups = staff) => (await listed(groups)).find((map) => map.id === id);
const give = (id: string, body: object) => answerOf(server.it().address, postUpdateGreenhouse, { params: { id }, body, token: token() });

it('[MAPV7] name and type of a map become those of a later file that has them; the record has the change', async () => {
  const words = async () => {
    const map = await mapOf('typo-1');
    return [map?.name, map?.map_name, map?.greenhouse_type];
  };
  await upload('typo-1', '2.1.1');
  expect(await words()).toEqual(['typo-1', 'typo-1', 'UNKNOWN']);
  await upload('typo-1', '2.1.2', { name: 'Van Hote 1', greenhouse_type: 'VENLO' });
  expect(await words()).toEqual(['Van Hote 1', 'Van Hote 1', 'VENLO']);
  await upload('typo-1', '2.1.3', { name: 'Van Houte 1' });
  expect(await words()).toEqual(['Van Houte 1', 'Van Houte 1', 'VENLO']);
  // An older file is refused, and changes nothing; one without a name keeps it.
  expect((await upload('typo-1', '2.1.2', { name: 'Old' }))[0]).toBe(409);
  await upload('typo-1', '2.1.4');
  expect(await words()).toEqual(['Van Houte 1', 'Van Houte 1', 'VENLO']);
  const { results } = await answerOf(server.it().address, getAuditLines, { query: { about: 'typo-1' }, token: token() });
  const changes = results.flatMap((line) => (line.changes ?? []).map(({ field, from, to }) => `${field}: ${from} > ${to}`));
  expect(changes).toEqual(expect.arrayContaining(['name: Van Hote 1 > Van Houte 1', 'greenhouse_type: UNKNOWN > VENLO']));
});

it('[MAPV7] [MAPDEL2] with a version that is taken back, name and type of before it return; the record has the change', async () => {
  const words = async () => {
    const map = await mapOf('back-1');
    return [map?.name, map?.greenhouse_type];
  };
  const takeBack = (version: string) =>
    answerOf(server.it().address, postDeleteMapVersion, { params: { id: 'back-1', version }, body: {}, token: token() });
  await upload('back-1', '2.1.1', { name: 'Van Houte 1', greenhouse_type: 'PLASTIC' });
  await upload('back-1', '2.1.2', { name: 'Maasdijk 2', greenhouse_type: 'VENLO' });
  await upload('back-1', '2.1.3', { name: 'Maasdijk 3' });
  await takeBack('2.1.3');
  expect(await words()).toEqual(['Maasdijk 2', 'VENLO']);
  await takeBack('2.1.2');
  expect(await words()).toEqual(['Van Houte 1', 'PLASTIC']);
  const { results } = await answerOf(server.it().address, getAuditLines, { query: { about: 'back-1' }, token: token() });
  const changes = results.flatMap((line) => (line.changes ?? []).map(({ field, from, to }) => `${field}: ${from} > ${to}`));
  expect(changes).toEqual(expect.arrayContaining(['name: Maasdijk 2 > Van Houte 1', 'greenhouse_type: VENLO > PLASTIC']));
  // An upload that an earlier version of the server stored has no name of before, and changes nothing.
  await upload('back-1', '2.1.2');
  const database = openTestDatabase(server.it().databaseUrl);
  await database.updateTable('map_plan').set({ name_before: null, greenhouse_type_before: null }).where('map_id', '=', 'back-1').execute();
  await database.destroy();
  await takeBack('2.1.2');
  expect(await words()).toEqual(['Van Houte 1', 'PLASTIC']);
});

it.each([
  ['kas-1', 'Kas-1', 409, 'Conflict: There is a map Kas-1'],
  ['KAS-1', 'Kas-1', 409, 'Conflict: There is a map Kas-1'],
  ['Kas-1 ', 'Kas-1', 400, 'Invalid: a map id has 1 to 100 letters, digits, blanks, dots, dashes or underscores, and no blank around it'],
  [' Kas-1', 'Kas-1', 400, 'Invalid: a map id has 1 to 100 letters, digits, blanks, dots, dashes or underscores, and no blank around it'],
])('[MAPV8] the id %j is refused beside %s', async (id, known, status, error) => {
  await upload(known, '2.1.1');
  const before = await ids();
  const sent = await upload(id, '2.1.2');
  expect([sent[0], JSON.parse(sent[1])]).toEqual([status, { error }]);
  expect(await ids()).toEqual(before);
});

it('[MAPV8] of two new maps sent at once whose ids differ in case, one is saved; the id as it is there takes a new version', async () => {
  const sent = await Promise.all([upload('Twin-1', '2.1.1'), upload('twin-1', '2.1.1')]);
  expect(sent.map(([status]) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const saved = (await ids()).filter((id) => id.toLowerCase() === 'twin-1');
  expect(saved).toHaveLength(1);
  expect((await upload(saved[0] ?? '', '2.1.2'))[0]).toBe(200);
});

it('[MAPV9] a version shows the gutters of its own file, also where a newer file has the same gutter version', async () => {
  await upload('drawn-1', '2.1.1', { gutters: 2 });
  await upload('drawn-1', '2.1.2', { gutters: 5 });
  await upload('drawn-1', '2.1.3', { gutters: 7, version: siteVersion('2.1.3').replace('#1.0.0#1.0.0', '#1.0.0#1.1.0') });
  const gutters = async (version: string, query: { readonly gutter_version?: string } = {}) =>
    (await answerOf(server.it().address, getMapGeojson, { params: { id: 'drawn-1', version }, query, token: token() })).layers.gutter
      .features.length;
  expect([await gutters('2.1.1'), await gutters('2.1.2'), await gutters('2.1.3')]).toEqual([2, 5, 7]);
  // The console always names the gutter version: its own changes nothing, another one is that of the newest file that has it.
  expect(await gutters('2.1.1', { gutter_version: '1.0.0' })).toBe(2);
  expect(await gutters('2.1.1', { gutter_version: '1.1.0' })).toBe(7);
  expect(await gutters('2.1.3', { gutter_version: '1.0.0' })).toBe(5);
});

it('[MAPV9] a version that was not uploaded has the drawings with which its map was created, also after an upload with the same layer versions', async () => {
  const id = 'de-linde-3';
  const plan = async (version: string, query: { readonly gutter_version?: string } = {}) => {
    const { layers } = await answerOf(server.it().address, getMapGeojson, { params: { id, version }, query, token: token() });
    return [layers.gutter.features.length, layers.obstacle.features.length];
  };
  const { versions } = await answerOf(server.it().address, getMapVersions, { params: { id }, token: token() });
  const sites = versions.map((version) => version.split('#'));
  const [newest = []] = sites.slice(-1);
  const before = await Promise.all(sites.map(([dotted = '']) => plan(dotted)));
  // An older version shows the gutters of the newest one, whose version it is given.
  const [[oldest = '', , , oldGutter] = []] = sites;
  const [, , , newGutter = ''] = newest;
  expect(oldGutter).not.toBe(newGutter);
  expect((await plan(oldest, { gutter_version: newGutter }))[0]).toBe(before.at(-1)?.[0]);
  await upload(id, '9.1.1', { gutters: 1, version: ['9.1.1', '9.1.1', ...newest.slice(2)].join('#') });
  expect(await Promise.all(sites.map(([dotted = '']) => plan(dotted)))).toEqual(before);
  expect(await plan('9.1.1')).toEqual([1, 0]);
});

it('[ONEMAP5] a map has the greenhouse whose people see it, also after another map replaced it; null where only staff does', async () => {
  await upload('wrong-1', '2.1.1');
  const home = async (groups = staff) => (await mapOf('wrong-1', groups))?.greenhouse_id;
  expect(await home()).toBeNull();
  await give('gh-hortus-noord-1', { map_id: 'wrong-1' });
  expect(await home()).toBe('gh-hortus-noord-1');
  await give('gh-hortus-noord-1', { map_id: 'hortus-noord-1' });
  expect([await home(), await home(adminOf('hortus-noord'))]).toEqual(['gh-hortus-noord-1', 'gh-hortus-noord-1']);
  const { detail } = await answerOf(server.it().address, getMapDetail, { params: { id: 'wrong-1' }, token: token() });
  expect(detail.greenhouse_id).toBe('gh-hortus-noord-1');
  await give('gh-van-houte-1', { map_id: 'wrong-1' });
  expect([await home(), await home(adminOf('hortus-noord'))]).toEqual(['gh-van-houte-1', undefined]);
  await give('gh-van-houte-1', { map_id: 'van-houte-1' });
});

it('[ONEMAP6] a map taken from a greenhouse is seen by staff alone, and its client name is removed by null; empty texts keep both', async () => {
  const organisation = adminOf('hortus-noord');
  await upload('taken-1', '2.1.1');
  await give('gh-hortus-noord-1', { map_id: 'taken-1', client_name: 'Eerste' });
  expect(await ids(organisation)).toContain('taken-1');
  expect((await give('gh-hortus-noord-1', { map_id: '', client_name: '' })).result).toMatchObject({
    map_id: 'taken-1',
    client_name: 'Eerste',
  });
  expect((await give('gh-hortus-noord-1', { map_id: null, client_name: null })).result).toMatchObject({ map_id: null, client_name: null });
  expect(await ids(organisation)).not.toContain('taken-1');
  expect(await mapOf('taken-1')).toMatchObject({ greenhouse_id: null });
  // Taking away nothing leaves the home of replaced maps.
  expect(await mapOf('hortus-noord-1')).toMatchObject({ greenhouse_id: 'gh-hortus-noord-1' });
  expect((await answerOf(server.it().address, getGreenhouseByMap, { params: { mapId: 'taken-1' }, token: token() })).result).toBeNull();
  await give('gh-hortus-noord-1', { map_id: 'hortus-noord-1' });
});

it.each<readonly [string, (robot: TestDevice, map: string) => Promise<unknown>]>([
  ['device', (robot, map) => robot.tell('state_data', { 'site/site_id': map })],
  ['treatment', (robot, map) => robot.tell('treatment', aTreatment(`t-${map}`, { map_id: map }))],
  ['incident', (robot, map) => robot.publish(deviceTopic('LF-0140-23', 'log'), JSON.stringify(anIncident(`i-${map}`, { map_id: map })))],
])('[ONEMAP6] a map in use by one %s that is taken from its greenhouse keeps its people, who can undo that', async (use, report) => {
  const organisation = adminOf('de-linde');
  const map = `used-${use}`;
  await upload(map, '2.1.1');
  await give('gh-de-linde-1', { map_id: map });
  await report(await server.it().device('LF-0140-23'), map);
  const removal = () => ask(server.it().address, postDeleteMap, { params: { id: map }, body: {}, token: token() });
  await until('the use', async () => (await removal()).text.includes(`1 ${use}`));
  const body = (map_id: string | null) => ({ params: { id: 'gh-de-linde-1' }, body: { map_id }, token: token(organisation) });
  expect((await answerOf(server.it().address, postUpdateGreenhouse, body(null))).result.map_id).toBeNull();
  expect(await mapOf(map, organisation)).toMatchObject({ greenhouse_id: 'gh-de-linde-1' });
  expect((await answerOf(server.it().address, postUpdateGreenhouse, body(map))).result.map_id).toBe(map);
  await give('gh-de-linde-1', { map_id: 'de-linde-1' });
});

it('[ONEMAP9] a map is taken from a greenhouse only while it is the one that was asked about', async () => {
  await upload('asked-1', '2.1.1');
  const take = (expected_map_id: string) =>
    ask(server.it().address, postUpdateGreenhouse, {
      params: { id: 'gh-hortus-noord-1' },
      body: { map_id: null, expected_map_id },
      token: token(),
    });
  const home = async (id: string) => (await mapOf(id))?.greenhouse_id;
  await give('gh-hortus-noord-1', { map_id: 'asked-1' });
  const error = 'Conflict: The map of this greenhouse changed meanwhile.';
  for (const other of ['hortus-noord-1', '']) expect(await take(other)).toMatchObject({ status: 409, error });
  expect(await home('asked-1')).toBe('gh-hortus-noord-1');
  expect(await take('asked-1')).toMatchObject({ status: 200 });
  // Sent again, it is done already.
  expect(await take('asked-1')).toMatchObject({ status: 200 });
  expect(await home('asked-1')).toBeNull();
  await give('gh-hortus-noord-1', { map_id: 'hortus-noord-1' });
});

it('[ONEMAP6] a map that two greenhouses have, as data of an earlier version may say, stays with the other one', async () => {
  const database = openTestDatabase(server.it().databaseUrl);
  await database.updateTable('greenhouse').set({ map_id: 'van-houte-1' }).where('id', '=', 'gh-van-houte-2').execute();
  await give('gh-van-houte-1', { map_id: null });
  expect(await mapOf('van-houte-1')).toMatchObject({ greenhouse_id: 'gh-van-houte-2' });
  await database.destroy();
});
