import { open } from 'node:fs/promises';
import path from 'node:path';
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
    close: () => undefined,
  };
}
