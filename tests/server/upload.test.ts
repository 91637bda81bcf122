import multipart from '@fastify/multipart';
import fastify from 'fastify';
import path from 'node:path';
import { pino } from 'pino';
import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { invalid } from '#server/platform/failure/failure';
import { registerErrors } from '#server/platform/http/errors';
import { deleteLeftUploads, withUpload } from '#server/platform/http/withUpload';
import { deleteLeftParts } from '#server/platform/storage/folderStorage';
import { newDataDir } from '../support/newDataDir.ts';
import { until } from '../support/until.ts';

const LIMIT = 100_000;

/** A server with one upload, whose folders lie in a folder of its own. */
async function uploadServer() {
  const parent = newDataDir();
  const seen: string[][] = [];
  const app = fastify();
  onTestFinished(() => app.close());
  registerErrors(app, pino({ level: 'silent' }));
  await app.register(multipart, { limits: { fileSize: LIMIT } });
  app.post<{ Querystring: { fails?: string } }>('/upload', (request) =>
    withUpload(
      request,
      async () => {
        seen.push(readdirSync(parent));
        if (request.query.fails !== undefined) throw invalid('refused');
        return 'taken';
      },
      parent,
    ),
  );
  return { parent, seen, address: await app.listen({ port: 0, host: '127.0.0.1' }) };
}

const form = (name: string, bytes: number) => {
  const body = new FormData();
  body.append(name, new Blob([Buffer.alloc(bytes)]), 'map.zip');
  return body;
};

it.each<readonly [string, string, FormData, number]>([
  ['succeeds', '/upload', form('file', 10), 200],
  ['fails', '/upload?fails=1', form('file', 10), 400],
  ['is not given a file', '/upload', form('other', 10), 200],
  ['is given too large a file', '/upload', form('file', LIMIT + 1), 413],
])('[UPLOAD1] the folder of an upload is gone when its call %s', async (_, to, body, status) => {
  const { parent, seen, address } = await uploadServer();
  expect((await fetch(`${address}${to}`, { method: 'POST', body })).status).toBe(status);
  expect(seen.map((folders) => folders.length)).toEqual(status === 413 ? [] : [1]);
  expect(readdirSync(parent)).toEqual([]);
});

it('[UPLOAD1] the folder of an upload that is cut is gone', async () => {
  const { parent, seen, address } = await uploadServer();
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.on('error', () => undefined);
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="map.zip"\r\n\r\nthe first bytes';
  socket.write(`POST /upload HTTP/1.1\r\nhost: a\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 1000\r\n\r\n${part}`);
  await until('the file is written', () => readdirSync(parent).length === 1);
  socket.destroy();
  await until('the folder is gone', () => readdirSync(parent).length === 0);
  expect(seen).toEqual([]);
});

it('[GROW3] uploads that a killed server left are deleted at the next start; those in use, younger or of another user stay', async () => {
  const parent = newDataDir();
  const gone = 2 ** 22 + 7; // above the highest id of a process
  const folders = [
    `orangery-upload-${gone}-aaaaaa`,
    `orangery-upload-${process.pid}-bbbbbb`,
    `orangery-upload-${process.ppid}-cccccc`,
    'upload-dddddd',
  ];
  for (const name of folders) {
    mkdirSync(path.join(parent, name));
    writeFileSync(path.join(parent, name, 'file'), 'half');
  }
  symlinkSync(path.join(parent, 'upload-dddddd'), path.join(parent, `orangery-upload-${gone}-eeeeee`));
  await deleteLeftUploads(0, parent);
  expect(readdirSync(parent)).toHaveLength(5);
  await deleteLeftUploads(Number.MAX_SAFE_INTEGER, parent);
  expect(readdirSync(parent).toSorted()).toEqual(
    [`orangery-upload-${gone}-eeeeee`, `orangery-upload-${process.ppid}-cccccc`, 'upload-dddddd'].toSorted(),
  );
  expect(readdirSync(path.join(parent, 'upload-dddddd'))).toEqual(['file']);
  await deleteLeftUploads(1, path.join(parent, 'nowhere'));
});

it('[GROW3] halves of stored files from before the start are gone, those that still grow and whole files stay', async () => {
  const folder = newDataDir();
  const id = '0a1b2c3d-0000-4000-8000-000000000000';
  mkdirSync(path.join(folder, 'LF-1'));
  const names = [`LF-1/bag.${id}.part`, `LF-1/new.${id}.part`, 'LF-1/bag', 'LF-1/my.part'];
  for (const name of names) {
    writeFileSync(path.join(folder, name), 'x');
    const at = name.includes('new') ? 5_000 : 1_000;
    utimesSync(path.join(folder, name), at, at);
  }
  await deleteLeftParts(folder, 5_000_000);
  expect(readdirSync(path.join(folder, 'LF-1')).toSorted()).toEqual(['bag', 'my.part', `new.${id}.part`]);
});
