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

/** Access to the files of incidents. Every file that exists is complete. Throws 503 while the storage is unavailable. */
export interface IncidentFileStore {
  /** Finds the existing files. */
  readonly files: (row: IncidentRow) => Promise<readonly FoundFile[]>;
  /** Finds the recordings, whatever their format. */
  readonly recordings: (row: IncidentRow) => Promise<readonly FoundRecording[]>;
  /** Finds the depth video; null if there is none. */
  readonly depth: (row: IncidentRow) => Promise<StoredFile | null>;
  /** Finds the video that the device has rendered, MP4; null if there is none. */
  readonly ownVideo: (row: IncidentRow) => Promise<StoredFile | null>;
  /** Finds the video to show: the one that the device rendered, otherwise the one that this server rendered. */
  readonly video: (row: IncidentRow) => Promise<StoredFile | null>;
  /** Stores a video that this server rendered. */
  readonly saveVideo: (row: IncidentRow, video: Readable) => Promise<void>;
}
