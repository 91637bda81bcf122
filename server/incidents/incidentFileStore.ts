import type { ReadableTimes } from '../locations/visibility.ts';
import type { StoredFile } from '../platform/storage/fileStorage.ts';
import type { IncidentRow } from './readIncidents.ts';

/** An incident, with the times of its device of which what lies around it may be read; without any, by the server itself, all. */
export type ReadableIncident = IncidentRow & { readonly times?: ReadableTimes };

/** Access to the uploaded data of incidents. Throws 503 while the storage is away. */
export interface IncidentFileStore {
  /** Finds the recording, a ROS 1 bag compressed by gzip; null before the upload. */
  readonly recording: (row: ReadableIncident) => Promise<StoredFile | null>;
  /** Finds the depth video; null before the upload, and for a device that recorded none. */
  readonly depth: (row: IncidentRow) => Promise<StoredFile | null>;
  /** Finds the rendered video, MP4; null before it is there. */
  readonly video: (row: IncidentRow) => Promise<StoredFile | null>;
}
