import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { type FileStorage, storageAway } from './fileStorage.ts';

/** Codes of a file that is not there: also a name that is too long, or leads through a file. */
const MISSING = new Set(['ENOENT', 'ENAMETOOLONG', 'ENOTDIR']);

/** Opens the files of a folder, which may not exist yet. */
export function folderStorage(folder: string, log: Pick<Logger, 'warn'>): FileStorage {
  const find = async (file: string) => {
    const handle = await open(file);
    if ((await handle.stat()).isFile()) return handle.createReadStream();
    await handle.close();
    return null;
  };
  return {
    open: async (name) => {
      try {
        return await find(path.join(folder, name));
      } catch (error) {
        if (error instanceof Error && 'code' in error && MISSING.has(String(error.code))) return null;
        log.warn({ err: error }, 'a stored file cannot be opened');
        throw storageAway();
      }
    },
    save: async (name, body) => {
      const file = path.join(folder, name);
      // No name of a file of its own ends so: a half one is never read.
      const part = `${file}.${randomUUID()}.part`;
      try {
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        await pipeline(body, createWriteStream(part, { mode: 0o600 }));
        await rename(part, file);
      } catch (error) {
        await rm(part, { force: true }).catch(() => undefined);
        if (body.errored !== null) throw body.errored;
        log.warn({ err: error }, 'a file cannot be stored');
        throw storageAway();
      }
    },
    close: () => undefined,
  };
}
