/** The blocks that were made last, by their span and reader: many people look at the same night, and each block is made once for all of them. */

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { StoredFile } from '../platform/storage/fileStorage.ts';

/** Maximum size of all kept blocks, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;

const storedBytes = (bytes: Uint8Array): StoredFile => ({
  size: bytes.length,
  etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
  read: (range) => Promise.resolve(Readable.from([range === undefined ? bytes : bytes.subarray(range.from, range.to + 1)])),
});

/** A block; it is not whole where a file of the history could not be read for it. */
export interface MadeBlock {
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

/** Returns a block by its key; `isFinal` blocks that are whole are kept, others are shared only while they are made. */
export type BlockCache = (key: string, isFinal: boolean, make: () => Promise<MadeBlock>) => Promise<StoredFile>;

/** Creates an empty cache, which drops the blocks that were requested least recently. */
export function createBlockCache(): BlockCache {
  const kept = new Map<string, StoredFile>();
  const making = new Map<string, Promise<StoredFile>>();
  let size = 0;
  const keep = (key: string, file: StoredFile) => {
    kept.set(key, file);
    size += file.size;
    for (const [oldest, { size: freed }] of kept) {
      if (size <= MAX_BYTES) break;
      kept.delete(oldest);
      size -= freed;
    }
  };
  return (key, isFinal, make) => {
    const known = kept.get(key);
    if (known !== undefined) {
      kept.delete(key);
      kept.set(key, known);
      return Promise.resolve(known);
    }
    const running = making.get(key);
    if (running !== undefined) return running;
    const made = make()
      .then(({ bytes, isWhole }) => {
        const file = storedBytes(bytes);
        if (isFinal && isWhole) keep(key, file);
        return file;
      })
      .finally(() => making.delete(key));
    making.set(key, made);
    return made;
  };
}
