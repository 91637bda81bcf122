import type { Buffer } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Call } from '#contract/call';
import { safeFileName } from '#domain/text/fileName';
import { readRequest, type CallRequest, type Served } from './serve.ts';

/** A file response of a handler. `type` is its media type; a stream is sent without buffering. */
export interface FileAnswer {
  readonly fileName: string;
  readonly type: string;
  readonly body: Buffer | Readable;
}

/** Marks a file response, so that the call registration can tell it from JSON. */
export class ServedFile {
  readonly file: FileAnswer;
  constructor(file: FileAnswer) {
    this.file = file;
  }
}

// RFC 5987 allows fewer unescaped characters than `encodeURIComponent` leaves.
const encoded = (name: string) =>
  encodeURIComponent(name).replaceAll(/['()*!]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns a `Content-Disposition: attachment` value with an ASCII fallback name and the UTF-8 name. Source: RFC 6266. */
export function dispositionOf(fileName: string): string {
  const name = safeFileName(fileName, 'file');
  const plain = name.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["\\%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded(name)}`;
}

/** Sends a file as download. The headers prevent MIME sniffing and script execution in the console's origin. */
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

/** Binds a call with a file response to its handler. A failure thrown by the handler is sent as JSON like any other. */
export function serveFile<C extends Call>(call: C, handler: (request: CallRequest<C>) => Promise<FileAnswer> | FileAnswer): Served<C> {
  return { call, answer: async (raw) => new ServedFile(await handler(readRequest(call, raw))) };
}
