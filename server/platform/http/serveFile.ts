import type { Buffer } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Call } from '#contract/call';
import { safeFileName } from '#domain/fileName';
import { readRequest, type CallRequest, type Served } from './serve.ts';

/** A file as a handler gives it. `type` is its media type; a stream is sent as it comes and never held whole. */
export interface FileAnswer {
  readonly fileName: string;
  readonly type: string;
  readonly body: Buffer | Readable;
}

/** What the registration knows a file by. */
export class ServedFile {
  readonly file: FileAnswer;
  constructor(file: FileAnswer) {
    this.file = file;
  }
}

// RFC 5987 takes fewer characters as they are than an address does.
const encoded = (name: string) =>
  encodeURIComponent(name).replaceAll(/['()*!]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** The header by which a browser saves and never shows: the name in ASCII for the oldest, and whole. Source: RFC 6266. */
export function dispositionOf(fileName: string): string {
  const name = safeFileName(fileName, 'file');
  const plain = name.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["\\%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded(name)}`;
}

/** Sends a file to be saved. Nobody may guess another type from its content, or show it with the console's rights. */
export function sendFile(reply: FastifyReply, { fileName, type, body }: FileAnswer): FastifyReply {
  return reply
    .headers({
      'content-disposition': dispositionOf(fileName),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .type(type)
    .send(body);
}

/** Binds a call whose answer is a file to its handler. A failure is thrown before the first byte, and is answered like every other. */
export function serveFile<C extends Call>(call: C, handler: (request: CallRequest<C>) => Promise<FileAnswer> | FileAnswer): Served<C> {
  return { call, answer: async (raw) => new ServedFile(await handler(readRequest(call, raw))) };
}
