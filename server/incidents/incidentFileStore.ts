/** `IncidentFileStore`, the interface to the uploaded files and recordings of incidents. */

import type { Readable } from 'node:stream';
import type { StoredFile } from '../platform/storage/fileStorage.ts';
import type { IncidentRow } from './readIncidents.ts';

/** A file of an incident by its suffix, with its size in bytes; `isKnown` if it has a row in the database. */
export interface FoundFile {
  readonly ending: string;
  readonly size: number;
  readonly isKnown: boolean;
}

/** A recording of an incident by its suffix. */
export interface FoundRecording {
  readonly ending: string;
  readonly file: StoredFile;
}

/** The access to the files of incidents. Every file that exists is complete. All methods throw 503 while the storage is unavailable. */
export interface IncidentFileStore {
  /** Finds the existing files. */
  readonly files: (row: IncidentRow) => Promise<readonly FoundFile[]>;
  /** Finds the recordings, in any format. */
  readonly recordings: (row: IncidentRow) => Promise<readonly FoundRecording[]>;
  /** Finds the depth video; null if there is none. */
  readonly depth: (row: IncidentRow) => Promise<StoredFile | null>;
  /** Finds the video that the device rendered, as MP4; null if there is none. */
  readonly ownVideo: (row: IncidentRow) => Promise<StoredFile | null>;
  /** Finds the video to show: the device's own one, otherwise the one from this server; null if there is none. */
  readonly video: (row: IncidentRow) => Promise<StoredFile | null>;
  /** Stores a video that this server rendered. */
  readonly saveVideo: (row: IncidentRow, video: Readable) => Promise<void>;
}
