import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { constants } from 'node:zlib';

/** Minimum response size for compression, in bytes. */
const LEAST_BYTES = 1_024;
/** Brotli quality (0 to 11): as fast as gzip, with smaller results. The default of 11 takes seconds for a long list. */
const BROTLI_QUALITY = 4;

/**
 * Compresses responses by Brotli or gzip (`Accept-Encoding`); content that is already compressed (zip, video, the console's files) is sent
 * unchanged.
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: LEAST_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
}
