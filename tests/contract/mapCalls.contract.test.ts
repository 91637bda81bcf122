import { expect, it } from 'vitest';
import {
  getAllMaps,
  getMapChangelog,
  getMapDetail,
  getMapGeojson,
  getMapIds,
  getMapVersions,
  type Feature,
  type PlanLayers,
} from '#contract/map';
import { getCropState } from '#contract/fleet/treatment';
import { partsOf } from '#domain/places/mapVersion';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, withServer } from '../support/contractServer.ts';

const server = withServer();
const asStaff = () => ({ token: server.it().identity.issue(staff) });
const MAP = 'van-houte-1';
const VERSIONS = [
  '3.3.0#3.3.0#1.0.0#3.3.0#3.0.3#1.0.0#1.0.2#1.3.0#1.0.0',
  '3.4.1#3.4.1#1.0.0#3.4.0#3.0.4#1.0.0#1.0.2#1.4.0#1.0.0',
  '3.4.2#3.4.2#1.0.0#3.4.0#3.0.4#1.0.0#1.0.2#1.4.0#1.0.0',
];
const numbers = ({ gutter }: PlanLayers) => gutter.features.map(({ properties }) => properties['number']);
const tankOf = ({ obstacle }: PlanLayers): Feature | undefined => obstacle.features.find(({ properties }) => properties['type'] === 'tank');

async function planOf(version: string, query: Readonly<Record<string, string>> = {}) {
  const params = { id: MAP, version };
  return (await answerOf(server.it().address, getMapGeojson, { ...asStaff(), params, query })).layers;
}

it('[CALL-041] [CALL-113] [OPEN-46] maps are answered page by page, each with its versions, newest last', async () => {
  const { address } = server.it();
  const seen: string[] = [];
  for (const page of [0, 1, 2, 3]) {
    const answer = await answerOf(address, getAllMaps, { ...asStaff(), query: { page, per_page: 3 } });
    expect(answer.total).toBe(10);
    seen.push(...answer.results.map(({ id }) => id));
  }
  expect(new Set(seen).size).toBe(10);
  const { results } = await answerOf(address, getAllMaps, { ...asStaff(), query: { per_page: 100 } });
  expect(results.find(({ id }) => id === MAP)).toEqual({
    id: MAP,
    name: 'Van Houte Tomaten 1',
    archived: false,
    greenhouse_id: 'gh-van-houte-1',
    map_name: 'Van Houte Tomaten 1',
    greenhouse_type: 'Head walkway',
    versions: VERSIONS,
  });
  for (const query of [{ page: -1 }, { per_page: 0 }, { per_page: 101 }, { page: "0' or 1=1" }]) {
    expect(await ask(address, getAllMaps, { ...asStaff(), query })).toMatchObject({ status: 400 });
  }
});

it('[CALL-047] [OPEN-53] ids are those of the maps a person may see', async () => {
  const { address, identity } = server.it();
  expect((await answerOf(address, getMapIds, asStaff())).result).toHaveLength(10);
  const token = identity.issue(adminOf('van-houte'));
  expect((await answerOf(address, getMapIds, { token })).result).toEqual([MAP, 'van-houte-2']);
  expect((await answerOf(address, getMapIds, { token: identity.issue(['user_type:organisation_user']) })).result).toEqual([]);
});

it('[CALL-042] [CALL-044] [OPEN-47] [OPEN-50] versions have nine parts, and the detail lists each layer with its own', async () => {
  const { address } = server.it();
  const asked = { ...asStaff(), params: { id: MAP } };
  expect(await answerOf(address, getMapVersions, asked)).toEqual({ versions: VERSIONS });
  const { detail } = await answerOf(address, getMapDetail, asked);
  expect(detail).toMatchObject({ id: MAP, versions: VERSIONS, gutter_version: '3.4.0', obstacle_version: '3.0.4' });
  expect(detail.layers).toHaveLength(9);
  expect(detail.layers).toContainEqual({ name: 'gutter', versions: ['3.3.0', '3.4.0'] });
  expect(detail.layers).toContainEqual({ name: 'TO', versions: ['1.0.2'] });
});

it('[CALL-045] [OPEN-51] [OPEN-48] versions differ: gutters were added, the tank was moved, and a layer of another version can be asked for', async () => {
  const [now, before] = [await planOf('3.4.2'), await planOf('3.3.0')];
  const added = numbers(now).filter((number) => !numbers(before).includes(number));
  expect(added).toHaveLength(2);
  expect(tankOf(now)).not.toEqual(tankOf(before));
  expect(await planOf('3.4.1')).toEqual(now);
  const mixed = await planOf('3.4.2', { gutter_version: '3.3.0' });
  expect([mixed.gutter, mixed.obstacle]).toEqual([before.gutter, now.obstacle]);
  expect((await planOf('3.4.2', { obstacle_version: '3.0.3' })).obstacle).toEqual(before.obstacle);
  const { crop_state } = await answerOf(server.it().address, getCropState, {
    ...asStaff(),
    query: { map_id: MAP, map_version: VERSIONS[0] ?? '' },
  });
  expect(crop_state.features).toHaveLength(before.gutter.features.length);
});

it('[CALL-043] [OPEN-49] the changelog says by layer what the drawings show, newest first, up to the version', async () => {
  const { address, now } = server.it();
  const read = async (version: string) =>
    (await answerOf(address, getMapChangelog, { ...asStaff(), params: { id: MAP, version } })).changelog ?? {};
  const whole = await read('3.4.2');
  expect(Object.keys(whole)).toEqual(Object.keys(partsOf(VERSIONS[2] ?? '') ?? {}));
  const [plan, older] = [await planOf('3.4.2'), await planOf('3.3.0')];
  const added = numbers(plan).filter((number) => !numbers(older).includes(number));
  expect(whole['gutter']).toMatchObject([
    { version: '3.4.0', message: `Gutters ${added.join(' and ')} added` },
    { version: '3.3.0', message: 'First version' },
  ]);
  expect(whole['obstacle']?.[0]?.message).toBe('Tank moved 4 m south');
  expect(whole['site']?.map(({ version }) => version)).toEqual(['3.4.2', '3.4.1', '3.3.0']);
  for (const changes of Object.values(whole)) {
    const at = changes.map(({ timestamp }) => Date.parse(timestamp ?? ''));
    expect(at).toEqual(at.toSorted((a, b) => b - a));
    expect(Math.max(...at)).toBeLessThan(now());
  }
  expect((await read('3.3.0'))['gutter']?.map(({ version }) => version)).toEqual(['3.3.0']);
});

it.each(['9.9.9', '3.4.-1', '-1', '3.4', VERSIONS[2] ?? '', "3.4.2' or '1'='1", '%', '3.4.2#3.4.2#1.0.0#3.4.0#3.0.4#1.0.0#1.0.2#1.4.0'])(
  '[CALL-043] [CALL-045] the version %j in a path is unknown',
  async (version) => {
    const asked = { ...asStaff(), params: { id: MAP, version } };
    for (const call of [getMapGeojson, getMapChangelog]) {
      expect(await ask(server.it().address, call, asked)).toMatchObject({ ok: false, status: 404 });
    }
  },
);

it.each([{ gutter_version: '9.9.9' }, { obstacle_version: '3.4.0' }, { gutter_version: "3.4.0'--" }, { gutter_version: '' }])(
  '[CALL-045] a layer version the map does not have is unknown: %j',
  async (query) => {
    const asked = { ...asStaff(), params: { id: MAP, version: '3.4.2' }, query };
    const { status } = await ask(server.it().address, getMapGeojson, asked);
    // An empty parameter is left out of an address.
    expect(status).toBe(Object.values(query).includes('') ? 200 : 404);
  },
);
