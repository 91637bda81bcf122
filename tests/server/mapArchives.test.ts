import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { archiveProblems } from '#domain/places/archiveFiles';
import { previewOf } from '#domain/places/mapFile';
import { readArchive } from '#server/maps/upload/readArchive';
import { readMap } from '#server/maps/upload/readMap';
import { previewMapFile } from '#edge/mapFile/readZip';

const ABOUT = JSON.stringify({ version: '2.1.1#2.1.1#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0', name: 'Serre Noël' });
const line = (...coordinates: readonly unknown[]) => ({
  type: 'Feature',
  geometry: { type: 'LineString', coordinates },
  properties: { id: '101' },
});
const lanes = (...features: readonly unknown[]) => JSON.stringify({ type: 'FeatureCollection', features });
const LANE = lanes(line([0, 0], [0, 20]));
const BOM = '\uFEFF';

type Entries = Readonly<Record<string, string | Buffer>>;
const plain: Entries = { 'map.json': ABOUT, 'lane.geojson': LANE };

/** Reads an archive as the server does; what the browser says of it beforehand must be the same. */
async function read(entries: Entries) {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'archive-')), 'map.zip');
  const bytes = await buffer(zip.outputStream);
  writeFileSync(file, bytes);
  const preview = await previewMapFile(new Blob([new Uint8Array(bytes)]));
  const outcome = await readArchive(file)
    .then(readMap)
    .catch((error: unknown) => error);
  if (outcome instanceof Error) {
    expect(preview).toEqual({ kind: 'refused', problem: outcome.message });
    throw outcome;
  }
  const { layers, parts, ...map } = outcome as ReturnType<typeof readMap>;
  const partCounts = Object.fromEntries(Object.entries(parts).map(([name, { features }]) => [name, features.length]));
  expect(preview).toMatchObject({ kind: 'read', map, plan: layers, partCounts });
  return { ...map, layers, parts };
}

it.each<readonly [string, Entries]>([
  ['plain', plain],
  ['zipped by Finder', { ...plain, '.DS_Store': 'x', '__MACOSX/._lane.geojson': 'x', '__MACOSX/._map.json': 'x' }],
  [
    'zipped by Finder as a folder',
    { 'kas/map.json': ABOUT, 'kas/lane.geojson': LANE, 'kas/.DS_Store': 'x', '__MACOSX/kas/._map.json': 'x' },
  ],
  ['zipped on Windows', { ...plain, 'Thumbs.db': 'x', 'desktop.ini': 'x' }],
  ['with words beside the files', { ...plain, 'README.txt': 'hello', LICENSE: 'x', 'plan.pdf': 'x', 'docs/notes.md': 'x' }],
  ['one folder deep', { 'de linde/map.json': ABOUT, 'de linde/lane.geojson': LANE }],
  ['two folders deep', { 'a/b/map.json': ABOUT, 'a/b/lane.geojson': LANE }],
  ['in upper case', { 'MAP.JSON': ABOUT, 'Lane.GeoJSON': LANE }],
  ['named .json', { 'map.json': ABOUT, 'lane.json': LANE }],
  ['with byte order marks', { 'map.json': BOM + ABOUT, 'lane.geojson': BOM + LANE }],
  ['in UTF-16', { 'map.json': Buffer.from(BOM + ABOUT, 'utf16le'), 'lane.geojson': Buffer.from(BOM + LANE, 'utf16le') }],
  [
    'with NaN, as Python writes it',
    { ...plain, 'lane.geojson': LANE.replace('"id":"101"', '"id":"101","note":"NaN, -Infinity","length":NaN,"width":-Infinity') },
  ],
  ['with heights that are null', { ...plain, 'lane.geojson': lanes(line([0, 0, null], [0, 20, null])) }],
  ['in the grid of a country', { ...plain, 'lane.geojson': lanes(line([152_000, 211_000], [152_000, 211_020])) }],
])('[ARCH1] an archive %s is taken', async (_, entries) => {
  const { layers, name } = await read(entries);
  expect(name).toBe('Serre Noël');
  expect(layers.lane.features).toHaveLength(1);
  expect(layers.lane.features[0]?.properties['id']).toBe('101');
});

it('[PART92] the other parts in a file are read, in upper or lower case, and counted before it is sent', async () => {
  const { parts, layers } = await read({ ...plain, 'CO.geojson': LANE, 'uv.json': lanes() });
  expect(Object.entries(parts).map(([name, { features }]) => [name, features.length])).toEqual([
    ['CO', 1],
    ['UV', 0],
  ]);
  expect(layers.lane.features).toHaveLength(1);
});

it.each<readonly [string, Entries, string]>([
  ['without a lane', { ...plain, 'lane.geojson': lanes() }, 'lane.geojson holds no lanes'],
  [
    'in degrees',
    { ...plain, 'lane.geojson': lanes(line([4.5301, 51.0702], [4.5301, 51.0704])) },
    'lane.geojson: all lanes lie within 0 x 0.0002 m: are these degrees?',
  ],
  [
    'with coordinates beyond all',
    { ...plain, 'lane.geojson': lanes(line([0, 0], [1e308, 1e308])) },
    'lane.geojson: feature 1 (101) lies at 1e+308, 1e+308',
  ],
  ['as long as a country', { ...plain, 'lane.geojson': lanes(line([0, 0], [0, 200_000])) }, 'the plan is 200 km long'],
  [
    'with a line of one point',
    { ...plain, 'lane.geojson': lanes(line([0, 0]), line([0, 0], [0, 20])) },
    'lane.geojson: feature 1 (101) is a line of fewer than two points',
  ],
  [
    'with another layer beyond all',
    { ...plain, 'node.geojson': lanes({ type: 'Feature', geometry: { type: 'Point', coordinates: [1e12, 0] } }) },
    'node.geojson: feature 1 lies at',
  ],
])('[ARCH2] a plan %s is refused, and the refusal names where', async (_, entries, text) => {
  await expect(read(entries)).rejects.toMatchObject({ status: 400, message: expect.stringContaining(text) as string });
});

it.each<readonly [string, Entries, string]>([
  ['of no layer', { ...plain, 'lnae.geojson': LANE }, 'lnae.geojson belongs to no layer'],
  ['of a part that is no GeoJSON', { ...plain, 'VE.geojson': '[]' }, 've.geojson is not a GeoJSON feature collection'],
  ['of a part twice', { ...plain, 'SE.geojson': LANE, 'se.json': LANE }, 'the zip holds the layer SE twice'],
  ['of a part that lies nowhere', { ...plain, 'TO.geojson': lanes(line([0, 0], [1e9, 0])) }, 'TO.geojson: feature 1'],
  ['that is a program', { ...plain, 'run.sh': 'rm' }, 'run.sh belongs to no layer'],
  ['in a folder of its own', { ...plain, 'old/lane.geojson': LANE }, 'old/lane.geojson lies in a folder of its own'],
  ['that is there twice', { ...plain, 'LANE.geojson': LANE }, 'the zip holds lane.geojson twice'],
  ['that is there under two endings', { ...plain, 'lane.json': LANE }, 'the zip holds the layer lane twice'],
  ['that is no JSON', { ...plain, 'gutter.geojson': '{' }, 'gutter.geojson is not JSON'],
])('[ARCH2] a file %s is refused by its name', async (_, entries, text) => {
  await expect(read(entries)).rejects.toMatchObject({ status: 400, message: expect.stringContaining(text) as string });
});

it.each(['name', 'greenhouse_type'])('[NAME1] a %s with hidden characters is refused', async (field) => {
  const about = JSON.stringify({ ...(JSON.parse(ABOUT) as object), [field]: 'Kas \u202E1' });
  await expect(read({ 'map.json': about, 'lane.json': LANE })).rejects.toThrow(
    `map.json: ${field} cannot contain line breaks or other control characters (U+202E).`,
  );
});

const refusedBoth = async (bytes: Uint8Array, text: string) => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'archive-')), 'map.zip');
  writeFileSync(file, bytes);
  await expect(readArchive(file)).rejects.toMatchObject({ message: text });
  expect(await previewMapFile(new Blob([new Uint8Array(bytes)]))).toEqual({ kind: 'refused', problem: text });
};
const LINK_MODE = 0o120777;
const zipWith = async (fill: (zip: ZipFile) => void) => {
  const zip = new ZipFile();
  fill(zip);
  zip.end();
  return buffer(zip.outputStream);
};

it.each<readonly [string, () => Promise<Uint8Array>, string]>([
  ['that is no archive', async () => Buffer.from('<html>'), 'the file is not a zip'],
  ['that is empty', async () => Buffer.alloc(0), 'the file is not a zip'],
  [
    'that was cut',
    async () => (await zipWith((zip) => zip.addBuffer(Buffer.from(ABOUT), 'map.json'))).subarray(0, 90),
    'the file is not a zip',
  ],
  [
    'with a link',
    () => zipWith((zip) => zip.addBuffer(Buffer.from('x'), 'lane.geojson', { mode: LINK_MODE })),
    'the archive holds a link: lane.geojson',
  ],
  [
    'with too many files',
    () => zipWith((zip) => Array.from({ length: 65 }, (_, at) => zip.addBuffer(Buffer.from('{}'), `${at}.geojson`))),
    'the archive holds too many files',
  ],
  [
    'with a path that leads out of it',
    async () => {
      const archive = await zipWith((zip) => zip.addBuffer(Buffer.from('{}'), 'aa/aa/lane.geojson'));
      return Buffer.from(archive.toString('latin1').replaceAll('aa/aa/lane', '../../lane'), 'latin1');
    },
    'the zip cannot be read',
  ],
  [
    'with a broken file',
    async () => {
      const archive = await zipWith((zip) => zip.addBuffer(Buffer.from(ABOUT.repeat(9)), 'map.json'));
      archive.fill(0xff, 38, 60);
      return archive;
    },
    'the zip cannot be read',
  ],
  [
    'too large when unpacked',
    () => zipWith((zip) => zip.addBuffer(Buffer.alloc(210 * 1024 * 1024), 'lane.geojson')),
    'the archive is too large when unpacked',
  ],
])('[MAPS9] an archive %s is refused by the browser as by the server', async (_, made, text) => {
  await refusedBoth(await made(), text);
});

const ZIPS = '/work/shared/data/inputs';
const shared = existsSync(ZIPS) ? readdirSync(ZIPS).filter((name) => name.endsWith('.zip')) : [];
it.skipIf(shared.length === 0).each(shared)('[MAPS9] %s is read by the browser as by the server', async (name) => {
  const outcome = await readArchive(path.join(ZIPS, name))
    .then(readMap)
    .catch((error: unknown) => (error instanceof Error ? error.message : ''));
  const preview = await previewMapFile(new Blob([readFileSync(path.join(ZIPS, name))]));
  if (typeof outcome === 'string') expect(preview).toEqual({ kind: 'refused', problem: outcome });
  else expect(preview).toMatchObject({ kind: 'read', plan: outcome.layers });
});

it('[MAPS9] a plan too large to be drawn has no preview, and is no refusal', async () => {
  const points = Array.from({ length: 100_001 }, (_, at) => [at / 100, at % 20]);
  const feature = { type: 'Feature', geometry: { type: 'LineString', coordinates: points }, properties: {} };
  const many = lanes(feature, feature);
  const { kind, ...preview } = previewOf(
    new Map([
      ['map.json', ABOUT],
      ['lane.geojson', many],
    ]),
  );
  expect([kind, preview]).toEqual(['read', expect.objectContaining({ plan: null })]);
});

it('[MAPS9] docs/maps.md names every refusal', () => {
  const docs = readFileSync(new URL('../../docs/maps.md', import.meta.url), 'utf8');
  for (const problem of Object.values(archiveProblems))
    for (const part of (typeof problem === 'string' ? problem : problem('…')).split('…')) expect(docs).toContain(part.trim());
});
