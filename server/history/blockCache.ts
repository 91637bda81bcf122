/** The blocks that were made last, by their span and reader: many people look at the same night, and each block is made once for all of them. */

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { StoredFile } from '../platform/storage/fileStorage.ts';

/** Maximum size of all kept blocks, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/** For how long a block is kept, in ms: a device that was without a connection may send hours later what belongs into it. */
const KEPT_MS = 60_000;

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

/** A kept block, and until when it is sent, in ms since epoch. */
interface KeptBlock {
  readonly file: StoredFile;
  readonly until: number;
}

/** Creates an empty cache, which drops the blocks that were requested least recently, and each after a minute. */
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
