import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fastify from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from '#contract/schema';
import { getIncident, getIncidentFile } from '#contract/incident';
import { deviceTokenFile } from '#server/devices/credentials/deviceToken';
import { incidentFiles } from '#server/incidents/deviceFiles';
import { registerDeviceFiles } from '#server/platform/http/deviceFileRoutes';
import { writeIncidents } from '#server/incidents/writeIncidents';
import { registerErrors } from '#server/platform/http/errors';
import { type FileStorage, storageAway } from '#server/platform/storage/fileStorage';
import { receiveFile, storedBytes } from '#server/platform/http/receiveFile';
import { startFileTidying } from '#server/app/tidyFiles';
import { partBytesOf, removeOldParts } from '#server/platform/storage/fileParts';
import { folderStorage } from '#server/platform/storage/folderStorage';
import { openFileStorage } from '#server/platform/storage/openFileStorage';
import { anIncident } from '../support/anIncident.ts';
import { ask } from '../support/client.ts';
import { staff } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { until } from '../support/until.ts';
import { quickFolder } from '../support/newDataDir.ts';
import { type S3Server, startS3 } from '../support/providers/s3Server.ts';
import { idleLeases, seededDatabase, startTestServer, TEST_CREDENTIAL_KEY, testSettings, type TestServer } from '../support/testServer.ts';

const MIB = 1024 * 1024;
const [MINE, THEIRS] = ['LF-0140-23', 'DV-0105'];
const dataDir = mkdtempSync(path.join(quickFolder(), 'orangery-put-'));
const quiet = { warn: () => undefined };
let service: S3Server;
let database: ReturnType<typeof openTestDatabase>;
let [one, two, alone]: (TestServer | undefined)[] = [];
const started = (server: TestServer | undefined): TestServer => {
  if (server === undefined) throw new Error('not started');
  return server;
};
const write = (serial: string, id: string, over = {}) =>
  database.transaction().execute((tx) => writeIncidents(tx, [{ serial, receivedAt: Date.now(), message: anIncident(id, over) }]));
beforeAll(async () => {
  service = await startS3();
  const url = await seededDatabase();
  database = openTestDatabase(url);
  const shared = { settings: testSettings({ S3_URL: service.url, DEVICES: '0' }), leases: idleLeases };
  one = await startTestServer(url, undefined, shared);
  two = await startTestServer(url, undefined, { ...shared, mqtt: one.mqtt });
  alone = await startTestServer(url, undefined, { ...shared, settings: testSettings({ DATA_DIR: dataDir, DEVICES: '0' }), mqtt: one.mqtt });
  for (const id of ['a', 'b', 'large']) await write(MINE, id);
  await write(THEIRS, 'foreign');
});
afterAll(async () => {
  for (const server of [alone, two, one]) await server?.close();
  await database.destroy();
  await service.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

const token = async (serial: string) => {
  const { body } = await deviceTokenFile({ database, key: TEST_CREDENTIAL_KEY, now: Date.now() }, serial);
  return z.object({ access_token: z.string() }).parse(JSON.parse(Buffer.isBuffer(body) ? body.toString() : '')).access_token;
};
const authorized = async (serial = MINE) => ({
  authorization: `Basic ${Buffer.from(`${serial}:${await token(serial)}`).toString('base64')}`,
});
const put = async (server: TestServer | undefined, name: string, body: string, headers?: Readonly<Record<string, string>>) => {
  const answer = await fetch(`${started(server).address}/device-files/${encodeURIComponent(name)}`, {
    method: 'PUT',
    body,
    headers: headers ?? (await authorized()),
  });
  return [answer.status, await answer.text()];
};
const saved = (server: TestServer | undefined, b: string) =>
  ask(started(server).address, getIncidentFile, { token: started(server).identity.issue(staff), params: { a: 'depth', b } });
/** The end of an upload is reported, and its files are found. */
const finish = async (id: string) => {
  await write(MINE, id, { upload_started: new Date().toISOString(), upload_finished: new Date().toISOString() });
  await database.updateTable('incident').set({ upload_finished: new Date() }).where('incident_id', '=', id).execute();
};

it('[PUT1] a file uploaded at one instance is served by every instance when its upload has ended; then it stays unchanged', async () => {
  expect(await put(one, 'a.dat', 'half')).toEqual([204, '']);
  expect(await put(two, 'a.dat', 'recorded')).toEqual([204, '']);
  await finish('a');
  for (const server of [one, two]) expect(await saved(server, 'a.dat')).toMatchObject({ status: 200, text: 'recorded' });
  expect(await put(one, 'a.dat', 'other')).toEqual([409, '{"error":"Conflict: The upload of this incident has ended."}']);
  expect(await saved(two, 'a.dat')).toMatchObject({ text: 'recorded' });
});

const due = async (id: string) => {
  const steps = database.selectFrom('incident_step').select('step').where('incident_id', '=', id).where('due_at', 'is not', null);
  return (await steps.execute()).map(({ step }) => step).toSorted();
};

it('[PUT4] after the end of its upload a device puts what is missing, and replaces what could not be processed; then the steps that read it run again', async () => {
  await write(MINE, 'late');
  expect(await put(one, 'late.mp4', 'a video')).toEqual([204, '']);
  await finish('late');
  expect((await put(one, 'late.mp4', 'another'))[0]).toBe(409);
  const step = { incident_id: 'late', started_at: new Date(), is_running: false, tries: 1, request_id: null };
  await database.deleteFrom('incident_step').where('incident_id', '=', 'late').execute();
  await database
    .insertInto('incident_step')
    .values([
      { ...step, step: 'data_parsing', success: true, message: '', retry_possible: false },
      { ...step, step: 'log_parsing', success: true, message: '', retry_possible: false },
      { ...step, step: 'mosaic_rendering', success: false, message: 'The data store did not answer', retry_possible: true },
    ])
    .execute();
  expect(await put(one, 'late.mp4', 'a better one')).toEqual([204, '']);
  expect(await due('late')).toEqual(['mosaic_rendering']);
  for (const name of ['late.mcap', 'late.bag', 'late.bag.gz']) expect([name, (await put(one, name, 'first'))[0]]).toEqual([name, 204]);
  expect(await due('late')).toEqual(['data_parsing', 'log_parsing', 'mosaic_rendering']);
});

it('[PUT1] without a bucket it is in the folder', async () => {
  expect(await put(alone, 'b.dat', 'in the folder')).toEqual([204, '']);
  await finish('b');
  expect(await saved(alone, 'b.dat')).toMatchObject({ status: 200, text: 'in the folder' });
  expect(readdirSync(path.join(dataDir, 'files/incidents'))).toEqual(['b.dat']);
});

it('[PUT1] the incident of another device is answered as an unknown one, and without a token that counts nothing is read', async () => {
  const unknown = [404, expect.stringMatching(/^{"error":"NotFound: no such incident, or its file has another ending than .bag.gz, /)];
  for (const name of ['foreign.dat', 'none.dat', 'large.json', 'large', '.dat', '../large.dat'])
    expect([name, ...(await put(one, name, 'x'))]).toEqual([name, ...unknown]);
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  const headers = [
    {},
    basic('x'),
    basic(`${MINE}:x`),
    basic(`${THEIRS}:${await token(MINE)}`),
    { authorization: 'Bearer x' },
    { authorization: `Bearer ${await token(THEIRS)}x` },
    { authorization: `Digest ${await token(MINE)}` },
  ];
  for (const given of headers) expect((await put(one, 'large.dat', 'x', given))[0]).toBe(401);
  expect(await put(one, 'foreign.dat', 'x', await authorized(THEIRS))).toEqual([204, '']);
  expect(await put(one, 'foreign.dat', 'x', { authorization: `Bearer ${await token(THEIRS)}` })).toEqual([204, '']);
  expect((await put(one, 'foreign.dat', 'x', { authorization: `Bearer ${await token(MINE)}` }))[0]).toBe(404);
});

it('[PUT2] a large file is stored in parts; of one that is cut off nothing is stored', async () => {
  const storages = [
    await openFileStorage({ S3_URL: service.url, DATA_DIR: dataDir }, quiet),
    await openFileStorage({ S3_URL: undefined, DATA_DIR: dataDir }, quiet),
  ];
  for (const storage of storages) {
    const part = Buffer.alloc(MIB, 7);
    await storage.save('incidents/whole.dat', Readable.from(Array.from({ length: 17 }, () => part)));
    const file = await storage.find('incidents/whole.dat');
    expect(file === null ? null : (await buffer(await file.read())).equals(Buffer.alloc(17 * MIB, 7))).toBe(true);
    const cut = async function* () {
      for (let count = 0; count < 16; count += 1) yield part;
      throw new Error('cut off');
    };
    await expect(storage.save('incidents/cut.dat', Readable.from(cut()))).rejects.toThrow('cut off');
    expect(await storage.find('incidents/cut.dat')).toBeNull();
    for (let times = 0; times < 2; times += 1) await storage.remove('incidents/whole.dat');
    expect(await storage.find('incidents/whole.dat')).toBeNull();
    storage.close();
  }
  expect(readdirSync(path.join(dataDir, 'files/incidents')).filter((name) => name.endsWith('.part'))).toEqual([]);
});

it.each(['ENOSPC', 'EROFS', 'EIO'])(
  '[PUT2] [STORE2] while the folder takes nothing (%s) a file is answered 503, so that the device puts it again',
  async (code) => {
    const folder = path.join(dataDir, 'full');
    const refuse = (_bytes: unknown, _encoding: unknown, done: (error: Error) => void) =>
      done(Object.assign(new Error(`${code}: no`), { code, syscall: 'write' }));
    const storage = folderStorage(folder, quiet, () => new Writable({ write: refuse }));
    await expect(storage.save('incidents/a.dat', Readable.from([Buffer.alloc(MIB), Buffer.alloc(MIB)]))).rejects.toMatchObject({
      status: 503,
    });
    expect(readdirSync(path.join(folder, 'incidents'))).toEqual([]);
  },
);

it('[PUT2] a file above the limit is refused as soon as it is, and not stored', async () => {
  const storage = await openFileStorage({ S3_URL: undefined, DATA_DIR: dataDir }, quiet);
  const app = fastify();
  registerErrors(app, pino({ level: 'silent' }));
  await registerDeviceFiles(
    app,
    { database, storage, isToken: () => Promise.resolve(true), now: Date.now, onReceiving: () => Promise.resolve(), maxBytes: MIB },
    [incidentFiles({ database, storage, now: Date.now })],
  );
  const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const headers = { ...(await authorized()), 'transfer-encoding': 'chunked' };
  const sending = request({ hostname, port, method: 'PUT', path: '/device-files/large.dat', headers });
  sending.on('error', () => undefined);
  const answered = new Promise<number | undefined>((resolve) => sending.once('response', ({ statusCode }) => resolve(statusCode)));
  // The body has no end: the answer comes before.
  sending.write(Buffer.alloc(MIB + 1));
  expect(await answered).toBe(413);
  sending.destroy();
  await app.close();
  expect(readdirSync(path.join(dataDir, 'files/incidents')).filter((name) => name.startsWith('large'))).toEqual([]);
});

it('[UPEND1] while the bytes of a file come it is noted that they do, again and again; a whole file is listed', async () => {
  await write(MINE, 'slow');
  const storage = await openFileStorage({ S3_URL: undefined, DATA_DIR: dataDir }, quiet);
  const app = fastify();
  registerErrors(app, pino({ level: 'silent' }));
  let at = Date.now();
  const receiving: string[] = [];
  const onReceiving = (serial: string) => {
    receiving.push(serial);
    return Promise.resolve();
  };
  await registerDeviceFiles(app, { database, storage, isToken: () => Promise.resolve(true), now: () => at, onReceiving }, [
    incidentFiles({ database, storage, now: () => at }),
  ]);
  const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const headers = { ...(await authorized()), 'content-length': 3 };
  const sending = request({ hostname, port, method: 'PUT', path: '/device-files/slow.mcap', headers });
  const answered = new Promise<number | undefined>((resolve) => sending.once('response', ({ statusCode }) => resolve(statusCode)));
  const row = () =>
    database
      .selectFrom('incident')
      .select(['receiving_at', 'bytes_at', 'upload_started'])
      .where('incident_id', '=', 'slow')
      .executeTakeFirstOrThrow();
  sending.write('a');
  await until('noted', async () => (await row()).receiving_at?.getTime() === at);
  at += 5_000;
  sending.write('b');
  await until('noted again', async () => (await row()).receiving_at?.getTime() === at);
  expect(receiving).toEqual([MINE, MINE]);
  at += 1_000;
  sending.end('c');
  expect(await answered).toBe(204);
  expect(await row()).toMatchObject({ receiving_at: null, bytes_at: new Date(at) });
  expect((await row()).upload_started).not.toBeNull();
  const file = await ask(started(one).address, getIncident, { token: started(one).identity.issue(staff), params: { id: 'slow' } });
  expect(file).toMatchObject({
    answer: { incident: { files: [{ name: 'slow.mcap', size: 3 }], files_id: 'slow.mcap', data_store_id: null } },
  });
  await app.close();
});

it('[LOGFILE3] only the last part of a file is sent again when the whole could not be stored', async () => {
  const stored = await openFileStorage({ S3_URL: undefined, DATA_DIR: dataDir }, quiet);
  let isAway = true;
  const storage: FileStorage = {
    ...stored,
    save: (name, body) => (isAway && !name.startsWith('parts/') ? Promise.reject(storageAway()) : stored.save(name, body)),
  };
  const send = (from: number, text: string) => {
    const headers = { 'content-range': `bytes ${from}-${from + text.length - 1}/6` };
    return receiveFile({ headers, raw: Readable.from([Buffer.from(text)]) }, { storage, name: 'incidents/again.dat', maxBytes: MIB });
  };
  expect(await send(0, 'abc')).toBeUndefined();
  await expect(send(3, 'def')).rejects.toMatchObject({ status: 503 });
  expect(await storedBytes({ storage, name: 'incidents/again.dat' })).toBe(3);
  isAway = false;
  expect(await send(3, 'def')).toBe(6);
  const file = await storage.find('incidents/again.dat');
  expect(file === null ? null : (await buffer(await file.read())).toString()).toBe('abcdef');
});

it('[PARTS1] parts of files that are not whole count in the quota of their device, and are removed a week after the newest one', async () => {
  await write(MINE, 'parted');
  const range = async (from: number, to: number) => ({ ...(await authorized()), 'content-range': `bytes ${from}-${to}/9` });
  expect((await put(one, 'parted.bag', 'abc', await range(0, 2)))[0]).toBe(202);
  expect((await put(one, 'parted.bag', 'def', await range(3, 5)))[0]).toBe(202);
  expect(await partBytesOf(database, MINE)).toBe(6);
  const storage = await openFileStorage({ S3_URL: service.url, DATA_DIR: dataDir }, quiet);
  const DAY = 86_400_000;
  await database
    .updateTable('file_part')
    .set({ stored_at: new Date(Date.now() - 8 * DAY) })
    .where('from_byte', '=', 0)
    .execute();
  await removeOldParts(database, storage, Date.now());
  expect(await partBytesOf(database, MINE)).toBe(6);
  await removeOldParts(database, storage, Date.now() + 8 * DAY);
  expect([await partBytesOf(database, MINE), await storedBytes({ storage, name: 'incidents/parted.bag' })]).toEqual([0, 0]);
  const full = { name: 'incidents/x', from_byte: 0, serial: MINE, bytes: 10 * 1024 ** 3, stored_at: new Date() };
  await database.insertInto('file_part').values(full).execute();
  expect((await put(one, 'parted.bag', 'abc', await range(0, 2)))[0]).toBe(413);
  await database.deleteFrom('file_part').execute();
  // No part is left of a file that was completed, and of one that was refused.
  expect((await put(one, 'parted.bag', 'abc', await range(0, 2)))[0]).toBe(202);
  expect((await put(one, 'parted.bag', 'defghi', await range(3, 8)))[0]).toBe(204);
  expect((await put(one, 'parted.bag', 'a', await range(0, 2)))[0]).toBe(400);
  expect(await partBytesOf(database, MINE)).toBe(0);
  storage.close();
});

it('[LOGAGE1] [AUDITC2] log files are removed by their age; one that its device still has stays in its list', async () => {
  const removed: string[] = [];
  const storage = { remove: (name: string) => Promise.resolve(void removed.push(name)) };
  const log = { serial: MINE, timestamp: new Date(), received_at: new Date(), removed_at: null };
  const [old, young] = [new Date(Date.now() - 40 * 86_400_000), new Date(Date.now() - 20 * 86_400_000)];
  await database
    .insertInto('device_log')
    .values([
      { ...log, database_id: 'old/1', size: 5, stored_at: old },
      { ...log, database_id: 'young', size: 5, stored_at: young },
    ])
    .execute();
  let tidy = () => undefined as void;
  const every = (_ms: number, run: () => void) => {
    tidy = run;
    return () => undefined;
  };
  const lines: { who: string; call: string; params: object }[] = [];
  const audit = { append: async ({ who, call, params }: (typeof lines)[number]) => void lines.push({ who, call, params }) };
  const parts = { database, storage, audit, now: Date.now, log: pino({ level: 'silent' }), every };
  const none = startFileTidying({ ...parts, logDays: 0 });
  tidy();
  await none();
  expect(removed).toEqual([]);
  const stop = startFileTidying({ ...parts, logDays: 30 });
  tidy();
  await stop();
  expect(removed).toEqual([`logs/${MINE}/old%2F1.log`]);
  // The server's own actions are in the record too.
  expect(lines).toEqual([{ who: 'server', call: 'remove_old_logs', params: { log_files: '1' } }]);
  const rows = await database
    .selectFrom('device_log')
    .select(['database_id', 'size'])
    .where('serial', '=', MINE)
    .orderBy('database_id')
    .execute();
  expect(rows).toEqual([
    { database_id: 'old/1', size: null },
    { database_id: 'young', size: 5 },
  ]);
});

it('[PUT2] [STORE2] while the bucket does not answer a device gets 503, and can put the file later', async () => {
  await service.stop();
  expect(await put(one, 'large.dat', 'x')).toEqual([503, '{"error":"Unavailable: the storage of files does not answer"}']);
  await service.start();
  expect((await put(one, 'large.dat', 'x'))[0]).toBe(204);
});
