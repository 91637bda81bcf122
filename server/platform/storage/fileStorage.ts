/** `FileStorage`, the interface for files by name, as streams, in a folder or a bucket; 503 while the storage is unavailable. */

import type { Readable } from 'node:stream';
import { createFailure } from '../failure/catalogue.ts';
import { Failure } from '../failure/failure.ts';

/** A byte range of a file; both ends are included. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** A stored file, read on demand. */
export interface StoredFile {
  /** Length in bytes. */
  readonly size: number;
  /** A text that differs when the content does. */
  readonly etag: string;
  /** Opens the file, or a part of it. Throws 503 if the storage does not respond or the file was removed meanwhile. */
  readonly read: (range?: ByteRange) => Promise<Readable>;
}

/** Files by name, in a folder or a bucket. The server creates the names, which consist of letters, digits, percent signs and slashes. */
export interface FileStorage {
  /** Finds a file without reading it; null if there is none. Throws 503 if the storage does not respond. */
  readonly find: (name: string) => Promise<StoredFile | null>;
  /**
   * Stores a file while it arrives, replacing an older one; the file exists only once it is complete. Throws 503 if the storage does not respond, and the
   * errors of the body.
   */
  readonly save: (name: string, body: Readable) => Promise<void>;
  /** Removes a file; does nothing if there is none. Throws 503 if the storage does not respond. */
  readonly remove: (name: string) => Promise<void>;
  /** Ends the connections of the storage. */
  readonly close: () => void;
}

/** 503: the file storage is unavailable. */
export const storageAway = () => createFailure('storageAway');

/** Returns whether an error means that the storage is unavailable, not that a file is missing or unreadable. */
export const isStorageAway = (error: unknown): boolean => error instanceof Failure && error.status === 503;
