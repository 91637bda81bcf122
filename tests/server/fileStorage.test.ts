import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as tick } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BadSetting, readSettings } from '#server/platform/settings/settings';
import type { FileStorage } from '#server/platform/storage/fileStorage';
import { folderStorage, serverDisk } from '#server/platform/storage/folderStorage';
import { openFileStorage, storageName } from '#server/platform/storage/openFileStorage';
import { quickFolder } from '../support/newDataDir.ts';
import { type S3Server, startS3 } from '../support/providers/s3Server.ts';

const MIB = 1024 * 1024;
const dataDir = mkdtempSync(path.join(quickFolder(), 'orangery-files-'));
const lines: string[] = [];
const log = { warn: (_detail: unknown, text?: string) => void lines.push(text ?? String(_detail)) };
let service: S3Server;
const storages = new Map<string, { readonly storage: FileStorage; readonly put: (name: string, body: Buffer) => Promise<void> }>();
beforeAll(async () => {
  service = await startS3();
  const put = async (name: string, body: Buffer) => {
    const file = path.join(dataDir, 'files', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, body);
  };
  storages.set('folder', { storage: await openFileStorage({ DATA_DIR: dataDir, S3_URL: undefined }, log), put });
  storages.set('bucket', { storage: await openFileStorage({ DATA_DIR: dataDir, S3_URL: service.url }, log), put: service.put });
});
afterAll(async () => {
  for (const { storage } of storages.values()) storage.close();
  await service.remove();
  rmSync(dataDir, { recursive: true, force: true });
});
const storageIn = (kind: string) => {
  const found = storages.get(kind);
  if (found === undefined) throw new Error(`no ${kind}`);
  return found;
};

it.each(['folder', 'bucket'])('[STORE1] a file of a %s is read as it is, and there is none of another name', async (kind) => {
  const { storage, put } = storageIn(kind);
  expect(await storage.find('incidents/first.dat')).toBeNull();
  const names = ['incidents/a%2Fb.bag.gz', 'incidents/%2E%2E.dat', 'incidents/caf%C3%A9%20%25.dat', 'incidents/empty.dat'];
  for (const [index, name] of names.entries()) await put(name, Buffer.alloc(index === 3 ? 0 : 5, name));
  for (const [index, name] of names.entries()) {
    const file = await storage.find(name);
    expect(file === null ? null : await buffer(await file.read()), name).toEqual(Buffer.alloc(index === 3 ? 0 : 5, name));
  }
  // The test's service keeps objects as files, and fails for a name that these cannot have.
  const odd = kind === 'folder' ? ['incidents/empty.dat/x', `incidents/${'x'.repeat(900)}`] : [];
  for (const missing of ['incidents', 'incidents/a', 'incidents/a/b.bag.gz', ...odd])
    expect(await storage.find(missing), missing).toBeNull();
});

it('[STORE5] a folder stores a file under any id, however long it is when it is encoded', async () => {
  const { storage } = storageIn('folder');
  const id = encodeURIComponent('Störung im Gewächshaus 沖縄県 '.repeat(12));
  const names = [`logs/${id}/a.log`, `logs/${id}/b.log`, `incidents/${id}.dat`, `incidents/${id}2.dat`];
  for (const name of names) await storage.save(name, Readable.from([Buffer.from(name)]));
  for (const name of names) {
    const file = await storage.find(name);
    expect(file === null ? null : (await buffer(await file.read())).toString()).toBe(name);
  }
  await storage.remove(names[2] ?? '');
  expect([await storage.find(names[2] ?? ''), (await storage.find(names[3] ?? ''))?.size]).toEqual([null, names[3]?.length]);
});

it.each(['folder', 'bucket'])(
  '[LONG2] a file of a %s has a known length and is read in parts; another content has another tag',
  async (kind) => {
    const { storage, put } = storageIn(kind);
    const find = async () => {
      const file = await storage.find('incidents/parts.dat');
      if (file === null) throw new Error('it is there');
      return file;
    };
    await put('incidents/parts.dat', Buffer.from('0123456789'));
    const file = await find();
    expect([file.size, (await buffer(await file.read({ from: 2, to: 4 }))).toString()]).toEqual([10, '234']);
    expect((await find()).etag).toBe(file.etag);
    await put('incidents/parts.dat', Buffer.from('another one'));
    expect((await find()).etag).not.toBe(file.etag);
  },
);

it.each(['folder', 'bucket'])('[STORE1] little of a large file of a %s is in memory while nobody reads on', async (kind) => {
  const { storage, put } = storageIn(kind);
  await put('incidents/large.dat', Buffer.alloc(64 * MIB, 1));
  const body = await (await storage.find('incidents/large.dat'))?.read();
  if (body === undefined) throw new Error('it is there');
  let [bytes, most] = [0, 0];
  for await (const part of body) {
    bytes += Buffer.from(part).length;
    await tick();
    most = Math.max(most, body.readableLength);
  }
  expect(bytes).toBe(64 * MIB);
  expect(most).toBeLessThan(MIB);
});

it('[STORE6] a folder writes a file through to the disk before it has its name, then the name and the folders that were made for it', async () => {
  const folder = path.join(dataDir, 'synced');
  const name = 'history/day=2026-03-04/a.parquet';
  const synced: string[] = [];
  const sync = async (written: string) => {
    const isFile = written.endsWith('.part');
    const isNamed = existsSync(path.join(folder, name));
    synced.push(isFile ? `${readFileSync(written, 'utf8')}, ${isNamed ? 'named' : 'without a name'}` : path.relative(dataDir, written));
    expect(isNamed).toBe(!isFile);
    await serverDisk.sync(written);
  };
  const storage = folderStorage(folder, log, { ...serverDisk, sync });
  await storage.save(name, Readable.from([Buffer.from('the reports')]));
  const above = ['synced/history', 'synced', ''];
  expect(synced).toEqual(['the reports, without a name', 'synced/history/day=2026-03-04', ...above]);
  await storage.remove(name);
  await storage.save(name, Readable.from([Buffer.from('again')]));
  expect(synced.slice(5)).toEqual(['again, without a name', 'synced/history/day=2026-03-04']);
});

it.each(['the file', 'its folder'])('[STORE6] [STORE2] a file is not stored while the disk does not take %s', async (what) => {
  const sync = async (written: string) => {
    if (written.endsWith('.part') === (what === 'the file')) throw Object.assign(new Error('EIO: no'), { code: 'EIO', syscall: 'fsync' });
  };
  const storage = folderStorage(path.join(dataDir, 'failing'), log, { ...serverDisk, sync });
  await expect(storage.save('a.dat', Readable.from([Buffer.from('a')]))).rejects.toMatchObject({ status: 503 });
});

it('[STORE2] while the service is away a file answers 503, which is logged once, and is read again afterwards; a server starts meanwhile', async () => {
  const { storage, put } = storageIn('bucket');
  await put('incidents/kept.dat', Buffer.from('kept'));
  lines.length = 0;
  await service.stop();
  for (let asked = 0; asked < 3; asked += 1)
    await expect(storage.find('incidents/kept.dat')).rejects.toMatchObject({
      status: 503,
      message: 'the storage of files does not answer',
    });
  const late = await openFileStorage({ DATA_DIR: dataDir, S3_URL: service.url }, log);
  expect(lines).toEqual(['the storage of files does not answer', 'the storage of files does not answer']);
  await service.start();
  for (const one of [storage, late]) {
    const file = await one.find('incidents/kept.dat');
    expect(file === null ? null : (await buffer(await file.read())).toString()).toBe('kept');
  }
  late.close();
  expect(lines.slice(2)).toEqual(['the storage of files answers again', 'the storage of files answers again']);
});

it('[STORE3] a key or bucket that the service refuses ends the start with one line that names neither', async () => {
  for (const [from, to, name] of [
    ['S3RVER:S3RVER', 'FOREIGN:hidden', 'InvalidAccessKeyId'],
    ['/fleet', '/other-bucket', 'NoSuchBucket'],
  ] as const) {
    const opening = openFileStorage({ DATA_DIR: dataDir, S3_URL: service.url.replace(from, to) }, log);
    await expect(opening).rejects.toThrow(new BadSetting(`Setting S3_URL: the storage refuses it (${name})`));
  }
});

it.each([
  'https://KEY:SECRET@s3.eu-central-1.amazonaws.com/fleet-files?region=eu-central-1',
  'https://KEY:a%2Fb%2Bc@files.example:9000/fleet/',
  'http://KEY:SECRET@127.0.0.1:9000/fleet',
  'http://KEY:SECRET@[fd00::1]:9000/fleet',
  'http://KEY:SECRET@10.1.2.3:9000/fleet',
  'http://KEY:SECRET@minio:9000/fleet',
  'http://KEY:SECRET@minio.storage.svc.cluster.local:9000/fleet',
])('[STORE3] %s is an address of a bucket', (S3_URL) => {
  expect(readSettings({ S3_URL }).S3_URL).toBe(S3_URL);
  expect(storageName({ S3_URL, DATA_DIR: 'data' })).not.toMatch(/KEY|SECRET|a%2Fb/);
});

it.each([
  'fleet',
  'https://files.example/fleet',
  'https://KEY@files.example/fleet',
  'https://KEY:SECRET@files.example',
  'https://KEY:SECRET@files.example/fleet/below',
  'https://KEY:SECRET@files.example/Fleet',
  'https://KEY:SECRET@files.example/..%2F',
  'https://KEY:SECRET@files.example/fleet?regoin=x',
  'https://KEY:%zz@files.example/fleet',
  'http://KEY:SECRET@files.example/fleet',
  'http://KEY:SECRET@172.32.0.1/fleet',
  's3://KEY:SECRET@files.example/fleet',
])('[STORE3] %s is refused in one line that holds no part of it', (S3_URL) => {
  expect(() => readSettings({ S3_URL })).toThrow(
    new BadSetting('Setting S3_URL: must be https://KEY:SECRET@host/bucket?region=name; http is allowed within a private network only'),
  );
});
