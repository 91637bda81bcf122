import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { createSlots } from '../limits/slots.ts';
import { type ByteRange, type FileStorage, storageAway } from './fileStorage.ts';

/** Error codes of a missing file, including those for a name that is too long or leads through a file. */
const MISSING = new Set(['ENOENT', 'ENAMETOOLONG', 'ENOTDIR']);

/** System calls that fail if the folder accepts no more data because its disk is full, read-only or gone. Any other failure is caused by the stored body. */
const FOLDER_CALLS = new Set(['open', 'write', 'mkdir', 'fsync', 'rename', 'close']);
const isOfFolder = (error: unknown) => error instanceof Error && 'syscall' in error && FOLDER_CALLS.has(String(error.syscall));

const PART = /\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.part$/;
/** Time without growth after which a partial file has no writer, in ms, not even on another server with the same folder. */
const PART_ENDED_MS = 600_000;

/** Time without a new part after which a file will never be completed, in ms, because a device that returns starts again. */
const PARTS_KEPT_MS = 7 * 86_400_000;

/** Deletes partial files that a killed server left before `startedAt` (ms since epoch), and parts of files that were never completed. */
export async function deleteLeftParts(folder: string, startedAt: number): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch((): string[] => []);
  for (const name of names.filter((one) => PART.test(one) || one.startsWith(`parts${path.sep}`))) {
    const file = path.join(folder, name);
    const keptMs = PART.test(name) ? PART_ENDED_MS : PARTS_KEPT_MS;
    const found = await stat(file).catch(() => null);
    // A file that cannot be deleted now is retried at the next start.
    if (found !== null && found.isFile() && found.mtimeMs < startedAt - keptMs) await rm(file, { force: true }).catch(() => undefined);
  }
}

/** Maximum length of a part of a name, in bytes, that a file system accepts together with the ending of a partial file. */
const LONGEST_PART = 200;
/** Number of readable characters of a longer part in its file's name. */
const READABLE = 100;

/** Returns the form of a name's part in the folder: encoding an id with non-ASCII letters makes it three to nine times as long. */
const inFolder = (part: string): string =>
  Buffer.byteLength(part) <= LONGEST_PART ? part : `${part.slice(0, READABLE)}~${createHash('sha256').update(part).digest('hex')}`;

/** The calls of the file system that store a file. */
export interface Disk {
  /** Opens a file for writing. */
  readonly open: (file: string) => Writable;
  /** Writes a file, or the names in a folder, through to the disk. */
  readonly sync: (fileOrFolder: string) => Promise<void>;
}

/** Flushes run one at a time: each occupies a thread of the pool until the disk is done, and the check of a stop's token also needs a thread. */
const syncs = createSlots({ active: 1, waiting: Infinity, perKey: Infinity });

/** The disk of this server. */
export const serverDisk: Disk = {
  open: (file) => createWriteStream(file, { mode: 0o600 }),
  sync: (fileOrFolder) =>
    syncs('', async () => {
      const handle = await open(fileOrFolder, 'r');
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
    }),
};

/** Returns a folder and those above it, up to the one that holds `created`, the first folder that was created for it, if any. */
function foldersOf(folder: string, created: string | undefined): readonly string[] {
  const last = created === undefined ? folder : path.dirname(created);
  return folder === last || folder === path.dirname(folder) ? [folder] : [folder, ...foldersOf(path.dirname(folder), created)];
}

/** Opens the storage of a folder, which may not exist yet. A saved file survives a power cut, because callers then remove its sources. Source: STORE6. */
export function folderStorage(folder: string, log: Pick<Logger, 'warn'>, disk: Disk = serverDisk): FileStorage {
  const away = (error: unknown) => {
    log.warn({ err: error }, 'a stored file cannot be opened');
    return storageAway();
  };
  const fileOf = (name: string) => path.join(folder, ...name.split('/').map(inFolder));
  return {
    find: async (name) => {
      const file = fileOf(name);
      try {
        const found = await stat(file);
        if (!found.isFile()) return null;
        const { size, mtimeMs, ino } = found;
        const read = async (range?: ByteRange) => {
          const handle = await open(file).catch((error: unknown) => {
            throw away(error);
          });
          return handle.createReadStream(range === undefined ? {} : { start: range.from, end: range.to });
        };
        return { size, etag: `"${ino.toString(36)}-${Math.trunc(mtimeMs).toString(36)}-${size.toString(36)}"`, read };
      } catch (error) {
        if (error instanceof Error && 'code' in error && MISSING.has(String(error.code))) return null;
        throw away(error);
      }
    },
    save: async (name, body) => {
      const file = fileOf(name);
      // No other file name ends like this, so a partial file is never read.
      const part = `${file}.${randomUUID()}.part`;
      try {
        const created = await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        await pipeline(body, disk.open(part));
        await disk.sync(part);
        await rename(part, file);
        for (const changed of foldersOf(path.dirname(file), created)) await disk.sync(changed);
      } catch (error) {
        await rm(part, { force: true }).catch(() => undefined);
        // Both streams are destroyed by the first error of either.
        if (body.errored !== null && !isOfFolder(error)) throw body.errored;
        log.warn({ err: error }, 'a file cannot be stored');
        throw storageAway();
      }
    },
    remove: (name) =>
      rm(fileOf(name), { force: true }).catch((error: unknown) => {
        throw away(error);
      }),
    close: () => undefined,
  };
}
