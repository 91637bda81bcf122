/** Cache of the most recently requested blocks, by span and reader: many people look at the same night, and each block is made once for all of them. */

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { StoredFile } from '../platform/storage/fileStorage.ts';

/** Maximum size of all cached blocks, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Lifetime of a cached block, in ms: a device that was offline may send reports that belong to the block hours later. */
const KEPT_MS = 60_000;

const storedBytes = (bytes: Uint8Array): StoredFile => ({
  size: bytes.length,
  etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
  read: (range) => Promise.resolve(Readable.from([range === undefined ? bytes : bytes.subarray(range.from, range.to + 1)])),
});

/** A block; `isWhole` is false if a file of the history could not be read for it. */
export interface MadeBlock {
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

/** A function that returns a block by its key; whole `isFinal` blocks are cached, others are shared only while they are made. */
export type BlockCache = (key: string, isFinal: boolean, make: () => Promise<MadeBlock>) => Promise<StoredFile>;

/** A cached block, and the instant at which it expires, in ms since epoch. */
interface KeptBlock {
  readonly file: StoredFile;
  readonly until: number;
}

/** Creates an empty cache, which drops the least recently requested blocks, and each block after a minute. */
export function createBlockCache(now: () => number): BlockCache {
  const kept = new Map<string, KeptBlock>();
  const making = new Map<string, Promise<StoredFile>>();
  let size = 0;
  const drop = (key: string) => {
    size -= kept.get(key)?.file.size ?? 0;
    kept.delete(key);
  };
  const keep = (key: string, block: KeptBlock) => {
    drop(key);
    kept.set(key, block);
    size += block.file.size;
    for (const oldest of kept.keys()) {
      if (size <= MAX_BYTES) break;
      drop(oldest);
    }
  };
  return (key, isFinal, make) => {
    const at = now();
    const known = kept.get(key);
    if (known !== undefined && known.until > at && known.until <= at + KEPT_MS) {
      keep(key, known);
      return Promise.resolve(known.file);
    }
    const running = making.get(key);
    if (running !== undefined) return running;
    const made = make()
      .then(({ bytes, isWhole }) => {
        const file = storedBytes(bytes);
        if (isFinal && isWhole) keep(key, { file, until: at + KEPT_MS });
        else drop(key);
        return file;
      })
      .finally(() => making.delete(key));
    making.set(key, made);
    return made;
  };
}
