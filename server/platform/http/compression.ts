import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { constants } from 'node:zlib';

/** Shorter answers gain nothing, in bytes. */
const LEAST_BYTES = 1_024;
/** Of Brotli's 0 to 11: as fast as gzip, and smaller. The usual 11 takes seconds for a long list. */
const BROTLI_QUALITY = 4;

/** Compresses every answer that a browser can read compressed; what is compressed already (zip, video, the console's own files) stays as it is. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: LEAST_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
}
