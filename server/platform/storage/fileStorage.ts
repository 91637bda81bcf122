/** `FileStorage`, the interface for files by name, as streams, in a folder or a bucket; 503 while it is away. */

import type { Readable } from 'node:stream';
import { createFailure } from '../failure/catalogue.ts';
import { Failure } from '../failure/failure.ts';

/** Bytes of a file, both ends included. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** A stored file, read on demand. */
export interface StoredFile {
  /** Length in bytes. */
  readonly size: number;
  /** Differs when the content does. */
  readonly etag: string;
  /** Opens the file, or a part of it. Throws 503 when the storage does not answer, or the file was removed meanwhile. */
  readonly read: (range?: ByteRange) => Promise<Readable>;
}

/** Files by name, in a folder or a bucket. The server creates the names: parts of letters, digits and percent signs, separated by slashes. */
export interface FileStorage {
  /** Finds a file without reading it; null if there is none. Throws 503 when the storage does not answer. */
  readonly find: (name: string) => Promise<StoredFile | null>;
  /**
   * Stores a file as it arrives, in place of an older one; the file exists only once it is complete. Throws 503 when the storage does not answer, and
   * errors of the body.
   */
  readonly save: (name: string, body: Readable) => Promise<void>;
  /** Removes a file; does nothing if there is none. Throws 503 when the storage does not answer. */
  readonly remove: (name: string) => Promise<void>;
  /** Ends its connections. */
  readonly close: () => void;
}

/** 503: the storage of files is unavailable. */
export const storageAway = () => createFailure('storageAway');

/** Returns whether an error means that the storage is unavailable, not that a file is missing or unreadable. */
export const isStorageAway = (error: unknown): boolean => error instanceof Failure && error.status === 503;
