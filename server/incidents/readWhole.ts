import { Buffer } from 'node:buffer';
import type { Readable, Transform } from 'node:stream';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Maximum size of a file that is processed, unpacked, in bytes: 32 MiB. It is held in memory, and read by the thread that also serves a stop. */
const MAX_PROCESSED_BYTES = 32 * 1024 * 1024;

/** A file is larger than what is processed. */
export class TooLarge extends Error {}

/** Reads a stream to its end, through `unpack` if given. Throws `TooLarge` as soon as there is more than `MAX_PROCESSED_BYTES`, another error when it breaks. */
export async function readWhole(body: Readable, unpack: Transform = new PassThrough()): Promise<Buffer> {
  return pipeline(body, unpack, async (source: AsyncIterable<Buffer>) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of source) {
      bytes += part.length;
      if (bytes > MAX_PROCESSED_BYTES) throw new TooLarge('the file is too large to be processed');
      parts.push(part);
    }
    return Buffer.concat(parts);
  }).catch((error: unknown) => {
    // The code of a lost connection would pass for a lost database.
    throw error instanceof TooLarge ? error : new Error('the file cannot be read to its end', { cause: error });
  });
}
