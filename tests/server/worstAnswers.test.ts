import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { addressOf, type Call } from '#contract/call';
import { calls } from '#contract/catalogue/calls';
import { getStopImmediately } from '#contract/command';
import { getMapGeojson, planLayers, postMapUpload } from '#contract/map';
import { getCropState } from '#contract/fleet/treatment';
import { bounds } from '../support/answerBounds.ts';
import { ask } from '../support/client.ts';
import { staff, withServer } from '../support/contractServer.ts';

const server = withServer();
const SERIAL = 'LF-0140-23';

it.each(Object.entries(bounds).filter(([, bound]) => bound === 'page'))('[LOOP2] %s answers 100 rows at most', (name) => {
  const call: Call | undefined = Object.entries(calls).find(([known]) => known === name)?.[1];
  expect(call?.query.safeParse({ per_page: 100 }).success).toBe(true);
  expect(call?.query.safeParse({ per_page: 101 }).success).toBe(false);
});

const FEATURES = 60_000;
const collection = (key: string) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: Array.from({ length: FEATURES }, (_, index) => ({
      type: 'Feature',
      geometry: { type: 'LineString', coordinates: [[index % 300, Math.floor(index / 300)], [(index % 300) + 0.5, Math.floor(index / 300)]] }, // prettier-ignore
      properties: { [key]: index + 1 },
    })),
  });

async function uploadLargeMap(token: string): Promise<void> {
  const zip = new ZipFile();
  const about = { version: '2.1.1#2.1.1#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0' };
  zip.addBuffer(Buffer.from(JSON.stringify(about)), 'map.json');
  zip.addBuffer(Buffer.from(collection('id')), 'lane.geojson');
  zip.addBuffer(Buffer.from(collection('number')), 'gutter.geojson');
  zip.end();
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(await buffer(zip.outputStream))]), 'map.zip');
  const to = `${server.it().address}/api/${addressOf(postMapUpload, { a: 'large', b: '2.1.1' })}`;
  const reply = await fetch(to, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body });
  expect([reply.status, await reply.text()]).toEqual([200, '{"result":true}']);
}

it('[LOOP2] [STOP3] a stop that is given in the middle of the largest answers is at the device before any of them ends', async () => {
  const { address, identity, device } = server.it();
  const token = identity.issue(staff);
  const received = await (await device(SERIAL)).obey();
  await uploadLargeMap(token);
  const open = async (path: string) => {
    const sent = request(`${address}/api/${path}`, { headers: { authorization: `Bearer ${token}` } }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return answer;
  };
  const version = { id: 'large', version: '2.1.1' };
  const plan = addressOf(getMapGeojson, version);
  const crop = addressOf(getCropState, {}, { map_id: 'large', map_version: '2.1.1' });
  // Nobody reads them yet, so that they wait for their readers in the middle.
  const answers = await Promise.all([plan, plan, plan, plan, crop, crop].map(open));
  expect((await ask(address, getStopImmediately, { token, params: { serial: SERIAL } })).ok).toBe(true);
  expect(received.filter(({ command }) => command === 'stop_immediately')).toHaveLength(1);
  expect(answers.map(({ complete }) => complete)).toEqual(answers.map(() => false));
  const texts = await Promise.all(answers.map(async (answer) => (await buffer(answer)).toString('utf8')));
  const read = getMapGeojson.answer.parse(JSON.parse(texts[0] ?? '')).layers;
  expect(read).toEqual(planLayers.parse({ lane: JSON.parse(collection('id')), gutter: JSON.parse(collection('number')) }));
  expect(new Set(texts.slice(0, 4)).size).toBe(1);
  expect(getCropState.answer.parse(JSON.parse(texts[4] ?? '')).crop_state.features).toHaveLength(FEATURES);
});
