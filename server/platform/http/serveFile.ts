import type { Buffer } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '#contract/call';
import { safeFileName } from '#domain/text/fileName';
import type { StoredFile, ByteRange } from '../storage/fileStorage.ts';
import { readRequest, type CallRequest, type Served } from './serve.ts';

/**
 * Returns the part of a body of `size` bytes that a `Range` header requests: `all` without the header, and for several parts or another unit, which a server
 * may ignore; `none` for a part beyond the end. Source: RFC 9110, 14.
 */
function byteRange(header: string | undefined, size: number): ByteRange | 'all' | 'none' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return 'all';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { from: size - length, to: size - 1 };
  }
  const [from, to] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < from) return 'all';
  return from >= size ? 'none' : { from, to };
}

/** A file response of a handler. `type` is its media type; a stream is sent without buffering, a stored file with its length and, on request, in parts. */
export interface FileAnswer {
  readonly fileName: string;
  readonly type: string;
  readonly body: Buffer | Readable | StoredFile;
}

/** A file response, marked so that the call registration can distinguish it from JSON. */
export class ServedFile {
  readonly file: FileAnswer;
  constructor(file: FileAnswer) {
    this.file = file;
  }
}

// RFC 5987 allows fewer unescaped characters than `encodeURIComponent` produces.
const encoded = (name: string) =>
  encodeURIComponent(name).replaceAll(/['()*!]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns a `Content-Disposition: attachment` value with an ASCII fallback name and the UTF-8 name. Source: RFC 6266. */
export function dispositionOf(fileName: string): string {
  const name = safeFileName(fileName, 'file');
  const plain = name.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["\\%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded(name)}`;
}

/** Sends a file as download. The headers prevent MIME sniffing and script execution in the console's origin. */
export async function sendFile(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  { fileName, type, body }: FileAnswer,
): Promise<FastifyReply> {
  reply
    .headers({
      'content-disposition': dispositionOf(fileName),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .type(type);
  return 'etag' in body ? sendStored(headers, reply, body) : reply.send(body);
}

/** Sends a stored file, or the missing rest of an interrupted download. */
async function sendStored(headers: FastifyRequest['headers'], reply: FastifyReply, { size, etag, read }: StoredFile) {
  // This request header prevents the plug-in from compressing the file, because length and parts are those of the stored bytes.
  headers['x-no-compression'] = 'true';
  reply.headers({ 'accept-ranges': 'bytes', etag });
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = isSame ? byteRange(headers.range, size) : 'all';
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send();
  if (range === 'all') return reply.header('content-length', size).send(await read());
  reply.code(206).headers({ 'content-length': range.to - range.from + 1, 'content-range': `bytes ${range.from}-${range.to}/${size}` });
  return reply.send(await read(range));
}

/** Binds a call with a file response to its handler; supports `Range` requests. A failure thrown by the handler is sent as JSON like any other. */
export function serveFile<C extends Call>(call: C, handler: (request: CallRequest<C>) => Promise<FileAnswer> | FileAnswer): Served<C> {
  return { call, answer: async (raw) => new ServedFile(await handler(readRequest(call, raw))) };
}
