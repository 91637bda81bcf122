/** Opens files of the storage by their catalogue rows; says why one cannot be read: it is missing, damaged, or the storage is away. */

import { buffer } from 'node:stream/consumers';
import { type FileStorage, isStorageAway, type StoredFile } from '../../platform/storage/fileStorage.ts';
import { DamagedFile, openParquet, type OpenParquet } from './openParquet.ts';
import type { ParquetSeal } from './writeParquet.ts';

/** Why a file cannot be read. */
export type UnreadableReason = 'missing' | 'damaged' | 'away';

/** What a person reads behind the name of the file. */
export const unreadableTexts: Readonly<Record<UnreadableReason, string>> = {
  missing: 'is missing',
  damaged: 'is damaged',
  away: 'is out of reach',
};

/** A file that is left out of an answer. */
export interface UnreadableFile {
  readonly name: string;
  readonly reason: UnreadableReason;
}

/** A file by name and what it must be. */
export interface NamedFile extends ParquetSeal {
  readonly name: string;
}

/** Reads files; a file that cannot be read is in `unreadable`, and does not end the reading of others. */
export interface StoredParquets {
  /** Calls `read` with the open file and returns its result; returns the reason where the file cannot be read. */
  readonly read: <Result>(
    file: NamedFile,
    read: (open: OpenParquet) => Promise<Result>,
  ) => Promise<{ readonly value: Result } | UnreadableFile>;
}

/** Number of files whose ends stay in memory: a year of days. */
const OPEN_FILES = 400;

const sourceOf = (file: StoredFile) => ({
  size: file.size,
  read: async (from: number, to: number) => new Uint8Array(await buffer(await file.read({ from, to: to - 1 }))),
});

/** Opens the files of a storage; `onUnreadable` is called whenever one cannot be read. The end of a file is read and checked once while it does not change. */
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
