/** The heaviest answers for `stop`: uploads a map of 250,000 points, and lists the requests that read or send it. */

import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { addressOf } from '#contract/call';
import { getMapGeojson, postMapUpload } from '#contract/map';
import { getCropState } from '#contract/fleet/treatment';
import type { StopProduct } from './stopProduct.ts';

const ID = 'bench-large';
const VERSION = '2.1.1';
const PARTS = `${VERSION}#${VERSION}#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0`;
/** Lanes and gutters of five points each: 250,000 points in about a megabyte of zip. */
const FEATURES = 25_000;

const collection = (name: string, yOffset: number) => {
  const features = Array.from({ length: FEATURES }, (_, index) => {
    const [x, y] = [index % 500, Math.floor(index / 500) * 2 + yOffset];
    const coordinates = [[[x, y], [x + 0.5, y], [x + 0.5, y + 0.5], [x, y + 0.5], [x, y]]]; // prettier-ignore
    return { type: 'Feature', geometry: { type: 'Polygon', coordinates }, properties: { [name]: index + 1 } };
  });
  return Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
};

async function zipped(): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(JSON.stringify({ version: PARTS })), 'map.json');
  zip.addBuffer(collection('id', 0), 'lane.geojson');
  zip.addBuffer(collection('number', 1), 'gutter.geojson');
  zip.end();
  return buffer(zip.outputStream);
}

/** A request that reads or sends a large map. */
export interface HeavyRequest {
  readonly name: string;
  readonly lanes: number;
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

/** Uploads a map of 250,000 points and returns the heaviest requests for a server, as many at once as one person sends. */
export async function uploadLargeMap({ url, token }: StopProduct): Promise<readonly HeavyRequest[]> {
  const authorization = `Bearer ${token}`;
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await zipped())]), 'map.zip');
  const encoded = new Request('http://localhost', { method: 'POST', body: form });
  const type = encoded.headers.get('content-type') ?? '';
  const body = new Uint8Array(await encoded.arrayBuffer());
  const to = `${url}/api/${addressOf(postMapUpload, { a: ID, b: VERSION })}`;
  const taken = await fetch(to, { method: 'POST', headers: { authorization, 'content-type': type }, body });
  if (!taken.ok) throw new Error(`the map was refused: ${await taken.text()}`);
  const read = { method: 'GET', headers: { authorization }, body: null } as const;
  return [
    { ...read, name: 'four reads of a large map', lanes: 4, url: `${url}/api/${addressOf(getMapGeojson, { id: ID, version: VERSION })}` },
    {
      ...read,
      name: 'four crop states of a large map',
      lanes: 4,
      url: `${url}/api/${addressOf(getCropState, {}, { map_id: ID, map_version: VERSION })}`,
    },
    // Refused after being read, because the version already exists.
    { name: 'four uploads of a large map', lanes: 4, url: to, method: 'POST', headers: { authorization, 'content-type': type }, body },
  ];
}
