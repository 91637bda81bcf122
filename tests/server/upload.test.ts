import multipart from '@fastify/multipart';
import fastify from 'fastify';
import { pino } from 'pino';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { invalid } from '#server/platform/failure';
import { registerErrors } from '#server/platform/http/errors';
import { withUpload } from '#server/platform/http/withUpload';
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
