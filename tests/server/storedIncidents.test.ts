import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getIncidentFile, getIncidentVideo, RENDERED } from '#contract/incident';
import { getLocales } from '#contract/identity';
import { storedFiles } from '#server/incidents/storedFiles';
import { runStep } from '#server/incidents/runStep';
import { writeIncidents } from '#server/incidents/writeIncidents';
import { rosLog, rosText } from '#server/simulator/files/rosTypes';
import { writeBag } from '#server/simulator/files/writeBag';
import type { FileStorage } from '#server/platform/storage/fileStorage';
import { openFileStorage } from '#server/platform/storage/openFileStorage';
import { anIncident } from '../support/anIncident.ts';
import { ask } from '../support/client.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { aDepthVideo } from '../support/putIncidentFiles.ts';
import { staff } from '../support/contractServer.ts';
import { type S3Server, startS3 } from '../support/providers/s3Server.ts';
import { idleLeases, seededDatabase, startTestServer, testSettings, type TestServer } from '../support/testServer.ts';

const MIB = 1024 * 1024;
const SERIAL = 'LF-0140-23';
const at = new Date(Date.now() - 30_000).toISOString();
const uploaded = { upload_started: at, upload_finished: at };
const closings: (() => Promise<void> | void)[] = [];
let service: S3Server;
let storage: FileStorage;
let database: ReturnType<typeof openTestDatabase>;
let instances: readonly TestServer[];
beforeAll(async () => {
  service = await startS3();
  const url = await seededDatabase();
  database = openTestDatabase(url);
  storage = await openFileStorage({ S3_URL: service.url, DATA_DIR: '/nonexistent' }, { warn: () => undefined });
  closings.push(service.remove, () => database.destroy(), storage.close);
  const own = { settings: testSettings({ S3_URL: service.url, DEVICES: '0' }), leases: idleLeases };
  const one = await startTestServer(url, undefined, own);
  closings.push(one.close);
  const two = await startTestServer(url, undefined, { ...own, mqtt: one.mqtt });
  closings.push(two.close);
  instances = [one, two];
  const message = (id: string, over = {}) => ({ serial: SERIAL, receivedAt: Date.now(), message: anIncident(id, over) });
  await database
    .transaction()
    .execute((tx) =>
      writeIncidents(tx, [message('kept', uploaded), message('bare', uploaded), message('begun'), message('../x', uploaded)]),
    );
});
afterAll(async () => {
  for (const close of closings.toReversed()) await close();
});

const asked = (server: TestServer, a: string, b: string) =>
  ask(server.address, getIncidentFile, { token: server.identity.issue(staff), params: { a, b } });
const filmed = (server: TestServer, incident_id: string) =>
  ask(server.address, getIncidentVideo, { token: server.identity.issue(staff), params: { incident_id } });
const step = async (name: 'data_parsing' | 'log_parsing' | 'mosaic_rendering', id: string) => {
  const row = await database.selectFrom('incident').selectAll().where('incident_id', '=', id).executeTakeFirstOrThrow();
  const store = storedFiles(database, storage);
  return (await runStep(name, row, { database, store, signal: new AbortController().signal, findFfmpeg: () => Promise.resolve(null) }))
    .result;
};
const bag = gzipSync(writeBag([{ topic: '/incident', kind: 'text', at: Date.now(), body: rosText('{}') }]));

it('[STORE1] a file that a device put into the bucket is served by every instance, also before the end of its upload', async () => {
  await service.put('incidents/kept.dat', Buffer.from('of the device'));
  await service.put('incidents/begun.dat', Buffer.from('half'));
  await service.put('incidents/..%2Fx.dat', Buffer.from('odd'));
  for (const server of instances) {
    expect(await asked(server, 'depth', 'kept.dat')).toMatchObject({ status: 200, text: 'of the device' });
    expect(await asked(server, 'depth', '../x.dat')).toMatchObject({ status: 200, text: 'odd' });
    expect(await asked(server, 'depth', 'bare.dat')).toMatchObject({ status: 404, error: 'NotFound: this incident has no depth video' });
    expect(await asked(server, 'rosbag', 'kept.bag.gz')).toMatchObject({ status: 404 });
    expect(await asked(server, 'depth', 'begun.dat')).toMatchObject({ status: 200, text: 'half' });
  }
});

it('[STORE2] while the bucket does not answer its files answer 503 at every instance, other calls go on, and a step can be tried again', async () => {
  await service.stop();
  for (const server of instances) {
    expect(await asked(server, 'depth', 'kept.dat')).toMatchObject({
      status: 503,
      error: 'Unavailable: the storage of files does not answer',
    });
    expect(await ask(server.address, getLocales, { token: server.identity.issue(staff) })).toMatchObject({ status: 200 });
  }
  expect(await step('data_parsing', 'kept')).toEqual({ success: false, message: 'The data store did not answer', retry_possible: true });
  await service.start();
  for (const server of instances) expect(await asked(server, 'depth', 'kept.dat')).toMatchObject({ status: 200 });
});

it('[INC11] [INC5] the steps read what is stored, and the video is the one that is stored', async () => {
  await service.put('incidents/kept.bag.gz', bag);
  expect(await step('data_parsing', 'kept')).toMatchObject({ success: true, message: 'ROS 1 bag: 1 message on 1 topic' });
  expect(await step('log_parsing', 'kept')).toMatchObject({ success: false, retry_possible: true });
  expect(await step('mosaic_rendering', 'bare')).toMatchObject({
    success: false,
    message: expect.stringMatching(/^There is no rendered video/),
    retry_possible: true,
  });
  await service.put('incidents/bare.dat', aDepthVideo);
  expect(await step('mosaic_rendering', 'bare')).toMatchObject({ success: false, retry_possible: true });
  await service.put('incidents/bare.mp4', Buffer.from('a rendered video'));
  const result = await step('mosaic_rendering', 'bare');
  expect(result).toMatchObject({ success: true, message: RENDERED });
  for (const server of instances) expect(await filmed(server, 'bare')).toMatchObject({ status: 200, text: '' });
  const values = { incident_id: 'bare', step: 'mosaic_rendering', started_at: new Date(), is_running: false, tries: 1, request_id: null };
  await database
    .insertInto('incident_step')
    .values({ ...values, success: true, message: RENDERED, retry_possible: false })
    .execute();
  for (const server of instances) expect(await filmed(server, 'bare')).toMatchObject({ status: 200, text: 'a rendered video' });
});

it('[PUT3] a video that a device rendered itself is shown, whether or not it filmed depth and was on a mission', async () => {
  const message = { serial: SERIAL, receivedAt: Date.now(), message: anIncident('own-film', { ...uploaded, during_mission: false }) };
  await database.transaction().execute((tx) => writeIncidents(tx, [message]));
  expect(await step('mosaic_rendering', 'own-film')).toMatchObject({ success: false });
  await service.put('incidents/own-film.mp4', Buffer.from('its own video'));
  expect(await step('mosaic_rendering', 'own-film')).toMatchObject({ success: true, message: RENDERED });
});

it('[INC11] on a server with the demo, too, there is nothing of a device but what it has put', async () => {
  const [demo] = instances;
  if (demo === undefined) throw new Error('not started');
  const message = { serial: SERIAL, receivedAt: Date.now(), message: anIncident('nothing-put', uploaded) };
  await database.transaction().execute((tx) => writeIncidents(tx, [message]));
  expect(testSettings().isDemo).toBe(true);
  expect(await asked(demo, 'rosbag', 'nothing-put.bag.gz')).toMatchObject({ status: 404 });
  expect(await asked(demo, 'depth', 'nothing-put.dat')).toMatchObject({ status: 404 });
  expect(await step('data_parsing', 'nothing-put')).toMatchObject({
    success: false,
    message: expect.stringMatching(/^There is no recording: the device sends/),
  });
});

it('[STORE4] [EVID2] a recording of any length is read, as MCAP under any name too; a broken one names what it needs, and may come again', async () => {
  const startAt = Date.now();
  const large = Array.from({ length: 40 }, (_, index) => ({
    topic: '/camera',
    kind: 'text' as const,
    at: startAt + index,
    body: Buffer.alloc(MIB),
  }));
  const line = { at: startAt, level: 'error', name: '/base', message: 'stuck' };
  await service.put(
    'incidents/kept.bag.gz',
    gzipSync(writeBag([...large, { topic: '/any', kind: 'log', at: startAt, body: rosLog(line) }])),
  );
  expect(await step('data_parsing', 'kept')).toMatchObject({ success: true, message: 'ROS 1 bag: 41 messages on 2 topics' });
  expect(await step('log_parsing', 'kept')).toMatchObject({ success: true, message: '1 log line' });
  await service.put('incidents/kept.bag.gz', bag.subarray(0, 40));
  const message = expect.stringMatching(/(cut off|damaged): send it again$/);
  expect(await step('data_parsing', 'kept')).toEqual({ success: false, message, retry_possible: true });
});
