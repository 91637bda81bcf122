import fastify from 'fastify';
import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { call } from '#contract/call';
import { z } from '#contract/schema';
import { nobody } from '#server/platform/http/authorise';
import { notFound } from '#server/platform/failure/failure';
import type { ByteRange } from '#server/platform/storage/fileStorage';
import { registerCompression } from '#server/platform/http/compression';
import { dispositionOf, sendFile, serveFile, ServedFile, type FileAnswer } from '#server/platform/http/serveFile';

async function sent(file: FileAnswer, headers: Readonly<Record<string, string>> = {}) {
  const app = fastify();
  await registerCompression(app);
  app.get('/file', async (request, reply) => sendFile(request, reply, file));
  return app.inject({ url: '/file', headers });
}

it('[FILE2] a file leaves as an attachment that is neither shown, guessed nor kept', async () => {
  const answer = await sent({ fileName: 'Kas 3 – "café".csv', type: 'text/csv; charset=utf-8', body: Buffer.from('a,b\r\n') });
  expect(answer.body).toBe('a,b\r\n');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-length': '5',
    'content-disposition': `attachment; filename="Kas 3 _ _caf__.csv"; filename*=UTF-8''Kas%203%20%E2%80%93%20_caf%C3%A9_.csv`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; sandbox",
  });
});

const whole = Buffer.alloc(5_000, 'a stored file');
const stored: FileAnswer = {
  fileName: 'a.dat',
  type: 'application/octet-stream',
  body: {
    size: whole.length,
    etag: '"one"',
    read: async (range?: ByteRange) => Readable.from([range === undefined ? whole : whole.subarray(range.from, range.to + 1)]),
  },
};

it.each<[string, Record<string, string>, number, Record<string, string>, Buffer]>([
  ['whole, uncompressed', { 'accept-encoding': 'br' }, 200, { 'content-length': '5000' }, whole],
  ['in part', { range: 'bytes=4000-' }, 206, { 'content-range': 'bytes 4000-4999/5000', 'content-length': '1000' }, whole.subarray(4_000)],
  ['in part of the same', { range: 'bytes=0-9', 'if-range': '"one"' }, 206, { 'content-range': 'bytes 0-9/5000' }, whole.subarray(0, 10)],
  ['its end', { range: 'bytes=-10' }, 206, { 'content-range': 'bytes 4990-4999/5000' }, whole.subarray(4_990)],
  ['whole when it is another one now', { range: 'bytes=4000-', 'if-range': '"old"' }, 200, { 'content-length': '5000' }, whole],
  ['whole for several parts', { range: 'bytes=0-1,5-6' }, 200, { 'content-length': '5000' }, whole],
  ['whole for another unit', { range: 'lines=1-2' }, 200, { 'content-length': '5000' }, whole],
  ['whole for an end before the begin', { range: 'bytes=9-2' }, 200, { 'content-length': '5000' }, whole],
  ['not at all beyond its end', { range: 'bytes=5000-' }, 416, { 'content-range': 'bytes */5000' }, Buffer.alloc(0)],
])('[LONG2] a stored file is sent %s', async (_, headers, status, expected, body) => {
  const answer = await sent(stored, headers);
  expect([answer.statusCode, answer.rawPayload.equals(body)]).toEqual([status, true]);
  expect(answer.headers).toMatchObject({ ...expected, 'accept-ranges': 'bytes', etag: '"one"' });
});

it('[FILE2] a stream leaves as it comes, byte by byte', async () => {
  const bytes = Buffer.from([0, 255, 1, 254]);
  const answer = await sent({ fileName: 'a.bin', type: 'application/octet-stream', body: Readable.from([bytes, bytes]) });
  expect(answer.rawPayload).toEqual(Buffer.concat([bytes, bytes]));
});

it.each([
  ['a\r\nx-bad: 1.csv', `attachment; filename="a__x-bad_ 1.csv"; filename*=UTF-8''a__x-bad_%201.csv`],
  ["it's (1)*.csv", `attachment; filename="it's (1)_.csv"; filename*=UTF-8''it%27s%20%281%29_.csv`],
  ['50%.csv', `attachment; filename="50_.csv"; filename*=UTF-8''50%25.csv`],
  ['..', `attachment; filename="file"; filename*=UTF-8''file`],
])('[FILE1] [FILE2] the name %j breaks no header', (name, header) => {
  expect(dispositionOf(name)).toBe(header);
});

const getFile = call({
  method: 'GET',
  path: 'file/{id}',
  summary: 'A file.',
  file: true,
  query: z.object({ per: z.coerce.number() }),
  answer: z.unknown(),
});

it('[FILE2] the handler of a file is given what fits the contract, and its failure is thrown like any other', async () => {
  const served = serveFile(getFile, ({ params, query }) => {
    if (params.id === 'none') throw notFound('no such file');
    return { fileName: `${params.id}-${query.per}.txt`, type: 'text/plain', body: Buffer.from('x') };
  });
  const raw = { params: { id: 'one' }, query: { per: '2' }, body: null, caller: nobody, scopeNow: () => 'all' as const, requestId: 'one' };
  const answer = await served.answer(raw);
  expect(answer instanceof ServedFile ? answer.file.fileName : answer).toBe('one-2.txt');
  await expect(served.answer({ ...raw, params: { id: 'none' } })).rejects.toMatchObject({ status: 404 });
  await expect(served.answer({ ...raw, query: { per: 'many' } })).rejects.toMatchObject({ status: 400 });
});
