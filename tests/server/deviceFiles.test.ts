import { createHash } from 'node:crypto';
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
import { logFiles, storedLog } from '#server/devices/events/logFiles';
import { incidentFiles } from '#server/incidents/deviceFiles';
import { registerDeviceFiles } from '#server/platform/http/deviceFileRoutes';
import { writeIncidents } from '#server/incidents/writeIncidents';
import { registerErrors } from '#server/platform/http/errors';
import { type FileStorage, storageAway } from '#server/platform/storage/fileStorage';
import { receiveFile, storedBytes } from '#server/platform/http/receiveFile';
import { startFileTidying } from '#server/app/tidyFiles';
import { partBytesOf, partLedger, partName, removeOldParts } from '#server/platform/storage/fileParts';
import { folderStorage, serverDisk } from '#server/platform/storage/folderStorage';
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
  const { body } = await deviceTokenFile({ database, key: TEST_CREDENTIAL_KEY, now: Date.now() }, { serial, scope: 'all' });
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
    const storage = folderStorage(folder, quiet, { ...serverDisk, open: () => new Writable({ write: refuse }) });
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

const digestOf = (text: string) => `sha-256=:${createHash('sha256').update(text).digest('base64')}:`;

it('[PARTS3] a file whose last answer was lost is not sent again: its first part is answered 204 if digest and length are those of the stored one', async () => {
  await write(MINE, 'lost');
  const offset = async () => {
    const answer = await fetch(`${started(one).address}/device-files/lost.bag`, { headers: await authorized() });
    return z.object({ offset: z.number() }).parse(await answer.json()).offset;
  };
  const send = async (text: string, from: number, whole: string, headers = {}) => {
    const range = `bytes ${from}-${from + text.length - 1}/${whole.length}`;
    return (await put(one, 'lost.bag', text, { ...(await authorized()), 'content-range': range, ...headers }))[0];
  };
  const withDigest = { 'repr-digest': digestOf('abcdef') };
  expect(await send('abc', 0, 'abcdef', withDigest)).toBe(202);
  expect(await send('def', 3, 'abcdef', withDigest)).toBe(204);
  // The device asks, since it did not get that answer, and begins at the offset of the response.
  expect(await offset()).toBe(0);
  expect(await send('abc', 0, 'abcdef', withDigest)).toBe(204);
  expect(await send('def', 3, 'abcdef', withDigest)).toBe(204);
  expect(await offset()).toBe(0);
  expect(await partBytesOf(database, MINE)).toBe(0);
  // Another file, one of another length, and one without a digest begin anew.
  for (const [whole, headers] of [
    ['abcxyz', { 'repr-digest': digestOf('abcxyz') }],
    ['abcdefg', withDigest],
    ['abcdef', {}],
  ] as const) {
    expect(await send('abc', 0, whole, headers)).toBe(202);
    expect(await offset()).toBe(3);
    await database.deleteFrom('file_part').execute();
    const storage = await openFileStorage({ S3_URL: service.url, DATA_DIR: dataDir }, quiet);
    await storage.remove(partName('incidents/lost.bag', 0));
    storage.close();
  }
});

it('[PARTS3] an empty part behind the last one makes a file of the parts, whose joining was cut off', async () => {
  const storage = await openFileStorage({ S3_URL: undefined, DATA_DIR: dataDir }, quiet);
  const target = { storage, name: 'incidents/cut.dat', maxBytes: MIB };
  const end = (whole: string) => {
    const headers = { 'content-range': `bytes 6-5/6`, 'repr-digest': digestOf(whole) };
    return receiveFile({ headers, raw: Readable.from([]) }, target);
  };
  const store = async (from: number, text: string) => storage.save(partName(target.name, from), Readable.from([Buffer.from(text)]));
  await store(0, 'abc');
  await expect(end('abcdef')).rejects.toMatchObject({ status: 409 });
  await store(3, 'def');
  expect(await storedBytes(target)).toBe(6);
  expect(await end('abcdef')).toBe(6);
  const file = await storage.find(target.name);
  expect(file === null ? null : (await buffer(await file.read())).toString()).toBe('abcdef');
  expect(await storedBytes(target)).toBe(0);
  expect(await end('abcdef')).toBe(6);
});

it('[PARTS3] of two requests that join the same parts at once neither fails', async () => {
  const stored = await openFileStorage({ S3_URL: undefined, DATA_DIR: dataDir }, quiet);
  const name = 'incidents/twice.dat';
  let goOn = () => undefined as void;
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let joins = 0;
  const storage: FileStorage = {
    ...stored,
    save: async (to, body) => {
      if (to !== name) return stored.save(to, body);
      joins += 1;
      // The first one waits, and finds no parts then.
      if (joins === 1) await waiting;
      return stored.save(to, body);
    },
  };
  for (const [from, text] of [
    [0, 'abc'],
    [3, 'def'],
  ] as const)
    await stored.save(partName(name, from), Readable.from([Buffer.from(text)]));
  const end = () => {
    const headers = { 'content-range': 'bytes 6-5/6', 'repr-digest': digestOf('abcdef') };
    return receiveFile({ headers, raw: Readable.from([]) }, { storage, name, maxBytes: MIB });
  };
  const first = end();
  await until('it joins', () => joins === 1);
  expect(await end()).toBe(6);
  goOn();
  expect(await first).toBe(6);
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

it('[LOGFILE1] a log file replaces itself: the quota of a device has room for one that is as large as all of it, and for no other one', async () => {
  const at = new Date();
  const log = { serial: MINE, timestamp: at, received_at: at, removed_at: null };
  await database
    .insertInto('device_log')
    .values([
      { ...log, database_id: 'as large as all', size: 10 * 1024 ** 3, stored_at: at },
      { ...log, database_id: 'beside it', size: null, stored_at: null },
    ])
    .execute();
  const { open } = logFiles(database, Date.now);
  expect(await open(MINE, 'as large as all')).toBe(storedLog(MINE, 'as large as all'));
  await expect(open(MINE, 'beside it')).rejects.toMatchObject({ status: 413 });
  await database.deleteFrom('device_log').where('database_id', 'in', ['as large as all', 'beside it']).execute();
});

/** Sends the first part of a file of three. */
async function firstParts() {
  const storage = await openFileStorage({ S3_URL: undefined, DATA_DIR: dataDir }, quiet);
  const parts = { storage, name: 'incidents/stalled.dat', maxBytes: MIB, ledger: partLedger(database, MINE, Date.now) };
  const send = (raw: Readable) => receiveFile({ headers: { 'content-range': 'bytes 0-2/9' }, raw }, parts);
  const known = async () => [await partBytesOf(database, MINE), await storedBytes(parts)];
  const stalled = new Readable({ read: () => undefined });
  const late = send(stalled);
  late.catch(() => undefined);
  await until('it is noted', async () => (await partBytesOf(database, MINE)) === 3);
  return { storage, send, known, stalled, late };
}

it('[PARTS2] a stalled attempt that fails leaves the part counted that another attempt has stored', async () => {
  const { storage, send, known, stalled, late } = await firstParts();
  expect(await send(Readable.from([Buffer.from('abc')]))).toBeUndefined();
  stalled.destroy(new Error('cut off'));
  await expect(late).rejects.toThrow('cut off');
  expect(await known()).toEqual([3, 3]);
  await removeOldParts(database, storage, Date.now() + 8 * 86_400_000);
  expect(await known()).toEqual([0, 0]);
});

it('[PARTS2] a later attempt that fails leaves the part counted that the earlier one has stored', async () => {
  const { send, known, stalled, late } = await firstParts();
  const later = new Readable({ read: () => undefined });
  const attempts = () => database.selectFrom('file_part').select('attempt').execute();
  const [noted] = await attempts();
  const failing = send(later);
  failing.catch(() => undefined);
  await until('the later attempt is noted', async () => (await attempts())[0]?.attempt !== noted?.attempt);
  stalled.push('abc');
  stalled.push(null);
  expect(await late).toBeUndefined();
  later.destroy(new Error('cut off'));
  await expect(failing).rejects.toThrow('cut off');
  expect(await known()).toEqual([3, 3]);
  await database.deleteFrom('file_part').execute();
  const storage = await openFileStorage({ S3_URL: undefined, DATA_DIR: dataDir }, quiet);
  await storage.remove(partName('incidents/stalled.dat', 0));
});

it('[PARTS2] an attempt that fails leaves the part counted that was stored before it was noted', async () => {
  const ledger = partLedger(database, MINE, Date.now);
  await ledger.note('incidents/late.dat', 0, 3);
  expect(await ledger.keep('incidents/late.dat', 0, 3)).toBe(true);
  await ledger.forget('incidents/late.dat', 0, await ledger.note('incidents/late.dat', 0, 1));
  expect(await partBytesOf(database, MINE)).toBe(3);
  await ledger.forget('incidents/late.dat', 0);
  expect(await partBytesOf(database, MINE)).toBe(0);
});

it('[PARTS2] a part that nobody counts any more when it is stored is removed', async () => {
  const { send, known, stalled, late } = await firstParts();
  const cut = Readable.from(
    (async function* () {
      yield Buffer.from('a');
      throw new Error('cut off');
    })(),
  );
  await expect(send(cut)).rejects.toThrow('cut off');
  stalled.push('abc');
  stalled.push(null);
  await expect(late).rejects.toMatchObject({ status: 409 });
  expect(await known()).toEqual([0, 0]);
});

it.each([
  ['a log file', 'logs/moving', storedLog(MINE, 'moving')],
  ['a file of an incident', 'moving.bag', 'incidents/moving.bag'],
])('[OWN9] %s of a device that leaves while it arrives is refused, and what was stored before stays', async (_, name, stored) => {
  const storage = await openFileStorage({ S3_URL: undefined, DATA_DIR: dataDir }, quiet);
  await write(MINE, 'moving');
  const log = { serial: MINE, database_id: 'moving', timestamp: new Date(), received_at: new Date(), removed_at: null };
  await database
    .insertInto('device_log')
    .values({ ...log, size: 3, stored_at: new Date() })
    .execute();
  await storage.save(stored, Readable.from([Buffer.from('own')]));
  const app = fastify();
  registerErrors(app, pino({ level: 'silent' }));
  let isReceiving = false;
  const onReceiving = async () => {
    isReceiving = true;
  };
  const kinds = [logFiles(database, Date.now), incidentFiles({ database, storage, now: Date.now })];
  await registerDeviceFiles(app, { database, storage, isToken: () => Promise.resolve(true), now: Date.now, onReceiving }, kinds);
  const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const headers = { ...(await authorized()), 'content-length': 5 };
  const sending = request({ hostname, port, method: 'PUT', path: `/device-files/${name}`, headers });
  const answered = new Promise<number | undefined>((resolve) => sending.once('response', ({ statusCode }) => resolve(statusCode)));
  sending.write('la');
  await until('it arrives', () => isReceiving);
  const active = database.updateTable('deployment').where('device_serial', '=', MINE);
  await active.set({ closed_date: new Date() }).where('closed_date', 'is', null).execute();
  sending.end('ter');
  expect(await answered).toBe(404);
  const file = await storage.find(stored);
  expect(file === null ? null : (await buffer(await file.read())).toString()).toBe('own');
  await active.set({ closed_date: null }).execute();
  await database.deleteFrom('device_log').where('database_id', '=', 'moving').execute();
  await app.close();
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
