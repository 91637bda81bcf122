import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { getAllMaps, getMapChangelog, getMapGeojson, getMapIds, getMapVersions, postMapUpload } from '#contract/map';
import { addressOf } from '#contract/call';
import { z } from '#contract/schema';
import { readMap } from '#server/maps/upload/readMap';
import { getGreenhouseByMap, postCreateGreenhouse, postUpdateGreenhouse } from '#contract/greenhouse';
import { getGreenhouses } from '#contract/place';
import { settleMaps } from '#server/locations/settleMaps';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, userOf, withServer } from '../support/contractServer.ts';
import { nextMapVersion } from '#domain/places/mapUpload';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { until } from '../support/until.ts';

const server = withServer();
const asStaff = () => server.it().identity.issue(staff);
const MAP = 'van-houte-1';

interface Zipped {
  readonly name: string;
  readonly text: string;
  readonly mode?: number;
}

async function zipOf(entries: readonly Zipped[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, text, mode } of entries) zip.addBuffer(Buffer.from(text), name, mode === undefined ? {} : { mode });
  zip.end();
  return buffer(zip.outputStream);
}

const square = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [4, 0],
      [4, 1],
      [0, 1],
      [0, 0],
    ],
  ],
};
const collection = (...ids: readonly string[]) =>
  JSON.stringify({ type: 'FeatureCollection', features: ids.map((id) => ({ type: 'Feature', geometry: square, properties: { id } })) });
const version = (site: string, gutter = '1.0.0') => `${site}#${site}#1.0.0#${gutter}#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0`;
const about = (full: string, more: object = {}): Zipped => ({ name: 'map.json', text: JSON.stringify({ version: full, ...more }) });
const lanes: Zipped = { name: 'lane.geojson', text: collection('101', '102') };

interface Sent {
  readonly status: number;
  readonly text: string;
}

/** Sends a file as the console does, or a body of another kind. */
async function upload(
  id: string,
  b: string,
  content: Uint8Array | null,
  token = asStaff(),
  field = 'file',
  texts: Readonly<Record<string, string>> = {},
): Promise<Sent> {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  if (content !== null) form.append(field, new Blob([new Uint8Array(content)]), 'map.zip');
  const reply = await fetch(`${server.it().address}/api/${addressOf(postMapUpload, { a: id, b })}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return { status: reply.status, text: await reply.text() };
}
const errorOf = ({ text }: Sent) => z.object({ error: z.string() }).parse(JSON.parse(text)).error;
const versionsOf = async (id: string) =>
  (await answerOf(server.it().address, getMapVersions, { params: { id }, token: asStaff() })).versions;
const planOf = async (id: string, dotted: string) =>
  (await answerOf(server.it().address, getMapGeojson, { params: { id, version: dotted }, token: asStaff() })).layers;

it.each([
  [undefined, '2.1.1'],
  ['', '2.1.1'],
  ['3.4.2#3.4.2#1#1#1#1#1#1#1', '3.4.3'],
  ['2.1.9#1', '2.1.10'],
  ['7', '8'],
  ['2024-11', '2024-12'],
  ['5.3.b', '5.3.b.1'],
])('[OPEN-52] after %s comes %s', (newest, next) => {
  expect(nextMapVersion(newest)).toBe(next);
});

it('[CALL-046] [OPEN-52] the next version of a map is taken from a zip, and stands in its versions, plan and changelog', async () => {
  const before = await versionsOf(MAP);
  const next = nextMapVersion(before.at(-1));
  const archive = await zipOf([about(version(next, '9.9.9')), lanes, { name: 'gutter.geojson', text: collection('g') }]);
  expect(await upload(MAP, next, archive)).toEqual({ status: 200, text: '{"result":true}' });
  expect((await versionsOf(MAP)).at(-1)).toBe(version(next, '9.9.9'));
  const plan = await planOf(MAP, next);
  expect(plan.lane.features.map(({ properties }) => properties['id'])).toEqual(['101', '102']);
  expect(plan.gutter.features).toHaveLength(1);
  expect(plan.obstacle.features).toEqual([]);
  const older = await planOf(MAP, before.at(-1)?.split('#')[0] ?? '');
  expect(older.lane.features.length).toBeGreaterThan(2);
  const { changelog } = await answerOf(server.it().address, getMapChangelog, { params: { id: MAP, version: next }, token: asStaff() });
  expect(changelog?.['gutter']?.[0]).toMatchObject({ version: '9.9.9', message: `Uploaded with site version ${next}` });
});

it('[CALL-046] the same file sent twice is one version; sent twice at once too', async () => {
  const next = nextMapVersion((await versionsOf(MAP)).at(-1));
  const archive = await zipOf([about(version(next)), lanes]);
  const sent = await Promise.all([upload(MAP, next, archive), upload(MAP, next, archive)]);
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect(errorOf(await upload(MAP, next, archive))).toBe(
    `Conflict: version ${next} is not newer than ${next}, the newest version of this map`,
  );
  expect((await versionsOf(MAP)).filter((known) => known.startsWith(`${next}#`))).toHaveLength(1);
});

it('[CALL-046] a new map begins with 2.1.1; the staff of the provider see it, and nobody else', async () => {
  const archive = await zipOf([about(version('2.1.1'), { name: '<b>New</b>' }), lanes]);
  const organisation = server.it().identity.issue(adminOf('van-houte'));
  expect(await upload('new-map', '2.1.1', archive, organisation)).toMatchObject({ status: 403 });
  expect(await upload('new-map', '2.1.1', archive)).toMatchObject({ status: 200 });
  const { results } = await answerOf(server.it().address, getAllMaps, { query: { per_page: 100 }, token: asStaff() });
  expect(results.find(({ id }) => id === 'new-map')).toMatchObject({ name: '<b>New</b>', versions: [version('2.1.1')] });
  expect((await answerOf(server.it().address, getMapIds, { token: organisation })).result).not.toContain('new-map');
  expect((await planOf('new-map', '2.1.1')).lane.features).toHaveLength(2);
});

it('[MAPV2] a map begins with the version that its robots report, and later ones are newer', async () => {
  const send = async (of: string) => (await upload('from-the-field', of, await zipOf([about(version(of)), lanes]))).status;
  const sent: number[] = [];
  for (const of of ['5.3.2', '5.3.2', '5.3.1', '5.4', '2.1.1', '2024-11']) sent.push(await send(of));
  expect(sent).toEqual([200, 409, 409, 200, 409, 200]);
  expect((await versionsOf('from-the-field')).map((full) => full.split('#')[0])).toEqual(['5.3.2', '5.4', '2024-11']);
  expect((await planOf('from-the-field', '5.3.2')).lane.features).toHaveLength(2);
});

it.each([
  ['whose sign-in has ended', null, 401],
  ['who was moved to another organisation', adminOf('hortus-noord'), 403],
] as const)('[UPLOADS1] the map of somebody %s while it arrived is not saved', async (word, groups, status) => {
  const { identity } = server.it();
  const before = await versionsOf(MAP);
  const next = nextMapVersion(before.at(-1));
  const archive = await zipOf([about(version(next)), lanes]);
  const token = identity.issue(adminOf('van-houte'), { username: word });
  identity.groupsNow.set(word, groups);
  expect(await upload(MAP, next, archive, token)).toMatchObject({ status });
  expect(await versionsOf(MAP)).toEqual(before);
  identity.groupsNow.delete(word);
  expect(await upload(MAP, next, archive, token)).toMatchObject({ status: 200 });
});

it.each([
  ['and learns nothing of its versions', '0.0.1', sql`select 1 from site_map where id = ${MAP} for update`],
  ['also where it was being written', '77.1.1', sql`lock table map_plan in share mode`],
])('[UPLOADS1] a map that gets another owner while it arrives is not saved by the former one, %s', async (_, of, waitedFor) => {
  const database = openTestDatabase(server.it().databaseUrl);
  const before = await versionsOf(MAP);
  const archive = await zipOf([about(version(of)), lanes]);
  const token = server.it().identity.issue(adminOf('van-houte'));
  const location = database.updateTable('location').where('id', '=', 'loc-van-houte');
  const { sent } = await database.transaction().execute(async (tx) => {
    await waitedFor.execute(tx);
    const sending = upload(MAP, of, archive, token);
    const locked = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await until('it waits', async () => (await locked.execute(database)).rows.length > 0);
    await location.set({ owned_by: 'org-hortus-noord' }).execute();
    return { sent: sending };
  });
  expect(await sent).toMatchObject({ status: 403 });
  await location.set({ owned_by: 'org-van-houte' }).execute();
  expect(await versionsOf(MAP)).toEqual(before);
  await database.destroy();
});

it('[MAPS7] the description is sent with the upload, and appears in the changelog', async () => {
  const next = nextMapVersion((await versionsOf(MAP)).at(-1));
  const archive = await zipOf([about(version(next, next)), lanes]);
  const send = (message: string) => upload(MAP, next, archive, asStaff(), 'file', { message });
  for (const wrong of ['x'.repeat(501), 'Kas \u202E1', 'Kas\u200B 1']) expect(await send(wrong)).toMatchObject({ status: 400 });
  expect(await send(' Two lanes more ')).toMatchObject({ status: 200 });
  const { changelog } = await answerOf(server.it().address, getMapChangelog, { params: { id: MAP, version: next }, token: asStaff() });
  expect(changelog?.['gutter']?.[0]).toMatchObject({ version: next, message: 'Two lanes more' });
});

it('[MAPS8] a new map is given to a greenhouse by its id: then its organisation sees it, and a replaced one still', async () => {
  const { address, identity } = server.it();
  const archive = await zipOf([about(version('2.1.1')), lanes]);
  for (const id of ['homeless-1', 'homeless-2']) expect(await upload(id, '2.1.1', archive)).toMatchObject({ status: 200 });
  const organisation = identity.issue(adminOf('hortus-noord'));
  const update = (id: string, map_id: string, token: string) =>
    ask(address, postUpdateGreenhouse, { params: { id }, body: { map_id }, token });
  const seen = async (token: string) => (await answerOf(address, getMapIds, { token })).result;
  const unknown = await update('gh-hortus-noord-1', 'nowhere-1', organisation);
  expect(await update('gh-hortus-noord-1', 'homeless-1', organisation)).toMatchObject({ status: 400, text: unknown.text });
  expect(await update('gh-hortus-noord-1', 'homeless-1', asStaff())).toMatchObject({
    ok: true,
    answer: { result: { map_id: 'homeless-1' } },
  });
  expect(await seen(organisation)).toEqual(expect.arrayContaining(['homeless-1', 'hortus-noord-1']));
  expect(await seen(organisation)).not.toContain('homeless-2');
  // The staff moves it to a greenhouse of another organisation, whose alone it is then.
  const other = identity.issue(adminOf('van-houte'));
  expect(await update('gh-van-houte-1', 'homeless-1', organisation)).toMatchObject({ status: 404 });
  expect(await update('gh-van-houte-1', 'homeless-1', asStaff())).toMatchObject({ ok: true });
  expect(await seen(organisation)).not.toContain('homeless-1');
  expect(await seen(other)).toEqual(expect.arrayContaining(['homeless-1', 'van-houte-1']));
  expect((await answerOf(address, getGreenhouseByMap, { params: { mapId: 'homeless-1' }, token: asStaff() })).result).toMatchObject({
    id: 'gh-van-houte-1',
  });
});

it('[ONEMAP1] one greenhouse has a map: given to another one of the same organisation it leaves the first, as do rights and the devices there', async () => {
  const { address, identity, databaseUrl } = server.it();
  const database = openTestDatabase(databaseUrl);
  const token = identity.issue(adminOf('hortus-noord'));
  const places = await answerOf(address, getGreenhouses, { query: { per_page: 100 }, token });
  const first = places.results.find(({ map_id }) => Boolean(map_id));
  if (first === undefined) throw new Error('no greenhouse');
  const made = await ask(address, postCreateGreenhouse, {
    body: { name: 'Kas 77', location_id: first.location_id, map_id: first.map_id },
    token,
  });
  const second = made.ok ? made.answer.result?.id : made.text;
  const { results } = await answerOf(address, getGreenhouses, { query: { per_page: 100 }, token });
  expect(results.filter(({ map_id }) => map_id === first.map_id).map(({ id }) => id)).toEqual([second]);
  const home = () => database.selectFrom('site_map').select('greenhouse_id').where('id', '=', String(first.map_id)).executeTakeFirst();
  expect(await home()).toEqual({ greenhouse_id: second });
  // A former version left it at home where it was: the next start settles it.
  await database.updateTable('site_map').set({ greenhouse_id: 'gh-van-houte-1' }).where('id', '=', String(first.map_id)).execute();
  await settleMaps(database);
  expect(await home()).toEqual({ greenhouse_id: second });
  await database.destroy();
});

it('[ONEMAP1] [PATCH1] a map that two customers have, as data of an earlier version may say, is not taken by who sends it unchanged', async () => {
  const { address, identity, databaseUrl } = server.it();
  const database = openTestDatabase(databaseUrl);
  const { id, map_id } = await database
    .selectFrom('greenhouse')
    .innerJoin('location', 'location.id', 'greenhouse.location_id')
    .select(['greenhouse.id', 'greenhouse.map_id'])
    .where('location.owned_by', '=', 'org-de-linde')
    .where('greenhouse.map_id', 'is not', null)
    .executeTakeFirstOrThrow();
  const other = database.updateTable('greenhouse').where('id', '=', 'gh-van-houte-1');
  const map = database.updateTable('site_map').where('id', '=', String(map_id));
  const before = await database.selectFrom('greenhouse').select('map_id').where('id', '=', 'gh-van-houte-1').executeTakeFirstOrThrow();
  await other.set({ map_id }).execute();
  await map.set({ greenhouse_id: 'gh-van-houte-1' }).execute();
  const send = (group: string) =>
    ask(address, postUpdateGreenhouse, { params: { id }, body: { map_id, client_name: 'Linde' }, token: identity.issue(adminOf(group)) });
  expect(await send('de-linde')).toMatchObject({ ok: true });
  const holders = await database.selectFrom('greenhouse').select('id').where('map_id', '=', map_id).execute();
  expect(holders.map((one) => one.id).toSorted()).toEqual(['gh-van-houte-1', id].toSorted());
  await other.set(before).execute();
  await map.set({ greenhouse_id: id }).execute();
  await database.destroy();
});

it('[SEE8] [CALL-046] [GAP-101] a foreign map answers as an unknown one does to people of an organisation; their own they may upload', async () => {
  const token = server.it().identity.issue(userOf('de-linde'));
  const next = nextMapVersion((await versionsOf('de-linde-1')).at(-1));
  const archive = await zipOf([about(version(next)), lanes]);
  const [foreign, unknown] = [await upload(MAP, next, archive, token), await upload('nowhere-1', next, archive, token)];
  expect([foreign.status, errorOf(foreign)]).toEqual([403, 'Forbidden: only the staff of the provider can add a map']);
  expect([foreign.status, errorOf(foreign)]).toEqual([unknown.status, errorOf(unknown)]);
  expect(await upload('de-linde-1', next, archive, token)).toMatchObject({ status: 200 });
});

const LINK_MODE = 0o120777;
const bomb = () => Buffer.alloc(210 * 1024 * 1024).toString('latin1');

it.each<readonly [string, () => Promise<Uint8Array | null>, string]>([
  ['nothing', async () => null, 'Invalid: '],
  ['no zip', async () => Buffer.from('<html>no zip</html>'), 'Invalid: the file is not a zip'],
  ['an empty file', async () => Buffer.alloc(0), 'Invalid: the file is not a zip'],
  ['a zip that was cut', async () => (await zipOf([about(version('1.0.0')), lanes])).subarray(0, 200), 'Invalid: the file is not a zip'],
  [
    'a zip with a broken file',
    async () => {
      const archive = await zipOf([about(version('1.0.0')), lanes]);
      archive.fill(0x55, 45, 70);
      return archive;
    },
    'Invalid: ',
  ],
  [
    'a link',
    async () => zipOf([about(version('1.0.0')), { name: 'lane.geojson', text: '/etc/passwd', mode: LINK_MODE }]),
    'Invalid: the archive holds a link: lane.geojson',
  ],
  [
    'too many files',
    async () => zipOf(Array.from({ length: 65 }, (_, at) => ({ name: `${at}.geojson`, text: '{}' }))),
    'Invalid: the archive holds too many files',
  ],
  [
    'a bomb',
    async () => zipOf([about(version('1.0.0')), { name: 'lane.geojson', text: bomb() }]),
    'Invalid: the archive is too large when unpacked',
  ],
  ['no map.json', async () => zipOf([lanes]), 'Invalid: the zip has no map.json'],
  ['a map.json that is no JSON', async () => zipOf([{ name: 'map.json', text: '{' }, lanes]), 'Invalid: map.json is not JSON'],
  [
    'a version of eight parts',
    async () => zipOf([about('1#1#1#1#1#1#1#1'), lanes]),
    'Invalid: the version must have 9 parts separated by #',
  ],
  ['a version with markup', async () => zipOf([about(version('<b>')), lanes]), 'Invalid: the version must have 9 parts separated by #'],
  [
    'another version than the address',
    async () => zipOf([about(version('1.0.0')), lanes]),
    'Invalid: the zip holds version 1.0.0, not 9.9.9',
  ],
  ['no lanes', async () => zipOf([about(version('9.9.9'))]), 'Invalid: the zip has no lane.geojson'],
  [
    'lanes that are no GeoJSON',
    async () => zipOf([about(version('9.9.9')), { name: 'lane.geojson', text: '[]' }]),
    'Invalid: lane.geojson is not a GeoJSON feature collection',
  ],
  [
    'a file of no layer',
    async () => zipOf([about(version('9.9.9')), lanes, { name: 'run.sh', text: 'rm' }]),
    'Invalid: run.sh belongs to no layer',
  ],
  [
    'a file in a folder',
    async () => zipOf([about(version('9.9.9')), { name: 'a/lane.geojson', text: collection() }]),
    'Invalid: a/lane.geojson lies in a folder of its own',
  ],
  [
    'a file named after a method',
    async () => zipOf([about(version('9.9.9')), lanes, { name: 'constructor.geojson', text: collection() }]),
    'Invalid: constructor.geojson belongs to no layer',
  ],
])('[CALL-046] an upload of %s is refused and changes nothing', async (_, made, error) => {
  const before = await versionsOf(MAP);
  const sent = await upload(MAP, '9.9.9', await made());
  expect(sent.status).toBe(400);
  expect(errorOf(sent)).toContain(error);
  expect(await versionsOf(MAP)).toEqual(before);
});

it('[PART92] what the file of a version holds of other parts comes with its plan, and with no other', async () => {
  const plain = await upload('parts-1', '2.1.1', await zipOf([about(version('2.1.1')), lanes]));
  const withParts = [
    about(version('2.1.2')),
    lanes,
    { name: 'CO.geojson', text: collection('p1') },
    { name: 'map.geojson', text: collection() },
  ];
  const sent = await upload('parts-1', '2.1.2', await zipOf(withParts));
  expect([plain.status, sent.status]).toEqual([200, 200]);
  const answerFor = (of: string, query: { readonly parts?: 'all' }) =>
    answerOf(server.it().address, getMapGeojson, { token: asStaff(), params: { id: 'parts-1', version: of }, query });
  const [first, second] = [await answerFor('2.1.1', { parts: 'all' }), await answerFor('2.1.2', { parts: 'all' })];
  // A client that only draws the plan does not wait for them.
  expect([first.parts, (await answerFor('2.1.2', {})).parts]).toEqual([undefined, undefined]);
  expect(
    Object.entries(second.parts ?? {}).map(([name, { features }]) => [name, features.map(({ properties }) => properties['id'])]),
  ).toEqual([
    ['map', []],
    ['CO', ['p1']],
  ]);
  expect(second.layers).toEqual(first.layers);
});

it('[CALL-046] a zip whose names lead out of it is refused', async () => {
  const archive = await zipOf([{ name: 'aa/aa/lane.geojson', text: collection() }]);
  const hostile = Buffer.from(archive.toString('latin1').replaceAll('aa/aa/lane', '../../lane'), 'latin1');
  const sent = await upload(MAP, '9.9.9', hostile);
  expect([sent.status, errorOf(sent)]).toEqual([400, 'Invalid: the zip cannot be read']);
});

it('[CALL-046] another field, JSON, and a body without a token are refused', async () => {
  const archive = await zipOf([about(version('9.9.9')), lanes]);
  expect(errorOf(await upload(MAP, '9.9.9', archive, asStaff(), 'map'))).toBe('Invalid: the field file is missing');
  expect(await upload(MAP, '9.9.9', archive, 'forged')).toMatchObject({ status: 401 });
  const reply = await fetch(`${server.it().address}/api/map/${MAP}/9.9.9/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${asStaff()}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(reply.status).toBe(400);
});

it('[CALL-046] [OPEN-52] a map keeps the words of its archive', () => {
  const files = new Map([
    ['map.json', JSON.stringify({ version: version('2.1.1'), name: 'A', greenhouse_type: 'VENLO' })],
    ['lane.geojson', collection('1')],
  ]);
  expect(readMap(files)).toMatchObject({ version: version('2.1.1'), name: 'A', greenhouse_type: 'VENLO' });
});
