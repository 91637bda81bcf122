/**
 * Opens files of the storage by their catalogue rows; returns the reason if a file cannot be read: it is missing or damaged, or the storage is unreachable.
 */

import { buffer } from 'node:stream/consumers';
import { type FileStorage, isStorageAway, type StoredFile } from '../../platform/storage/fileStorage.ts';
import { DamagedFile, openParquet, type OpenParquet } from './openParquet.ts';
import type { ParquetSeal } from './writeParquet.ts';

/** The reason why a file cannot be read. */
export type UnreadableReason = 'missing' | 'damaged' | 'away';

/** A file that could not be read for a response. */
export interface UnreadableFile {
  readonly name: string;
  readonly reason: UnreadableReason;
}

const texts: Readonly<Record<UnreadableReason, string>> = { missing: 'is missing', damaged: 'is damaged', away: 'is out of reach' };

/** Returns the text about an unreadable file that people read. */
export const unreadableText = ({ name, reason }: UnreadableFile): string => `${name} ${texts[reason]}`;

/** The name of a file, and the seal that it must have. */
export interface NamedFile extends ParquetSeal {
  readonly name: string;
}

/** The reader of stored files; a file that cannot be read does not stop the reading of others. */
export interface StoredParquets {
  /** Returns the files that are missing, have another length or are unreachable, without reading them. */
  readonly missing: (files: readonly NamedFile[]) => Promise<readonly UnreadableFile[]>;
  /** Calls `read` with the open file and returns its result; returns the reason if the file cannot be read. */
  readonly read: <Result>(
    file: NamedFile,
    read: (open: OpenParquet) => Promise<Result>,
  ) => Promise<{ readonly value: Result } | UnreadableFile>;
}

/** Maximum number of files whose ends stay in memory: one per day of a year. */
const OPEN_FILES = 400;

/** Returns the reason why a file cannot be read, judged by its name and size in the storage; null if both are right. */
async function problemOf(storage: Pick<FileStorage, 'find'>, file: NamedFile): Promise<UnreadableReason | null> {
  try {
    const stored = await storage.find(file.name);
    if (stored === null) return 'missing';
    return stored.size === file.bytes ? null : 'damaged';
  } catch (error) {
    if (isStorageAway(error)) return 'away';
    throw error;
  }
}

const sourceOf = (file: StoredFile) => ({
  size: file.size,
  read: async (from: number, to: number) => new Uint8Array(await buffer(await file.read({ from, to: to - 1 }))),
});

/**
 * Creates the reader of a storage's files; `onUnreadable` is called for each file that cannot be read. The end of a file is read and verified once while the
 * file does not change.
 */
export function storedParquets(
  storage: Pick<FileStorage, 'find'>,
  onUnreadable: (file: UnreadableFile) => void = () => undefined,
): StoredParquets {
  const opened = new Map<string, Promise<OpenParquet>>();
  const open = (stored: StoredFile, file: NamedFile): Promise<OpenParquet> => {
    const key = `${file.name} ${stored.etag} ${file.footerCrc}`;
    const known = opened.get(key) ?? openParquet(sourceOf(stored), file);
    opened.delete(key);
    opened.set(key, known);
    known.catch(() => opened.delete(key));
    for (const oldest of opened.keys()) {
      if (opened.size <= OPEN_FILES) break;
      opened.delete(oldest);
    }
    return known;
  };
  const unreadable = (name: string, reason: UnreadableReason): UnreadableFile => {
    const file = { name, reason };
    onUnreadable(file);
    return file;
  };
  return {
    missing: async (files) => {
      const found = await Promise.all(files.map(async (file) => ({ name: file.name, reason: await problemOf(storage, file) })));
      return found.flatMap(({ name, reason }) => (reason === null ? [] : [unreadable(name, reason)]));
    },
    read: async (file, read) => {
      try {
        const stored = await storage.find(file.name);
        if (stored === null) return unreadable(file.name, 'missing');
        return { value: await read(await open(stored, file)) };
      } catch (error) {
        if (isStorageAway(error)) return unreadable(file.name, 'away');
        if (error instanceof DamagedFile) return unreadable(file.name, 'damaged');
        throw error;
      }
    },
  };
}
