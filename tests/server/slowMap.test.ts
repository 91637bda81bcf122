import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { ZipFile } from 'yazl';
import { addressOf } from '#contract/call';
import { getMapVersions, postMapUpload } from '#contract/map';
import { openDatabase } from '#server/platform/database/openDatabase';
import { ask } from '../support/client.ts';
import { staff } from '../support/contractServer.ts';
import { seededDatabase, startTestServer } from '../support/testServer.ts';

const VERSION = '2.1.1#2.1.1#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0';

async function archive(): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(JSON.stringify({ version: VERSION })), 'map.json');
  const geometry = { type: 'LineString', coordinates: [[0, 0], [4, 0]] }; // prettier-ignore
  const features = [{ type: 'Feature', geometry, properties: { id: 1 } }];
  zip.addBuffer(Buffer.from(JSON.stringify({ type: 'FeatureCollection', features })), 'lane.geojson');
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream));
}

/** A server whose database takes a second for the plan of a map, and `slowMs` as the limit of its long queries. */
async function withSlowPlans(slowMs: number) {
  const url = await seededDatabase();
  const slowDatabase = openDatabase(url, { connections: 2, queryMs: slowMs });
  const server = await startTestServer(url, undefined, { slowDatabase });
  onTestFinished(async () => {
    await server.close();
    await slowDatabase.destroy();
  });
  await sql`create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(1); return new; end'`.execute(slowDatabase);
  await sql`create trigger slow before insert on map_plan for each row execute function slow()`.execute(slowDatabase);
  const token = server.identity.issue(staff);
  const body = new FormData();
  body.append('file', new Blob([await archive()]), 'map.zip');
  const to = `${server.address}/api/${addressOf(postMapUpload, { a: 'slow', b: '2.1.1' })}`;
  const { status } = await fetch(to, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body });
  return { status, known: (await ask(server.address, getMapVersions, { token, params: { id: 'slow' } })).ok };
}

it('[MAPV4] the rows of a large map have the time of a long query; a map that takes longer yet is refused whole', async () => {
  expect(await withSlowPlans(60_000)).toEqual({ status: 200, known: true });
  expect(await withSlowPlans(200)).toEqual({ status: 503, known: false });
});
